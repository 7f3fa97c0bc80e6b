import { Button } from '@mantine/core';
import { IconPlaneDeparture } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { session } from '#web/lib/session.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { Requests } from './requests.tsx';

const t = coverTexts;

const AwayForm = lazy(async () => ({ default: (await import('./away-form.tsx')).AwayForm }));
const HoursTable = lazy(async () => ({ default: (await import('./hours-table.tsx')).HoursTable }));

/** A teacher's days away, with the meetings of these days. The office enters those of any of its teachers. */
function Away() {
  const isOffice = session.role !== 'teacher';
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlaneDeparture aria-hidden size={18} />} onClick={() => setOpen(true)}>
        {isOffice ? t.away.addFor : t.away.add}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={isOffice ? t.away.titleFor : t.away.title}
        size="lg"
      >
        <Suspense>{isOpen ? <AwayForm isOffice={isOffice} onDone={() => setOpen(false)} /> : null}</Suspense>
      </Dialog>
    </>
  );
}

/** /Cover: meetings that their teachers cannot take, and the hours that people taught. */
export const CoverPage = () => (
  <>
    <PageHeader title={t.title} lead={t.lead} actions={<Away />} />
    <PageTabs
      label={t.tabs}
      tabs={[
        { name: 'requests', label: t.requests, content: <Requests /> },
        { name: 'hours', label: t.hours.tab, content: <HoursTable /> },
      ]}
    />
  </>
);
