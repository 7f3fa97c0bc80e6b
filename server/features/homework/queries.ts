import type { HomeworkStatus } from '@gurukul/contract/homework';
import { homeworkStatuses } from '@gurukul/contract/homework';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, idRow, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownClasses } from '#server/http/identity/scope.ts';

const storedHomework = row({
  id: int,
  week_name: text,
  fullname: text,
  course_name: text,
  class_name: text,
  home_work: text,
  status: oneOf(homeworkStatuses),
  comment: text,
  decided_by: int.nullable(),
});
export type StoredHomework = RowOf<typeof storedHomework>;

/** The homework of these classes: waiting homework first, the latest first. */
export const listHomework = (db: Db, classIds: readonly number[]): Promise<StoredHomework[]> =>
  many(
    db,
    storedHomework,
    sql`
      select h.id, h.week_name, p.fullname, c.course_name, k.class_name, h.home_work, h.status, h.comment,
        h.decided_by
      from homework h
      join people p on p.id = h.student_id
      join classes k on k.id = h.class_id
      join courses c on c.id = h.course_id
      where h.class_id = any(${classIds}::bigint[])
        and p.deleted_at is null
      order by h.status <> 'pending', h.id desc
    `,
  );

const homeworkOfClass = row({
  total: int,
  pending: int,
  id: int,
  week_name: text,
  student_id: int,
  fullname: text,
  home_work: text,
  status: oneOf(homeworkStatuses),
  submitted_at: instant,
  comment: text,
  decided_by: text.nullable(),
  decided_at: instant.nullable(),
});

/** One page of a class's homework, in the order of `listHomework`. */
export const listHomeworkOfClass = (db: Db, classId: number, window: Window) =>
  many(
    db,
    homeworkOfClass,
    sql`
      select
        count(*) over ()::integer as total, (count(*) filter (where h.status = 'pending') over ())::integer as pending,
        h.id, h.week_name, p.id as student_id, p.fullname, h.home_work, h.status, h.submitted_at, h.comment,
        by.fullname as decided_by, h.decided_at
      from homework h
      join people p on p.id = h.student_id and p.deleted_at is null
      left join people by on by.id = h.decided_by
      where h.class_id = ${classId}
      order by h.status <> 'pending', h.id desc
      ${limitTo(window)}
    `,
  );

const homeworkOfStudent = row({ ...storedHomework.shape, is_closed: bool });

/** The homework of a student in the caller's own classes, newest first. `is_closed`: nobody decides it any more. */
export const listHomeworkOfStudent = (db: Db, person: Person, studentId: number) =>
  many(
    db,
    homeworkOfStudent,
    sql`
      select
        h.id, h.week_name, p.fullname, c.course_name, k.class_name, h.home_work, h.status, h.comment,
        h.decided_by, k.deleted_at is not null as is_closed
      from homework h
      join people p on p.id = h.student_id
      join classes k on k.id = h.class_id
      join courses c on c.id = h.course_id and c.deleted_at is null
      where h.student_id = ${studentId}
        and ${ownClasses(person)}
      order by h.id desc
      limit 200
    `,
  );

export interface NewDecision {
  readonly status: Exclude<HomeworkStatus, 'pending'>;
  readonly comment?: string | undefined;
}

/**
 * Decides homework that waits and is within reach, and returns it. Of two reviewers at once the second decides nothing.
 */
export const decideHomework = async (
  tx: Db,
  person: Person,
  ids: readonly number[],
  { status, comment = '' }: NewDecision,
): Promise<ReadonlySet<number>> => {
  const decided = await many(
    tx,
    idRow,
    sql`
      with waiting as (
        select h.id
        from homework h
        join classes k on k.id = h.class_id and k.deleted_at is null
        join courses c on c.id = h.course_id and c.deleted_at is null
        where h.id = any(${ids}::bigint[])
          and ${ownClasses(person)}
        order by h.id
        for no key update of h
      )
      update homework h
      set status = ${status}, comment = ${comment}, decided_by = ${person.id}, decided_at = clock_timestamp()
      from waiting w
      where h.id = w.id
        and h.status = 'pending'
      returning h.id
    `,
  );
  return new Set(decided.map(({ id }) => id));
};

const decision = row({
  id: int,
  status: oneOf(homeworkStatuses),
  decided_by: int.nullable(),
  by: text.nullable(),
});
export type Decision = RowOf<typeof decision>;

/** The decisions on homework within reach. */
export const listDecisions = (db: Db, person: Person, ids: readonly number[]): Promise<Decision[]> =>
  many(
    db,
    decision,
    sql`
      select h.id, h.status, h.decided_by, p.fullname as by
      from homework h
      join classes k on k.id = h.class_id and k.deleted_at is null
      join courses c on c.id = h.course_id and c.deleted_at is null
      left join people p on p.id = h.decided_by
      where h.id = any(${ids}::bigint[])
        and ${ownClasses(person)}
      order by h.id
    `,
  );
