import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, instant, int, row } from '#server/db/columns.ts';
import { maybeOne, one, run } from '#server/db/rows.ts';
import { isBooked, isPassed } from '#server/db/tests.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { fail } from '#server/http/answers/problem.ts';
import { listOpenTimes } from './open-times.ts';
import { tellOfTest } from './tell.ts';

/*
 * Books and moves tests, for the office and for families alike. Student and examiners are locked by id, so that what is
 * free stays free until the end; constraints of `tests` refuse what is booked twice all the same.
 */

export interface Doer {
  readonly db: Db;
  readonly mail: Mailer;
  /** Who does it: somebody of the staff, or the reader of a page. */
  readonly by: number;
  readonly now: Date;
}

export interface ChosenTime {
  readonly examiner_id: number;
  readonly starts_at: string;
}

/** Locks people in the order of the house. */
export const holdPeople = (db: Db, ids: readonly number[]) =>
  run(db, sql`select from people p where p.id = any(${ids}::bigint[]) order by p.id for no key update`);

async function freeTime(
  { db, now }: Doer,
  wanted: { readonly courseId: number; readonly studentId: number; readonly testId?: number },
  only: ChosenTime,
) {
  const [time] = await listOpenTimes(db, { ...wanted, only }, now);
  if (time === undefined) throw fail('test_time_taken');
  return time;
}

const standsRow = row({ course_id: int, is_passed: bool, is_booked: bool });

/** Books a test of a portion. The caller has checked that the student is within reach. */
export async function bookTest(
  doer: Doer,
  {
    student_id,
    portion_id,
    ...time
  }: ChosenTime & { readonly student_id: number; readonly portion_id: number },
): Promise<number> {
  const { db, by } = doer;
  await holdPeople(db, [student_id, time.examiner_id]);
  const stands = await maybeOne(
    db,
    standsRow,
    sql`
      select o.course_id,
        exists (select from tests x where x.student_id = ${student_id} and x.portion_id = o.id and ${isPassed}) as is_passed,
        exists (select from tests x where x.student_id = ${student_id} and x.portion_id = o.id and ${isBooked}) as is_booked
      from test_portions o
      join courses c on c.id = o.course_id and c.deleted_at is null
      join enrolments e on e.course_id = c.id and e.student_id = ${student_id} and e.ended_on is null
      where o.id = ${portion_id} and o.deleted_at is null
      limit 1
    `,
  );
  if (stands === null) throw fail('not_found');
  if (stands.is_passed) throw fail('test_passed');
  if (stands.is_booked) throw fail('test_is_booked');
  const free = await freeTime(doer, { courseId: stands.course_id, studentId: student_id }, time);
  const { id } = await one(
    db,
    idRow,
    sql`
      insert into tests (course_id, portion_id, student_id, examiner_id, starts_at, ends_at, booked_by)
      values (${stands.course_id}, ${portion_id}, ${student_id}, ${free.examiner_id}, ${free.starts_at},
        ${free.ends_at}, ${by})
      returning id
    `,
  );
  await tellOfTest(doer, id, 'booked');
  return id;
}

const heldRow = row({
  id: int,
  course_id: int,
  student_id: int,
  examiner_id: int,
  starts_at: instant,
  ends_at: instant,
  was_changed: bool,
});

/** A test that is booked, locked together with its people; null: it is decided, canceled or not there. */
export async function holdTest(db: Db, testId: number, examiners: readonly number[] = []) {
  const whose = await maybeOne(
    db,
    row({ student_id: int, examiner_id: int }),
    sql`select x.student_id, x.examiner_id from tests x where x.id = ${testId}`,
  );
  if (whose !== null) await holdPeople(db, [whose.student_id, whose.examiner_id, ...examiners]);
  return maybeOne(
    db,
    heldRow,
    sql`
      select x.id, x.course_id, x.student_id, x.examiner_id, x.starts_at, x.ends_at, x.was_changed
      from tests x
      where x.id = ${testId} and ${isBooked}
      for no key update
    `,
  );
}

/**
 * Gives a test another time or another examiner. A family does so once, before it begins; then the office does.
 */
export async function moveTest(
  doer: Doer,
  testId: number,
  time: ChosenTime,
  { isFamily }: { readonly isFamily: boolean },
): Promise<void> {
  const { db, now } = doer;
  const before = await holdTest(db, testId, [time.examiner_id]);
  const isOver =
    before === null || (isFamily && (before.was_changed || Date.parse(before.starts_at) <= now.getTime()));
  if (isOver) throw fail('test_over');
  const free = await freeTime(
    doer,
    { courseId: before.course_id, studentId: before.student_id, testId },
    time,
  );
  await run(
    db,
    sql`
      update tests x
      set examiner_id = ${free.examiner_id}, starts_at = ${free.starts_at}, ends_at = ${free.ends_at},
        was_changed = x.was_changed or ${isFamily}
      where x.id = ${testId}
    `,
  );
  await tellOfTest(doer, testId, 'moved', before);
}
