import type { consentWays, WhatsAppNumber } from '@gurukul/contract/messages';
import { whatsappNumber } from '@gurukul/contract/messages';
import sql from 'sql-template-tag';
import { instant, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { listNumbers } from '#server/channels/whatsapp/numbers.ts';

/* Who agreed to texts by WhatsApp, for which number, as the office sees and notes it. */

const { how, ended_how } = whatsappNumber.shape;

const consentRow = row({
  holder_id: int,
  number: text,
  agreed_at: instant,
  how: oneOf(how.unwrap().options),
  recorded_by: text,
  ended_at: instant.nullable(),
  ended_how: oneOf(ended_how.unwrap().options).nullable(),
});

/** The last consent of each person and number. */
const listLast = (db: Db, holders: readonly number[]) =>
  many(
    db,
    consentRow,
    sql`
      select distinct on (c.person_id, c.number) c.person_id as holder_id, c.number, c.agreed_at, c.how,
        by.fullname as recorded_by, c.ended_at, c.ended_how
      from whatsapp_consents c
      join people by on by.id = c.recorded_by
      where c.person_id = any(${[...holders]}::bigint[])
      order by c.person_id, c.number, c.id desc
    `,
  );

/** The present numbers of a student, each with its last consent. The caller has checked the reach of the student. */
export async function listConsents(db: Db, studentId: number): Promise<WhatsAppNumber[]> {
  const numbers = await listNumbers(db, [studentId]);
  const consents = await listLast(
    db,
    numbers.map(({ holder_id: id }) => id),
  );
  return numbers.map(({ holder_id, holder, number, has_agreed }) => {
    const last = consents.find((one) => one.holder_id === holder_id && one.number === number);
    return {
      holder_id,
      holder,
      number,
      agreed_at: has_agreed ? (last?.agreed_at ?? null) : null,
      how: last?.how ?? null,
      recorded_by: last?.recorded_by ?? null,
      ended_at: last?.ended_at ?? null,
      ended_how: last?.ended_how ?? null,
    };
  });
}

interface OfNumber {
  readonly user_id: number;
  readonly holder_id: number;
  readonly number: string;
}

/** Throws not_found for a number that is not, or no longer, one of a student in reach. */
async function requireNumber({ db, person }: Ctx, { user_id, holder_id, number }: OfNumber): Promise<void> {
  await scope(db, person).student(user_id);
  const numbers = await listNumbers(db, [user_id]);
  if (!numbers.some((one) => one.holder_id === holder_id && one.number === number)) throw fail('not_found');
}

/** Notes that somebody agreed. Two presses note it once. */
export async function recordConsent(
  ctx: Ctx,
  { how: way, ...of }: OfNumber & { readonly how: (typeof consentWays)[number] },
): Promise<void> {
  await requireNumber(ctx, of);
  await run(
    ctx.db,
    sql`
      insert into whatsapp_consents (person_id, number, how, recorded_by)
      values (${of.holder_id}, ${of.number}, ${way}, ${ctx.person.id})
      on conflict (person_id, number) where ended_at is null do nothing
    `,
  );
}

export async function endConsent(ctx: Ctx, of: OfNumber): Promise<void> {
  await requireNumber(ctx, of);
  await run(
    ctx.db,
    sql`
      update whatsapp_consents set ended_at = now(), ended_how = 'office'
      where person_id = ${of.holder_id} and number = ${of.number} and ended_at is null
    `,
  );
}
