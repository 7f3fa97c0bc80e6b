import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { many, maybeOne, run } from '../db/rows.ts';

export interface NewMail {
  readonly dedupeKey: string;
  readonly kind: string;
  readonly recipient: string;
  readonly sealed: string;
}

/** The new mail's number, or null when that key has been used. */
export async function insertMail(db: Db, { dedupeKey, kind, recipient, sealed }: NewMail) {
  const row = await maybeOne<{ id: number }>(
    db,
    sql`
      insert into mails (dedupe_key, kind, recipient, sealed)
      values (${dedupeKey}, ${kind}, ${recipient}, ${sealed})
      on conflict on constraint mails_dedupe_key_unique do nothing
      returning id
    `,
  );
  return row?.id ?? null;
}

export interface WaitingMail {
  readonly kind: string;
  readonly dedupe_key: string;
  readonly recipient: string;
  readonly sealed: string;
  readonly enqueued_at: string;
  /** By the database's clock, which also stamped the start. */
  readonly age_minutes: number;
}

/** The mail while it is still to be sent, else null. */
export const findWaitingMail = (db: Db, id: number) =>
  maybeOne<WaitingMail>(
    db,
    sql`
      select kind, dedupe_key, recipient, sealed, enqueued_at,
        extract(epoch from now() - enqueued_at)::float8 / 60 as age_minutes
      from mails
      where id = ${id}
        and sent_at is null
        and failed_at is null
        and sealed is not null
    `,
  );

/** What it said is forgotten at once. */
export const markSent = (db: Db, id: number) =>
  run(db, sql`update mails set sent_at = now(), sealed = null where id = ${id} and failed_at is null`);

export const findKind = (db: Db, id: number) =>
  maybeOne<{ kind: string }>(db, sql`select kind from mails where id = ${id}`);

export const markDead = (db: Db, id: number, failure: string, { forget }: { forget: boolean }) =>
  run(
    db,
    sql`
      update mails
      set failed_at = now(),
        failure = ${failure},
        sealed = case when ${forget}::boolean then null else sealed end
      where id = ${id}
        and sent_at is null
        and failed_at is null
    `,
  );

export interface DeadLetter {
  readonly id: number;
  readonly kind: string;
  readonly recipient: string;
  readonly enqueued_at: string;
  readonly failed_at: string;
  readonly failure: string;
}

/** Mails that were given up, newest first: for an admin's eyes. */
export const listDeadLetters = (db: Db, { limit = 100 } = {}) =>
  many<DeadLetter>(
    db,
    sql`
      select id, kind, recipient, enqueued_at, failed_at, failure
      from mails
      where failed_at is not null
      order by failed_at desc, id desc
      limit ${limit}
    `,
  );
