import type { ClassCard, ClassTeacher } from '@gurukul/contract/classes';
import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { plannedOnce } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import { bool, int, list, oneOf, row, text } from '../../db/columns.ts';
import { many } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { ownClasses, standing } from '../../http/identity/scope.ts';
import { isStillKept, placesOf } from '../staff/places.ts';
import { listClasses } from './queries.ts';

const countedClass = row({
  class_id: int,
  class_name: text,
  course_id: int,
  course_name: text,
  student_count: int,
  waiting_count: int,
  kept_count: int,
  reminders: list(oneOf(reminderTimes)),
});

/** The classes `k` of a condition, within reach. */
const listCounted = (db: Db, person: Person, which: Sql) =>
  many(
    db,
    countedClass,
    plannedOnce(sql`
      select
        k.id as class_id, k.class_name, c.id as course_id, c.course_name, k.reminders,
        (
          select count(*)::integer
          from enrolments e
          join people p on p.id = e.student_id and p.deleted_at is null
          where e.class_id = k.id and e.ended_on is null
        ) as student_count,
        (
          select count(*)::integer
          from enrolments e
          where e.waits_for_class_id = k.id and e.ended_on is null
        ) as waiting_count,
        (
          select count(*)::integer
          from continuations o
          where o.class_id = k.id and ${isStillKept}
        ) as kept_count
      from classes k
      join courses c on c.id = k.course_id and c.deleted_at is null
      where ${which} and k.deleted_at is null and ${ownClasses(person)}
      order by c.course_name, c.id, k.class_name, k.id
    `),
  );

const teacherOfClass = row({
  class_id: int,
  user_id: int,
  fullname: text,
  email_id: text,
  phone_number: text.nullable(),
  region: text,
  stands: bool,
});

const listTeachers = (db: Db, classIds: readonly number[]) =>
  many(
    db,
    teacherOfClass,
    plannedOnce(sql`
      select distinct s.class_id, p.id as user_id, p.fullname, p.email_id, p.phone_number, p.region, ${standing} as stands
      from class_slots s
      join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      join people p on p.id = t.teacher_id
      join course_teachers own_ct on own_ct.course_id = t.course_id and own_ct.teacher_id = t.teacher_id
      where s.class_id = any(${classIds}::bigint[]) and s.deleted_at is null
      order by p.fullname, p.id
    `),
  );

function shownTeacher(
  {
    user_id,
    fullname,
    email_id,
    phone_number,
    region,
    stands,
  }: Awaited<ReturnType<typeof listTeachers>>[number],
  { role }: Person,
): ClassTeacher {
  if (role === 'teacher') return { user_id, fullname };
  if (role === 'courseadmin' && !stands) return { user_id, fullname, email_id };
  return { user_id, fullname, email_id, phone_number, region };
}

/** The classes of one course that a condition on `classes k` chooses, within reach. */
async function readCards(db: Db, person: Person, which: Sql, now: Date): Promise<ClassCard[]> {
  const counted = await listCounted(db, person, which);
  const [first] = counted;
  if (first === undefined) return [];
  const ids = counted.map(({ class_id }) => class_id);
  const [slots, teachers, places] = await Promise.all([
    listClasses(db, person, first.course_id, now),
    listTeachers(db, ids),
    placesOf(db, ids),
  ]);
  const slotsOf = Map.groupBy(slots, ({ class_id }) => class_id);
  const teachersOf = Map.groupBy(teachers, ({ class_id }) => class_id);
  return counted.map(({ kept_count, ...one }) => ({
    ...one,
    ...(kept_count > 0 && { kept_count }),
    free_places: places.free(one.class_id),
    slots: (slotsOf.get(one.class_id) ?? []).toSorted((a, b) =>
      (a.slot_time ?? '').localeCompare(b.slot_time ?? ''),
    ),
    teachers: (teachersOf.get(one.class_id) ?? []).map((teacher) => shownTeacher(teacher, person)),
  }));
}

/** One class; null when it is out of reach. */
export const findClass = async (db: Db, person: Person, classId: number, now: Date) =>
  (await readCards(db, person, sql`k.id = ${classId}`, now))[0] ?? null;

/** The classes of a course within reach. */
export const listClassCards = (db: Db, person: Person, courseId: number, now: Date) =>
  readCards(db, person, sql`k.course_id = ${courseId}`, now);
