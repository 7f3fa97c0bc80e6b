import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { deadMailQueue, mailQueue, queues, whatsappQueue } from '../../jobs/queues.ts';
import { giveBackWhatTheDeadHeld } from '../../test/kill-processes.ts';
import type { MailProcess, Post } from '../../test/post.ts';
import { openPost } from '../../test/post.ts';
import type { PeerAnswer } from '../../test/smtp-peer.ts';
import { smtpPeer } from '../../test/smtp-peer.ts';
import type { Mail } from './templates.ts';

const isFull = process.env['PROOF'] === 'full';
const patience = { timeout: 600_000, interval: 50 };

const changed = (n: number): Mail => ({
  kind: 'password_changed',
  to: `asha${n}@office.test`,
  dedupeKey: `changed:${n}`,
  data: {},
});

const unsent = async ({ pool }: Post) => {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from mails where state <> 'sent'",
  );
  return rows[0]?.n;
};

describe('a mail server that misbehaves while processes are killed', () => {
  test('loses no mail, and copies one only where its confirmation was not heard', async () => {
    const post = await openPost();
    const mails = isFull ? 600 : 60;
    await post.mailer.enqueueMany(
      post.pool,
      Array.from({ length: mails }, (_, n) => changed(n + 1)),
    );

    const peer = await smtpPeer();
    /** Mails without a confirmation: the connection broke after it, or the process died before it could note it. */
    const unheard = new Set<string>();
    let turn = 0;
    let isHolding = false;
    peer.atMessage = async ({ to }): Promise<PeerAnswer> => {
      turn += 1;
      if (isHolding) {
        // Accepted, and the sender is killed before it hears so.
        unheard.add(to);
        return new Promise(() => undefined);
      }
      if (turn % 17 === 0) return { code: 451, text: 'greylisted' };
      if (turn % 23 === 0) return 'cut';
      if (turn % 29 === 0) {
        unheard.add(to);
        return 'keep and cut';
      }
      return null;
    };

    let processes: MailProcess[] = [await post.startProcess(peer.url), await post.startProcess(peer.url)];
    const kills = isFull ? 6 : 2;
    for (let n = 1; n <= kills; n += 1) {
      const goal = (mails * n) / (kills + 2);
      await vi.waitFor(() => expect(peer.accepted.length).toBeGreaterThanOrEqual(goal), patience);
      isHolding = true;
      await vi.waitFor(() => expect(unheard.size).toBeGreaterThan(0), patience);
      const [victim, survivor] = processes;
      await victim!.kill();
      const died = new Date();
      if (n % 2 === 0) {
        await peer.goDown();
        isHolding = false;
        await peer.comeUp();
      } else {
        isHolding = false;
        // The survivor's open connections break, and their mails are retried.
        await peer.goDown();
        await peer.comeUp();
      }
      processes = [survivor!, await post.startProcess(peer.url)];
      await giveBackWhatTheDeadHeld(post, died);
    }
    await vi.waitFor(async () => expect(await unsent(post)).toBe(0), patience);

    const copies = Map.groupBy(peer.accepted, ({ to }) => to);
    expect(copies.size).toBe(mails);
    const doubled = [...copies.values()].filter((same) => same.length > 1);
    for (const same of doubled) expect(new Set(same.map(({ messageId }) => messageId)).size).toBe(1);
    // A killed process may have heard a confirmation without noting it: one mail a worker, six workers a kill.
    expect(doubled.filter(([first]) => !unheard.has(first!.to)).length).toBeLessThanOrEqual(kills * 6);
    expect(new Set(peer.accepted.map(({ messageId }) => messageId)).size).toBe(mails);
  });
});

test('a connection cut before the confirmation makes a copy with the same Message-ID, and no second entry', async () => {
  const post = await openPost();
  const peer = await smtpPeer();
  const answers: PeerAnswer[] = ['keep and cut', 'cut'];
  peer.atMessage = () => answers.shift() ?? null;
  await post.enqueue(changed(1));
  await post.startWorker({ smtpUrl: peer.url });
  await vi.waitFor(async () => expect(await unsent(post)).toBe(0), patience);
  expect(peer.tried).toHaveLength(3);
  expect(peer.accepted).toHaveLength(2);
  expect(new Set(peer.tried.map(({ messageId }) => messageId)).size).toBe(1);
  const { rows } = await post.pool.query('select tries, failure is not null as failed_before from mails');
  expect(rows).toEqual([{ tries: 3, failed_before: true }]);
});

