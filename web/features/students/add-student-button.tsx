import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { studentsTexts } from '#web/texts/students.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const load = async () => (await import('./add-student-dialog.tsx')).AddStudentDialog;

/** The form behind it is loaded when it is wanted. */
export function AddStudentButton() {
  const { part: AddStudentDialog, prepare, want } = useOnFirstUse(async () => ({ Dialog: await load() }));
  const [isOpen, setOpen] = useState(false);
  const open = async () => setOpen(await want());
  return (
    <>
      <Button
        leftSection={<IconUserPlus aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {studentsTexts.addStudent}
      </Button>
      {AddStudentDialog ? <AddStudentDialog.Dialog isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
