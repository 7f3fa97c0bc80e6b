import sql from 'sql-template-tag';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { int, list, row } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';

/*
 * The limit of a class. Each teacher has a maximum of students for all their classes of a course (`strength`; 0: not
 * set). A class is full when one of its teachers has that many.
 */

/** SQL: the place of a continuation `o` is kept until its student answers. */
export const isStillKept = sql`(
  o.state = 'asked' and o.until_date >= ${officeToday}
  and not exists (
    select from enrolments e
    where e.student_id = o.student_id and e.course_id = o.course_id and e.ended_on is null
  )
)`;

const roomRow = row({ class_ids: list(int), strength: int, student_ids: list(int) });

const listRooms = (db: Db, classIds: readonly number[]) =>
  many(
    db,
    roomRow,
    plannedOnce(sql`
      with taught as (
        select distinct t.course_id, t.teacher_id, s.class_id
        from class_slots s
        join slot_teachers t on t.slot_id = s.id and t.ended_at is null
        where s.class_id = any(${classIds}::bigint[]) and s.deleted_at is null
      )
      select array_agg(taught.class_id) as class_ids, ct.strength, array(
        select e.student_id
        from enrolments e
        where e.ended_on is null
          and e.class_id in (
            select s.class_id
            from slot_teachers own
            join class_slots s on s.id = own.slot_id and s.deleted_at is null
            where own.teacher_id = ct.teacher_id and own.course_id = ct.course_id and own.ended_at is null
          )
        union
        -- places in the next term that are kept until their students answer
        select o.student_id
        from continuations o
        where ${isStillKept}
          and o.class_id in (
            select s.class_id
            from slot_teachers own
            join class_slots s on s.id = own.slot_id and s.deleted_at is null
            where own.teacher_id = ct.teacher_id and own.course_id = ct.course_id and own.ended_at is null
          )
        union
        -- places that are held while somebody pays
        select r.student_id
        from registrations r
        where r.held_until > now() and r.decided_at is null
          and r.class_id in (
            select s.class_id
            from slot_teachers own
            join class_slots s on s.id = own.slot_id and s.deleted_at is null
            where own.teacher_id = ct.teacher_id and own.course_id = ct.course_id and own.ended_at is null
          )
      ) as student_ids
      from taught
      join course_teachers ct on ct.course_id = taught.course_id and ct.teacher_id = taught.teacher_id
      where ct.strength > 0
      group by ct.course_id, ct.teacher_id, ct.strength
    `),
  );

/** A student's id, or a name of their own for somebody who is not stored yet. */
type Student = number | string;

export interface Places {
  /** Below 0 when more are in than there are places. Null: no teacher has a maximum. */
  free(classId: number): number | null;
  /** Gives the student a place for the next question to count. False when the class is full: nothing is given. */
  take(classId: number, student: Student, evenIfFull?: boolean): boolean;
}

/** A maximum of students, the classes that share it, and who is in one of them. */
export interface Room {
  readonly class_ids: readonly number[];
  readonly strength: number;
  readonly student_ids: readonly number[];
}

export function placesIn(rooms: readonly Room[]): Places {
  const roomsOf = new Map<number, { readonly strength: number; readonly students: Set<Student> }[]>();
  for (const { class_ids, strength, student_ids } of rooms) {
    const room = { strength, students: new Set<Student>(student_ids) };
    for (const id of class_ids) roomsOf.set(id, [...(roomsOf.get(id) ?? []), room]);
  }
  const of = (classId: number) => roomsOf.get(classId) ?? [];
  return {
    free: (classId) =>
      of(classId).reduce<number | null>(
        (least, { strength, students }) => Math.min(least ?? Infinity, strength - students.size),
        null,
      ),
    take(classId, student, evenIfFull = false) {
      const theirs = of(classId);
      const isFull = theirs.some(
        ({ strength, students }) => !students.has(student) && students.size >= strength,
      );
      if (isFull && !evenIfFull) return false;
      for (const { students } of theirs) students.add(student);
      return true;
    },
  };
}

/** The places of these classes. The caller holds the course's row, so that two do not take the last place. */
export const placesOf = async (db: Db, classIds: readonly number[]): Promise<Places> =>
  placesIn(classIds.length === 0 ? [] : await listRooms(db, classIds));
