import type { Report, ReportRow, Rhythm } from '@gurukul/contract/reports';
import { report, reportHour, reportLists, rhythms } from '@gurukul/contract/reports';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, idRow, int, object, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, one, run } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { fail } from '#server/http/answers/problem.ts';
import { clockOf } from './periods.ts';

/** Condition on `report_schedules s`: the caller's own, or all for an account admin. */
const isReached = ({ id, role }: Caller): Sql => (role === 'admin' ? sql`true` : sql`s.receiver_id = ${id}`);

/** The same, and what the caller scheduled for others. */
const isKnown = (caller: Caller): Sql => sql`(${isReached(caller)} or s.author_id = ${caller.id})`;

/** Of attendance with the course and class, which the caller reaches. */
interface AskedList {
  readonly list: Report['list'];
  readonly course_id?: number | null | undefined;
  readonly class_id?: number | null | undefined;
}

const receiverRow = row({ user_id: int, fullname: text, role: oneOf(portalRoles) });

/** Colleagues who may see the list in their main role, and whom the caller may ask, as with cases. */
export const listReceivers = (
  db: Db,
  { id, role }: Caller,
  { list, course_id: courseId = null, class_id: classId = null }: AskedList,
) => {
  const isItsCourseadmin = sql`exists (
    select from courses c where c.id = ${courseId}::bigint and c.deleted_at is null and c.courseadmin_id = p.id
  )`;
  const sees =
    list === 'attendance'
      ? sql`(p.main_role = 'admin' or p.main_role = 'courseadmin' and ${isItsCourseadmin} or p.main_role = 'teacher' and exists (
          select from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where s.class_id = ${classId}::bigint and t.teacher_id = p.id and t.ended_at is null
        ))`
      : sql`p.main_role in ('admin', 'courseadmin')`;
  const mayBeAsked =
    role === 'admin' ? sql`true` : role === 'courseadmin' ? sql`p.main_role <> 'admin'` : isItsCourseadmin;
  return many(
    db,
    receiverRow,
    sql`
      select p.id as user_id, p.fullname, p.main_role as role
      from present_staff p
      where p.id <> ${id} and ${sees} and ${mayBeAsked}
      order by p.fullname collate natural_order, p.id
    `,
  );
};

export const listOf = (asked: Report): AskedList =>
  asked.list === 'attendance' ? asked : { list: asked.list };

/** The named colleagues with their roles. Throws where one of them may not see the list, or may not be asked. */
export async function receiversOf(db: Db, caller: Caller, report: Report, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const known = await listReceivers(db, caller, listOf(report));
  return [...new Set(ids)].map((id) => {
    const found = known.find(({ user_id }) => user_id === id);
    if (found === undefined) throw fail('receiver_may_not_see');
    return { receiverId: id, role: found.role };
  });
}

const listedRow = row({
  report_id: int,
  name: text,
  list: oneOf(reportLists),
  rhythm: oneOf(rhythms),
  receiver: object({ user_id: int, fullname: text }),
  author: text,
  can_change: bool,
  next_on: date,
  state: oneOf(['active', 'paused', 'stopped']),
});

export async function listReports(db: Db, caller: Caller): Promise<ReportRow[]> {
  const rows = await many(
    db,
    listedRow,
    sql`
      select s.id as report_id, s.name, s.report ->> 'list' as list, s.rhythm,
        json_build_object('user_id', p.id, 'fullname', p.fullname) as receiver, author.fullname as author,
        ${isReached(caller)} as can_change, s.next_on,
        case when s.stopped_at is not null then 'stopped' when s.is_paused then 'paused' else 'active' end as state
      from report_schedules s
      join people p on p.id = s.receiver_id
      join people author on author.id = s.author_id
      where ${isKnown(caller)}
      order by s.name collate natural_order, s.id
    `,
  );
  return rows.map(({ can_change: change, ...one }) => ({ ...one, can: { change } }));
}

const countRow = row({ count: int });

export const countOf = async (db: Db, receiverId: number): Promise<number> =>
  (
    await one(
      db,
      countRow,
      sql`select count(*) as count from report_schedules s where s.receiver_id = ${receiverId}`,
    )
  ).count;

const staffRow = row({ role: oneOf(portalRoles) });

/** The main role of somebody of the staff; null for others. */
export async function roleOf(db: Db, personId: number): Promise<PortalRole | null> {
  const found = await maybeOne(
    db,
    staffRow,
    sql`
      select p.main_role as role
      from present_staff p
      where p.id = ${personId} and p.main_role <> 'coordinator'
    `,
  );
  return found?.role ?? null;
}

