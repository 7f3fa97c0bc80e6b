import { mailStates } from '@gurukul/contract/mails';
import { portalLanguages } from '@gurukul/contract/provider';
import type { ReceiptRow } from '@gurukul/contract/receipts';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { payingGuardian } from '#server/db/payer.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { withdrawMails } from '#server/channels/mail/queries.ts';
import { portalLanguageOf } from '#server/channels/mail/reader-language.ts';
import { receiptContent } from '#server/pdf/content.ts';
import { dayIn, numberOf } from './rules.ts';

/** Condition on `receipts r`: within the caller's reach, as their payment is. */
const ownReceipts = (person: Caller): Sql =>
  person.role === 'admin'
    ? sql`true`
    : sql`exists (
        select from payments own_m
        join courses c on c.id = own_m.course_id and c.deleted_at is null
        where own_m.id = r.payment_id and ${ownCourses(person)}
      )`;

/** Condition on `people p`: a student or a guardian. A guardian may be a colleague. */
export const mayPay = sql`
  p.deleted_at is null
  and (p.main_role in ('student', 'guardian') or p.also_studies or exists (select from guardians g where g.guardian_id = p.id))`;

/** Whose payment `m` is: its student, or the first of those who share it. */
export const studentOf = (m: Sql): Sql => sql`coalesce(${m}.student_id, (
  select s.student_id from payment_shares s where s.payment_id = ${m}.id order by s.id limit 1
))`;

/** The people for whom `m` was paid. */
const paidFor = (m: Sql): Sql => sql`
  select ${m}.student_id union all select s.student_id from payment_shares s where s.payment_id = ${m}.id
`;

/**
 * The id of who paid `m`. Where the office named somebody else: the guardian of that name. Of others: as the
 * receipt says, else the guardian who pays for its student, else the student. Null: nobody whom the portal knows.
 */
export const payerIdOf = (m: Sql): Sql => sql`case
  when ${m}.by_another then (
    select y.id
    from guardians g join people y on y.id = g.guardian_id and y.deleted_at is null
    where g.student_id in (${paidFor(m)}) and lower(trim(y.fullname)) = lower(trim(${m}.full_name))
    order by y.id
    limit 1
  )
  else coalesce(
    (select r.payer_id from receipts r where r.payment_id = ${m}.id and r.voided_at is null),
    ${payingGuardian(studentOf(m))},
    ${studentOf(m)}
  )
end`;

/**
 * The language of a payer's documents: as chosen on their page, else that of their last receipt, else the one that they
 * speak; null: nobody knows.
 */
export const payerLanguage = (payer: { readonly id: Sql; readonly spoken: Sql }): Sql => sql`coalesce(
  (
    select g.language
    from personal_pages g
    join provider v on g.language = any(v.languages)
    where g.mailbox in (
      select lower(q.email_id) from people q where q.id = ${payer.id} and q.email_id <> ''
      union all
      select lower(k.value) from contacts k where k.person_id = ${payer.id} and k.kind = 'email'
    )
    order by g.used_at desc nulls last, g.id
    limit 1
  ),
  (select r.language from receipts r where r.payer_id = ${payer.id} order by r.issued_at desc, r.id desc limit 1),
  ${portalLanguageOf(payer.spoken)}
)`;

/** Refuses the id of a payer who is out of reach or not there. */
export async function assertPayer(db: Db, person: Person, id: number): Promise<void> {
  if (person.role !== 'admin') await scope(db, person).student(id);
  else if (!(await exists(db, sql`select from people p where p.id = ${id} and ${mayPay}`)))
    throw fail('not_found');
}

/** The same of a payment. */
export async function assertPayment(db: Db, person: Person, id: number): Promise<void> {
  const found = await exists(
    db,
    sql`
      select from payments m
      left join courses c on c.id = m.course_id
      where m.id = ${id}
        and (${person.role === 'admin'} or (c.id is not null and c.deleted_at is null and ${ownCourses(person)}))
    `,
  );
  if (!found) throw fail('not_found');
}

