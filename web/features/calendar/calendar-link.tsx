import { Button } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useState } from 'react';
import { calendarTexts } from '#web/texts/calendar.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const load = async () => (await import('./link-dialog.tsx')).LinkDialog;

/** "Calendar link", with the dialog behind it. For people who act as teacher. */
export function CalendarLink() {
  const { part: LinkDialog, prepare, want } = useOnFirstUse(load);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void want().then(setOpen)}
      >
        {calendarTexts.open}
      </Button>
      {LinkDialog ? <LinkDialog isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
