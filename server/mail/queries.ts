import type { EventMailKind } from '@gurukul/contract/mails';
import { eventMailKinds } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import type { RowOf } from '../db/columns.ts';
import { bool, float, instant, int, oneOf, row, text } from '../db/columns.ts';
import { many, maybeOne, run } from '../db/rows.ts';

export interface NewMail {
  readonly dedupeKey: string;
  readonly kind: string;
  readonly recipient: string;
  /** Null: it cannot be sent, and `failure` says why. */
  readonly sealed: string | null;
  readonly failure: string | null;
  readonly eventId: number | null;
  readonly personId: number | null;
}

const mailRound = row({ id: int, round: int });
export type MailRound = RowOf<typeof mailRound>;

const queuedMail = row({ id: int, round: int, failed_at: instant.nullable() });
export type QueuedMail = RowOf<typeof queuedMail>;

/** Those whose key has not been used. Without a person, whoever has the address now is meant. */
export const insertMails = (db: Db, mails: readonly NewMail[]): Promise<QueuedMail[]> =>
  many(
    db,
    queuedMail,
    sql`
      insert into mails (dedupe_key, kind, recipient, sealed, failure, failed_at, event_id, person_id)
      select n.dedupe_key, n.kind, n.recipient, n.sealed, n.failure,
        case when n.failure is not null then now() end,
        n.event_id,
        coalesce(n.person_id, (
          select p.id from people p where lower(p.email_id) = lower(n.recipient) and p.deleted_at is null
        ))
      from unnest(
        ${mails.map(({ dedupeKey }) => dedupeKey)}::text[],
        ${mails.map(({ kind }) => kind)}::text[],
        ${mails.map(({ recipient }) => recipient)}::text[],
        ${mails.map(({ sealed }) => sealed)}::text[],
        ${mails.map(({ failure }) => failure)}::text[],
        ${mails.map(({ eventId }) => eventId)}::bigint[],
        ${mails.map(({ personId }) => personId)}::bigint[]
      ) with ordinality as n (dedupe_key, kind, recipient, sealed, failure, event_id, person_id, position)
      order by n.position
      on conflict on constraint mails_dedupe_key_unique do nothing
      returning id, round, failed_at
    `,
  );

/** Which mail, and in which round a worker was asked to send it. */
export interface MailTurn {
  readonly mail: number;
  readonly round: number;
}

const claimedMail = row({
  kind: text,
  dedupe_key: text,
  recipient: text,
  sealed: text,
  enqueued_at: instant,
  /** By the database's clock, which also stamped the start. */
  age_minutes: float,
  /** An earlier try left it open whether a mail server has it. */
  may_have_left: bool,
});
export type ClaimedMail = RowOf<typeof claimedMail>;

/**
 * Begins a try: from its commit on the mail counts as told. Null when there is nothing to send any more. One
 * statement, so that it meets `withdrawMails` at the row's lock, where the later one sees what the earlier one did.
 */
export const claimMail = (db: Db, { mail, round }: MailTurn) =>
  maybeOne(
    db,
    claimedMail,
    sql`
      update mails
      set tries = tries + 1, handed_over_at = coalesce(handed_over_at, now())
      where id = ${mail} and round = ${round} and state = 'queued' and sealed is not null
      returning kind, dedupe_key, recipient, sealed, enqueued_at,
        extract(epoch from now() - enqueued_at)::float8 / 60 as age_minutes, handed_over_at <> now() as may_have_left
    `,
  );

/** What it said is forgotten at once, unless it lies in the outbox: then `kept` is what it says, sealed. */
export const markSent = (db: Db, id: number, kept: string | null = null) =>
  run(
    db,
    sql`
      with sent as (
        update mails set sent_at = now(), sealed = null where id = ${id} and state = 'queued'
        returning id
      )
      insert into kept_mails (mail_id, sealed)
      select id, ${kept}::text from sent where ${kept}::text is not null
      on conflict on constraint kept_mails_pkey do nothing
    `,
  );

