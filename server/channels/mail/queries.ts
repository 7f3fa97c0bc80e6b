import type { EventMailKind } from '@gurukul/contract/mails';
import { eventMailKinds, mailKinds } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, float, instant, int, oneOf, row, text } from '../../db/columns.ts';
import { many, maybeOne, one, run } from '../../db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { deadMailboxes } from './marked-addresses.ts';
import { saysNobodyThere } from './returned.ts';

/** The ways to the outside. A recipient of `whatsapp` is a number. */
export const mailChannels = ['mail', 'whatsapp'] as const;
export type MailChannel = (typeof mailChannels)[number];

export interface NewMail {
  readonly dedupeKey: string;
  readonly kind: string;
  readonly recipient: string;
  readonly channel: MailChannel;
  /** Null: it cannot be sent, and `failure` says why. */
  readonly sealed: string | null;
  readonly failure: string | null;
  /** It is not sent to an address at which nobody is. */
  readonly isOrdinary: boolean;
  readonly eventId: number | null;
  readonly personId: number | null;
  readonly courseId: number | null;
  readonly receiptId: number | null;
  readonly messageId: number | null;
}

const mailRound = row({ id: int, round: int, channel: oneOf(mailChannels) });
export type MailRound = RowOf<typeof mailRound>;

const queuedMail = row({ ...mailRound.shape, failed_at: instant.nullable() });
export type QueuedMail = RowOf<typeof queuedMail>;

const keyRow = row({ dedupe_key: text });

/** Those whose mail does not exist yet, since sealing a mail costs more than this look. */
export async function unwritten<Wanted>(
  db: Db,
  wanted: readonly Wanted[],
  keyOf: (one: Wanted) => string,
): Promise<Wanted[]> {
  const written = await many(
    db,
    keyRow,
    sql`select m.dedupe_key from mails m where m.dedupe_key = any(${wanted.map(keyOf)}::text[])`,
  );
  const known = new Set(written.map(({ dedupe_key }) => dedupe_key));
  return wanted.filter((one) => !known.has(keyOf(one)));
}

/**
 * Inserts the mails whose key has not been used. Without a person, the colleague with that address is meant. A mail knows
 * the change that the transaction has begun. One that goes to a dead address is given up at once; the office may retry it.
 */
export const insertMails = (db: Db, mails: readonly NewMail[]): Promise<QueuedMail[]> =>
  many(
    db,
    queuedMail,
    sql`
      insert into mails (dedupe_key, kind, channel, recipient, sealed, failure, failed_at, event_id, person_id, course_id,
        receipt_id, message_id, change_id)
      select n.dedupe_key, n.kind, n.channel, n.recipient, n.sealed, why.failure,
        case when why.failure is not null then now() end,
        n.event_id,
        coalesce(n.person_id, (
          select p.id
          from people p
          where lower(p.email_id) = lower(n.recipient)
            and p.deleted_at is null
            and p.main_role not in ('student', 'guardian')
        )),
        n.course_id, n.receipt_id, n.message_id, nullif(current_setting('gurukul.change', true), '')::bigint
      from unnest(
        ${mails.map(({ dedupeKey }) => dedupeKey)}::text[],
        ${mails.map(({ kind }) => kind)}::text[],
        ${mails.map(({ channel }) => channel)}::text[],
        ${mails.map(({ recipient }) => recipient)}::text[],
        ${mails.map(({ sealed }) => sealed)}::text[],
        ${mails.map(({ failure }) => failure)}::text[],
        ${mails.map(({ isOrdinary }) => isOrdinary)}::boolean[],
        ${mails.map(({ eventId }) => eventId)}::bigint[],
        ${mails.map(({ personId }) => personId)}::bigint[],
        ${mails.map(({ courseId }) => courseId)}::bigint[],
        ${mails.map(({ receiptId }) => receiptId)}::bigint[],
        ${mails.map(({ messageId }) => messageId)}::bigint[]
      ) with ordinality as n (dedupe_key, kind, channel, recipient, sealed, failure, is_ordinary, event_id, person_id, course_id,
        receipt_id, message_id, position)
      cross join lateral (
        select coalesce(n.failure, case
          when n.is_ordinary and lower(n.recipient) in ${deadMailboxes} then 'not sent: earlier mails to the address came back'
        end) as failure
      ) why
      order by n.position
      on conflict on constraint mails_dedupe_key_unique do nothing
      returning id, round, channel, failed_at
    `,
  );

/** A mail, and the round in which a worker got it. */
export interface MailTurn {
  readonly mail: number;
  readonly round: number;
}

/** Several mails of one of these kinds to one mailbox leave as one: all changes of meetings, and those about one event. */
const joinedKinds: readonly string[] = ['meeting_change', ...eventMailKinds];

