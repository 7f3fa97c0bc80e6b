import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { run } from '../../db/rows.ts';

const everyMs = 60_000;

/**
 * Deletes expired rows: sessions, sign-ins under way, remembered browsers, resets, new addresses, challenges of second
 * factors, codes of personal pages, forms of registrations, proofs of addresses that people had, invitations, stored answers, signatures, uses and old secrets of intake keys,
 * counters. It also puts the totals of payments together. What is stored for longer, as the office wants it, is in
 * features/privacy/retention.ts.
 */
export async function sweepExpired(db: Db, limits: Limits): Promise<void> {
  await run(
    db,
    sql`
      delete from sessions
      where expires_at <= now()
        or last_seen_at <= now() - make_interval(hours => ${limits.sessionIdleHours}::int)
    `,
  );
  await run(db, sql`delete from remember_tokens where expires_at <= now()`);
  await run(db, sql`delete from factor_challenges where expires_at <= now()`);
  await run(db, sql`delete from reset_challenges where expires_at <= now() - interval '1 day'`);
  await run(db, sql`delete from reset_grants where expires_at <= now() - interval '1 day'`);
  await run(db, sql`delete from email_changes where expires_at <= now() - interval '1 day'`);
  await run(db, sql`delete from openid_attempts where created_at <= now() - interval '1 hour'`);
  await run(db, sql`delete from mailboxes where left_at <= now() - interval '2 days'`);
  await run(db, sql`delete from personal_codes where expires_at <= now() - interval '1 day'`);
  await run(db, sql`delete from registration_forms where made_at <= now() - interval '1 day'`);
  // As long as the delete that ended them can be undone; and while the person has not signed up, to know who invited them.
  await run(
    db,
    sql`
      delete from invites i
      where least(i.used_at, i.revoked_at, i.expires_at) <= now() - interval '31 days'
        and not exists (
          select from people p where p.id = i.person_id and p.password_hash is null and p.deleted_at is null
        )
    `,
  );
  await run(db, sql`delete from idempotency_keys where created_at <= now() - interval '24 hours'`);
  await run(db, sql`delete from intake_uses where day < current_date - 90`);
  await run(db, sql`delete from intake_secrets where ends_at <= now() - interval '1 day'`);
  await run(db, sql`delete from asked_deeds where asked_at <= now() - interval '91 days'`);
  // Payment services send a message for three days.
  await run(db, sql`delete from payment_signatures where signed_at <= now() - interval '4 days'`);
  // A refund that came before its payment waits as long; others are of payments that are not the portal's.
  await run(db, sql`delete from checkouts where state <> 'paid' and ends_at <= now() - interval '40 days'`);
  await run(db, sql`delete from pay_events where received_at <= now() - interval '40 days'`);
  await run(db, sql`select fold_payment_totals()`);
  // An hour later than needed, because another process's clock may be behind.
  await run(
    db,
    sql`delete from rate_limits where expire < (extract(epoch from now() - interval '1 hour') * 1000)::bigint`,
  );
}

/** Sweeps once a minute while the app serves. Several processes may do it at once. */
export function sweepWhileRunning(app: FastifyInstance, pool: pg.Pool, limits: Limits): void {
  const sweep = () => {
    sweepExpired(pool, limits).catch((error: unknown) => app.log.warn({ err: error }, 'sweeping failed'));
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(sweep, everyMs).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