const listedReceipt = row({
  receipt_id: int,
  series: text,
  year: text,
  number: int,
  payment: int.nullable(),
  payer: text,
  payer_id: int.nullable(),
  amount: text,
  currency: text,
  paid_on: text,
  language: oneOf(portalLanguages),
  issued_at: instant,
  issued_by: text.nullable(),
  given_at: instant.nullable(),
  voided_at: instant.nullable(),
  void_reason: text.nullable(),
  mail: object({
    recipient: text,
    state: oneOf(mailStates),
    enqueued_at: text,
    failure: text.nullable(),
  }).nullable(),
});

const rowOf = ({ series, year, number, ...found }: RowOf<typeof listedReceipt>): ReceiptRow => ({
  ...found,
  number: numberOf({ series, year, number }),
  mail: found.mail && { ...found.mail, enqueued_at: new Date(found.mail.enqueued_at).toISOString() },
  can: { send: found.voided_at === null, void: found.voided_at === null },
});

/** Newest first. */
async function listReceipts(db: Db, person: Person, condition: Sql): Promise<ReceiptRow[]> {
  const found = await many(
    db,
    listedReceipt,
    sql`
      select r.id as receipt_id, r.series, r.year, r.number, r.payment_id as payment, r.content ->> 'payer' as payer, r.payer_id,
        r.content ->> 'amount' as amount, r.content ->> 'currency' as currency, r.content ->> 'paid_on' as paid_on,
        r.language, r.issued_at, issuer.fullname as issued_by, r.given_at, r.voided_at, r.void_reason,
        (
          select json_build_object('recipient', m.recipient, 'enqueued_at', m.enqueued_at, 'failure', m.failure,
            'state', case when k.mail_id is null then m.state else 'kept' end)
          from mails m
          left join kept_mails k on k.mail_id = m.id
          where m.receipt_id = r.id
          order by m.id desc
          limit 1
        ) as mail
      from receipts r
      left join people issuer on issuer.id = r.issued_by
      where ${condition} and ${ownReceipts(person)}
      order by r.issued_at desc, r.id desc
    `,
  );
  return found.map(rowOf);
}

/** Receipts that a person pays for or that are about them. */
export const listReceiptsOf = (db: Db, person: Person, userId: number): Promise<ReceiptRow[]> =>
  listReceipts(
    db,
    person,
    sql`(
      r.payer_id = ${userId}
      or r.payment_id in (
        select m.id from payments m where m.student_id = ${userId}
        union
        select s.payment_id from payment_shares s where s.student_id = ${userId}
      )
    )`,
  );

export const listReceiptsOfPayment = (db: Db, person: Person, paymentId: number): Promise<ReceiptRow[]> =>
  listReceipts(db, person, sql`r.payment_id = ${paymentId}`);

export async function findReceipt(db: Db, person: Person, id: number): Promise<ReceiptRow> {
  const [found] = await listReceipts(db, person, sql`r.id = ${id}`);
  if (found === undefined) throw fail('not_found');
  return found;
}

const lockedReceipt = row({
  id: int,
  series: text,
  year: text,
  number: int,
  payer_id: int.nullable(),
  language: oneOf(portalLanguages),
  content: receiptContent,
  given_at: instant.nullable(),
  voided_at: instant.nullable(),
  void_reason: text.nullable(),
});
export type LockedReceipt = RowOf<typeof lockedReceipt>;

/** The whole receipt, locked, so that only one of two at once gives it out for the first time. */
export async function lockReceipt(tx: Db, person: Caller, id: number): Promise<LockedReceipt> {
  const found = await maybeOne(
    tx,
    lockedReceipt,
    sql`
      select r.id, r.series, r.year, r.number, r.payer_id, r.language, r.content, r.given_at, r.voided_at,
        r.void_reason
      from receipts r
      where r.id = ${id} and ${ownReceipts(person)}
      for update
    `,
  );
  if (found === null) throw fail('not_found');
  return found;
}

