import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { createSeal } from '#server/seal.ts';
import type { Seal } from '#server/seal.ts';
import { counts } from './behind.ts';
import type { Mailer } from './mailer.ts';
import { mayHaveFacts } from './prove.ts';
import { refreshed } from './still-true.ts';
import type { Mail } from './templates.ts';
import { factsOf, isMailKind } from './templates.ts';
import type { HomeworkMailData } from './templates/homework.ts';

/*
 * To an address that is not proved, only the way to the reader's page leaves in place of a mail with facts. The mail
 * itself keeps its contents, and follows here once the address counts.
 */

/** Then its contents are of the past, and are deleted. */
const mostDays = 90;

const boxRow = row({ mailbox: text });

const waitingRow = row({
  id: int,
  kind: text,
  dedupe_key: text,
  recipient: text,
  sealed: text,
  course_id: int.nullable(),
  person_id: int.nullable(),
  receipt_id: int.nullable(),
});
type Waiting = RowOf<typeof waitingRow>;

/** A mail that waits, its contents opened. Null: they cannot be read, or this version does not know its kind. */
function openedMail(seal: Seal, { kind, dedupe_key, sealed, recipient, ...about }: Waiting): Mail | null {
  if (!isMailKind(kind)) return null;
  let data: unknown;
  try {
    data = seal.open(sealed, dedupe_key);
  } catch {
    return null;
  }
  const { id, course_id: course, person_id: person, receipt_id: receipt } = about;
  const mail = {
    kind,
    to: recipient,
    dedupeKey: `${kind}:proved:${id}`,
    data,
    ...(course === null ? {} : { course_id: course }),
    ...(person === null ? {} : { person_id: person }),
    ...(receipt === null ? {} : { receipt_id: receipt }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's data was sealed together with its kind
  return mail as Mail;
}

/** Mails with the same name follow as one. */
function nameOf(mail: Mail): string {
  if (mail.receipt_id !== undefined) return `${mail.kind} ${mail.receipt_id}`;
  if (mail.kind === 'owing_reminder') return `${mail.kind} ${mail.data.currency}`;
  return mail.kind === 'homework_decided' ? mail.kind : mail.dedupeKey;
}

/** What follows of several, oldest first: the last, and of decisions also the days of the others. */
function joined(mails: readonly Mail[]): Mail | undefined {
  const last = mails.at(-1);
  if (last?.kind !== 'homework_decided') return last;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all have this kind
  const all = mails.map(({ data }) => data as HomeworkMailData);
  const [first] = all;
  const students = [...new Set(all.flatMap((each) => each.students))];
  return { ...last, data: { ...last.data, students, from: first?.from ?? last.data.from } };
}

/** Sends what waited for the proof of its address. Returns the number of mailboxes that it looked at. */
export async function sendAfterProof(
  pool: pg.Pool,
  mailer: Mailer,
  config: Pick<Config, 'secretKey'>,
): Promise<number> {
  const seal = createSeal(config.secretKey);
  await run(
    pool,
    sql`
      update mails set sealed = null
      where state = 'sent' and sealed is not null and sent_at < now() - make_interval(days => ${mostDays})
    `,
  );
  const boxes = await many(
    pool,
    boxRow,
    sql`
      select w.mailbox
      from (select distinct lower(o.recipient) as mailbox from mails o where o.state = 'sent' and o.sealed is not null) w
      where exists (select from mailboxes m where m.mailbox = w.mailbox and ${counts})
      order by w.mailbox
    `,
  );
  for (const { mailbox } of boxes) await sendTo(pool, mailer, seal, mailbox);
  return boxes.length;
}

const sendTo = (pool: pg.Pool, mailer: Mailer, seal: Seal, mailbox: string): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const rows = await many(
      tx,
      waitingRow,
      sql`
        select o.id, o.kind, o.dedupe_key, o.recipient, o.sealed, o.course_id, o.person_id, o.receipt_id
        from mails o
        where lower(o.recipient) = ${mailbox} and o.state = 'sent' and o.sealed is not null
        order by o.id
        for update skip locked
      `,
    );
    const done: number[] = [];
    const ready: Mail[] = [];
    for (const waiting of rows) {
      const mail = openedMail(seal, waiting);
      const now = mail === null ? null : await refreshed(mail.kind, tx, mail.data);
      const people = mail === null || now === null ? null : factsOf(mail.kind, now);
      if (people !== null && !(await mayHaveFacts(tx, mailbox, people))) continue;
      done.push(waiting.id);
      if (mail !== null && now !== null) ready.push(mail);
    }
    const mails = [...Map.groupBy(ready, nameOf).values()].flatMap((same) => joined(same) ?? []);
    await mailer.enqueueMany(tx, mails);
    await run(tx, sql`update mails set sealed = null where id = any(${done}::bigint[])`);
  });

/** Every minute, for mails whose address is proved by now. */
export const afterProofLook = (pool: pg.Pool, mailer: Mailer, config: Pick<Config, 'secretKey'>): Look => ({
  // What may still not be told waits on, so a look never has more to do at once.
  look: () => sendAfterProof(pool, mailer, config),
  everyMs: 60_000,
  failure: 'mails that waited for the proof of an address could not be sent',
});
