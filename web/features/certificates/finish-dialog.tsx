import {
  certificates,
  finishedStatuses,
  type FinishedStatus,
  type FinishPreview,
} from '@gurukul/contract/certificates';
import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { firstNames } from '#web/lib/first-names.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { valueText } from '#web/texts/values.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';

const t = certificatesTexts.finishing;

const Plan = ({ plan: { changes, stays, lacking } }: { plan: FinishPreview }) => (
  <output>
    <Text fw={600}>{t.changes({ count: changes })}</Text>
    {lacking.count > 0 ? (
      <Text>{t.lacking({ count: lacking.count, names: firstNames(lacking) })}</Text>
    ) : null}
    {stays.map((stay) => (
      <Text key={stay.reason}>{t.stays[stay.reason]({ count: stay.count })}</Text>
    ))}
  </output>
);

interface FinishDialogProps {
  course: { readonly id: number; readonly name: string };
  /** Null: all who fulfil the rule and about whom nobody has decided. */
  students: readonly number[] | null;
  onClose: () => void;
  onDone: () => void;
}

/** Sets the registration status of those who have finished, after a look at who changes. */
export function FinishDialog({ course, students, onClose, onDone }: FinishDialogProps) {
  const [status, setStatus] = useState<FinishedStatus>('Completed');
  const act = useAction(certificates.finish);
  const wish = {
    course_id: course.id,
    students: students === null ? null : [...students],
    registration_status: status,
  };
  const check = useChecked(query(certificates.finish, { ...wish, preview: true }), true);
  const submit = () =>
    check.carryOut(async ({ digest, changes }) => {
      const answer = await act.run({ ...wish, digest });
      tellDone(answer, t.done({ count: changes, status: valueText('registration', status) }), {
        kind: 'changed',
        what: t.these({ count: changes }),
      });
      onDone();
    });
  return (
    <CheckedDialog
      isOpen
      title={t.title}
      onClose={onClose}
      check={check}
      checkingLabel={t.checking}
      submitLabel={t.submit}
      isReady={(check.plan?.changes ?? 0) > 0}
      isPending={act.isPending}
      onSubmit={() => void submit()}
      fields={
        <NativeSelect
          data-autofocus
          label={t.status}
          value={status}
          data={finishedStatuses.map((value) => ({ value, label: valueText('registration', value) }))}
          onChange={({ currentTarget }) =>
            setStatus(finishedStatuses.find((one) => one === currentTarget.value) ?? 'Completed')
          }
        />
      }
    >
      {(plan) => <Plan plan={plan} />}
    </CheckedDialog>
  );
}