/**
 * A try failed and more may follow. `isHere` says that no mail server has taken the mail, so that it can still be
 * taken back.
 */
export const noteFailure = (
  db: Db,
  { mail, round }: MailTurn,
  failure: string,
  { isHere }: { isHere: boolean },
) =>
  run(
    db,
    sql`
      update mails
      set failure = ${failure}, handed_over_at = case when ${isHere}::boolean then null else handed_over_at end
      where id = ${mail} and round = ${round} and state = 'queued'
    `,
  );

/** Ends a mail that was called back while a worker had it in its hands, and that worker could not deliver it. */
export const endCalledBack = (db: Db, { mail, round }: MailTurn) =>
  run(
    db,
    sql`
      update mails
      set withdrawn_at = now(), dedupe_key = dedupe_key || ' (' || id || ')'
      where id = ${mail} and round = ${round} and state = 'queued' and sealed is null
    `,
  );

const kindRow = row({ kind: text });

export const findKind = (db: Db, { mail, round }: MailTurn) =>
  maybeOne(db, kindRow, sql`select kind from mails where id = ${mail} and round = ${round}`);

export const markDead = (
  db: Db,
  { mail, round }: MailTurn,
  failure: string,
  { forget }: { forget: boolean },
) =>
  run(
    db,
    sql`
      update mails
      set failed_at = now(),
        failure = ${failure},
        sealed = case when ${forget}::boolean then null else sealed end
      where id = ${mail} and round = ${round} and state = 'queued'
    `,
  );

/** Begins another round for those that were given up and can still be written. */
export const reopenMails = (tx: Db, ids: readonly number[]): Promise<MailRound[]> =>
  many(
    tx,
    mailRound,
    sql`
      with locked as (
        select m.id from mails m
        where m.id = any(${ids}::bigint[]) and m.state = 'failed' and m.sealed is not null
        order by m.id
        for update
      )
      update mails m
      set failed_at = null, round = m.round + 1
      from locked
      where m.id = locked.id
      returning m.id, m.round
    `,
  );

const addressee = row({ person_id: int.nullable(), recipient: text });
export type Addressee = RowOf<typeof addressee>;

const withdrawn = row({
  person_id: int.nullable(),
  recipient: text,
  kind: oneOf(eventMailKinds),
});
export type Withdrawn = RowOf<typeof withdrawn>;

/**
 * Takes back what has not left, and frees its key: it was never said, so the same may be asked for again. What a worker may have handed over stays as it is, but is forgotten, so that no later
 * try sends it; so is what was given up, lest somebody has it tried again.
 */
export const withdrawMails = (
  tx: Db,
  eventId: number,
  kinds: readonly EventMailKind[],
): Promise<Withdrawn[]> =>
  many(
    tx,
    withdrawn,
    sql`
      with locked as (
        select m.id from mails m
        where m.event_id = ${eventId}
          and m.kind = any(${kinds}::text[])
          and m.state in ('queued', 'failed')
          and m.sealed is not null
        order by m.id
        for update
      ), taken as (
        update mails m
        set sealed = null,
          withdrawn_at = case when m.state = 'queued' and m.handed_over_at is null then now() end,
          dedupe_key = case
            when m.state = 'queued' and m.handed_over_at is null then m.dedupe_key || ' (' || m.id || ')'
            else m.dedupe_key
          end
        from locked
        where m.id = locked.id
        returning m.id, m.person_id, m.recipient, m.kind, m.withdrawn_at
      )
      select person_id, recipient, kind from taken where withdrawn_at is not null order by id
    `,
  );

/** Whom a mail server has told about an event, or may have told. */
export const listTold = (db: Db, eventId: number, kinds: readonly EventMailKind[]): Promise<Addressee[]> =>
  many(
    db,
    addressee,
    sql`
      select m.person_id, m.recipient
      from mails m
      where m.event_id = ${eventId}
        and m.kind = any(${kinds}::text[])
        and (m.sent_at is not null or m.handed_over_at is not null)
      order by m.id
    `,
  );
