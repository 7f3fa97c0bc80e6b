import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { expect, vi } from 'vitest';
import { mailQueue } from '../jobs/queues.ts';
import type { Post } from './post.ts';
import type { smtpPeer } from './smtp-peer.ts';

// A process costs a second and a half of a processor.
const isFull = process.env['PROOF'] === 'full';

/**
 * Jobs of dead processes go to living ones when their heartbeat is a minute old. Here this happens at once, to jobs that
 * began before `died`. One of the living that takes so long may run twice.
 */
export async function giveBackWhatTheDeadHeld({ pool, jobs }: Post, died: Date, queue = mailQueue) {
  await pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '61 seconds'
     where name = $1 and state = 'active' and started_on < $2`,
    [queue, died],
  );
  // The queue checks this only twice a minute, so the marks of the last check go first.
  await pool.query('update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = $1', [
    queue,
  ]);
  await jobs.supervise(queue);
}

interface Killing {
  readonly peerUrl: string;
  readonly table: 'mails' | 'message_readers' | 'enrolments';
  readonly patience: { readonly timeout: number; readonly interval: number };
}

/** Runs a process, in the full form two, and kills it in the middle of writing the mails: the table is locked. */
export const killWhileItWrites = (post: Post, killing: Killing) =>
  killAtLock(post, killing, { held: 'share', awaited: 'RowExclusiveLock' });

/** The same in the middle of reading a table, such as for a mail's file. */
export const killWhileItReads = (post: Post, killing: Killing) =>
  killAtLock(post, killing, { held: 'access exclusive', awaited: 'AccessShareLock' });

async function killAtLock(
  post: Post,
  { peerUrl, table, patience }: Killing,
  { held, awaited }: { readonly held: string; readonly awaited: string },
) {
  const lock = await post.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    await lock.query(`lock table ${table} in ${held} mode`);
    const starting = Promise.all(Array.from({ length: isFull ? 2 : 1 }, () => post.startProcess(peerUrl)));
    await vi.waitFor(async () => {
      const { rows } = await post.pool.query(
        `select from pg_locks where relation = '${table}'::regclass and mode = '${awaited}' and not granted`,
      );
      expect(rows.length).toBeGreaterThan(0);
    }, patience);
    for (const process of await starting) await process.kill();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}

/**
 * Two processes send, and one is killed in the middle; in the full form a third takes its place. Expects that each of so
 * many mailboxes has the mail once, or copies of it with the same id. `written` counts the mails that are meant.
 */
export async function sendThroughAKill(
  post: Post,
  {
    peer,
    boxes,
    written,
    patience,
    copies = 3,
  }: {
    peer: Awaited<ReturnType<typeof smtpPeer>>;
    boxes: number;
    written: (condition: Sql) => Promise<number>;
    patience: { timeout: number; interval: number };
    copies?: number;
  },
) {
  const [victim] = [await post.startProcess(peer.url), await post.startProcess(peer.url)];
  await vi.waitFor(() => expect(peer.accepted.length).toBeGreaterThan(boxes / 10), patience);
  await victim.kill();
  const died = new Date();
  if (isFull) await post.startProcess(peer.url);
  await vi.waitFor(async () => {
    await giveBackWhatTheDeadHeld(post, died);
    expect(await written(sql`state = 'sent'`)).toBe(boxes);
  }, patience);
  expect(await written(sql`true`)).toBe(boxes);
  expect(new Set(peer.accepted.map(({ to }) => to)).size).toBe(boxes);
  // A copy whose confirmation the killed process could not note has the same id.
  expect(new Set(peer.accepted.map(({ messageId }) => messageId)).size).toBe(boxes);
  expect(peer.accepted.length - boxes).toBeLessThanOrEqual(copies);
}
