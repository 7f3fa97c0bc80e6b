import type { AskedCall, WaitingCall } from '@gurukul/contract/approvals';
import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { duplicates } from '@gurukul/contract/duplicates';
import { ledger } from '@gurukul/contract/ledger';
import { payments } from '@gurukul/contract/payments';
import { people } from '@gurukul/contract/people';
import { privacy } from '@gurukul/contract/privacy';
import { provider } from '@gurukul/contract/provider';
import type { Report, Rhythm } from '@gurukul/contract/reports';
import { reports } from '@gurukul/contract/reports';
import { security } from '@gurukul/contract/security';
import { selection } from '@gurukul/contract/selection';
import { settlements } from '@gurukul/contract/settlements';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { noCourse, students } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { readSettings } from '#server/provider/settings.ts';
import { listMarked } from '../attendance/history-queries.ts';
import { chooseTaught, readSheet } from '../attendance/routes.ts';
import { listOwing } from '../ledger/owing.ts';
import { listPaymentIds, listTicketIds } from '../payments/queries.ts';
import { soonerOf } from '../privacy/retention.ts';
import { clockOf } from '../reports/periods.ts';
import { findReport, listOf, listReceivers, roleOf } from '../reports/queries.ts';
import { reportKeys } from '../reports/make-file.ts';
import { countEntries, fits } from '../security/queries.ts';
import { selectedKeys } from '../selection/plan.ts';
import { journalKeys } from '../settlements/journal.ts';
import { exportedKeys } from '../students/export.ts';
import { studentsIn } from '../students/listing.ts';
import { listingOf } from '../students/lists.ts';

/** How large an action is. `null`: it needs no second person; `always`: it does at any size. */
export interface ActionSize {
  readonly size: number | 'always';
  readonly kind?: string;
  readonly aboutId?: number;
  /**
   * The rows that it takes or ends, in any order. An approval is for exactly these. Absent: the input alone says what
   * happens, or has a digest that the call compares.
   */
  readonly rows?: readonly (number | string)[];
  /** Whom it concerns, where they are students. */
  readonly people?: readonly number[];
}

interface SizedCall<C extends Call> {
  readonly call: C;
  readonly sizeOf: (db: Db, person: Person, input: z.output<C['input']>) => Promise<ActionSize | null>;
}

const asked = <C extends Call>(call: C, sizeOf: SizedCall<C>['sizeOf']): SizedCall<C> => ({ call, sizeOf });

const courseadminOf = ({ id, role }: Caller) => (role === 'admin' ? null : id);

/** An action of the size of its rows. */
const sizeOfRows = (rows: readonly (number | string)[]): ActionSize => ({ size: rows.length, rows });

async function onePerson(db: Db, id: number): Promise<ActionSize> {
  const isThere = await exists(db, sql`select from people p where p.id = ${id}`);
  if (!isThere) throw fail('not_found');
  return { size: 1, aboutId: id };
}

/** The rows that its receiver would get today. */
/** All rows that one of the receivers gets. */
async function sizeOfReport(db: Db, receivers: readonly Caller[], report: Report, rhythm: Rhythm) {
  const { day } = clockOf((await readSettings(db)).time_zone, new Date());
  const rows = new Set<number | string>();
  for (const one of receivers)
    for (const key of await reportKeys(db, one, report, { rhythm, day })) rows.add(key);
  return sizeOfRows([...rows]);
}

const countRow = row({ count: int });

/** People and enrolments that a change of somebody else made: an undo ends them. */
const countBegun = async (db: Db, changeId: number, callerId: number): Promise<number> =>
  (
    await one(
      db,
      countRow,
      sql`
        select count(distinct e.about_person_id)::integer as count
        from audit_entries e
        where e.change_id = ${changeId} and e.person_id is distinct from ${callerId}
          and e.table_name in ('people', 'enrolments')
          and (
            e.action = 'insert'
            or e.before ->> 'deleted_at' is not null and e.after ->> 'deleted_at' is null
            or e.before ->> 'ended_on' is not null and e.after ->> 'ended_on' is null
          )
      `,
    )
  ).count;

