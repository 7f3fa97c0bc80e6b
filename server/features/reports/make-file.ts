import type { Report, Rhythm } from '@gurukul/contract/reports';
import { report, reportRowsMax, rhythms } from '@gurukul/contract/reports';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { int, oneOf, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { sheetOfClass } from '#server/features/attendance/class-sheet.ts';
import { readMarks } from '#server/features/attendance/report-queries.ts';
import { exportPayments } from '#server/features/payments/export.ts';
import { countPayments, listPaymentIds } from '#server/features/payments/queries.ts';
import { exportedKeys, exportOf } from '#server/features/students/export.ts';
import { listingOf } from '#server/features/students/lists.ts';
import { keysOfPage } from '#server/features/students/listing.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import type { ReportFile, ReportMailData } from '#server/channels/mail/templates/report.ts';
import { periodBefore } from './periods.ts';

const receiverRow = row({ id: int, role: oneOf(portalRoles) });

/** The receiver, if they have the role still. */
export const findReceiver = (db: Db, personId: number, role: PortalRole): Promise<Caller | null> =>
  maybeOne(
    db,
    receiverRow,
    sql`
      select p.id, ${role}::text as role
      from present_staff p
      where p.id = ${personId} and ${role}::text in (p.main_role, p.as_role)
    `,
  );

const courseadminOf = ({ id, role }: Caller) => (role === 'admin' ? null : id);

interface Days {
  readonly from: string;
  readonly to: string;
}

const listingFor = (caller: Caller, asked: Report & { list: 'students' }, { from, to }: Days) =>
  listingOf(courseadminOf(caller), {
    ...asked,
    ...(asked.last_period ? { joined_from: from, joined_to: to } : {}),
  });

const paymentsFor = (
  caller: Caller,
  { list: _list, last_period: isLast, ...filter }: Report & { list: 'payments' },
  days: Days,
) => ({ ...filter, ...(isLast ? days : {}), courseadminId: courseadminOf(caller) });

/** How many rows there are, and the spreadsheet of them, which is not made before. Null: out of reach. */
async function planOf(db: Db, caller: Caller, asked: Report, rhythm: Rhythm, day: string) {
  const { from, to } = periodBefore(day, rhythm);
  if (asked.list === 'attendance') {
    const { course_id, class_id } = asked;
    const made = await sheetOfClass(db, caller, { course_id, class_id, start_date: from, end_date: to });
    return made === null ? null : { rows: made.rows, sheet: async () => made.sheet };
  }
  // Teachers have neither list.
  if (caller.role === 'teacher') return null;
  if (asked.list === 'students') {
    const listing = listingFor(caller, asked, { from, to });
    const { total } = await keysOfPage(db, listing, { offset: 0, size: 1 });
    return { rows: total, sheet: () => exportOf(db, caller.role, listing, { format: 'xlsx' }) };
  }
  const which = paymentsFor(caller, asked, { from, to });
  return { rows: await countPayments(db, which), sheet: () => exportPayments(db, which, 'xlsx') };
}

/** When it leaves, and how often. */
interface Leaving {
  readonly rhythm: Rhythm;
  /** yyyy-mm-dd. The week or month before it ends there. */
  readonly day: string;
}

/** The rows that the mail has for its receiver: a key of each. Empty: out of reach. */
export async function reportKeys(
  db: Db,
  caller: Caller,
  asked: Report,
  { rhythm, day }: Leaving,
): Promise<readonly (number | string)[]> {
  const { from, to } = periodBefore(day, rhythm);
  if (asked.list === 'attendance') {
    const { course_id, class_id } = asked;
    const marks = await readMarks(db, caller, { course_id, class_id, start_date: from, end_date: to });
    return (marks?.students ?? []).map(({ student_id: student }) => student);
  }
  if (caller.role === 'teacher') return [];
  if (asked.list === 'students') {
    const keys = await exportedKeys(db, listingFor(caller, asked, { from, to }), null);
    return keys.map(({ student_id: student, enrolment_id: enrolment }) => `${student} ${enrolment}`);
  }
  return listPaymentIds(db, paymentsFor(caller, asked, { from, to }));
}

const known = z.object({ report, rhythm: z.enum(rhythms) });

/**
 * The file of a mail with the rows that its receiver may see now. Null: nobody gets it any more, because they lost the
 * role or the class is gone.
 */
export async function makeFile(db: Db, data: ReportMailData): Promise<ReportFile | null> {
  const caller = await findReceiver(db, data.receiver_id, data.role);
  if (caller === null) return null;
  const { report: asked, rhythm } = known.parse(data);
  const plan = await planOf(db, caller, asked, rhythm, data.day);
  if (plan === null) return null;
  if (plan.rows > Math.min(reportRowsMax, data.most ?? reportRowsMax)) return { rows: plan.rows, file: null };
  const { file_name: name, media_type: type, bytes } = await plan.sheet();
  return { rows: plan.rows, file: { name, type, content: Buffer.concat(await Array.fromAsync(bytes)) } };
}
