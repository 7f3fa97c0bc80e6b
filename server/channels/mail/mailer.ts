import { setImmediate as breathe } from 'node:timers/promises';
import pg from 'pg';
import type { SecretKey } from '#server/derived-key.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/tx.ts';
import { fail } from '../../http/answers/problem.ts';
import type { Jobs } from '../../jobs/open.ts';
import { asJobDb } from '../../jobs/open.ts';
import { mailQueue, whatsappQueue } from '../../jobs/queues.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Mail } from './templates.ts';
import { isOrdinary, textsOf } from './templates.ts';
import { UnsafeMailError, oneMailbox, oneNumber, singleLine } from './mailbox.ts';
import type { Addressee, MailRound, MailsAbout, NewMail, Withdrawn } from './queries.ts';
import { insertMails, listTold, reopenMails, withdrawMails } from './queries.ts';
import type { Seal } from '../../seal.ts';
import { createSeal } from '../../seal.ts';

/** The contents of a job: the id of a row in `mails`, and nothing of the mail itself. */
export interface MailJob {
  readonly mail: number;
  /** The number of retries after it was given up. A job of an earlier round is ignored. */
  readonly round?: number;
  /** The traceparent of the work that requested it, when traces are collected. */
  readonly askedBy?: string;
}

export interface Mailer {
  /**
   * Queues a mail, at most once per dedupe key. Returns true for the first time. With a transaction, the mail commits
   * or rolls back with it. With the pool, it is a transaction of its own. Throws bad_input for a mailbox or text that
   * cannot be sent.
   */
  enqueue(db: Db, mail: Mail): Promise<boolean>;
  /**
   * The same for thousands at once, in the caller's transaction. Returns the number of new mails. An unusable mailbox
   * does not stop the others: its mail is in the log as failed at once. With `heldSeconds` the mails leave that much
   * later, so that they can still be withdrawn.
   */
  enqueueMany(tx: Db, mails: readonly Mail[], options?: { readonly heldSeconds?: number }): Promise<number>;
  /**
   * Withdraws mails that have not left, in the caller's transaction. Returns their readers, and the people who were told.
   * A mail that a worker has at that moment counts as told and is not retried. The caller must have locked the row of the
   * event (of a change: the courses), so that nobody requests mails about it meanwhile.
   */
  withdraw(tx: Db, about: MailsAbout): Promise<Withdrawal>;
  /** Says that a job of this change will write mails. */
  announce(): void;
  /** Retries mails that were given up and still have their contents. Returns their number. */
  retry(tx: Db, mails: readonly number[]): Promise<number>;
}

export interface Withdrawal {
  readonly withdrawn: readonly Withdrawn[];
  readonly told: readonly Addressee[];
}

/** Throws when the mail cannot be sent as one message to one mailbox. */
function checked({ kind, to, channel = 'mail', dedupeKey, data }: Mail): {
  recipient: string;
  dedupeKey: string;
} {
  const texts = textsOf(kind);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' && !texts.includes(name)) singleLine(value, name);
  }
  return {
    recipient: channel === 'mail' ? oneMailbox(to) : oneNumber(to),
    dedupeKey: singleLine(dedupeKey, 'dedupe key'),
  };
}

const about = ({ kind, channel, event_id, course_id, person_id, receipt_id, message_id }: Mail) => ({
  kind,
  channel: channel ?? 'mail',
  isOrdinary: (channel ?? 'mail') === 'mail' && isOrdinary(kind),
  eventId: event_id ?? null,
  courseId: course_id ?? null,
  personId: person_id ?? null,
  receiptId: receipt_id ?? null,
  messageId: message_id ?? null,
});

function sealed(close: Seal['close'], mail: Mail): NewMail {
  const { recipient, dedupeKey } = checked(mail);
  return { ...about(mail), dedupeKey, recipient, sealed: close(mail.data, dedupeKey), failure: null };
}

/** The row of a mail. One that cannot be sent gets its failure instead of contents. */
function sealedOrFailed(close: Seal['close'], mail: Mail): NewMail {
  try {
    return sealed(close, mail);
  } catch (error) {
    if (!(error instanceof UnsafeMailError)) throw error;
    return {
      ...about(mail),
      dedupeKey: mail.dedupeKey,
      recipient: mail.to,
      sealed: null,
      failure: error.message,
    };
  }
}

