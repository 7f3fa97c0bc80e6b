import type { Bounce, BounceResult } from '@gurukul/contract/mails';
import { unwantedMails } from '@gurukul/contract/my-page';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { endUnwanted } from '#server/channels/mail/my-page-link.ts';
import { readReturned } from '#server/channels/mail/returned.ts';
import type { Meaning, Returned } from '#server/channels/mail/returned.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';

/** A mail that a report may mean; `hash` is the left side of its Message-ID. */
const sentRow = row({ id: int, mailbox: text, hash: text });

/** In days: mail servers give up after five. */
const reportedWithin = 14;

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

interface Heard {
  readonly id: number;
  readonly mailbox: string;
  readonly means: Meaning;
  readonly why: string;
}

/** What a report says of one mail: the last word, but a delay never follows an end, and nobody complains from a dead address. */
function lastWords(heard: readonly Heard[]): Heard[] {
  const byMail = new Map<number, Heard>();
  for (const one of heard) {
    const before = byMail.get(one.id)?.means;
    const isWeaker =
      before !== undefined && (one.means === 'delayed' || (one.means !== 'delivered' && before === 'hard'));
    if (!isWeaker) byMail.set(one.id, one);
  }
  return [...byMail.values()];
}

const markedRow = row({ mailbox: text, means: text });

/** Writes the words to their mails. Returns the addresses that they mark newly. */
async function writeWords(db: Db, heard: readonly Heard[]) {
  const marked = await many(
    db,
    markedRow,
    sql`
      with said as (
        select * from unnest(
          ${heard.map(({ id }) => id)}::bigint[], ${heard.map(({ mailbox }) => mailbox)}::text[],
          ${heard.map(({ means }) => means)}::text[], ${heard.map(({ why }) => why)}::text[]
        ) as n (id, mailbox, means, why)
      ),
      told as (
        select n.*, m.marks_address as was,
          m.marks_address is null and n.means in ('hard', 'complaint') and not exists (
            select from mails later
            where n.means = 'hard' and lower(later.recipient) = n.mailbox and later.id > n.id
              and later.delivered_at is not null
          ) as marks
        from said n
        join mails m on m.id = n.id
        order by n.id
        for update of m
      )
      update mails m
      set delivered_at = case when t.means = 'delivered' then coalesce(m.delivered_at, now()) else m.delivered_at end,
        bounced_at = case
          when t.means = 'delivered' and t.was is distinct from 'complaint' then null
          when t.means in ('delivered', 'delayed') then m.bounced_at
          else coalesce(m.bounced_at, now()) end,
        bounce = case
          when t.means = 'delivered' and t.was is distinct from 'complaint' then null
          when t.means = 'delivered' or t.means <> 'hard' and t.was = 'hard' then m.bounce
          when t.means = 'delayed' and (m.bounced_at is not null or m.delivered_at is not null) then m.bounce
          else t.why end,
        marks_address = case when t.marks then t.means else m.marks_address end
      from told t
      where m.id = t.id
      returning t.mailbox, case when t.marks then t.means else '' end as means
    `,
  );
  return marked.filter(({ means }) => means !== '');
}

/** A mail arrived there: earlier ones say nothing of the address any more. */
const forgetBefore = (db: Db, delivered: readonly Heard[]) =>
  run(
    db,
    sql`
      update mails m
      set marks_address = 'past'
      from unnest(
        ${delivered.map(({ id }) => id)}::bigint[], ${delivered.map(({ mailbox }) => mailbox)}::text[]
      ) as n (id, mailbox)
      where lower(m.recipient) = n.mailbox and m.marks_address = 'hard' and m.id <= n.id
    `,
  );

/** Notes what became of mails. Of several to one mailbox, a report without an id means the last one. */
export async function noteBounces(db: Db, config: Pick<Config, 'secretKey'>, items: readonly Bounce[]) {
  const read = items.map((item) => readReturned(item));
  const wanted = read.filter((one): one is Returned => typeof one !== 'string');
  const sent = await listSent(
    db,
    wanted.flatMap(({ mailbox }) => mailbox ?? []),
    wanted.flatMap(({ hash }) => hash ?? []),
  );
  const mailOf = ({ mailbox, hash }: Returned) =>
    sent.find((one) => (hash === null ? one.mailbox === mailbox : one.hash === hash));
  const results = read.map((one, index): BounceResult => {
    if (typeof one === 'string') return { index, outcome: 'rejected', means: null, problem: one };
    const outcome = mailOf(one) === undefined ? 'unknown' : 'noted';
    return { index, outcome, means: one.means, problem: null };
  });
  const heard = wanted.flatMap((one): Heard[] => {
    const mail = mailOf(one);
    return mail === undefined
      ? []
      : [{ id: mail.id, mailbox: mail.mailbox, means: one.means, why: one.reason }];
  });
  const last = lastWords(heard);
  const marked = await writeWords(db, last);
  await forgetBefore(
    db,
    last.filter(({ means }) => means === 'delivered'),
  );
  const topics = unwantedMails.filter((topic) => topic !== 'reminders');
  const complained = marked.filter(({ means }) => means === 'complaint');
  for (const mailbox of new Set(complained.map((one) => one.mailbox)))
    await endUnwanted(db, config, mailbox, topics);
  const count = (outcome: BounceResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const rejected = count('rejected');
  return {
    data: { noted: count('noted'), unknown: count('unknown'), ...(rejected > 0 && { rejected }) },
    results,
  };
}
