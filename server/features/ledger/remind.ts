import { hash } from 'node:crypto';
import { mostReminded, reminderDays } from '@gurukul/contract/ledger';
import type { ReminderPlan } from '@gurukul/contract/ledger';
import sql from 'sql-template-tag';
import { inBatches } from '#server/db/batches.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { firstNames } from '#server/first-names.ts';
import { checked, digestOf } from '#server/http/requests/checked.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { deadMailboxes } from '#server/channels/mail/marked-addresses.ts';
import { composePreview, previewOf } from '#server/channels/mail/compose.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { shown } from './amounts.ts';
import { dues } from '#server/db/due-money.ts';
import { owingLedgers } from './owing.ts';
import type { OwingFilter } from './owing.ts';
import { payerOf } from './payer.ts';

interface RemindInput {
  readonly filter: OwingFilter;
  readonly user_ids?: readonly number[] | undefined;
  readonly preview?: boolean | undefined;
  readonly digest?: string | undefined;
}

const debtRow = row({
  student_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  currency: text,
  due: money,
  due_on: date.nullable(),
  payer_id: int,
  payer: text,
  email_id: text,
  is_recent: bool,
});
type Debt = RowOf<typeof debtRow>;

/** What is due of the students, with who pays for them. */
const listDebts = (db: Db, person: Person, { filter, user_ids }: RemindInput) =>
  many(
    db,
    debtRow,
    sql`
      select p.id as student_id, p.fullname, c.id as course_id, c.course_name, l.currency, dues.due, l.open_since as due_on,
        payer.id as payer_id, payer.fullname as payer,
        case when lower(payer.email_id) in ${deadMailboxes} then '' else payer.email_id end as email_id, exists (
          select from reminders r
          where (r.student_id = p.id or r.sent_to = lower(payer.email_id)) and r.currency = l.currency
            and r.asked_at > now() - make_interval(days => ${reminderDays})
        ) as is_recent
      from (
        select l.student_id, l.course_id, l.currency
        ${owingLedgers(
          person,
          { ...filter, show: 'due' },
          {
            where: user_ids ? [sql`l.student_id = any(${user_ids}::bigint[])`] : [],
          },
        )}
      ) found
      join ledger_sums l
        on l.student_id = found.student_id and l.course_id = found.course_id and l.currency = found.currency
      join people p on p.id = l.student_id
      join courses c on c.id = l.course_id
      cross join ${payerOf} payer
      cross join ${dues}
      order by p.id, c.id, l.currency
    `,
  );

function some(debts: readonly Debt[]) {
  const people = new Map(debts.map(({ student_id, fullname }) => [student_id, fullname]));
  return firstNames([...people.values()]);
}

const countPeople = (debts: readonly Debt[]) => some(debts).count;

/** One mail per mailbox and currency. */
interface PlannedMail {
  readonly mailbox: string;
  readonly currency: string;
  readonly debts: readonly Debt[];
}

async function planReminders(db: Db, person: Person, asked: RemindInput) {
  const all = await listDebts(db, person, asked);
  if (all.length > mostReminded) throw fail('too_large');
  const recent = all.filter(({ is_recent }) => is_recent);
  const due = all.filter(({ is_recent }) => !is_recent);
  const reached = due.filter(({ email_id }) => email_id !== '');
  const grouped = Map.groupBy(reached, ({ email_id, currency }) => `${email_id.toLowerCase()} ${currency}`);
  const mails = [...grouped.values()].map((debts): PlannedMail => ({
    mailbox: debts[0]!.email_id.toLowerCase(),
    currency: debts[0]!.currency,
    debts,
  }));
  const sharing = mails.reduce((total, { debts }) => {
    const count = countPeople(debts);
    return total + (count > 1 ? count : 0);
  }, 0);
  const facts = all.map((debt) => [
    debt.student_id,
    debt.course_id,
    debt.currency,
    debt.due,
    debt.email_id,
    debt.is_recent,
  ]);
  return {
    mails,
    counts: {
      people: countPeople(all),
      mails: mails.length,
      sharing,
      without_address: some(due.filter(({ email_id }) => email_id === '')),
      recent: some(recent),
      digest: await digestOf(facts),
    },
  };
}

/** The mail; what is due is read again when it is sent. */
function mailOf({ mailbox, currency, debts }: PlannedMail, day: string): Mail {
  const first = debts[0]!;
  return {
    kind: 'owing_reminder',
    to: first.email_id,
    person_id: first.payer_id,
    dedupeKey: `owing_reminder:${hash('sha256', mailbox, 'hex').slice(0, 24)}:${currency}:${day}`,
    data: {
      fullname: oneLine(first.payer),
      currency,
      debts: debts.map(({ student_id, fullname, course_id, course_name, due, due_on }) => ({
        student_id,
        student_name: oneLine(fullname),
        course_id,
        course_name: oneLine(course_name),
        due: shown(due, currency),
        due_on,
      })),
    },
  };
}

/** Asks the payers for what is due, as planned, or answers the plan. */
export async function remindOwing(ctx: Ctx, asked: RemindInput): Promise<ReminderPlan> {
  const { db, person } = ctx;
  const plan = async () => write(ctx, await planReminders(db, person, asked));
  if (asked.preview === true) return (await plan()).shown;
  return checked({
    turn: () => takeTurn(db, 'reminders'),
    plan,
    preview: ({ shown }) => shown,
    seen: asked.digest,
    carryOut: (planned) => send(ctx, planned),
  });
}

type MailPlan = Awaited<ReturnType<typeof planReminders>>;

/** The mails, with the first one as its reader gets it. */
async function write({ db, config, provider }: Ctx, { mails, counts }: MailPlan) {
  const at = new Date();
  const written = mails.map((mail) => mailOf(mail, at.toISOString()));
  const [first] = written;
  const sample =
    first === undefined
      ? null
      : previewOf(
          await composePreview(
            db,
            { ...first, recipient: first.to, person_id: first.person_id ?? null },
            { config, at, provider: await provider.read() },
          ),
        );
  return { mails, written, shown: { ...counts, sample } };
}

async function send(
  ctx: Ctx,
  { mails, written, shown: plan }: Awaited<ReturnType<typeof write>>,
): Promise<ReminderPlan> {
  const { db, person } = ctx;
  await ctx.mail.enqueueMany(db, written);
  const reminded = mails.flatMap(({ mailbox, currency, debts }, index) =>
    [...new Set(debts.map(({ student_id }) => student_id))].map((student) => ({
      student,
      currency,
      mailbox,
      key: written[index]!.dedupeKey,
    })),
  );
  await inBatches(reminded, (batch) =>
    run(
      db,
      sql`
        insert into reminders (student_id, currency, sent_to, asked_by, mail_id)
        select n.student_id, n.currency, n.sent_to, ${person.id}, m.id
        from unnest(
          ${batch.map(({ student }) => student)}::bigint[],
          ${batch.map(({ currency }) => currency)}::text[],
          ${batch.map(({ mailbox }) => mailbox)}::text[],
          ${batch.map(({ key }) => key)}::text[]
        ) as n (student_id, currency, sent_to, dedupe_key)
        left join mails m on m.dedupe_key = n.dedupe_key
      `,
    ),
  );
  return plan;
}
