import type { ClassOption } from '@gurukul/contract/classes';
import type { CourseOption } from '@gurukul/contract/courses';
import type { StudentFilters, TaughtStudentRow } from '@gurukul/contract/students';
import { notInLists, seenAs } from '@gurukul/contract/shared/person/person';
import { registrationStatuses } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '../../db/all-of.ts';
import { likeText } from '../../db/like.ts';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { instant, int, list, oneOf, row, text } from '../../db/columns.ts';
import { weeklySlot } from '../../time/slots.ts';
import { personSelected, personShape } from '../../db/person.ts';
import { many } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { joined, shownSlots } from '../../time/shown-slots.ts';
import { inReach } from '../schedule/queries.ts';
import { seenBy } from '../students/children.ts';
import { isNamedFor, ofEnrolments, ofPeople } from '../students/filters.ts';

/** A class, or a course that has none yet. */
const classUnder = row({
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  slots: list(weeklySlot),
});
export type ClassUnder = RowOf<typeof classUnder>;

/** The classes a teacher teaches now; without a teacher, all of the person's courses. */
export const listClassesUnder = (db: Db, person: Person, teacherId: number | null) =>
  many(
    db,
    classUnder,
    sql`
      select
        c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        coalesce((
          select json_agg(json_build_object(
            'class_day', s.class_day,
            'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone
          ))
          from class_slots s
          where s.class_id = k.id
            and s.deleted_at is null
        ), '[]') as slots
      from courses c
      left join classes k on k.course_id = c.id and k.deleted_at is null
      where c.deleted_at is null
        and ${inReach(person)}
        and ${
          teacherId === null
            ? sql`true`
            : sql`k.id in (
                select s.class_id
                from slot_teachers t
                join class_slots s on s.id = t.slot_id
                where t.teacher_id = ${teacherId} and t.ended_at is null and s.deleted_at is null
              )`
        }
      order by c.course_name, c.id, k.class_name, k.id
    `,
  );

interface Choice {
  readonly courses: CourseOption[];
  readonly classes: ClassOption[];
  /** The chosen classes and courses. */
  readonly chosen: readonly ClassUnder[];
}

const isClass = (row: ClassUnder): row is ClassUnder & ClassOption => row.class_id !== null;

/** The choice, and all options. Throws not_found for a course or class outside. 0 means all. */
export function chooseClasses(
  rows: readonly ClassUnder[],
  { course_id, class_id }: { readonly course_id: number; readonly class_id: number },
): Choice {
  const ofCourse = rows.filter((row) => course_id === 0 || row.course_id === course_id);
  const chosen = ofCourse.filter((row) => class_id === 0 || row.class_id === class_id);
  if (course_id !== 0 && ofCourse.length === 0) throw fail('not_found');
  if (class_id !== 0 && chosen.length === 0) throw fail('not_found');

  const courses = new Map(rows.map(({ course_id: id, course_name }) => [id, course_name]));
  return {
    courses: Array.from(courses, ([id, course_name]) => ({ course_id: id, course_name })),
    classes: ofCourse.filter(isClass).map(({ class_id: id, class_name }) => ({ class_id: id, class_name })),
    chosen,
  };
}

const listed = row(personShape).pick(seenAs('lists')).omit(notInLists).shape;
const storedStudent = row({
  id: int,
  fullname: text,
  ...listed,
  student_level_status: text.nullable(),
  register_at: instant,
  registration_status: oneOf(registrationStatuses),
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  associated_from: int,
});

const ofSearch = (person: Person, { search }: StudentFilters) => {
  if (!search) return [];
  const isIn = (name: Sql) => sql`lower(${name}) like ${likeText(search)}`;
  return [sql`(${isNamedFor(person, search)} or ${isIn(sql`c.course_name`)} or ${isIn(sql`k.class_name`)})`];
};

/**
 * The students of the classes, by name, without money or address. `andWithoutClass` adds students of the courses who
 * are in no class yet.
 */
export async function listStudentsUnder(
  db: Db,
  person: Person,
  chosen: readonly ClassUnder[],
  andWithoutClass: boolean,
  filters: StudentFilters,
): Promise<TaughtStudentRow[]> {
  const seen = seenBy(person);
  const classIds = chosen.filter(isClass).map(({ class_id }) => class_id);
  const courseIds = andWithoutClass ? chosen.map(({ course_id }) => course_id) : [];
  const students = await many(
    db,
    storedStudent,
    sql`
      select
        p.id, p.fullname, ${personSelected(Object.keys(listed), seen)}, p.student_level_status,
        p.registered_at as register_at, e.registration_status, c.id as course_id, c.course_name, k.id as class_id,
        k.class_name, greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
      from enrolments e
      join people p on p.id = e.student_id
      join courses c on c.id = e.course_id
      left join classes k on k.id = e.class_id
      where e.ended_on is null
        and p.deleted_at is null
        and (
          e.class_id = any(${classIds}::bigint[])
          or (e.class_id is null and e.course_id = any(${courseIds}::bigint[]))
        )
        and ${allOf([...ofEnrolments(filters), ...ofPeople(filters), ...ofSearch(person, filters)])}
      order by p.fullname collate natural_order, p.id, c.course_name, c.id
    `,
  );
  const now = new Date();
  const meetings = new Map(chosen.map(({ class_id, slots }) => [class_id, shownSlots(slots, now)]));
  return students.map((student) => {
    const shown = meetings.get(student.class_id) ?? [];
    const slot_time = student.class_id === null ? null : joined(shown);
    return { ...student, user_id: student.id, uid: student.id, slot_time, weekly_slots: shown };
  });
}
