import type { ClassOption } from '@gurukul/contract/classes';
import type { CourseOption, TaughtCourseRow } from '@gurukul/contract/courses';
import { courseDurations } from '@gurukul/contract/courses';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { date, int, list, oneOf, row, text } from '../../db/columns.ts';
import { weeklySlot } from '../../time/slots.ts';
import { many } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { joined, shownSlots } from '../../time/shown-slots.ts';

const storedTaught = row({
  course_id: int,
  course_name: text,
  course_image: text,
  class_id: int,
  class_name: text,
  start_date: date,
  course_duration: oneOf(courseDurations),
  slots: list(weeklySlot),
  student_count: int,
});
type StoredTaught = RowOf<typeof storedTaught>;

/** The classes a teacher teaches now, in the courses within the caller's reach. */
export const listTaught = (db: Db, person: Person, teacherId: number) =>
  many(
    db,
    storedTaught,
    sql`
      select
        c.id as course_id, c.course_name, c.course_image, k.id as class_id, k.class_name, c.start_date,
        c.course_duration, taught.slots,
        (
          select count(*)::integer from enrolments e where e.class_id = k.id and e.ended_on is null
        ) as student_count
      from (
        select
          s.class_id,
          json_agg(json_build_object(
            'class_day', s.class_day,
            'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone
          )) as slots
        from slot_teachers t
        join class_slots s on s.id = t.slot_id
        where t.teacher_id = ${teacherId}
          and t.ended_at is null
          and s.deleted_at is null
        group by s.class_id
      ) taught
      join classes k on k.id = taught.class_id and k.deleted_at is null
      join courses c on c.id = k.course_id and c.deleted_at is null
      where ${ownCourses(person)}
      order by c.course_name, c.id, k.class_name, k.id
    `,
  );

export interface TaughtFilter {
  /** 0 means all. */
  readonly course_id: number;
  readonly class_id: number;
}

interface Taught {
  readonly data: TaughtCourseRow[];
  readonly courses: CourseOption[];
  readonly classes: ClassOption[];
}

/**
 * The chosen part of a teacher's classes, and the options to choose from. Throws not_found for a class that they do not
 * teach.
 */
export function chooseTaught(
  rows: readonly StoredTaught[],
  { course_id, class_id }: TaughtFilter,
  now: Date,
): Taught {
  const ofCourse = rows.filter((row) => course_id === 0 || row.course_id === course_id);
  const chosen = ofCourse.filter((row) => class_id === 0 || row.class_id === class_id);
  if (course_id !== 0 && ofCourse.length === 0) throw fail('not_found');
  if (class_id !== 0 && chosen.length === 0) throw fail('not_found');

  const courses = new Map(rows.map(({ course_id: id, course_name }) => [id, course_name]));
  return {
    data: chosen.map(({ slots, ...row }) => {
      const shown = shownSlots(slots, now);
      return { ...row, slot_time: joined(shown), weekly_slots: shown };
    }),
    courses: Array.from(courses, ([id, course_name]) => ({ course_id: id, course_name })),
    classes: ofCourse.map(({ class_id: id, class_name }) => ({ class_id: id, class_name })),
  };
}
