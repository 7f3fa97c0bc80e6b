import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { reports } from '@gurukul/contract/reports';
import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { PlainSearch } from '#web/lib/address/address-search.ts';
import type { TableViews } from '#web/lib/address/table-search.ts';
import { reportsTexts } from '#web/texts/reports.ts';
import classes from '#web/ui/table/tool-button.module.css';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

export type AskedReport = CallInput<typeof reports.add_report>['report'];

export interface MailThisProps {
  /** What the list shows now. */
  report: AskedReport;
  /** The saved views of the list, and what one of them shows. */
  views?: TableViews | undefined;
  reportOf?: (search: PlainSearch) => AskedReport;
}

/** Beside the export of a list: has what the list shows now, or a saved view of it, mailed regularly. */
export function MailThis(props: MailThisProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        title={reportsTexts.mailThis}
        leftSection={<IconMailForward aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        <span className={classes.word} data-word>
          {reportsTexts.mailThis}
        </span>
      </Button>
      {isOpen ? (
        <Suspense>
          <ReportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
