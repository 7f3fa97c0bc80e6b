import type { continuations } from '@gurukul/contract/continuations';
import { courses, type CourseRow } from '@gurukul/contract/courses';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { continuationsTexts } from '#web/texts/continuations.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = continuationsTexts.level;

const failed = (error: unknown) => toast.error(messageOf(error));

type ShownLevel = CallOutput<typeof continuations.get_continuations>['data']['level'];

interface LetInProps {
  courseId: number;
  student: ShownLevel['lacking'][number];
}

/** Somebody who has not completed the course before: an exception needs a reason. */
function LetIn({ courseId, student: { student_id, fullname: name } }: LetInProps) {
  const [reason, setReason] = useState('');
  const action = useAction(courses.except_from_level);
  const save = () => {
    if (action.isPending || reason.trim() === '') return;
    action
      .run({ course_id: courseId, student_id, reason })
      .then((answer) => tellDone(answer, t.done({ name }), { kind: 'added', what: name }))
      .catch(failed);
  };
  return (
    <li>
      <Text>{t.lacking({ name })}</Text>
      <Group gap="xs" align="end">
        <TextInput
          label={t.reason}
          aria-label={t.reasonOf({ name })}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button variant="default" aria-label={t.letInOf({ name })} onClick={save}>
          {t.letIn}
        </Button>
      </Group>
    </li>
  );
}

interface LevelProps {
  course: Pick<CourseRow, 'course_id' | 'course_name'>;
  level: ShownLevel;
}

/** Which course must be completed before this one, and the exceptions by hand. */
export function Level({ course, level: { after, lacking, exceptions } }: LevelProps) {
  const offered = useOfferedCourses(true);
  const now = after === null ? '' : String(after.course_id);
  const [chosen, setChosen] = useState(now);
  const action = useAction(courses.set_level);
  const others = offered.options.filter(({ value }) => value !== String(course.course_id));
  const known = after === null || others.some(({ value }) => value === now);
  const options = [
    { value: '', label: t.none },
    ...(known ? [] : [{ value: now, label: after.course_name }]),
    ...others,
  ];
  const save = () => {
    if (action.isPending) return;
    action
      .run({ course_id: course.course_id, level_after: chosen === '' ? null : Number(chosen) })
      .then((answer) => tellDone(answer, t.saved, { kind: 'changed', what: course.course_name }))
      .catch(failed);
  };
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.hint}
      </Text>
      <Group gap="xs" align="end">
        <NativeSelect
          label={t.after}
          data={options}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {chosen === now ? null : <Button onClick={save}>{t.save}</Button>}
      </Group>
      <ul>
        {lacking.map((student) => (
          <LetIn key={student.student_id} courseId={course.course_id} student={student} />
        ))}
        {exceptions.map(({ fullname, reason, by }) => (
          <li key={`${fullname} ${reason}`}>{t.exception({ name: fullname, reason, by })}</li>
        ))}
      </ul>
    </Panel>
  );
}