const queueOf = { mail: mailQueue, whatsapp: whatsappQueue } as const;

/** The queue's priority: a reset code must not wait for ten thousand invitations to an event. */
const aheadOfMany = 1;

/** Sealing so many takes a few milliseconds. Then other work has its turn. */
const sealedAtOnce = 50;
/** Rows of one statement, whose text is built in one go. */
const insertedAtOnce = 500;

export function createMailer(
  { secretKey }: { readonly secretKey: SecretKey },
  jobs: Jobs,
  tracing: Tracing | null = null,
): Mailer {
  const seal = createSeal(secretKey);
  const jobOf = ({ id, round }: MailRound): MailJob => {
    const askedBy = tracing?.current?.traceparent;
    return { mail: id, round, ...(askedBy === undefined ? {} : { askedBy }) };
  };
  const queueMails = async (tx: Db, mails: readonly MailRound[], heldSeconds = 0) => {
    if (mails.length === 0) return;
    const options = heldSeconds === 0 ? {} : { startAfter: heldSeconds };
    for (const [channel, some] of Map.groupBy(mails, (mail) => mail.channel)) {
      const rows = some.map((mail) => ({ data: jobOf(mail), ...options }));
      await jobs.insert(queueOf[channel], rows, { db: asJobDb(tx) });
    }
  };

  /** Lets other work in between. */
  async function sealSome(mails: readonly Mail[]): Promise<NewMail[]> {
    const rows: NewMail[] = [];
    const close = seal.closerOf(mails[0]?.data ?? null, mails.at(-1)?.data ?? null);
    for (const mail of mails) {
      rows.push(sealedOrFailed(close, mail));
      if (rows.length % sealedAtOnce === 0) await breathe();
    }
    return rows;
  }

  /** Returns the number of new mails. */
  async function insertAndQueue(tx: Db, rows: readonly NewMail[], heldSeconds?: number): Promise<number> {
    const inserted = await insertMails(tx, rows);
    await queueMails(
      tx,
      inserted.filter(({ failed_at }) => failed_at === null),
      heldSeconds,
    );
    return inserted.length;
  }

  async function enqueueIn(tx: Db, mail: Mail): Promise<boolean> {
    let row: NewMail;
    try {
      row = sealed(seal.close, mail);
    } catch (cause) {
      // Now, while the caller can still get the error.
      throw fail('bad_input', { cause });
    }
    const [queued] = await insertMails(tx, [row]);
    if (queued === undefined) return false;
    if (queued.failed_at !== null) return true;
    await jobs.send(queueOf[queued.channel], jobOf(queued), { priority: aheadOfMany, db: asJobDb(tx) });
    return true;
  }

  return {
    enqueue: async (db, mail) =>
      db instanceof pg.Pool ? inTransaction(db, (tx) => enqueueIn(tx, mail)) : enqueueIn(db, mail),

    async enqueueMany(tx, mails, { heldSeconds } = {}) {
      const sealFrom = (start: number) => sealSome(mails.slice(start, start + insertedAtOnce));
      let added = 0;
      let rows = await sealFrom(0);
      for (let next = insertedAtOnce; rows.length > 0; next += insertedAtOnce) {
        // The database writes some while the next ones are sealed. This waits for both even when one fails, because the
        // transaction ends then.
        const [written, sealedNext] = await Promise.allSettled([
          insertAndQueue(tx, rows, heldSeconds),
          sealFrom(next),
        ]);
        if (written.status === 'rejected') throw written.reason;
        if (sealedNext.status === 'rejected') throw sealedNext.reason;
        added += written.value;
        rows = sealedNext.value;
      }
      return added;
    },

    async withdraw(tx, about) {
      const withdrawn = await withdrawMails(tx, about);
      // Read after the withdrawal: a worker that had one of them has released it by now and noted the outcome.
      return { withdrawn, told: await listTold(tx, about) };
    },

    announce: () => {},
    async retry(tx, mails) {
      const reopened = await reopenMails(tx, mails);
      await queueMails(tx, reopened);
      return reopened.length;
    },
  };
}
