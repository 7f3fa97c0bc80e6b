import { attendance } from '@gurukul/contract/attendance';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { daysOffTexts } from '#web/texts/days-off.ts';

const t = daysOffTexts.one;

/** Whose meetings do not take place. */
export interface Place {
  /** '' for everybody. */
  readonly course: string;
  /** '' for all of the course. */
  readonly group: string;
}

export const everywhere: Place = { course: '', group: '' };

const mayBeForAll = () => session.role === 'admin';

/** Days off of everybody are for account admins. */
export const isPlaced = ({ course }: Place) => mayBeForAll() || course !== '';

/** The place as the server's input. */
export const placeOf = ({ course, group }: Place) => ({
  scope: course === '' ? ('provider' as const) : group === '' ? ('course' as const) : ('class' as const),
  id: course === '' ? null : Number(group || course),
});

interface PlaceFieldsProps {
  place: Place;
  onChange: (place: Place) => void;
  /** The form was sent without a course that it needs. */
  isMissing: boolean;
}

/** The course and class of a day off. */
export function PlaceFields({ place: { course, group }, onChange, isMissing }: PlaceFieldsProps) {
  const courses = useQuery(query(attendance.get_courses_students, { course_id: null }));
  const classes = useQuery({
    ...query(attendance.get_courses_students, { course_id: course === '' ? null : Number(course) }),
    enabled: course !== '',
  });
  return (
    <>
      <NativeSelect
        label={t.course}
        value={course}
        data={[
          { value: '', label: mayBeForAll() ? t.everybody : t.noCourse },
          ...(courses.data?.courses ?? []).map(({ course_id, course_name }) => ({
            value: String(course_id),
            label: course_name,
          })),
        ]}
        onChange={(event) => onChange({ course: event.currentTarget.value, group: '' })}
        error={isMissing ? t.noCourse : null}
      />
      {course === '' ? null : (
        <NativeSelect
          label={t.class}
          value={group}
          data={[
            { value: '', label: t.allClasses },
            ...(classes.data?.classes ?? []).map(({ class_id, class_name }) => ({
              value: String(class_id),
              label: class_name,
            })),
          ]}
          onChange={(event) => onChange({ course, group: event.currentTarget.value })}
        />
      )}
    </>
  );
}
