import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { people } from '@gurukul/contract/people';
import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { daysOffTexts } from '#web/texts/days-off.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { EffectOf, useEffectOf } from './effect-of.tsx';
import { timesOf } from '#web/lib/format/meeting-times.ts';
import { saveDespiteClash } from './save-despite-clash.tsx';

const t = meetingsTexts.form;

/** The choice of the slot's own teacher. */
const ownTeacher = 'own';

interface TeacherFormProps {
  meeting: Meeting;
  onDone: () => void;
}

/** Another teacher for one meeting, or for those up to a day. */
export function TeacherForm({ meeting, onDone }: TeacherFormProps) {
  const { slot_id, course_id, held_on, teacher_id, is_covered, class_name } = meeting;
  const [teacher, setTeacher] = useState('');
  const [to, setTo] = useState('');
  const [isTold, setTold] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const change = useAction(meetings.change_teacher);
  const choices = useQuery(query(people.get_teacher_bycourse, { courseId: course_id }));
  const input = {
    slot_id,
    from: held_on,
    to: to || held_on,
    teacher_id: teacher === ownTeacher ? null : Number(teacher),
  };
  const isTurned = input.to < held_on;
  const isComplete = teacher !== '' && !isTurned;
  const effect = useEffectOf(isComplete ? { call: meetings.change_teacher, input } : null);
  const others = choices.data?.teachers.filter(({ user_id }) => user_id !== teacher_id) ?? [];

  const save = async () => {
    setTried(true);
    setError('');
    if (!isComplete) return;
    try {
      const answer = await saveDespiteClash((insist) => change.run({ ...input, tell: isTold, ...insist }));
      const [first] = answer?.data.meetings ?? [];
      if (!answer || !first) return;
      const said = t.given({ count: answer.data.meeting_count, name: first.teacher_name ?? t.nobody });
      tellDone(answer, said, { kind: 'meeting', what: class_name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void save()}
      submitLabel={t.give}
      busyLabel={change.isPending ? t.busy : t.give}
      isPending={change.isPending || effect.isLooking}
      error={error || choices.error?.message || ''}
    >
      <Text>{timesOf(meeting).join(' · ')}</Text>
      <NativeSelect
        label={t.teacher}
        value={teacher}
        data={[
          { value: '', label: t.chooseTeacher },
          ...(is_covered ? [{ value: ownTeacher, label: t.ownTeacher }] : []),
          ...others.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
        ]}
        onChange={(event) => setTeacher(event.currentTarget.value)}
        error={hasTried && teacher === '' ? t.chooseTeacher : null}
        data-autofocus
      />
      <DateField
        label={t.until}
        description={t.untilHint}
        value={to}
        min={held_on}
        onChange={setTo}
        error={isTurned ? daysOffTexts.one.turned : null}
      />
      <EffectOf effect={effect} isTimed={false} isTold={isTold} onTold={setTold} />
    </FormShell>
  );
}
