import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { patientPool } from '../../test/patient-pool.ts';
import { inTransaction } from '../../db/tx.ts';
import { closeJobs, openJobs } from '../../jobs/open.ts';
import { mailQueue } from '../../jobs/queues.ts';
import { deliveredMails, readOutbox, silent } from '../../test/outbox.ts';
import type { Post } from '../../test/post.ts';
import { openPost, secretKey, soon } from '../../test/post.ts';
import { readMail } from '../../test/read-mail.ts';
import { smtpPeer } from '../../test/smtp-peer.ts';
import type { Mail } from './templates.ts';
import { createMailer } from './mailer.ts';
import { hasToEncrypt } from './transport.ts';

const invite = (n: number, to = `asha${n}@office.test`): Mail => ({
  kind: 'invite',
  to,
  dedupeKey: `invite:${n}`,
  data: { role: 'teacher', hash: `SECRETHASH${n}`, invitedBy: 'Meera Nair' },
});

const reset: Mail = {
  kind: 'reset_code',
  to: 'asha@office.test',
  dedupeKey: 'reset:1',
  data: { email: 'asha@office.test', code: '482913', grant: 'SECRETGRANT' },
};

const deadLetters = async ({ pool }: Post) => {
  const { rows } = await pool.query<{ kind: string; recipient: string; failure: string }>(
    "select kind, recipient, failure from mails where state = 'failed' order by id",
  );
  return rows;
};

/** Every row of every table that could show who got which mail, as text. */
async function everythingStored(owner: pg.ClientConfig): Promise<string> {
  const pool = patientPool(owner);
  try {
    const { rows } = await pool.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`);
    const texts = await Promise.all(
      rows.map(({ name }) =>
        pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`),
      ),
    );
    return texts.map(({ rows }) => String(rows[0]?.text)).join('\n');
  } finally {
    await pool.end();
  }
}

