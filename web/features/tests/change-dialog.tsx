import { tests, type OpenTime, type TestRow } from '@gurukul/contract/tests';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { nameOf } from './test-words.ts';
import { TimeField } from './time-field.tsx';

const t = testsTexts;

interface FormProps {
  test: TestRow;
  onDone: () => void;
}

function MoveForm({ test, onDone }: FormProps) {
  const [time, setTime] = useState<OpenTime | null>(null);
  const [error, setError] = useState('');
  const move = useAction(tests.move);
  const submit = async () => {
    if (time === null) return setError(t.chooseTime);
    try {
      const { examiner_id, starts_at } = time;
      await move.run({ test_id: test.test_id, examiner_id, starts_at });
      toast.success(t.moved);
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell onSubmit={() => void submit()} submitLabel={t.move} isPending={move.isPending} error={error}>
      <TimeField
        courseId={test.course_id}
        studentId={test.student_id}
        testId={test.test_id}
        zone={test.student_zone}
        value={time}
        onChange={setTime}
      />
    </FormShell>
  );
}

function CancelForm({ test, onDone }: FormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const cancel = useAction(tests.cancel);
  const submit = async () => {
    try {
      await cancel.run({ test_id: test.test_id, reason });
      toast.success(t.canceled);
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.cancel}
      isPending={cancel.isPending}
      error={error}
      ends
    >
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormShell>
  );
}

/** Another time or examiner, or none: the family and the examiners hear of it. */
export const ChangeDialog = ({ test, onClose }: { test: TestRow | null; onClose: () => void }) => {
  const [isCanceling, setCanceling] = useState(false);
  const close = () => {
    setCanceling(false);
    onClose();
  };
  const Form = isCanceling ? CancelForm : MoveForm;
  return (
    <Dialog opened={test !== null} onClose={close} title={test ? nameOf(test) : ''}>
      {test ? (
        <>
          <SegmentedControl
            fullWidth
            mb="md"
            value={isCanceling ? 'cancel' : 'move'}
            onChange={(to) => setCanceling(to === 'cancel')}
            data={[
              { value: 'move', label: t.move },
              { value: 'cancel', label: t.cancel },
            ]}
          />
          <Form key={test.test_id} test={test} onDone={close} />
        </>
      ) : null}
    </Dialog>
  );
};