/** Each reads the same rows as its call. */
const table = {
  'selection.save_change': asked(selection.save_change, async (db, person, { selected, change }) => {
    if (change.kind !== 'delete' && change.kind !== 'unassociate') return null;
    const { keys } = await selectedKeys(db, person, selected);
    const people = studentsIn(keys);
    return { size: people.length, kind: change.kind, people };
  }),
  'students.export_students': asked(students.export_students, async (db, person, input) => {
    const keys = await exportedKeys(db, listingOf(courseadminOf(person), input), input.rows);
    const people = studentsIn(keys);
    const rows = keys.map(({ student_id: student, enrolment_id: enrolment }) => `${student} ${enrolment}`);
    return { size: people.length, people, rows };
  }),
  'payments.export_payments': asked(
    payments.export_payments,
    async (db, person, { format: _format, ...filter }) =>
      sizeOfRows(await listPaymentIds(db, { ...filter, courseadminId: courseadminOf(person) })),
  ),
  'payments.export_tickets': asked(
    payments.export_tickets,
    async (db, _person, { format: _format, ...filter }) => sizeOfRows(await listTicketIds(db, filter)),
  ),
  'ledger.export_owing': asked(ledger.export_owing, async (db, person, { format: _format, ...filter }) => {
    const owing = await listOwing(db, person, filter, null);
    return sizeOfRows(owing.map((row) => `${row.user_id} ${row.course_id} ${row.currency}`));
  }),
  'settlements.export_journal': asked(settlements.export_journal, async (db, _person, { month }) =>
    sizeOfRows(await journalKeys(db, month)),
  ),
  'attendance.export_report': asked(attendance.export_report, async (db, person, period) => {
    const sheet = await readSheet({ db, person }, period);
    return sizeOfRows(sheet.students.map(({ student_id: student }) => student));
  }),
  'attendance.export_history': asked(
    attendance.export_history,
    async (db, person, { format: _format, ...filter }) => {
      const { classes } = await chooseTaught({ db, person }, filter);
      const marks = await listMarked(db, { ...filter, classes });
      const rows = marks.map((mark) => `${mark.register_id} ${mark.student_id}`);
      return { size: new Set(marks.map(({ student_id: student }) => student)).size, rows };
    },
  ),
  // The log names people by number and only grows, so that its input says what leaves.
  'security.export_log': asked(security.export_log, async (db, _person, { after, ...filters }) => ({
    size: await countEntries(db, sql`e.id > ${after ?? 0} and ${fits(filters)}`),
  })),
  'students.delete_student': asked(students.delete_student, async (db, person, { student_id: id }) => {
    await scope(db, person).student(id);
    return { size: 1, aboutId: id };
  }),
  'students.remove_student_association': asked(
    students.remove_student_association,
    async (db, person, { student_id: id, course_id: courseId }) => {
      if (courseId === noCourse) return null;
      await scope(db, person).student(id);
      return { size: 1, aboutId: id };
    },
  ),
  'people.delete_teacher': asked(people.delete_teacher, (db, _person, { teacher_id: id }) =>
    onePerson(db, id),
  ),
  'people.delete_course_admin': asked(people.delete_course_admin, (db, _person, { user_id: id }) =>
    onePerson(db, id),
  ),
  'duplicates.merge_people': asked(duplicates.merge_people, async (db, _person, { merge_id: id, preview }) =>
    preview === true ? null : onePerson(db, id),
  ),
  // Who made a change may take it back alone.
  'audit.undo_change': asked(audit.undo_change, async (db, person, { change_id: id }) =>
    person.role === 'admin' ? { size: await countBegun(db, id, person.id) } : null,
  ),
  'reports.add_report': asked(
    reports.add_report,
    async (db, person, { receiver, also_to: others, report, rhythm }) => {
      const role =
        receiver === undefined || receiver === person.id ? person.role : await roleOf(db, receiver);
      if (role === null) return null;
      const all = [
        { id: receiver ?? person.id, role },
        ...(await listReceivers(db, person, listOf(report)))
          .filter(({ user_id: id }) => others.includes(id))
          .map(({ user_id: id, role: theirs }) => ({ id, role: theirs })),
      ];
      return sizeOfReport(db, all, report, rhythm);
    },
  ),
  'reports.pause_report': asked(reports.pause_report, async (db, person, { report_id: id, is_paused }) => {
    const found = is_paused ? null : await findReport(db, person, id);
    if (found === null) return null;
    return sizeOfReport(db, [{ id: found.receiver_id, role: found.role }], found.report, found.rhythm);
  }),
  'reports.send_report': asked(reports.send_report, async (db, person, { report_id: id }) => {
    const found = await findReport(db, person, id);
    return found === null ? null : sizeOfReport(db, [person], found.report, found.rhythm);
  }),
  'privacy.export_person': asked(privacy.export_person, (db, _person, { user_id: id }) => onePerson(db, id)),
  'privacy.erase_person': asked(privacy.erase_person, async (_db, _person, { user_id: aboutId, preview }) =>
    preview === true ? null : { size: 'always', aboutId },
  ),
  'privacy.save_retention': asked(privacy.save_retention, async (db, _person, { days }) =>
    Object.keys(await soonerOf(db, days)).length > 0 ? { size: 'always' } : null,
  ),
  // Else one person alone could switch the rule off. Where nobody else is left, they can.
  'provider.save_settings': asked(provider.save_settings, async (db, person, wanted) => {
    const { second_person_above: now } = await readSettings(db);
    const next = wanted.second_person_above;
    const isLooser = now !== null && next !== undefined && (next === null || next > now);
    return isLooser && (await hasOthers(db, person)) ? { size: 'always' } : null;
  }),
} satisfies { readonly [Name in Exclude<AskedCall, WaitingCall>]: unknown };

/** Whether there is another account admin who could approve. */
export const hasOthers = async (db: Db, { id }: Person): Promise<boolean> =>
  (await listAdmins(db)).some((admin) => admin.id !== id);

// Each call is parsed by its own schema before its own function gets the input.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-explicit-any
const byName = table as unknown as Readonly<Record<string, SizedCall<any> | undefined>>;

export const askedOf = (name: string) => byName[name];
