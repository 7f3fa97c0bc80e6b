import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import { instant, int, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { many } from '../../db/rows.ts';
import { isBooked, isEnrolled, testLink } from '../../db/tests.ts';
import { inLine } from '../../plain.ts';
import { listMailReaders } from './readers.ts';
import type { MailReader } from './readers.ts';
import { isReminderDue, longestAhead } from './reminder-times.ts';
import { listUnwanted } from './reminders.ts';
import type { TestReminderData } from './templates/test.ts';

const testRow = row({
  test_id: int,
  course_id: int,
  student_id: int,
  examiner_id: int,
  student_name: text,
  examiner_name: text,
  course_name: text,
  portion_name: text,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
});

const longest = 200;

export interface TestReminder {
  readonly course_id: number;
  readonly to: MailReader;
  readonly data: TestReminderData;
}

/**
 * The reminders of booked tests whose time has come: a day and an hour before, as for meetings, to those who want
 * reminders. With a test, only of that one.
 */
export async function readTestReminders(
  db: Db,
  now: Date,
  testId: number | null = null,
): Promise<TestReminder[]> {
  const until = new Date(now.getTime() + longestAhead.day);
  const tests = await many(
    db,
    testRow,
    sql`
      select x.id as test_id, x.course_id, x.student_id, x.examiner_id, s.fullname as student_name,
        e.fullname as examiner_name, c.course_name, o.name as portion_name, x.starts_at, x.ends_at,
        ${testLink} as join_link
      from tests x
      join courses c on c.id = x.course_id and c.deleted_at is null
      join test_portions o on o.id = x.portion_id
      join people s on s.id = x.student_id and s.deleted_at is null
      join people e on e.id = x.examiner_id
      where ${isBooked} and x.starts_at > ${now}::timestamptz and x.starts_at < ${until}::timestamptz
        and ${testId === null ? sql`true` : sql`x.id = ${testId}`} and ${isEnrolled}
      order by x.starts_at, x.id
    `,
  );
  if (tests.length === 0) return [];
  const people = [...new Set(tests.flatMap(({ student_id, examiner_id }) => [student_id, examiner_id]))];
  const readers = await listMailReaders(db, sql`select unnest(${people}::bigint[])`);
  const unwanted = await listUnwanted(db, [
    ...new Set(readers.map(({ email_id: email }) => email.toLowerCase())),
  ]);
  const readerOf = (id: number) => readers.find(({ person_id }) => person_id === id);
  return tests.flatMap((test) => {
    const to = readerOf(test.student_id);
    if (to === undefined || to.email_id === '') return [];
    if (unwanted.get(to.email_id.toLowerCase())?.includes('reminders') === true) return [];
    const { test_id, course_id, starts_at, ends_at, join_link } = test;
    return reminderTimes
      .filter((which) => isReminderDue(which, new Date(starts_at), to.timezone, now))
      .map((which) => ({
        course_id,
        to,
        data: {
          test_id,
          which,
          fullname: inLine(to.fullname, longest),
          timezone: to.timezone,
          other_zone: readerOf(test.examiner_id)?.timezone ?? null,
          student_name: inLine(test.student_name, longest),
          examiner_name: inLine(test.examiner_name, longest),
          course_name: inLine(test.course_name, longest),
          portion_name: inLine(test.portion_name, longest),
          starts_at,
          ends_at,
          join_link: join_link === null ? null : inLine(join_link, 2_048),
        },
      }));
  });
}

/** The reminder as it is now; null when the test is decided, canceled or at another time, or it is not the hour. */
export async function stillToRemindOfTest(db: Db, data: TestReminderData): Promise<TestReminderData | null> {
  const found = await readTestReminders(db, new Date(), data.test_id);
  return (
    found.find((one) => one.data.which === data.which && one.data.starts_at === data.starts_at)?.data ?? null
  );
}
