import type { RefundIntake } from '@gurukul/contract/intake';
import { digitsOf, fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { int, list, money, object, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { takeRefunds } from '../intake/refunds.ts';

const shareRow = row({
  share_id: int,
  left: money,
  currency: text.nullable(),
  known: list(object({ refund_id: text, amount: text })),
});

/**
 * A refund of a payment for several, in their parts: nobody says for whom it is, so each part gives by what is left of
 * it. A refund that is known keeps its parts. The first of them has the number of the refund.
 */
async function inParts(tx: Db, item: RefundIntake) {
  const prefix = `${item.refund_id}/`;
  const shares = await many(
    tx,
    shareRow,
    sql`
      select s.id as share_id, m.currency, greatest(s.amount - coalesce((
          select sum(r.amount) from refunds r where r.share_id = s.id and r.reversed_at is null
        ), 0), 0) as left, (
          select coalesce(json_agg(json_build_object('refund_id', r.refund_id, 'amount', r.amount::text)), '[]')
          from refunds r
          where r.share_id = s.id and (r.refund_id = ${item.refund_id} or starts_with(r.refund_id, ${prefix}))
        ) as known
      from payments m
      join payment_shares s on s.payment_id = m.id
      where m.payment_id = ${item.payment_id}
      order by s.id
    `,
  );
  if (shares.length === 0) return [item];
  const before = shares.flatMap(({ share_id, known }) => known.map((one) => ({ ...item, ...one, share_id })));
  if (before.length > 0) return before;
  const code = shares[0]!.currency;
  const unit = 10n ** BigInt(3 - digitsOf(code));
  const all = shares.reduce((sum, { left }) => sum + toMils(left), 0n) || 1n;
  const wanted = toMils(item.amount);
  // More than is left is refused as a whole.
  if (wanted > all) return [{ ...item, share_id: shares[0]!.share_id }];
  let seen = 0n;
  let given = 0n;
  return shares.flatMap(({ share_id, left }, place) => {
    seen += toMils(left);
    const upTo = place === shares.length - 1 ? wanted : ((wanted * seen) / all / unit) * unit;
    const amount = upTo - given;
    given = upTo;
    const refund_id = place === 0 ? item.refund_id : `${prefix}${place + 1}`;
    return amount > 0n ? [{ ...item, refund_id, share_id, amount: fromMils(amount, code) }] : [];
  });
}

/** The notes of a payment `m` without the line about a refund. */
const otherNotes = (line: string) => sql`array_to_string(array(
  select n.line from unnest(string_to_array(m.note, E'\\n')) with ordinality as n (line, place)
  where not starts_with(n.line, ${line})
  order by n.place
), E'\\n')`;

/**
 * Writes a refund of a payment that is there. Where that cannot be, as when more went back than is left, the payment says
 * so to the office until it can, and the answer is false.
 */
export async function takeBack(tx: Db, mail: Mailer, item: RefundIntake, at: Date): Promise<boolean> {
  const results = await takeRefunds(tx, mail, await inParts(tx, item), at, { byService: true });
  const refused = results.find(({ outcome }) => outcome === 'rejected');
  const line = `The payment service tells of a refund that is not written down: ${item.refund_id},`;
  const { amount, currency = '', state = 'done' } = item;
  const why = `${line} ${amount} ${currency}, ${state} (${refused?.notes?.[0]?.message ?? ''})`;
  const note = sql`concat_ws(E'\\n', nullif(${otherNotes(line)}, ''), ${refused === undefined ? null : why}::text)`;
  await run(
    tx,
    sql`
      update payments m set note = ${note}
      where m.payment_id = ${item.payment_id} and m.note is distinct from ${note}
    `,
  );
  return refused === undefined;
}