describe('asking for a mail', () => {
  test.each([
    ['a second header', 'asha@office.test\r\nBcc: everybody@office.test'],
    ['a bare line feed', 'asha@office.test\nBcc: everybody@office.test'],
    ['a zero byte', 'asha@office.test\0'],
    ['two mailboxes', 'asha@office.test, bala@office.test'],
    ['two mailboxes with a semicolon', 'asha@office.test;bala@office.test'],
    ['a display name', 'Asha <asha@office.test>'],
    ['a group', 'all:asha@office.test;'],
    ['a name without a host', 'asha'],
    ['nobody', ''],
  ])('is refused when the recipient is %s', async (_, to) => {
    const post = await openPost();
    await expect(post.enqueue(invite(1, to))).rejects.toMatchObject({
      status: 400,
      cause: { message: expect.stringMatching(/must be a single line|exactly one mailbox/) },
    });
    expect(await post.states()).toEqual({});
  });

  test('is refused when a header has two lines', async () => {
    const post = await openPost();
    const mail = invite(1);
    const forged = { ...mail, data: { ...mail.data, invitedBy: 'Meera\r\nBcc: all@office.test' } } as Mail;
    await expect(post.enqueue(forged)).rejects.toMatchObject({ status: 400 });
    await expect(post.enqueue({ ...mail, dedupeKey: 'invite:1\n' })).rejects.toMatchObject({ status: 400 });
    expect(await post.states()).toEqual({});
  });

  test('sends nothing when its change is rolled back', async () => {
    const post = await openPost();
    const undone = inTransaction(post.pool, async (tx) => {
      await post.enqueue(invite(1), tx);
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    await inTransaction(post.pool, (tx) => post.enqueue(invite(2), tx));

    const sent = await deliveredMails({ config: post.config, db: post.pool });
    expect(sent.map(({ to }) => to)).toEqual(['asha2@office.test']);
    expect(await post.states()).toEqual({ 'invite:2': 'sent' });
  });

  test('twice under one key sends one, also at the same moment and long after', async () => {
    const post = await openPost();
    const first = await Promise.all(Array.from({ length: 8 }, () => post.enqueue(invite(1))));
    expect(first.filter(Boolean)).toHaveLength(1);
    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);

    expect(await post.enqueue(invite(1))).toBe(false);
    await post.enqueue(invite(2));
    await vi.waitFor(() => expect(peer.accepted.at(-1)?.to).toBe('asha2@office.test'), soon);
    expect(peer.accepted).toHaveLength(2);
  });

  test('stores no readable word of it, before or after it is sent', async () => {
    const post = await openPost();
    await post.enqueue(invite(1));
    await post.enqueue(reset);
    const secrets = /SECRETHASH|SECRETGRANT|482913|Meera/;
    const waiting = await everythingStored(post.database.owner);
    expect(waiting).toContain('invite:1');
    expect(waiting).not.toMatch(secrets);

    await post.startWorker();
    await vi.waitFor(
      async () => expect(await post.states()).toEqual({ 'invite:1': 'sent', 'reset:1': 'sent' }),
      soon,
    );
    expect(await everythingStored(post.database.owner)).not.toMatch(secrets);
    const { rows } = await post.pool.query('select from mails where sealed is not null');
    expect(rows).toEqual([]);
  });
});

describe('sending', () => {
  test('a mail server gets one message for one mailbox, in plain text and in HTML', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(1), soon);

    const [mail] = peer.accepted;
    expect(peer.recipients).toEqual(['asha1@office.test']);
    expect(mail?.to).toBe('asha1@office.test');
    expect(mail?.headers.get('from')).toBe('Gurukul <office@portal.example.org>');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.subject).toBe('You are invited to Gurukul as Teacher');
    expect(mail?.messageId).toMatch(/^<[\da-f]{32}@portal\.example\.org>$/);
    expect(mail?.links).toEqual(['https://portal.example.org/signup/SECRETHASH1']);
    expect(mail?.text).toContain('Meera Nair has invited you to the Gurukul portal as Teacher.');
    expect(mail?.html).toContain('href="https://portal.example.org/signup/SECRETHASH1"');
  });

  test('a server that is busy gets the same message again, with the same Message-ID', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    peer.atMessage = () => (peer.tried.length < 3 ? { code: 451, text: 'try later' } : null);
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(1), soon);

    expect(peer.tried).toHaveLength(3);
    expect(new Set(peer.tried.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(peer.tried.map(({ headers }) => headers.get('date'))).size).toBe(1);
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);
  });

  test('waits from five seconds to an hour between twelve attempts', async () => {
    const post = await openPost({ isPatient: true });
    expect(await post.jobs.getQueue(mailQueue)).toMatchObject({
      retryLimit: 11,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3600,
    });

    // Nothing listens there.
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: 'smtp://127.0.0.1:1' });
    const wait = await vi.waitFor(async () => {
      const { rows } = await post.pool.query<{ seconds: number }>(`
        select extract(epoch from start_after - now())::float8 as seconds
        from pgboss.job where name = 'mail' and state = 'retry'`);
      expect(rows).toHaveLength(1);
      return rows[0]?.seconds;
    }, soon);
    expect(wait).toBeGreaterThan(3);
    expect(wait).toBeLessThanOrEqual(10);
    expect(await post.states()).toEqual({ 'invite:1': 'waiting' });
  });

  test('sends nothing to a server whose certificate is not trusted', async () => {
    const post = await openPost({ isPatient: true });
    const peer = await smtpPeer({ offersTls: true });
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => {
      const { rows } = await post.pool.query(
        "select output->>'reason' as reason from pgboss.job where state = 'retry'",
      );
      expect(rows).toEqual([{ reason: expect.stringContaining('certificate') }]);
    }, soon);
    expect(peer.recipients).toEqual([]);
    expect(await post.states()).toEqual({ 'invite:1': 'waiting' });
  });

  test('sends nothing to a server that asks for a password and does not encrypt', async () => {
    const post = await openPost({ isPatient: true });
    const peer = await smtpPeer();
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: peer.url.replace('//', '//office:password@') });
    await vi.waitFor(async () => {
      const { rows } = await post.pool.query('select failure from mails');
      expect(rows).toEqual([{ failure: expect.stringContaining('STARTTLS') }]);
    }, soon);
    expect(peer.recipients).toEqual([]);
  });

  test.each([
    ['smtp://127.0.0.1:1025', false],
    ['smtp://localhost', false],
    ['smtp://mail.example.org', true],
    ['smtp://office:password@127.0.0.1', true],
    ['smtp://mail:1025?requireTLS=false', false],
    ['smtps://office:password@mail.example.org', false],
  ])('encrypts before anything crosses a network: %s', (url, isAsked) => {
    expect(hasToEncrypt(url)).toBe(isAsked);
  });

  test('gives up after twelve attempts and leaves a dead letter for the admin', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    peer.atMessage = () => ({ code: 451, text: 'try later' });
    await post.enqueue(invite(1));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'dead' }), soon);

    expect(peer.tried).toHaveLength(12);
    expect(await deadLetters(post)).toEqual([
      expect.objectContaining({
        kind: 'invite',
        recipient: 'asha1@office.test',
        failure: expect.stringContaining('try later'),
      }),
    ]);
    const { rows } = await post.pool.query('select sealed from mails');
    expect(rows).toEqual([{ sealed: null }]);
  });

  test('does not retry when the server refuses the mailbox for good', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    peer.atRecipient = () =>
      peer.recipients.at(-1) === 'asha1@office.test' ? { code: 550, text: 'no such user' } : null;
    await post.enqueue(invite(1));
    await post.enqueue(invite(2));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(
      async () => expect(await post.states()).toEqual({ 'invite:1': 'dead', 'invite:2': 'sent' }),
      soon,
    );
    expect(peer.recipients.toSorted()).toEqual(['asha1@office.test', 'asha2@office.test']);
    expect((await deadLetters(post)).map(({ failure }) => failure)).toEqual([
      expect.stringContaining('no such user'),
    ]);
  });

  test('does not send a code that is no longer valid', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    await post.enqueue(reset);
    await post.enqueue({
      kind: 'password_changed',
      to: 'asha@office.test',
      dedupeKey: 'changed:1',
      data: {},
    });
    await post.pool.query("update mails set enqueued_at = now() - interval '11 minutes'");
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(
      async () => expect(await post.states()).toEqual({ 'reset:1': 'dead', 'changed:1': 'sent' }),
      soon,
    );
    expect(peer.accepted.map(({ subject }) => subject)).toEqual(['Your Gurukul password was changed']);
  });

  test('a mail sealed with another key is never sent as something else', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    await post.enqueue(invite(1));
    await post.enqueue(invite(2));
    // One mail's contents in the other's row.
    await post.pool.query(`
      update mails set sealed = (select sealed from mails where dedupe_key = 'invite:2') where dedupe_key = 'invite:1'`);
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(
      async () => expect(await post.states()).toEqual({ 'invite:1': 'dead', 'invite:2': 'sent' }),
      soon,
    );
    expect(peer.accepted.map(({ to }) => to)).toEqual(['asha2@office.test']);
    const { rows } = await post.pool.query('select failure from mails where failure is not null');
    expect(rows).toEqual([
      { failure: "it cannot be read, since the portal's SECRET_KEY has changed since it was written" },
    ]);
  });
});

