import { expect, vi } from 'vitest';
import { mailQueue } from '../jobs/queues.ts';
import type { Post } from './post.ts';

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

/** Runs two processes, and kills both while one is in the middle of writing the mails: the table is locked. */
export async function killWhileItWrites(
  post: Post,
  {
    peerUrl,
    table,
    patience,
  }: { peerUrl: string; table: 'mails' | 'message_readers'; patience: { timeout: number; interval: number } },
) {
  const lock = await post.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    await lock.query(`lock table ${table} in share mode`);
    const starting = Promise.all([post.startProcess(peerUrl), post.startProcess(peerUrl)]);
    await vi.waitFor(async () => {
      const { rows } = await post.pool.query(
        `select from pg_locks where relation = '${table}'::regclass and mode = 'RowExclusiveLock' and not granted`,
      );
      expect(rows.length).toBeGreaterThan(0);
    }, patience);
    for (const process of await starting) await process.kill();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}
