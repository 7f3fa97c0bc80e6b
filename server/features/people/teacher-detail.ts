import type { CourseRow } from '@gurukul/contract/courses';
import type { TeacherDetail } from '@gurukul/contract/people';
import type { TeacherSlotRow } from '@gurukul/contract/shared/teacher-row';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, row } from '../../db/columns.ts';
import { noHome } from '../../db/person.ts';
import { one, exists } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { scope, standingTeachers } from '../../http/identity/scope.ts';
import { joined, shownSlots } from '../../time/shown-slots.ts';
import { findProfile } from '../accounts/queries.ts';
import type { StoredProfile } from '../accounts/queries.ts';
import { listCoursesWhere } from '../courses/course-rows.ts';
import { studyOf } from '../staff/other-life.ts';
import type { ScheduledSlot } from '../schedule/queries.ts';
import { inReach, listScheduledSlots } from '../schedule/queries.ts';

/**
 * The data of a teacher's page: profile with totals, their courses, their weekly slots. A course admin sees the part in
 * their own courses, and not where the teacher lives. Until the association stands they see only name, image and email.
 */
export async function findTeacher(
  db: Db,
  person: Person,
  id: number,
  now: Date,
): Promise<[TeacherDetail, CourseRow[], TeacherSlotRow[]]> {
  await scope(db, person).teacher(id);
  const [profile, isKnown, courses, slots, counts, studies] = await Promise.all([
    findProfile(db, id),
    stands(db, person, id),
    listCoursesWhere(db, person, isAssociated(id)),
    listScheduledSlots(db, person, id, 0),
    countTaught(db, person, id),
    studyOf(db, person, id),
  ]);
  if (profile === null) throw fail('not_found');
  const detail: TeacherDetail = {
    ...(person.role === 'courseadmin' && id !== person.id ? shownProfile(profile, isKnown) : profile),
    ...counts,
    id,
    total_courses: courses.length,
    total_sections: slots.length,
    weekly_minutes: slots.reduce((sum, { duration }) => sum + duration, 0),
    studies,
    can: { delete: person.role === 'admin' },
  };
  const rows = slots
    .flatMap((slot) => (slot.assigned_id === null ? [] : rowOfSlot(slot, slot.assigned_id, profile, now)))
    .toSorted((a, b) => a.slot_time.localeCompare(b.slot_time));
  return [detail, courses, rows];
}

const isAssociated = (teacherId: number) => sql`
  exists (
    select from course_teachers ct
    where ct.course_id = c.id
      and ct.teacher_id = ${teacherId}
      and ct.associated
  )
`;

const taughtRow = row({ total_students: int, associated_from: int });

/** Students of all their classes, each once, and whole years since they joined. */
const countTaught = (db: Db, person: Person, teacherId: number) =>
  one(
    db,
    taughtRow,
    sql`
      select
        (
          select count(distinct e.student_id)::integer
          from slot_teachers t
          join class_slots s on s.id = t.slot_id
          join courses c on c.id = s.course_id
          join enrolments e on e.class_id = s.class_id
          join people p on p.id = e.student_id
          where t.teacher_id = ${teacherId}
            and t.ended_at is null
            and s.deleted_at is null
            and c.deleted_at is null
            and e.ended_on is null
            and p.deleted_at is null
            and ${inReach(person)}
        ) as total_students,
        greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
      from people p
      where p.id = ${teacherId}
    `,
  );

function shownProfile(whole: StoredProfile, isKnown: boolean) {
  const profile = { ...whole, ...noHome };
  if (isKnown) return profile;
  const { user_id, first_name, last_name, fullname, email_id, image } = profile;
  return { user_id, first_name, last_name, fullname, email_id, image };
}

/** Says whether the caller may see more of a teacher than the directory shows. */
export const stands = (db: Db, person: Person, id: number): Promise<boolean> =>
  exists(db, sql`select p.id from people p where p.id = ${id} and ${standingTeachers(person)}`);

function rowOfSlot(
  slot: ScheduledSlot,
  assigned_id: number,
  { user_id, fullname, image }: StoredProfile,
  now: Date,
): TeacherSlotRow {
  const shown = shownSlots([slot], now);
  const { class_id, class_name, course_id, course_name, student_count } = slot;
  return {
    user_id,
    name: fullname,
    fullname,
    image,
    assigned_id,
    class_id,
    class_name,
    course_id,
    course_name,
    student_count,
    status: 'associate',
    slot_time: joined(shown),
    weekly_slots: shown,
  };
}
