import type { KeyAlarm } from '@gurukul/contract/access';
import { keyAlarms } from '@gurukul/contract/access';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { raiseAlarm } from '#server/security-log/alarms.ts';

/** On so many earlier days a key was used before another network is worth a word. */
const daysOfHistory = 3;
/** Refused requests of one day. */
const manyRefusals = 100;
/** So much more than on its busiest day of the last thirty, and no less than this. */
const unusualTimes = 5;
const unusualLeast = 1000;

const oddRow = row({ kind: oneOf(keyAlarms), key_id: int, network: text.nullable(), count: int });

/**
 * What today's uses of the intake keys have in them that their earlier ones do not, by the days of `intake_uses` (UTC).
 * `key_network`: a use that went through, from a network that the key was never used from, once it has some history.
 * `key_refusals`: many refused requests. `key_volume`: far more requests and items than on its busiest day of the last
 * thirty, or any use after so long a silence.
 */
export const listOddUses = (
  pool: pg.Pool,
): Promise<{ kind: KeyAlarm; key_id: number; network: string | null; count: number }[]> =>
  many(
    pool,
    oddRow,
    sql`
      with uses as (
        select u.*, u.requests - u.refused as accepted, (now() at time zone 'UTC')::date as today
        from intake_uses u
        join intake_keys k on k.id = u.key_id and k.revoked_at is null
      ),
      days as (
        select key_id, day, day = today as is_today, day >= today - 30 as is_recent, sum(refused) as refused,
          sum(accepted + items) filter (where accepted > 0) as amount
        from uses
        group by key_id, day, today
      ),
      keys as (
        select key_id,
          count(*) filter (where not is_today and amount > 0) as used_days,
          coalesce(max(amount) filter (where not is_today and is_recent), 0) as busiest,
          coalesce(max(amount) filter (where is_today), 0) as amount,
          coalesce(max(refused) filter (where is_today), 0) as refused
        from days
        group by key_id
      ),
      odd as (
        select 'key_network' as kind, u.key_id, min(u.network) as network, sum(u.accepted) as count
        from uses u
        join keys k on k.key_id = u.key_id and k.used_days >= ${daysOfHistory}
        where u.day = u.today and u.accepted > 0
          and not exists (
            select from uses b
            where b.key_id = u.key_id and b.network = u.network and b.day < u.today and b.accepted > 0
          )
        group by u.key_id
        union all
        select 'key_refusals', key_id, null, refused from keys where refused >= ${manyRefusals}
        union all
        select 'key_volume', key_id, null, amount
        from keys
        where used_days > 0 and amount > 0
          and (busiest = 0 or amount >= greatest(${unusualLeast}, busiest * ${unusualTimes}))
      )
      select o.kind, o.key_id, o.network, least(o.count, 2147483647)::int as count
      from odd o
      where not exists (
        select from sign_in_alarms a
        where a.kind = o.kind and a.key_id = o.key_id
          and (a.started_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date
      )
      order by o.key_id, o.kind
    `,
  );

/** Raises an alarm for each of them, once per key, kind and day. */
export async function raiseForKeys(pool: pg.Pool, mail: Mailer): Promise<void> {
  for (const { kind, key_id: keyId, network, count } of await listOddUses(pool))
    await raiseAlarm(pool, mail, { kind, network, personId: null, keyId, count });
}
