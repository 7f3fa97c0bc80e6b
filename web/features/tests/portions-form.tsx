import { mostPortions, tests, type TestCourse } from '@gurukul/contract/tests';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = testsTexts.portions;

interface PortionDraft extends DraftRow {
  readonly name: string;
}

function Portions({ course, onDone }: { course: TestCourse; onDone: () => void }) {
  const [rows, setRows] = useState<readonly PortionDraft[]>(() =>
    course.portions.map(({ portion_id, name }) => ({ key: String(portion_id), id: portion_id, name })),
  );
  const [error, setError] = useState('');
  const save = useAction(tests.set_portions);
  const submit = async () => {
    const named = rows.filter(({ id, name }) => id !== null || name.trim() !== '');
    try {
      const answer = await save.run({
        course_id: course.course_id,
        portions: named.map(({ id, name }) => ({ portion_id: id, name })),
        removed: course.portions
          .map(({ portion_id }) => portion_id)
          .filter((id) => !named.some((one) => one.id === id)),
      });
      tellDone(answer, t.saved, { kind: 'changed', what: course.course_name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell onSubmit={() => void submit()} submitLabel={t.save} isPending={save.isPending} error={error}>
      <EditRows
        rows={rows}
        change={setRows}
        label={t.title}
        addLabel={t.add}
        emptyText={t.hint}
        canAdd={rows.length < mostPortions}
        makeRow={() => ({ key: newKey(), id: null, name: '' })}
        nameOf={({ name }, index) => name || t.nth({ place: index + 1 })}
        renderFields={({ key, name }) => (
          <TextInput
            label={t.name}
            placeholder={t.example}
            maxLength={200}
            value={name}
            onChange={({ currentTarget: { value } }) =>
              setRows((now) => now.map((one) => (one.key === key ? { ...one, name: value } : one)))
            }
          />
        )}
      />
    </FormShell>
  );
}

/** A button that opens the portions of a course: their names, in order. */
export function PortionsButton({ course }: { course: TestCourse }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t.edit}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t.of({ course: course.course_name })} size="lg">
        {isOpen ? <Portions course={course} onDone={close} /> : null}
      </Dialog>
    </>
  );
}
