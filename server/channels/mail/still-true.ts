import { caseKinds } from '@gurukul/contract/cases';
import { finishedStatuses } from '@gurukul/contract/certificates';
import type { MailKind } from '@gurukul/contract/mails';
import { sumOf } from '@gurukul/contract/shared/money/money';
import { isPortalRole, roles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, int, money, oneOf, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { dues, isDue } from '../../db/due-money.ts';
import { listServices, serviceFor } from '../../db/pay-services.ts';
import { isValidCertificate } from '../../db/progress.ts';
import { many, maybeOne, one } from '../../db/rows.ts';
import { ownCases } from '../../http/identity/scope.ts';
import { homeworkStatuses } from '@gurukul/contract/homework';
import { testResults } from '@gurukul/contract/tests';
import { hashSecret } from '../../secrets.ts';
import { studentsBehind } from './behind.ts';
import { netChanges, stillSought } from './net-changes.ts';
import { stillBecoming } from './registered.ts';
import { stillToRemind } from './reminders.ts';
import { stillToRemindOfTest } from './test-reminders.ts';
import { oneLine } from './templates.ts';
import type { DataOf } from './templates.ts';
import type { HomeworkMailData } from './templates/homework.ts';
import type { MoneyBackData } from './templates/money-back.ts';
import type { ClassAgainData, PlaceKeptData } from './templates/next-term.ts';
import type { OpenCasesMailData } from './templates/open-cases.ts';
import type { OwingMailData } from './templates/owing.ts';

/* What a mail says is read anew when it is sent. */

const debtRow = row({ student_id: int, course_id: int, due: money, due_on: date.nullable() });

/** The mail with what is due by now; null when all was paid or waived, or the students are gone. */
async function stillOwing(db: Db, data: OwingMailData): Promise<OwingMailData | null> {
  const debtsNow = await many(
    db,
    debtRow,
    sql`
      select l.student_id, l.course_id, dues.due, l.open_since as due_on
      from ledger_sums l
      join people p on p.id = l.student_id and p.deleted_at is null
      join courses c on c.id = l.course_id and c.deleted_at is null
      cross join ${dues}
      where ${isDue} and l.currency = ${data.currency}
        and (l.student_id, l.course_id) in (
          select * from unnest(
            ${data.debts.map(({ student_id }) => student_id)}::bigint[],
            ${data.debts.map(({ course_id }) => course_id)}::bigint[]
          )
        )
    `,
  );
  const debts = data.debts.flatMap((debt) => {
    const now = debtsNow.find(
      (one) => one.student_id === debt.student_id && one.course_id === debt.course_id,
    );
    return now === undefined ? [] : [{ ...debt, due: sumOf([now.due], data.currency), due_on: now.due_on }];
  });
  const canPay = serviceFor(await listServices(db), data.currency) !== null;
  return debts.length === 0 ? null : { ...data, debts, can_pay: canPay };
}

/** How many cases stand in a mail. */
const mostLines = 20;

const ownerRow = row({ main_role: oneOf(roles), as_role: oneOf(roles).nullable() });
const kindRow = row({ kind: oneOf(caseKinds), count: int, overdue: int });
const caseRow = row({
  kind: oneOf(caseKinds),
  course_name: text.nullable(),
  class_name: text.nullable(),
  due_on: date.nullable(),
  is_overdue: bool,
});

const isOverdue = sql`(x.due_on < today_in_kolkata()) is true`;

/** Condition on `cases x`: the owner sees them in one of their roles, as on the page of cases, and they wait. Null: nobody. */
async function waitingCases(db: Db, ownerId: number): Promise<Sql | null> {
  const owner = await maybeOne(
    db,
    ownerRow,
    sql`select p.main_role, p.as_role from present_staff p where p.id = ${ownerId}`,
  );
  if (owner === null) return null;
  const inRole = (role: string | null) =>
    role !== null && isPortalRole(role) ? ownCases({ id: ownerId, role }) : sql`false`;
  return sql`
    x.owner_id = ${ownerId} and x.state = 'open' and (x.quiet_until > today_in_kolkata()) is not true
    and (${inRole(owner.main_role)} or ${inRole(owner.as_role)})
  `;
}

/** The mail with the cases that wait now; null when there are none, or the owner is gone. */
export async function withOpenCases(db: Db, data: OpenCasesMailData): Promise<OpenCasesMailData | null> {
  const which = await waitingCases(db, data.owner_id);
  if (which === null) return null;
  const kinds = await many(
    db,
    kindRow,
    sql`
      select x.kind, count(*) as count, count(*) filter (where ${isOverdue}) as overdue
      from cases x
      where ${which}
      group by x.kind
      order by overdue desc, count desc, x.kind
    `,
  );
  if (kinds.length === 0) return null;
  const lines = await many(
    db,
    caseRow,
    sql`
      select x.kind, c.course_name, k.class_name, x.due_on, ${isOverdue} as is_overdue
      from cases x
      left join courses c on c.id = x.course_id
      left join classes k on k.id = x.class_id
      where ${which}
      order by (${isOverdue}) desc, x.due_on, x.id
      limit ${mostLines}
    `,
  );
  return { ...data, open: { kinds, lines } };
}

const decidedRow = row({
  student_id: int,
  student_name: text,
  course_name: text,
  week_name: text,
  status: oneOf(homeworkStatuses),
  comment: text,
});

const testRow = row({
  student_id: int,
  student_name: text,
  course_name: text,
  portion_name: text,
  result: oneOf(testResults),
  words: text,
});

const certificateRow = row({
  student_id: int,
  student_name: text,
  course_name: text,
  status: oneOf(finishedStatuses),
});

/** The mail with the decisions and certificates that stand, also of the siblings behind the mailbox; null when all were undone. */
async function stillDecided(db: Db, data: HomeworkMailData): Promise<HomeworkMailData | null> {
  const isOfMailbox = sql`(
    p.id = any(${data.students}::bigint[])
    or p.id in (select b.student_id from (${studentsBehind(sql`${data.mailbox}`)}) b)
  )`;
  const decided = await many(
    db,
    decidedRow,
    sql`
      select p.id as student_id, p.fullname as student_name, c.course_name, h.week_name, h.status, h.comment
      from homework h
      join people p on p.id = h.student_id and p.deleted_at is null
      join courses c on c.id = h.course_id and c.deleted_at is null
      where ${isOfMailbox}
        and h.decided_at > ${data.from}::timestamptz and h.decided_at <= ${data.until}::timestamptz
      order by p.fullname, p.id, c.course_name, h.id
    `,
  );
  const tests = await many(
    db,
    testRow,
    sql`
      select p.id as student_id, p.fullname as student_name, c.course_name, o.name as portion_name, x.result, x.words
      from tests x
      join people p on p.id = x.student_id and p.deleted_at is null
      join courses c on c.id = x.course_id and c.deleted_at is null
      join test_portions o on o.id = x.portion_id
      where ${isOfMailbox} and x.canceled_at is null
        and x.decided_at > ${data.from}::timestamptz and x.decided_at <= ${data.until}::timestamptz
      order by p.fullname, p.id, c.course_name, x.id
    `,
  );
  const certificates = await many(
    db,
    certificateRow,
    sql`
      select p.id as student_id, t.name as student_name, t.course_name, t.status
      from certificates t
      join people p on p.id = t.student_id and p.deleted_at is null
      where ${isOfMailbox} and ${isValidCertificate} and t.name <> ''
        and t.issued_at > ${data.from}::timestamptz and t.issued_at <= ${data.until}::timestamptz
      order by p.fullname, p.id, t.course_name, t.id
    `,
  );
  return decided.length + tests.length + certificates.length === 0
    ? null
    : { ...data, decided, tests, certificates };
}

const backRow = row({ amount: money.nullable() });

/** The mail with what is still said to have gone back; null when nothing is, or what did not and is said to again. */
async function stillBack(db: Db, data: MoneyBackData): Promise<MoneyBackData | null> {
  const { amount } = await one(
    db,
    backRow,
    sql`
      select sum(r.amount) as amount from refunds r
      where r.id = any(${data.refunds}::bigint[]) and r.reversed_at is null
    `,
  );
  if (data.is_not) return amount === null ? data : null;
  return amount === null ? null : { ...data, amount };
}

const keptRow = row({ until: date });

/** The mail with the day until which the place is kept; null when it was answered meanwhile, or the course is gone. */
async function stillKept(db: Db, data: PlaceKeptData): Promise<PlaceKeptData | null> {
  if (data.course_id === undefined) return data;
  const kept = await maybeOne(
    db,
    keptRow,
    sql`
      select o.until_date as until
      from continuations o
      join courses c on c.id = o.course_id and c.deleted_at is null
      where o.course_id = ${data.course_id} and o.student_id = ${data.student_id} and o.state = 'asked'
    `,
  );
  return kept && { ...data, ...kept };
}

/** The mail with the classes that are still asked about; null when all were answered or given to others, or the next term is gone. */
async function stillAsked(db: Db, data: ClassAgainData): Promise<ClassAgainData | null> {
  const asked = await many(
    db,
    row({ class_name: text }),
    sql`
      select k.class_name
      from asked_teachers a
      join courses c on c.id = a.course_id and c.deleted_at is null
      join classes k on k.id = a.class_id and k.deleted_at is null
      where a.secret_hash = ${hashSecret(data.secret)} and a.answer is null and exists (
          select from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where s.class_id = a.class_id and t.teacher_id = a.teacher_id and t.ended_at is null
        )
    `,
  );
  const names = new Set(asked.map(({ class_name }) => oneLine(class_name)));
  const classes = data.classes.filter(({ class_name }) => names.has(class_name));
  return classes.length === 0 ? null : { ...data, classes };
}

type Refresh<Data> = (db: Db, data: Data) => Promise<Data | null>;

/** By kind. The data of all others stays as it was when the mail was written. */
const refreshes: { readonly [K in MailKind]?: Refresh<DataOf<K>> } = {
  meeting_reminder: stillToRemind,
  event_reminder: stillToRemind,
  owing_reminder: stillOwing,
  open_cases: withOpenCases,
  homework_decided: stillDecided,
  test_reminder: stillToRemindOfTest,
  meeting_change: netChanges,
  cover_asked: stillSought,
  cover_nobody: stillSought,
  class_again: stillAsked,
  place_kept: stillKept,
  registration_news: stillBecoming,
  money_back: stillBack,
};

/** The data as it is now; null when nothing is left to say, and the mail is not sent. */
export async function refreshed(kind: MailKind, db: Db, data: unknown): Promise<unknown> {
  // A row's data was sealed together with its kind. The compiler cannot follow this by name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const refresh = refreshes[kind] as Refresh<unknown> | undefined;
  return refresh === undefined ? data : refresh(db, data);
}
