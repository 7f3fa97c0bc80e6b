import pg from 'pg';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/tx.ts';
import { fail } from '../http/problem.ts';
import type { Jobs } from '../jobs/open.ts';
import { asJobDb } from '../jobs/open.ts';
import { mailQueue } from '../jobs/queues.ts';
import type { Mail } from './letters.ts';
import { oneMailbox, singleLine } from './mailbox.ts';
import { insertMail } from './queries.ts';
import { createSeal } from './seal.ts';

/** What the queue holds: the number of a row in `mails`, nothing that was written to anybody. */
export interface MailJob {
  readonly mail: number;
}

export interface Mailer {
  /**
   * Asks for a letter, at most once per dedupe key; answers whether this was the first time. Given a transaction, the
   * letter is committed or undone with it; given the pool, it is a transaction of its own.
   */
  enqueue(db: Db, mail: Mail): Promise<boolean>;
}

/** Refuses what could not be sent as one message to one mailbox, while whoever asks can still be told. */
function checked({ to, dedupeKey, data }: Mail): { recipient: string; dedupeKey: string } {
  try {
    for (const [name, value] of Object.entries(data)) {
      if (typeof value === 'string') singleLine(value, name);
    }
    return { recipient: oneMailbox(to), dedupeKey: singleLine(dedupeKey, 'dedupe key') };
  } catch (cause) {
    throw fail('bad_input', { cause });
  }
}

export function createMailer({ secretKey }: { readonly secretKey: string }, jobs: Jobs): Mailer {
  const seal = createSeal(secretKey);

  async function enqueueIn(tx: Db, mail: Mail): Promise<boolean> {
    const { kind, data } = mail;
    const { recipient, dedupeKey } = checked(mail);
    const sealed = seal.close(data, dedupeKey);
    const id = await insertMail(tx, { dedupeKey, kind, recipient, sealed });
    if (id === null) return false;
    const job: MailJob = { mail: id };
    await jobs.send(mailQueue, job, { db: asJobDb(tx) });
    return true;
  }

  return {
    enqueue: async (db, mail) =>
      db instanceof pg.Pool ? inTransaction(db, (tx) => enqueueIn(tx, mail)) : enqueueIn(db, mail),
  };
}