/** The mails to the same mailbox that could leave with this one, itself among them. */
const together = (mail: number) => sql`
  from mails of
  join mails o on lower(o.recipient) = lower(of.recipient) and o.kind = of.kind
    and o.event_id is not distinct from of.event_id
  where of.id = ${mail} and of.kind = any(${joinedKinds}::text[]) and o.state = 'queued' and o.sealed is not null
`;

/**
 * A younger mail carries this one. The youngest of those that were written within five minutes of the first, or that
 * are due by now, carries all before it, so that one worker at a time has them.
 */
const hasCarrier = (mail: number) => sql`
  exists (
    select
    from (select o.id, o.enqueued_at, min(o.enqueued_at) over () as first ${together(mail)}) w
    where w.id > ${mail}
      and w.enqueued_at < greatest(w.first + interval '5 minutes', now() - interval '1 minute')
  )
`;

const waitsRow = row({ waits: bool });

/** It waits for a younger one, which carries it. */
export const waitsForCarrier = async (db: Db, { mail }: MailTurn): Promise<boolean> =>
  (await one(db, waitsRow, sql`select ${hasCarrier(mail)} as waits`)).waits;

const claimedMail = row({
  id: int,
  channel: oneOf(mailChannels),
  kind: text,
  dedupe_key: text,
  recipient: text,
  person_id: int.nullable(),
  sealed: text,
  enqueued_at: instant,
  /** By the database's clock, which also set the start. */
  age_minutes: float,
  /** After an earlier attempt it is open whether a mail server has it. */
  may_have_left: bool,
  /** The author of the message is not here any more. */
  is_of_absent: bool,
  /** Its reader is of the staff, and is not here any more. */
  is_to_absent: bool,
  /** They study too. */
  is_to_student: bool,
});
export type ClaimedMail = RowOf<typeof claimedMail>;

const joinedMail = row({ id: int, round: int, dedupe_key: text, sealed: text, may_have_left: bool });
export type JoinedMail = RowOf<typeof joinedMail>;

/** Begins the attempt of those that this mail carries, oldest first. */
export const claimJoined = async (db: Db, { id: mail, kind }: ClaimedMail): Promise<JoinedMail[]> => {
  if (!joinedKinds.includes(kind)) return [];
  const joined = await many(
    db,
    joinedMail,
    sql`
      update mails m
      set tries = m.tries + 1, handed_over_at = coalesce(m.handed_over_at, now())
      where m.id in (select o.id ${together(mail)} and o.id < ${mail}) and m.state = 'queued' and m.sealed is not null
      returning m.id, m.round, m.dedupe_key, m.sealed, m.handed_over_at <> now() as may_have_left
    `,
  );
  return joined.toSorted((a, b) => a.id - b.id);
};

/** The mail that carried them has not left. */
export const releaseJoined = (db: Db, joined: readonly JoinedMail[]) =>
  run(
    db,
    sql`
      update mails set handed_over_at = null
      where id = any(${joined.map(({ id }) => id)}::bigint[]) and state = 'queued'
    `,
  );

/**
 * Begins an attempt; from its commit on the mail counts as told. Null when there is nothing to send any more. One
 * statement, so that it and `withdrawMails` meet at the row's lock, where the later one sees the earlier one's result.
 */
export const claimMail = (db: Db, { mail, round }: MailTurn) =>
  maybeOne(
    db,
    claimedMail,
    sql`
      update mails
      set tries = tries + 1, handed_over_at = coalesce(handed_over_at, now())
      where id = ${mail} and round = ${round} and state = 'queued' and sealed is not null and not ${hasCarrier(mail)}
      returning id, channel, kind, dedupe_key, recipient, person_id, sealed, enqueued_at,
        exists (
          select from messages m
          where m.id = mails.message_id and m.author_id not in (select s.id from present_staff s where s.id = m.author_id)
        ) as is_of_absent,
        exists (
          select from people p
          where p.id = mails.person_id and p.main_role not in ('student', 'guardian')
            and not exists (select from present_staff s where s.id = p.id)
        ) as is_to_absent,
        exists (select from people p where p.id = mails.person_id and ${isStudent}) as is_to_student,
        extract(epoch from now() - enqueued_at)::float8 / 60 as age_minutes, handed_over_at <> now() as may_have_left
    `,
  );

interface LeftMail {
  readonly id: number;
  /** Of one in the outbox its contents, sealed. */
  readonly kept?: string | null;
  /** Only the way to the reader's page left. Otherwise a receipt in the mail is given out. */
  readonly isLinkOnly?: boolean;
  /** The mail that carried it. */
  readonly carriedBy?: number;
}

/**
 * One mail left, with those that it carried. Deletes the contents at once, except where only the way to the reader's page
 * left: that mail follows once its address is proved.
 */
