import type { ClassDay, ClassRow } from '@gurukul/contract/classes';
import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import sql from 'sql-template-tag';
import { plannedOnce } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, idRow, int, object, oneOf, row, text } from '../../db/columns.ts';
import { many, one, run } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { ownClasses, ownCourses } from '../../http/identity/scope.ts';
import { printOf } from '../../http/requests/version.ts';
import { slotTimes } from '../../time/slots.ts';
import { inOwnCourse } from '../courses/queries.ts';

const storedSlot = row({
  id: int,
  class_id: int,
  class_name: text,
  language: text.nullable(),
  class_day: oneOf(classDays),
  time: text,
  zone: text,
  course_id: int,
  created_by: int.nullable(),
  duration: int,
  join_link: text.nullable(),
  teacher: object({ user_id: int, fullname: text, assigned_id: int }).nullable(),
  for_children: bool,
  needs_teacher: bool,
});
type StoredSlot = RowOf<typeof storedSlot>;

/** The weekly slots of a course, class by class through the week. */
export async function listClasses(db: Db, person: Person, courseId: number, now: Date): Promise<ClassRow[]> {
  const slots = await many(
    db,
    storedSlot,
    plannedOnce(sql`
      select
        s.id, s.class_id, k.class_name, k.language, s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone,
        s.course_id, s.created_by, s.duration_minutes as duration,
        case when ${ownClasses(person)} then nullif(s.join_link, '') end as join_link,
        case when t.id is not null then
          json_build_object('user_id', p.id, 'fullname', p.fullname, 'assigned_id', t.id)
        end as teacher, k.for_children, needs_teacher(s.course_id) as needs_teacher
      from class_slots s
      join classes k on k.id = s.class_id
      join courses c on c.id = s.course_id
      left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      left join people p on p.id = t.teacher_id
      where s.course_id = ${courseId}
        and s.deleted_at is null
        and c.deleted_at is null
        and ${ownCourses(person)}
      order by
        k.class_name,
        array_position(
          array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
        ),
        s.local_time,
        s.id
    `),
  );
  return slots.map((slot) =>
    Object.assign(slot, { new_id: slot.id, version: versionOf(slot) }, slotTimes(slot, now)),
  );
}

/** Over the fields of the slot's form. Its teacher is changed elsewhere. */
const versionOf = (slot: StoredSlot): string =>
  printOf(
    slot.class_name,
    slot.language,
    slot.class_day,
    slot.time,
    slot.zone,
    slot.duration,
    slot.join_link,
    Number(slot.for_children),
  );

/** The class of that name in the course, created when there is none yet. */
export async function ensureClass(
  db: Db,
  person: Person,
  courseId: number,
  className: string,
): Promise<number> {
  await run(
    db,
    sql`
      insert into classes (course_id, class_name, created_by)
      select c.id, ${className}, ${person.id}
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      on conflict (course_id, lower(class_name)) where deleted_at is null do nothing
    `,
  );
  const { id } = await one(
    db,
    idRow,
    sql`
      select k.id
      from classes k
      where k.course_id = ${courseId}
        and lower(k.class_name) = lower(${className})
        and k.deleted_at is null
    `,
  );
  return id;
}

export interface SlotFields {
  readonly class_day: ClassDay;
  readonly time: string;
  readonly zone: string;
  /** In minutes. Absent in a change: as before. */
  readonly duration?: number | undefined;
  /** The same. */
  readonly join_link?: string | undefined;
}

export const insertSlot = (
  db: Db,
  person: Person,
  {
    courseId,
    classId,
    class_day,
    time,
    zone,
    duration,
    join_link,
  }: Required<SlotFields> & { courseId: number; classId: number },
) =>
  one(
    db,
    idRow,
    sql`
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone, duration_minutes, join_link,
        created_by)
      select k.id, k.course_id, ${class_day}, ${time}::time, ${zone}, ${duration}, ${join_link}, ${person.id}
      from classes k
      where k.id = ${classId}
        and k.course_id = ${courseId}
        and k.deleted_at is null
        and ${inOwnCourse(person, sql`k.course_id`)}
      returning id
    `,
  );