export const noteGiven = (tx: Db, id: number) =>
  run(tx, sql`update receipts set given_at = now() where id = ${id} and given_at is null`);

const voidedRow = row({ id: int });

/** Voids receipts, and withdraws their mails that wait. Returns their number. */
async function voidReceipts(tx: Db, condition: Sql, reason: string): Promise<number> {
  const voided = await many(
    tx,
    voidedRow,
    sql`
      update receipts r
      set voided_at = now(), void_reason = ${reason}
      where r.voided_at is null and ${condition}
      returning r.id
    `,
  );
  if (voided.length > 0) await withdrawMails(tx, { receipt_ids: voided.map(({ id }) => id) });
  return voided.length;
}

export const voidReceipt = (tx: Db, id: number, reason: string) =>
  voidReceipts(tx, sql`r.id = ${id}`, reason);

/**
 * Voids the receipts of payments that are voided, corrected or removed, in the same change. Their numbers stay. Returns
 * how many there were.
 */
export const voidReceiptsOf = (tx: Db, paymentIds: readonly number[], reason: string): Promise<number> =>
  voidReceipts(tx, sql`r.payment_id = any(${[...paymentIds]}::bigint[])`, reason);

/**
 * The same for payments that somebody has changed: voids the receipts that no longer say what was received. Call it
 * behind the change.
 */
export const voidWrongReceipts = (tx: Db, paymentIds: readonly number[], reason: string): Promise<number> =>
  voidReceipts(
    tx,
    sql`
      exists (
        select from payments m
        where m.id = r.payment_id and m.id = any(${[...paymentIds]}::bigint[])
          and (lower(m.status), m.amount, m.currency)
            is distinct from ('success', (r.content ->> 'amount')::numeric, r.content ->> 'currency')
      )
    `,
    reason,
  );

const addressRow = row({ email: text.nullable(), sent: int, about: list(int) });

/**
 * The mailbox for a receipt: the payer's, else the student's, else the one of the payment; whom it is about; and the
 * number of its mails so far.
 */
export async function mailboxOf(tx: Db, { id, payer_id }: LockedReceipt) {
  const found = await maybeOne(
    tx,
    addressRow,
    sql`
      select
        coalesce(
          (
            select coalesce(nullif(p.email_id, ''), (
              select k.value from contacts k where k.person_id = p.id and k.kind = 'email' order by k.id limit 1
            ))
            from unnest(array[${payer_id}::bigint, m.student_id]) with ordinality as who (id, place)
            join people p on p.id = who.id and p.deleted_at is null
            where p.email_id <> ''
              or exists (select from contacts k where k.person_id = p.id and k.kind = 'email')
            order by who.place
            limit 1
          ),
          nullif(m.email_id, '')
        ) as email,
        (select count(*)::int from mails sent where sent.receipt_id = r.id) as sent,
        case when ${payer_id}::bigint is not null then array[${payer_id}::bigint] else array(
          select m.student_id where m.student_id is not null
          union
          select s.student_id from payment_shares s where s.payment_id = m.id
        ) end as about
      from receipts r
      left join payments m on m.id = r.payment_id
      where r.id = ${id}
    `,
  );
  if (!found?.email) throw fail('receipt_no_address');
  return { email: found.email, sent: found.sent, about: found.about };
}

/** The drawing of a receipt as it is now. */
export const drawingOf = (receipt: LockedReceipt, zone: string) => ({
  number: numberOf(receipt),
  language: receipt.language,
  is_copy: receipt.given_at !== null,
  voided:
    receipt.voided_at === null
      ? null
      : { on: dayIn(zone, new Date(receipt.voided_at)), reason: receipt.void_reason ?? '' },
  content: receipt.content,
});
