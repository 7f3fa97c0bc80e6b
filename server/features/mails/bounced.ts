import type { Bounce } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';

/** A mail that a report may mean; `hash` is the left side of its Message-ID. */
const sentRow = row({ id: int, mailbox: text, hash: text });

/** In days: mail servers give up after five. */
const reportedWithin = 14;

const hashOf = (messageId: string | undefined): string | undefined =>
  /^<?([\da-f]{32})@/i.exec(messageId?.trim() ?? '')?.[1]?.toLowerCase();

/** Mails of the last days to these mailboxes or with these ids, newest first. */
const listSent = (db: Db, mailboxes: readonly string[], hashes: readonly string[]) =>
  many(
    db,
    sentRow,
    sql`
      with recent as (
        select m.id, lower(m.recipient) as mailbox, left(encode(sha256(convert_to(m.dedupe_key, 'UTF8')), 'hex'), 32) as hash
        from mails m
        where m.enqueued_at > now() - make_interval(days => ${reportedWithin}) and m.sent_at is not null
      )
      select r.id, r.mailbox, r.hash from recent r where r.mailbox = any(${[...mailboxes]}::text[])
      union
      select r.id, r.mailbox, r.hash from recent r where r.hash = any(${[...hashes]}::text[])
      order by id desc
    `,
  );

const words = {
  hard: 'the mailbox did not take it',
  soft: 'the mailbox did not take it for now',
  complaint: 'its reader called it unwanted',
};

/** Notes which mails came back. Of several to one mailbox, a report without an id means the last one. */
export async function noteBounces(db: Db, items: readonly Bounce[]) {
  const wanted = items.map(({ address, message_id, kind, reason }) => ({
    mailbox: address?.toLowerCase(),
    hash: hashOf(message_id),
    why: reason === '' ? words[kind] : reason,
  }));
  const sent = await listSent(
    db,
    wanted.flatMap(({ mailbox }) => mailbox ?? []),
    wanted.flatMap(({ hash }) => hash ?? []),
  );
  const meant = wanted.map(({ mailbox, hash, why }) => ({
    why,
    mail: sent.find((one) => (hash === undefined ? one.mailbox === mailbox : one.hash === hash)),
  }));
  const noted = meant.flatMap(({ mail, why }) => (mail === undefined ? [] : [{ id: mail.id, why }]));
  await run(
    db,
    sql`
      update mails m
      set bounced_at = coalesce(m.bounced_at, now()), bounce = n.why
      from (
        select distinct on (id) id, why
        from unnest(${noted.map(({ id }) => id)}::bigint[], ${noted.map(({ why }) => why)}::text[]) as n (id, why)
        order by id
      ) n
      where m.id = n.id
    `,
  );
  return { noted: noted.length, unknown: items.length - noted.length };
}
