import type { SavedUpload } from '@gurukul/contract/payment-upload';
import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { voidReceiptsOf, voidWrongReceipts } from '#server/features/receipts/queries.ts';
import { refundsOfUpload, restoreCharges } from '#server/features/ledger/refunded.ts';
import { tellReversed } from '../payments/tell-refunded.ts';
import { listRefundsOf } from './queries.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';

/**
 * Condition on `imports i`. An admin may undo all uploads. A course admin may undo their own, in courses that are still
 * theirs.
 */
const ownUploads = (person: Person): Sql =>
  person.role === 'admin'
    ? sql`true`
    : sql`i.created_by = ${person.id} and not exists (
        select from imported_payments s
        where s.import_id = i.id
          and not exists (
            select from courses c
            where c.courseadmin_id = ${person.id} and c.deleted_at is null
              and c.id in ((s.before ->> 'course_id')::bigint, (s.after ->> 'course_id')::bigint)
            having count(distinct c.id) =
              case when s.before ->> 'course_id' <> s.after ->> 'course_id' then 2 else 1 end
          )
      )`;

const uploadRow = row({ id: int, undone_at: instant.nullable() });

const lockUpload = (tx: Db, person: Person, id: number) =>
  maybeOne(
    tx,
    uploadRow,
    sql`
      select i.id, i.undone_at
      from imports i
      where i.id = ${id}
        and i.kind = 'payments'
        and ${ownUploads(person)}
      for update
    `,
  );

const lockPayments = (tx: Db, importId: number) =>
  run(
    tx,
    sql`
      select from payments m
      where m.id in (select s.payment from imported_payments s where s.import_id = ${importId})
      order by m.payment_id
      for update
    `,
  );

/** In English, for clients that read `problems`. */
export const rowWas = {
  payment_changed: 'This payment was changed since',
  payment_removed: 'This payment was removed since',
  payment_used: 'This payment was refunded or shared since',
} as const;

const reasonCodes = ['payment_changed', 'payment_removed', 'payment_used'] as const;
const builtUponRow = row({ row_number: int, code: oneOf(reasonCodes) });
type BuiltUpon = RowOf<typeof builtUponRow>;

/** Refunds of payment `m` that row `s` did not write, or that were reversed since. */
const otherRefunds = sql`
  from refunds r
  where r.payment_id = m.id and (r.id is distinct from s.refund or r.reversed_at is not null)
`;

/** Refunds and shares of payment `m` that would be left without it, or above the amount before row `s`. */
const isUsed = sql`(
  m.id in (select h.payment_id from payment_shares h)
    and (s.before is null or array[s.before -> 'amount', s.before -> 'course_id', s.before -> 'student_id']
      <> array[s.after -> 'amount', s.after -> 'course_id', s.after -> 'student_id'])
  or exists (select ${otherRefunds})
    and (s.before is null or (s.before ->> 'amount')::numeric <
      (select sum(r.amount) ${otherRefunds} and r.reversed_at is null))
)`;

/** Why row `s` of an upload cannot be undone; null: it can. */
const whyNot = sql`
  case
    when m.id is null then 'payment_removed'
    when not to_jsonb(m) @> s.after then 'payment_changed'
    when ${isUsed} then 'payment_used'
  end
`;

/** Rows whose payment has changed since the upload. An undo would lose those changes. */
const listBuiltUpon = (tx: Db, importId: number) =>
  many(
    tx,
    builtUponRow,
    sql`
      select b.row_number, b.code
      from (
        select s.row_number, ${whyNot} as code
        from imported_payments s
        left join payments m on m.id = s.payment
        where s.import_id = ${importId}
      ) b
      where b.code is not null
      order by b.row_number
      limit 50
    `,
  );

function builtUponBy(rows: readonly BuiltUpon[]) {
  const reasons = rows.map(
    ({ row_number: line, code }) => ({ code, place: `row ${line}`, line }) satisfies UndoReason,
  );
  const problems = Object.fromEntries(reasons.map(({ code, place }) => [place, rowWas[code]]));
  return fail('upload_built_upon', { reasons, problems });
}

const touchedRow = row({ added: list(int), changed: list(int) });

const touchedBy = (tx: Db, importId: number) =>
  one(
    tx,
    touchedRow,
    sql`
      select
        coalesce(array_agg(s.payment) filter (where s.before is null), '{}') as added,
        coalesce(array_agg(s.payment) filter (where s.before is not null), '{}') as changed
      from imported_payments s
      where s.import_id = ${importId}
    `,
  );