describe('several processes', () => {
  test('a mail requested by a process that has ended is sent by the next', async () => {
    const post = await openPost();
    const earlier = patientPool({ ...post.pool.options, database: post.database.owner.database });
    const jobs = await openJobs(earlier, { log: silent });
    await createMailer({ secretKey }, jobs).enqueue(earlier, invite(1));
    await closeJobs(jobs, 1_000);
    await earlier.end();

    await post.startWorker();
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);
    expect(await readOutbox(post.dataDir)).toHaveLength(1);
  });

  test('a mail that a dead process had goes to a living one', async () => {
    const post = await openPost();
    await post.enqueue(invite(1));
    const taken = await post.jobs.fetch(mailQueue);
    expect(taken).toHaveLength(1);
    await post.pool.query("update pgboss.job set heartbeat_on = now() - interval '61 seconds'");

    const survivor = await post.startWorker();
    await survivor.supervise(mailQueue);
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);
  });

  test('send each mail once between them', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
    for (const n of numbers) await post.enqueue(invite(n));
    const other = patientPool({ ...post.pool.options, database: post.database.owner.database });
    await post.startWorker({ smtpUrl: peer.url, atOnce: 2 });
    await post.startWorker({ smtpUrl: peer.url, atOnce: 2, pool: other });
    onTestFinished(() => other.end());

    await vi.waitFor(async () => {
      const states = Object.values(await post.states());
      expect(states.filter((state) => state === 'sent')).toHaveLength(numbers.length);
    }, soon);
    expect(peer.tried.map(({ to }) => to).toSorted()).toEqual(
      numbers.map((n) => `asha${n}@office.test`).toSorted(),
    );
  });

  test('a process that stops finishes the mails it has taken', async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    let accept = () => {};
    const held = new Promise<null>((resolve) => (accept = () => resolve(null)));
    peer.atMessage = () => held;
    await post.enqueue(invite(1));
    await post.enqueue(invite(2));
    const worker = await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.tried).toHaveLength(1), soon);

    const closed = closeJobs(worker, 5_000);
    accept();
    await closed;
    expect(await post.states()).toEqual({ 'invite:1': 'sent', 'invite:2': 'sent' });
  });
});

