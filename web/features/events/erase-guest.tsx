import type { EventRegistrationRow } from '@gurukul/contract/events';
import { useState } from 'react';
import { queryClient } from '#web/calls/query-client.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = eventsTexts.registrations;

const loadErase = async () => (await import('../privacy/erase-dialog.tsx')).EraseDialog;

/** For account admins: a guest has no page of their own, from which others are erased. */
export function EraseGuest({ row: { student_id: id, user_name: name } }: { row: EventRegistrationRow }) {
  const { part: EraseDialog, prepare, want } = useOnFirstUse(loadErase);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={t.eraseOf({ name })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void want().then(setOpen)}
      >
        {t.erase}
      </ActionButton>
      {EraseDialog ? (
        <EraseDialog
          id={id}
          name={name}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onErased={() => {
            setOpen(false);
            void queryClient.invalidateQueries();
          }}
        />
      ) : null}
    </>
  );
}