const removeRefunds = (tx: Db, importId: number) =>
  run(
    tx,
    sql`
      delete from refunds r
      using imported_payments s
      where s.import_id = ${importId}
        and r.id = s.refund
    `,
  );

const removeAdded = (tx: Db, importId: number) =>
  run(
    tx,
    sql`
      delete from payments m
      using imported_payments s
      where s.import_id = ${importId}
        and s.before is null
        and m.id = s.payment
    `,
  );

// Read back through the table's own types, so that a restored row equals the old one to the last digit.
const restoreChanged = (tx: Db, importId: number) =>
  run(
    tx,
    sql`
      update payments m
      set payment_id = b.payment_id, course_id = b.course_id, student_id = b.student_id, full_name = b.full_name,
        email_id = b.email_id, phone_number = b.phone_number, amount = b.amount, currency = b.currency,
        kind = b.kind, campaign = b.campaign, method = b.method, note = b.note, received_by = b.received_by,
        corrects = b.corrects, void_reason = b.void_reason, status = b.status, paid_at = b.paid_at,
        import_id = b.import_id, created_at = b.created_at
      from imported_payments s
      join payments w on w.id = s.payment
      -- what was not stored yet at the time of the upload stays
      cross join lateral jsonb_populate_record(w, s.before) b
      where s.import_id = ${importId}
        and s.before is not null
        and m.id = s.payment
    `,
  );

/** Also marks the upload's change as undone. An upload of the first data has no change. */
const markUndone = (tx: Db, importId: number, personId: number) =>
  run(
    tx,
    sql`
      insert into undos (change_id, undone_by, by_change_id)
      select e.change_id, ${personId}, current_change()
      from audit_entries e
      where e.table_name = 'imports'
        and e.row_id = ${importId}::text
        and e.action = 'insert'
        and e.change_id is not null
      on conflict on constraint undos_pkey do nothing
    `,
  );

/**
 * Undoes an upload as a whole. The transaction must have taken its turn. Throws a refusal when something came after.
 */
export async function undoPayments(
  { db: tx, person, mail }: Ctx,
  importId: number,
): Promise<{ removed: number; restored: number; mails: number }> {
  const upload = await lockUpload(tx, person, importId);
  if (upload === null) throw fail('not_found');
  if (upload.undone_at !== null) throw fail('upload_undone');
  await lockPayments(tx, importId);
  const builtUpon = await listBuiltUpon(tx, importId);
  if (builtUpon.length > 0) throw builtUponBy(builtUpon);
  const { added, changed } = await touchedBy(tx, importId);
  await voidReceiptsOf(tx, added, 'The upload was undone');
  const mails = await tellReversed(tx, mail, await listRefundsOf(tx, importId));
  await restoreCharges(tx, refundsOfUpload(importId));
  await removeRefunds(tx, importId);
  const removed = await removeAdded(tx, importId);
  const restored = await restoreChanged(tx, importId);
  await voidWrongReceipts(tx, changed, 'The upload was undone');
  await run(tx, sql`update imports i set undone_at = now() where i.id = ${importId}`);
  await markUndone(tx, importId, person.id);
  return { removed, restored, mails };
}

const mostUploads = 20;

const paymentUploadRow = row({
  id: int,
  file_name: text,
  row_count: int,
  created_by: text,
  created_at: instant,
  undone_at: instant.nullable(),
  created: int,
  updated: int,
  can: object({ undo: bool }),
});

export const listPaymentUploads = (db: Db, person: Person): Promise<SavedUpload[]> =>
  many(
    db,
    paymentUploadRow,
    sql`
      with latest as materialized (
        select i.id, i.file_name, i.row_count, by.fullname as created_by, i.created_at, i.undone_at
        from imports i
        join people by on by.id = i.created_by
        where i.kind = 'payments'
          and ${ownUploads(person)}
        order by i.created_at desc, i.id desc
        limit ${mostUploads}::bigint
      )
      select latest.*, did.created, did.updated,
        json_build_object('undo', latest.undone_at is null and not did.built_upon) as can
      from latest
      cross join lateral (
        select
          count(*) filter (where s.before is null) as created,
          count(*) filter (where s.before is not null) as updated,
          coalesce(bool_or(${whyNot} is not null), false) as built_upon
        from imported_payments s
        left join payments m on m.id = s.payment
        where s.import_id = latest.id
      ) did
      order by latest.created_at desc, latest.id desc
    `,
  );