test('a slow server delays nobody else’s mail', async () => {
  const post = await openPost();
  const peer = await smtpPeer();
  let decide = () => {};
  const slow = new Promise<null>((resolve) => (decide = () => resolve(null)));
  peer.atMessage = ({ to }) => (to === 'asha1@office.test' ? slow : null);
  for (let n = 1; n <= 12; n += 1) await post.enqueue(changed(n));
  await post.startWorker({ smtpUrl: peer.url, atOnce: 2 });
  // The slow one's own batch of five waits with it.
  await vi.waitFor(() => expect(peer.accepted.length).toBeGreaterThanOrEqual(7), patience);
  decide();
  await vi.waitFor(async () => expect(await unsent(post)).toBe(0), patience);
});

test('a server that is down and comes back gets everything, and the log says what was wrong meanwhile', async () => {
  const post = await openPost();
  const peer = await smtpPeer();
  await peer.goDown();
  await post.jobs.updateQueue(mailQueue, { retryDelay: 1, retryBackoff: false });
  for (let n = 1; n <= 5; n += 1) await post.enqueue(changed(n));
  await post.startWorker({ smtpUrl: peer.url });
  await vi.waitFor(async () => {
    const { rows } = await post.pool.query(
      "select from mails where state = 'queued' and tries > 0 and failure ~ 'ECONNREFUSED' and handed_over_at is null",
    );
    expect(rows).toHaveLength(5);
  });
  await peer.comeUp();
  await vi.waitFor(async () => expect(await unsent(post)).toBe(0), patience);
  expect(peer.accepted).toHaveLength(5);
});

test('no code that answers requests imports a mail client', async () => {
  const server = fileURLToPath(new URL('../..', import.meta.url));
  const files = (await readdir(server, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const importing = async (what: RegExp) => {
    const texts = await Promise.all(files.map((name) => readFile(join(server, name), 'utf8')));
    return files.filter((_, n) => what.test(texts[n] ?? '')).toSorted();
  };
  // An import of types cannot reach anything.
  expect(await importing(/^import (?!type ).*from 'nodemailer'/m)).toEqual(['channels/mail/transport.ts']);
  expect(await importing(/^import (?!type ).*from '.*mail\/(transport|worker)\.ts'/m)).toEqual([
    'main.ts',
    'test/mail-process.ts',
    'test/outbox.ts',
    'test/post.ts',
  ]);
});

describe('the twelve attempts', () => {
  test.each([mailQueue, whatsappQueue, deadMailQueue])(
    'of %s wait longer and longer, and outlast an outage of two hours',
    async (name) => {
      const post = await openPost({ isPatient: true });
      const { retryLimit = 0 } = queues.find((queue) => queue.name === name) ?? {};
      await post.jobs.send(name, { mail: 1, round: 0 });
      const waits: number[] = [];
      for (let n = 0; n < retryLimit; n += 1) {
        const [job] = await post.jobs.fetch(name);
        await post.jobs.fail(name, job!.id);
        const { rows } = await post.pool.query<{ seconds: number }>(
          `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
         where name = $1 and state = 'retry'`,
          [name],
        );
        waits.push(Math.round(rows[0]!.seconds));
        // Moves the next attempt to now.
        await post.pool.query('update pgboss.job set start_after = now() where name = $1', [name]);
      }
      expect(waits).toHaveLength(11);
      waits.forEach((seconds, n) => {
        expect(seconds).toBeGreaterThanOrEqual(Math.min(3600, 5 * 2 ** n) - 1);
        expect(seconds).toBeLessThanOrEqual(Math.min(3600, 10 * 2 ** n));
      });
      const whole = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600;
      expect(whole).toBeGreaterThan(2);
      expect(whole).toBeLessThan(3.6);
      // An outage of one hour is over long before the last attempts, whenever it begins.
      expect(waits.slice(-2).every((seconds) => seconds > 2_500)).toBe(true);

      const [last] = await post.jobs.fetch(name);
      await post.jobs.fail(name, last!.id);
      const { rows } = await post.pool.query('select state from pgboss.job where name = $1', [name]);
      expect(rows.map(({ state }) => state)).toEqual(['failed']);
    },
  );
});
