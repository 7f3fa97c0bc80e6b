import type { CallInput } from '@gurukul/contract/shared/call';
import type { reports } from '@gurukul/contract/reports';
import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { reportsTexts } from '#web/texts/reports.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

export type AskedReport = CallInput<typeof reports.add_report>['report'];

/** Beside the export of a list: has what the list shows now mailed regularly. */
export function MailThis({ report }: { report: AskedReport }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        {reportsTexts.mailThis}
      </Button>
      {isOpen ? (
        <Suspense>
          <ReportDialog report={report} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
