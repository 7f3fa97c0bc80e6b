import type { ContinuationState } from '@gurukul/contract/continuations';
import { continuationStates, teacherAnswers } from '@gurukul/contract/continuations';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { bool, date, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import { isCharged, isDue } from '#server/db/due-money.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { timesOf } from '#server/db/weekly-times.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { readNeeds } from '../consents/consents.ts';
import { placesOf } from '../staff/places.ts';
import { firstMeetingOf, readTermPrices } from './term-facts.ts';
import type { TermPrice } from './term-facts.ts';

/** SQL: the state of a continuation `o`. Whom another door enrolled has kept the place. */
const stateOf = sql`case
  when o.state = 'kept' or exists (
    select from enrolments e where e.student_id = o.student_id and e.course_id = o.course_id and e.ended_on is null
  ) then 'kept'
  when o.state = 'declined' then 'declined'
  when o.until_date < ${officeToday} then 'expired'
  else 'waiting'
end`;

const continuationRow = row({
  continuation_id: int,
  student_id: int,
  fullname: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  until: date,
  state: oneOf(continuationStates),
});

export const listContinuations = (db: Db, courseId: number) =>
  many(
    db,
    continuationRow,
    sql`
      select o.id as continuation_id, o.student_id, p.fullname, k.id as class_id, k.class_name, o.until_date as until,
        ${stateOf} as state
      from continuations o
      join people p on p.id = o.student_id and p.deleted_at is null
      left join classes k on k.id = o.class_id and k.deleted_at is null
      where o.course_id = ${courseId}
      order by p.fullname, o.id
    `,
  );

const afterRow = row({ course_id: int, course_name: text });
const personRow = row({ student_id: int, fullname: text });
const exceptionRow = row({ fullname: text, reason: text, by: text });

/** What must be completed before a course, who of those in no class of it has not, and the exceptions. */
export async function readLevel(db: Db, courseId: number) {
  const after = await maybeOne(
    db,
    afterRow,
    sql`
      select b.id as course_id, b.course_name from courses c join courses b on b.id = c.level_after where c.id = ${courseId}
    `,
  );
  const inNoClass =
    after === null
      ? []
      : await many(
          db,
          personRow,
          sql`
            select p.id as student_id, p.fullname
            from enrolments e
            join people p on p.id = e.student_id and p.deleted_at is null
            where e.course_id = ${courseId} and e.ended_on is null and e.class_id is null
            order by p.fullname, p.id
          `,
        );
  const lacksLevel = await withoutLevel(
    db,
    inNoClass.map(({ student_id: studentId }) => ({ studentId, courseId })),
  );
  const exceptions = await many(
    db,
    exceptionRow,
    sql`
      select p.fullname, x.reason, g.fullname as by
      from level_exceptions x
      join people p on p.id = x.student_id and p.deleted_at is null
      join people g on g.id = x.given_by
      where x.course_id = ${courseId}
      order by p.fullname, x.id
    `,
  );
  return {
    after,
    lacking: inNoClass.filter(({ student_id: studentId }) => lacksLevel({ studentId, courseId })),
    exceptions,
  };
}

const termRow = row({ ...afterRow.shape, start_date: date });

/** The terms before and behind a course. */
export const readTerms = async (db: Db, courseId: number) => ({
  before: await maybeOne(
    db,
    termRow,
    sql`
      select b.id as course_id, b.course_name, b.start_date
      from courses c
      join courses b on b.id = c.follows_id and b.deleted_at is null
      where c.id = ${courseId}
    `,
  ),
  next: await many(
    db,
    termRow,
    sql`
      select f.id as course_id, f.course_name, f.start_date from courses f
      where f.follows_id = ${courseId} and f.deleted_at is null
      order by f.start_date, f.id
    `,
  ),
});

const askedRow = row({
  asked_id: int,
  class_id: int,
  teacher_id: int,
  fullname: text,
  course_name: text,
  start_date: date,
  class_name: text,
  times: list(weeklySlot),
  answer: oneOf(teacherAnswers).nullable(),
  words: text,
});

/** By a condition on `asked_teachers a`. */
export const listAsked = (db: Db, which: Sql) =>
  many(
    db,
    askedRow,
    sql`
      select a.id as asked_id, a.class_id, a.teacher_id, p.fullname, c.course_name, c.start_date, k.class_name,
        ${timesOf(sql`k.id`)} as times, a.answer, a.words
      from asked_teachers a
      join present_staff p on p.id = a.teacher_id
      join courses c on c.id = a.course_id and c.deleted_at is null
      join classes k on k.id = a.class_id and k.deleted_at is null
      where ${which}
      order by k.class_name, a.id
    `,
  );

const offeredRow = row({
  continuation_id: int,
  student_id: int,
  course_id: int,
  course_name: text,
  start_date: date,
  until: date,
  class_id: int.nullable(),
  state: oneOf(continuationStates),
});

const choiceRow = row({
  course_id: int,
  class_id: int,
  class_name: text,
  times: list(weeklySlot),
  first_at: instant.nullable(),
});

export interface OfferedPlace extends RowOf<typeof offeredRow> {
  readonly state: ContinuationState;
  /** Nobody has agreed to the data of this child, which is needed before it begins a course. */
  readonly needsConsent: boolean;
  readonly price: TermPrice | null;
  /** The kept class first, then others with a free place. */
  readonly classes: readonly RowOf<typeof choiceRow>[];
}

/** The places that these students can keep now, or keep after all. */
export async function listOffered(db: Db, students: readonly number[]): Promise<OfferedPlace[]> {
  const offered = (
    await many(
      db,
      offeredRow,
      sql`
        select o.id as continuation_id, o.student_id, c.id as course_id, c.course_name, c.start_date,
          o.until_date as until, k.id as class_id, ${stateOf} as state
        from continuations o
        join courses c on c.id = o.course_id and c.deleted_at is null
        left join classes k on k.id = o.class_id and k.deleted_at is null
        where o.student_id = any(${students}::bigint[]) and o.until_date >= ${officeToday} and o.state <> 'kept'
        order by c.start_date, o.id
      `,
    )
  ).filter(({ state }) => state !== 'kept');
  if (offered.length === 0) return [];
  const needs = await readNeeds(db, students);
  const classes = await many(
    db,
    choiceRow,
    sql`
      select k.course_id, k.id as class_id, k.class_name, ${timesOf(sql`k.id`)} as times,
        ${firstMeetingOf(sql`k.id`, sql`c.start_date`)} as first_at
      from classes k
      join courses c on c.id = k.course_id
      where k.course_id = any(${offered.map(({ course_id }) => course_id)}::bigint[]) and k.deleted_at is null
      order by k.class_name, k.id
    `,
  );
  const places = await placesOf(
    db,
    classes.map(({ class_id }) => class_id),
  );
  const priceOf = await readTermPrices(
    db,
    offered.map(({ course_id }) => course_id),
    students,
  );
  return offered.map((one) => {
    const isHeld = (classId: number) => one.state === 'waiting' && classId === one.class_id;
    const free = classes.filter(
      ({ course_id, class_id }) =>
        course_id === one.course_id && (isHeld(class_id) || (places.free(class_id) ?? 1) > 0),
    );
    return {
      ...one,
      price: priceOf({ courseId: one.course_id, studentId: one.student_id }),
      needsConsent: needs?.without.has(one.student_id) === true,
      classes: free.toSorted((a, b) => Number(isHeld(b.class_id)) - Number(isHeld(a.class_id))),
    };
  });
}

const keptRow = row({ course_id: int, student_id: int, is_charged: bool, is_due: bool });

export interface KeptPlace {
  readonly student_id: number;
  readonly is_due: boolean;
  /** What is not charged yet; null: nothing. */
  readonly price: TermPrice | null;
}

/** What a place costs that one of these students has kept; null: there is no such place. */
export async function readKeptPlace(
  db: Db,
  continuationId: number,
  students: readonly number[],
): Promise<KeptPlace | null> {
  const kept = await maybeOne(
    db,
    keptRow,
    sql`
      select o.course_id, o.student_id, ${isCharged(sql`o.student_id`, sql`o.course_id`)} as is_charged, exists (
          select from ledger_sums l where l.student_id = o.student_id and l.course_id = o.course_id and ${isDue}
        ) as is_due
      from continuations o
      where o.id = ${continuationId} and o.student_id = any(${[...students]}::bigint[]) and o.state = 'kept'
    `,
  );
  if (kept === null) return null;
  const { course_id: courseId, student_id: studentId, is_due, is_charged: isAsked } = kept;
  const priceOf = await readTermPrices(db, [courseId], [studentId]);
  return { student_id: studentId, is_due, price: isAsked ? null : priceOf({ courseId, studentId }) };
}