export const updateSlot = (
  db: Db,
  person: Person,
  {
    courseId,
    slotId,
    class_day,
    time,
    zone,
    duration,
    join_link,
  }: SlotFields & { courseId: number; slotId: number },
) =>
  run(
    db,
    sql`
      update class_slots s
      set class_day = ${class_day},
        local_time = ${time}::time,
        time_zone = ${zone},
        duration_minutes = coalesce(${duration ?? null}::integer, s.duration_minutes),
        join_link = coalesce(${join_link ?? null}::text, s.join_link)
      where s.id = ${slotId}
        and s.course_id = ${courseId}
        and s.deleted_at is null
        and ${inOwnCourse(person, sql`s.course_id`)}
    `,
  );

const nameRow = row({ class_id: int, class_name: text });

/** All classes of a course, also those without a weekly slot. */
export const listClassNames = (db: Db, courseId: number) =>
  many(
    db,
    nameRow,
    sql`
      select k.id as class_id, k.class_name
      from classes k
      where k.course_id = ${courseId} and k.deleted_at is null
      order by k.class_name collate natural_order, k.id
    `,
  );

export const renameClass = (db: Db, person: Person, courseId: number, classId: number, className: string) =>
  run(
    db,
    sql`
      update classes k
      set class_name = ${className}
      where k.id = ${classId}
        and k.course_id = ${courseId}
        and k.deleted_at is null
        and ${inOwnCourse(person, sql`k.course_id`)}
    `,
  );

/** The caller reaches the class. Undefined: as before. */
export async function setLanguage(
  db: Db,
  classId: number,
  language: string | null | undefined,
): Promise<void> {
  if (language === undefined) return;
  await run(
    db,
    sql`update classes set language = ${language} where id = ${classId} and language is distinct from ${language}`,
  );
}

/** How many it changed: none where it stands so. */
export const setForChildren = (db: Db, person: Person, classId: number, forChildren: boolean) =>
  run(
    db,
    sql`
      update classes k
      set for_children = ${forChildren}
      where k.id = ${classId}
        and k.deleted_at is null
        and k.for_children <> ${forChildren}
        and ${inOwnCourse(person, sql`k.course_id`)}
    `,
  );

export const setReminders = (db: Db, person: Person, classId: number, chosen: readonly ReminderTime[]) =>
  run(
    db,
    sql`
      update classes k
      set reminders = ${chosen}::text[]
      where k.id = ${classId}
        and k.deleted_at is null
        and k.reminders <> ${chosen}::text[]
        and ${inOwnCourse(person, sql`k.course_id`)}
    `,
  );

const classUse = row({ slots: int, has_students: bool });
export type ClassUse = RowOf<typeof classUse>;

/**
 * The students and slots of a class. It locks the class first, so that nobody is enrolled between look-up and deletion:
 * an enrolment refers to the class and waits for the lock.
 */
export async function lockClassUse(db: Db, courseId: number, classId: number): Promise<ClassUse> {
  await one(
    db,
    idRow,
    sql`select id from classes where id = ${classId} and course_id = ${courseId} for update`,
  );
  return one(
    db,
    classUse,
    sql`
      select
        (
          select count(*)::integer
          from class_slots s
          where s.class_id = ${classId}
            and s.deleted_at is null
        ) as slots,
        exists (
          select from enrolments e
          where e.class_id = ${classId}
            and e.ended_on is null
        ) as has_students
    `,
  );
}

/** Deletes the slot and ends the assignment of its teacher. */
export async function deleteSlot(db: Db, person: Person, courseId: number, slotId: number): Promise<void> {
  await run(
    db,
    sql`
      update slot_teachers t
      set ended_at = greatest(clock_timestamp(), t.assigned_at)
      where t.slot_id = ${slotId}
        and t.course_id = ${courseId}
        and t.ended_at is null
        and ${inOwnCourse(person, sql`t.course_id`)}
    `,
  );
  await run(
    db,
    sql`
      update class_slots s
      set deleted_at = now()
      where s.id = ${slotId}
        and s.course_id = ${courseId}
        and s.deleted_at is null
        and ${inOwnCourse(person, sql`s.course_id`)}
    `,
  );
}

export const deleteClass = (db: Db, person: Person, courseId: number, classId: number) =>
  run(
    db,
    sql`
      update classes k
      set deleted_at = now()
      where k.id = ${classId}
        and k.course_id = ${courseId}
        and k.deleted_at is null
        and ${inOwnCourse(person, sql`k.course_id`)}
    `,
  );