describe('without a mail server', () => {
  test('mails are whole files that only the server’s user can read', async () => {
    const post = await openPost();
    await post.enqueue(reset);
    await post.startWorker();
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'reset:1': 'sent' }), soon);

    const folder = join(post.dataDir, 'outbox');
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-reset_code-[\da-f]{8}-[\da-f]{8}\.eml$/)]);
    const file = join(folder, names[0] ?? '');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const mail = readMail(await readFile(file, 'latin1'));
    expect(mail.to).toBe('asha@office.test');
    expect(mail.text).toContain('482913');
    expect(mail.links).toEqual([
      'https://portal.example.org/forgotpassword#SECRETGRANT&email=asha%40office.test',
    ]);
    expect(mail.html).toContain('>482913</p>');
  });

  test('a mail sent again after a crash is still one file', async () => {
    const post = await openPost();
    await post.enqueue(invite(1));
    const { rows } = await post.pool.query('select sealed from mails');
    await post.startWorker();
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);
    // As if the process had died between writing the file and saying so.
    await post.pool.query('update mails set sent_at = null, sealed = $1', [rows[0]?.sealed]);
    await post.jobs.send(mailQueue, { mail: 1 });
    await vi.waitFor(async () => expect(await post.states()).toEqual({ 'invite:1': 'sent' }), soon);
    expect(await readOutbox(post.dataDir)).toHaveLength(1);
  });
});

test('the application can use the queue and has no DDL rights in it', async () => {
  const { pool } = await openPost();
  const denied = { code: '42501' };
  await expect(pool.query('create table pgboss.own (n integer)')).rejects.toMatchObject(denied);
  await expect(pool.query('drop table pgboss.job')).rejects.toMatchObject(denied);
  await expect(pool.query("select pgboss.create_queue('own', '{}')")).rejects.toMatchObject(denied);
  await expect(pool.query('delete from pgboss.queue')).rejects.toMatchObject(denied);
  await expect(pool.query('delete from pgboss.version')).rejects.toMatchObject(denied);
});
