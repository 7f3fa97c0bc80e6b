import { accounts } from '@gurukul/contract/accounts';
import { students, type StudentRow } from '@gurukul/contract/students';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spokenChoices, spokenText } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { session } from '#web/lib/session.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { lookUpOf } from './look-up-of.ts';
import classes from './updating-form.module.css';

const t = updatingTexts.language;

function LanguageForm({ student }: { student: StudentRow }) {
  const update = useAction(accounts.update_user_preference_admin);
  const [picked, setPicked] = useState<string | null>(null);
  const current = student.language ?? '';
  const choices = spokenChoices(current);
  const chosen = choices.find(({ value }) => value === (picked ?? current))?.value;

  const reason = () => {
    if (chosen === undefined) return t.missing;
    return chosen === current ? t.unchanged({ language: spokenText(chosen) }) : '';
  };

  const save = async () => {
    if (chosen === undefined || update.isPending) return;
    try {
      await update.run(
        {
          user_id: student.user_id,
          user_id1: session.uid,
          preference_name: 'Language',
          preference_value: chosen,
          flag: 1,
        },
        current,
      );
      setPicked(null);
      toast.success(t.done);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  return (
    <div className={classes.row}>
      <NativeSelect
        label={t.label({ name: student.fullname })}
        value={chosen ?? ''}
        data={[...(chosen ? [] : [{ value: '', label: t.hint }]), ...choices]}
        onChange={(event) => setPicked(event.currentTarget.value)}
      />
      <ActionButton
        variant="light"
        className={classes.submit}
        disabledReason={update.isPending ? '' : reason()}
        aria-busy={update.isPending}
        onClick={() => void save()}
      >
        {update.isPending ? t.submitting : t.submit}
      </ActionButton>
    </div>
  );
}

/** The language belongs to the student and not to a course, so it is read by a call of its own. */
export function UpdatingLanguage({ email, student: id }: { email: string; student: number }) {
  const found = useQuery(query(students.get_single_student_details_by_email, lookUpOf(email, id)));
  const student = found.data?.data.find(({ user_id }) => user_id === id);
  return (
    <Panel title={t.title}>
      {student ? <LanguageForm key={id} student={student} /> : null}
      {!student && found.error ? (
        <FailedState title={t.failed} message={found.error.message} onRetry={() => void found.refetch()} />
      ) : null}
      {!student && !found.error ? <LoadingState /> : null}
    </Panel>
  );
}
