import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { to, type paths } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = peopleTexts.detail;

const loadDialog = async () => (await import('#web/features/duplicates/merge-dialog.tsx')).MergeDialog;

interface MergeColleagueProps {
  id: number;
  of: { readonly name: string; readonly role: 'teacher' | 'courseadmin' };
  /** Where the survivor is. */
  page: (typeof paths)['teacher' | 'courseAdmin'];
}

/** Merges a colleague who is here twice, as a colleague or as a student. */
export function MergeColleague({ id, of, page }: MergeColleagueProps) {
  const navigate = useNavigate();
  const { part: Dialog, prepare, want } = useOnFirstUse(loadDialog);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (await want()) setOpen(true);
  };
  return (
    <>
      <Button variant="default" onPointerEnter={prepare} onFocus={prepare} onClick={() => void open()}>
        {t.mergeWith}
      </Button>
      {Dialog ? (
        <Dialog
          keepId={id}
          mergeId={null}
          of={of}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onMerged={(survivor) => {
            if (survivor !== id) void navigate({ to: to(page, survivor) });
          }}
        />
      ) : null}
    </>
  );
}