export const markSent = (db: Db, left: readonly LeftMail[]) =>
  run(
    db,
    sql`
      with gone as (
        select *
        from unnest(
          ${left.map(({ id }) => id)}::bigint[], ${left.map(({ kept = null }) => kept)}::text[],
          ${left.map(({ isLinkOnly = false }) => isLinkOnly)}::boolean[],
          ${left.map(({ carriedBy = null }) => carriedBy)}::bigint[]
        ) g (id, kept, is_link_only, carried_by)
      ), sent as (
        update mails m
        set sent_at = now(), carried_by = g.carried_by,
          sealed = case when g.is_link_only and m.kind <> 'my_page_link' then m.sealed end
        from gone g
        where m.id = g.id and m.state = 'queued'
        returning m.id, m.receipt_id
      ), given as (
        update receipts set given_at = now()
        where given_at is null and id in (select receipt_id from sent join gone using (id) where not is_link_only)
      )
      insert into kept_mails (mail_id, sealed)
      select id, kept from sent join gone using (id) where kept is not null
      on conflict on constraint kept_mails_pkey do nothing
    `,
  );

/**
 * Notes that an attempt failed and more may follow. `isHere` says that no mail server has the mail, so that it can
 * still be withdrawn.
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

/** Ends a mail that was withdrawn while a worker had it, when that worker could not deliver it. */
export const endCalledBack = (db: Db, { mail, round }: MailTurn) =>
  run(
    db,
    sql`
      update mails
      set withdrawn_at = now(), dedupe_key = dedupe_key || ' (' || id || ')'
      where id = ${mail} and round = ${round} and state = 'queued' and sealed is null
    `,
  );

/**
 * Withdraws a mail that has nothing left to say, or whose author or reader is absent. Its key is free again, unless an earlier attempt may have delivered
 * it.
 */
export const withdrawMail = (db: Db, { mail, round }: MailTurn, mayHaveLeft: boolean) =>
  run(
    db,
    sql`
      update mails
      set withdrawn_at = now(), sealed = null,
        dedupe_key = dedupe_key || case when ${mayHaveLeft}::boolean then '' else ' (' || id || ')' end
      where id = ${mail} and round = ${round} and state = 'queued'
    `,
  );

const isUnsure = sql`(channel = 'whatsapp' and handed_over_at is not null)`;

const kindRow = row({ kind: text });

export const findKind = (db: Db, { mail, round }: MailTurn) =>
  maybeOne(db, kindRow, sql`select kind from mails where id = ${mail} and round = ${round}`);

/** Gives it up. A text of which nobody knows whether it left keeps no contents, so that nobody sends it again. */
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
        unsure_at = case when ${isUnsure} then now() end,
        marks_address = case when ${saysNobodyThere(failure)}::boolean then 'hard' else marks_address end,
        sealed = case when ${forget}::boolean or ${isUnsure} then null else sealed end
      where id = ${mail} and round = ${round} and state = 'queued'
    `,
  );

/** Begins another round for mails that were given up and still have their contents. */
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
      set failed_at = null, round = m.round + 1,
        marks_address = case when m.marks_address is not null then 'past' end
      from locked
      where m.id = locked.id
      returning m.id, m.round, m.channel
    `,
  );

const addressee = row({ person_id: int.nullable(), recipient: text });
export type Addressee = RowOf<typeof addressee>;

const withdrawn = row({
  person_id: int.nullable(),
  recipient: text,
  kind: oneOf(mailKinds),
});
export type Withdrawn = RowOf<typeof withdrawn>;

/** The mails about an event, of some kinds, those that a change asked for, or those of a message. */
export type MailsAbout =
  | { readonly event_id: number; readonly kinds: readonly EventMailKind[] }
  | { readonly change_id: number }
  | { readonly receipt_ids: readonly number[] }
  | { readonly message_id: number };

function isAbout(about: MailsAbout): Sql {
  if ('change_id' in about) return sql`m.change_id = ${about.change_id}`;
  if ('receipt_ids' in about) return sql`m.receipt_id = any(${[...about.receipt_ids]}::bigint[])`;
  if ('message_id' in about) return sql`m.message_id = ${about.message_id}`;
  return sql`m.event_id = ${about.event_id} and m.kind = any(${about.kinds}::text[])`;
}

/**
 * Withdraws mails that have not left, and frees their keys, because nobody got them. A mail that a worker may have sent
 * stays in its state but loses its contents, so that no retry sends it. So does a mail that was given up, so that
 * nobody retries it, and one that waits for the proof of its address, so that it does not follow.
 */
export const withdrawMails = (tx: Db, about: MailsAbout): Promise<Withdrawn[]> =>
  many(
    tx,
    withdrawn,
    sql`
      with locked as (
        select m.id from mails m
        where ${isAbout(about)}
          and m.state in ('queued', 'failed', 'sent')
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

/** The people who got one of these mails from a mail server, or may have got one. */
export const listTold = (db: Db, about: MailsAbout): Promise<Addressee[]> =>
  many(
    db,
    addressee,
    sql`
      select m.person_id, m.recipient
      from mails m
      where ${isAbout(about)}
        and (m.sent_at is not null or m.handed_over_at is not null)
      order by m.id
    `,
  );
