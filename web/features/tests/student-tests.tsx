import { tests, type OpenTime } from '@gurukul/contract/tests';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TestList } from './test-list.tsx';
import { TimeField } from './time-field.tsx';

const t = testsTexts;

interface BookFormProps {
  studentId: number;
  zone: string;
  /** What can be booked. */
  open: readonly { course_id: number; course_name: string; portion_id: number; name: string }[];
  onDone: () => void;
}

/** Books a test while a parent is on the phone. */
function BookForm({ studentId, zone, open, onDone }: BookFormProps) {
  const [chosen, setChosen] = useState(String(open[0]?.portion_id));
  const portion = open.find(({ portion_id }) => String(portion_id) === chosen);
  const [time, setTime] = useState<OpenTime | null>(null);
  const [error, setError] = useState('');
  const book = useAction(tests.book);
  const submit = async () => {
    if (!portion || !time) return setError(t.chooseTime);
    try {
      const { examiner_id, starts_at } = time;
      await book.run({ portion_id: portion.portion_id, student_id: studentId, examiner_id, starts_at });
      toast.success(t.booked);
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell onSubmit={() => void submit()} submitLabel={t.book} isPending={book.isPending} error={error}>
      <Select
        label={t.portion}
        data={open.map(({ portion_id, name, course_name }) => ({
          value: String(portion_id),
          label: `${name} · ${course_name}`,
        }))}
        value={chosen}
        onChange={(value) => {
          setChosen(value ?? chosen);
          setTime(null);
        }}
        allowDeselect={false}
      />
      {portion ? (
        <TimeField
          courseId={portion.course_id}
          studentId={studentId}
          zone={zone}
          value={time}
          onChange={setTime}
        />
      ) : null}
    </FormShell>
  );
}

/** The tests of a student, and a new one. Nothing where their courses name no portions. */
export function StudentTests({ studentId }: { studentId: number }) {
  const list = useQuery(query(tests.get_student_tests, { student_id: studentId }));
  const [isOpen, setOpen] = useState(false);
  const { data: rows, open = [], zone = 'UTC' } = list.data ?? {};
  if (!rows || rows.length + open.length === 0) return null;
  return (
    <Panel
      title={t.title}
      actions={
        open.length > 0 ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t.book}
          </Button>
        ) : null
      }
    >
      <TestList label={t.table} rows={rows} without={['student']} emptyText={t.none} />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t.book}>
        {isOpen ? (
          <BookForm studentId={studentId} zone={zone} open={open} onDone={() => setOpen(false)} />
        ) : null}
      </Dialog>
    </Panel>
  );
}
