import { attendance } from '@gurukul/contract/attendance';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import type { MeetingDays } from './meeting-days.ts';

const t = attendanceTexts;

/** What the two fields of a form show: course and class, by id; '' while none is chosen. */
export interface ClassChosen {
  readonly course: string;
  readonly class: string;
}

/** The courses of the signed-in person and the classes of the chosen one. */
export function useClassChoices({ course, class: group }: ClassChosen) {
  const list = (course_id: string | null) =>
    query(attendance.get_courses_students, { course_admin_id: session.uid, course_id });
  const courses = useQuery(list(null));
  const groups = useQuery({ ...list(course), enabled: course !== '' });
  const offered = courses.data?.courses;
  const chosen = groups.data?.classes?.find(({ class_id }) => String(class_id) === group);
  return {
    courses,
    groups,
    courseOptions: offered?.map(({ course_id, course_name }) => ({
      value: String(course_id),
      label: course_name,
    })),
    classOptions: groups.data?.classes?.map(({ class_id, class_name }) => ({
      value: String(class_id),
      label: class_name,
    })),
    /** When the chosen class meets. */
    days: chosen satisfies MeetingDays,
    /** Of what is chosen. */
    names: {
      course: offered?.find(({ course_id }) => String(course_id) === course)?.course_name ?? '',
      class: chosen?.class_name ?? '',
    },
  };
}

type Choices = ReturnType<typeof useClassChoices>;

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The first line says what to do, or why nothing can be chosen. */
const withHint = (label: string, options: readonly Option[] = []) => [{ value: '', label }, ...options];

function courseHint({ courses, courseOptions }: Choices) {
  if (courses.isPending) return t.choicesLoading;
  return courseOptions?.length === 0 ? t.noCourses : t.chooseCourse;
}

function classHint(course: string, { groups, classOptions }: Choices) {
  if (course === '') return t.courseFirst;
  if (groups.isPending) return t.choicesLoading;
  return classOptions?.length === 0 ? t.noClasses : t.chooseClass;
}

const Failed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Text size="sm" role="alert">
    {text}{' '}
    <Button variant="subtle" size="compact-sm" onClick={onRetry}>
      {texts.ui.retry}
    </Button>
  </Text>
);

interface ClassChoiceProps {
  labels: { readonly course: string; readonly class: string };
  chosen: ClassChosen;
  choices: Choices;
  onChange: (chosen: ClassChosen) => void;
  courseRef?: Ref<HTMLSelectElement>;
}

/** Course, then class; another course forgets the class. */
export function ClassChoice({ labels, chosen, choices, onChange, courseRef }: ClassChoiceProps) {
  return (
    <>
      <div>
        <NativeSelect
          {...(courseRef ? { ref: courseRef } : {})}
          label={labels.course}
          data={withHint(courseHint(choices), choices.courseOptions)}
          value={chosen.course}
          onChange={(event) => onChange({ course: event.currentTarget.value, class: '' })}
        />
        {choices.courses.isError ? (
          <Failed text={t.coursesFailed} onRetry={() => void choices.courses.refetch()} />
        ) : null}
      </div>
      <div>
        <NativeSelect
          label={labels.class}
          data={withHint(classHint(chosen.course, choices), choices.classOptions)}
          value={chosen.class}
          onChange={(event) => onChange({ course: chosen.course, class: event.currentTarget.value })}
        />
        {choices.groups.isError ? (
          <Failed text={t.classesFailed} onRetry={() => void choices.groups.refetch()} />
        ) : null}
      </div>
    </>
  );
}