interface NewReport {
  readonly name: string;
  readonly report: Report;
  readonly rhythm: Rhythm;
  readonly receiverId: number;
  readonly role: PortalRole;
  readonly nextOn: string;
}

/** The rows for which a second person approved the call that this transaction makes. */
const approvedRows = (caller: Caller, call: 'reports.add_report' | 'reports.pause_report'): Sql => sql`(
  select max(d.size) from asked_deeds d
  where d.asked_by = ${caller.id} and d.call = ${call} and d.done_at = now()
)`;

export const saveReport = async (tx: Db, caller: Caller, made: NewReport): Promise<number> => {
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into report_schedules (author_id, receiver_id, role, name, report, rhythm, next_on, approved_rows)
      values (${caller.id}, ${made.receiverId}, ${made.role}, ${made.name}, ${JSON.stringify(made.report)}::jsonb,
        ${made.rhythm}, ${made.nextOn}::date, ${approvedRows(caller, 'reports.add_report')})
      returning id
    `,
  );
  return id;
};

/** Returns 0 where the caller has none of that id. What goes on begins with its next day, and not with days missed. */
export const pauseReport = (
  tx: Db,
  caller: Caller,
  id: number,
  isPaused: boolean,
  nextOn: Sql,
): Promise<number> =>
  run(
    tx,
    sql`
      update report_schedules s
      set is_paused = ${isPaused}, stopped_at = null,
        approved_rows = coalesce(${approvedRows(caller, 'reports.pause_report')}, s.approved_rows),
        next_on = case when ${isPaused} then s.next_on else greatest(s.next_on, ${nextOn}) end
      where s.id = ${id} and ${isReached(caller)}
    `,
  );

export const deleteReport = (tx: Db, caller: Caller, id: number): Promise<number> =>
  run(tx, sql`delete from report_schedules s where s.id = ${id} and ${isKnown(caller)}`);

const storedRow = row({
  id: int,
  receiver_id: int,
  role: oneOf(portalRoles),
  report,
  rhythm: oneOf(rhythms),
  next_on: date,
  most: int.nullable(),
  /** Null: the receiver. */
  author: text.nullable(),
});

/** `most`: the rows that may leave without asking a second person again; null where the office asks for none. */
const columns = sql`
  s.id, s.receiver_id, s.role, s.report, s.rhythm, s.next_on,
  (select greatest(v.second_person_above, 2 * s.approved_rows) from provider v where v.second_person_above is not null)
    as most,
  (select p.fullname from people p where p.id = s.author_id and p.id <> s.receiver_id) as author
`;

export const findReport = (db: Db, caller: Caller, id: number) =>
  maybeOne(
    db,
    storedRow,
    sql`select ${columns} from report_schedules s where s.id = ${id} and ${isReached(caller)}`,
  );

const zoneRow = row({ zone: text });

/** The last day on the provider's clock whose mails are due. What was due before it leaves at once. */
export async function lastDueDay(db: Db, now: Date): Promise<string> {
  const { zone } = await one(db, zoneRow, sql`select v.time_zone as zone from provider v`);
  const { day, hour } = clockOf(zone, now);
  return hour < reportHour ? clockOf(zone, new Date(now.getTime() - 86_400_000)).day : day;
}

/** A schedule whose day has come, locked; null for none. Another process skips it. */
export const takeDue = (tx: Db, day: string) =>
  maybeOne(
    tx,
    storedRow,
    sql`
      select ${columns}
      from report_schedules s
      where s.next_on <= ${day}::date and not s.is_paused and s.stopped_at is null
      order by s.next_on, s.id
      limit 1
      for no key update skip locked
    `,
  );

export const putOff = (tx: Db, id: number, nextOn: string) =>
  run(tx, sql`update report_schedules set next_on = ${nextOn}::date where id = ${id}`);

export const stopReport = (tx: Db, id: number) =>
  run(tx, sql`update report_schedules set stopped_at = now() where id = ${id}`);

export const isSuspended = (db: Db, personId: number): Promise<boolean> =>
  exists(
    db,
    sql`select from people p where p.id = ${personId} and p.deleted_at is null and p.suspended_at is not null`,
  );

const addressRow = row({ email_id: text });

export const addressOf = async (db: Db, personId: number): Promise<string> =>
  (await one(db, addressRow, sql`select p.email_id from present_staff p where p.id = ${personId}`)).email_id;
