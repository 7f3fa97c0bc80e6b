import { pdfType } from '@gurukul/contract/files';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { waitFor } from '../pool.ts';
import type { Db } from '../pool.ts';
import { bool, row } from '../columns.ts';
import { one } from '../rows.ts';
import { inTransaction } from '../tx.ts';
import { proveAllMailboxes } from '../../channels/mail/prove.ts';
import type { Storage } from '../../storage/storage.ts';
import { buildAttendance } from './attendance.ts';
import type { Day } from './calendar.ts';
import { chargeRows } from './charges.ts';
import { buildCourses } from './courses.ts';
import { enquiryRows } from './enquiries.ts';
import { arrivals, buildEnrolments, enrolmentRows, studentCounter } from './enrolments.ts';
import { buildEvents } from './events.ts';
import { buildFamilies } from './families.ts';
import { demoHomework, demoHomeworkKey, homeworkFileRows } from './homework-file.ts';
import { homeworkRows } from './homework.ts';
import { paymentRows, ticketRows } from './money.ts';
import { caseRows, daysOffRows, meetingRows, messageRows } from './office.ts';
import { demoPasswordHash, staffRows } from './staff.ts';
import { draftStudents, studentRows } from './students.ts';
import { continueIds, insertRows } from './table.ts';
import { assignmentRows, associationRows, buildClasses, classRows } from './timetable.ts';

export interface SeedOptions {
  /** yyyy-mm-dd; every date of the demo depends on it. Without it, the present day in UTC. */
  readonly today?: Day;
  /** The staff's password hash, as PHC text. Tests pass a cheap one. */
  readonly passwordHash?: string;
}

const emptyRow = row({ empty: bool });

/** True when there are no people. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { empty } = await one(db, emptyRow, sql`select not exists (select from people) as empty`);
  return empty;
}

/**
 * Fills an empty database with the demo provider: the same people, classes and history for the same day, all in one
 * transaction. A database with people is not changed, also when two starts race.
 */
export async function seedDemo(pool: pg.Pool, options: SeedOptions = {}): Promise<void> {
  if (!(await isEmpty(pool))) return;
  // Made before the transaction starts, so that the database does not wait for this.
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const tables = demoTables(today, options.passwordHash ?? demoPasswordHash());
  const names = Object.keys(tables);

  await inTransaction(pool, async (tx) => {
    // No person did this, so the audit trail stays empty. In seconds: a slow laptop may take long.
    waitFor(tx, 600);
    await tx.query(sql`
      select set_config('gurukul.audit', 'off', true), set_config('statement_timeout', '0', true),
        set_config('lock_timeout', '0', true)`);
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('gurukul demo'))`);
    if (!(await isEmpty(tx))) return;
    for (const [table, rows] of Object.entries(tables)) await insertRows(tx, table, rows);
    await proveAllMailboxes(tx, today);
    // As the end of a change would.
    await tx.query(sql`
      select settle_ledger(t.student_id, t.course_id)
      from (select distinct student_id, course_id from charges order by 1, 2) t`);
    await continueIds(
      tx,
      names.filter((name) => !['course_teachers', 'files', 'message_readers'].includes(name)),
    );
  });
  await pool.query(`analyze ${names.join(', ')}`);
}

/** Stores the files that the rows of the demo name. */
export const storeDemoFiles = (storage: Storage): Promise<void> =>
  storage.store(demoHomeworkKey, demoHomework, pdfType);

/** Every table with its rows, in an order that foreign keys accept. */
function demoTables(today: Day, passwordHash: string): Readonly<Record<string, readonly object[]>> {
  const { courses, topics, rows: courseRows } = buildCourses(today);
  const classes = buildClasses(courses, today);
  const students = draftStudents(today);
  const enrolments = buildEnrolments(students, courses, classes, today);
  const payments = paymentRows(enrolments, courses, today);
  const { tables: charges, byHand } = chargeRows(enrolments, payments, today);

  const { mails, ...events } = buildEvents(courses, enrolments, today);
  const { messages, mails: letters, message_readers } = messageRows(enrolments, mails.length, today);
  const { people: parents, guardians } = buildFamilies(students, enrolments, today);

  return {
    people: [
      ...staffRows(today, passwordHash),
      ...studentRows(students, arrivals(enrolments), today),
      ...parents,
    ],
    guardians,
    ...courseRows,
    ...classRows(classes, today),
    course_teachers: associationRows(courses, studentCounter(enrolments), today),
    slot_teachers: assignmentRows(classes, today),
    days_off: daysOffRows(today),
    ...meetingRows(classes, today),
    enrolments: enrolmentRows(enrolments, byHand),
    ...buildAttendance(classes, enrolments, today),
    files: homeworkFileRows(today),
    homework: homeworkRows(topics, enrolments, today),
    payments,
    ...charges,
    ticket_payments: ticketRows(students, today),
    ...events,
    messages,
    mails: [...mails, ...letters],
    message_readers,
    ...caseRows(enrolments, today),
    ...enquiryRows(today),
  };
}
