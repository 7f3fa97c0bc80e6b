import { holdHashes } from '../../test/hold-hashes.ts';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@gurukul/contract/index';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Limits } from '../../config.ts';
import { createPool } from '../../db/pool.ts';
import { many, one, run } from '../../test/rows.ts';
import { inTransaction } from '../../db/tx.ts';
import { demoPassword, read, testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { newToken } from '../../test/planted-school.ts';
import { secondProcess } from '../../test/second-process.ts';
import { hashToken } from '#server/secrets.ts';

// Every limit works, and a caller within the limit does not notice it. Limits of a single body are tested in
// bad-input.test.ts.

const office = await testApp();
const { app, call, config, database, db } = office;

interface Bounded {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
}

/** A process with a pool of its own, as narrow as a test needs it. */
async function bounded(limits: Partial<Limits>): Promise<Bounded> {
  const all = { ...config.limits, ...limits };
  const pool = createPool({ ...inject('databases').app, database: database.owner.database }, all);
  const own = await buildApp({ config: { ...config, limits: all }, pool, logger: false });
  onTestFinished(async () => {
    await own.close();
    await pool.end();
  });
  return { app: own, pool };
}

async function listening(own: FastifyInstance): Promise<number> {
  await own.listen({ port: 0, host: '127.0.0.1' });
  const address = own.server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address.port;
}

let admin: Readonly<Record<string, string>>;
let uid: number;
beforeAll(async () => {
  admin = { authorization: `Bearer ${await office.tokenOf('admin')}` };
  uid = await office.idOf('admin');
});

const profile = (own: FastifyInstance, headers = admin) =>
  own.inject({ url: `/api/user_details/get_user_profile/${uid}`, headers });

describe('a body of exactly the permitted size', () => {
  const post = (payload: string, url = '/api/courses/attendance_report') =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...admin, 'content-type': 'application/json' },
      payload,
    });
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

  // They were read, so only their fields are refused.
  test.each([
    ['20 deep', nested(20)],
    ['2,000 keys', keys(2000)],
    ['5,000 elements', `{"a":[${'1,'.repeat(4999)}1]}`],
    ['1 MB', JSON.stringify({ a: 'x'.repeat(1_048_576 - 8) })],
  ])('%s is read', async (_, payload) => {
    const { status, body } = read(await post(payload));
    expect([status, Object.keys(body.problems ?? {})]).toEqual([
      400,
      expect.arrayContaining(['course_id', 'class_id']),
    ]);
  });

  const large = calls().filter(({ call: { limits } }) => limits !== undefined);
  test.each(large)(
    '$name takes 20,000 rows within 10 MB, and not one more',
    async ({ name, call: { path } }) => {
      const sheet = (count: number, filler = '') =>
        name === 'paymentUpload.excel_payment_details_upload'
          ? `[${Array.from({ length: count }, () => `{"full_name":5,"x":"${filler}"}`).join(',')}]`
          : `{"rows":[${Array.from({ length: count }, () => `{"row":0,"x":"${filler}"}`).join(',')}]}`;
      // Each of its rows is refused, or the sheet as a whole, after it was read to its end.
      expect((await post(sheet(20_000), `/api${path}`)).statusCode).toBe(400);
      expect((await post(sheet(20_001), `/api${path}`)).statusCode).toBe(413);
      expect((await post(sheet(11_000, 'x'.repeat(1000)), `/api${path}`)).statusCode).toBe(413);
    },
  );
});

describe('a page', () => {
  test.each([
    ['page=0', 1],
    ['page=1&pageSize=5000', 100],
    ['page=1&pageSize=0', 1],
  ])('of an unlikely size (%s) gets a likely one', async (query, most) => {
    const asked = Object.fromEntries(new URLSearchParams(query));
    const { status, body } = await call(
      'students.get_all_students',
      { course_status: 'all', ...asked, pageSize: asked['pageSize'] ?? '1' },
      { as: 'admin' },
    );
    expect([status, body.data.length]).toEqual([200, Math.min(most, body.total_count)]);
  });
});

describe('the database', () => {
  test('gets the limits of the settings', async () => {
    const { pool } = await bounded({
      statementTimeoutSeconds: 7,
      lockTimeoutSeconds: 2,
      idleInTransactionSeconds: 9,
    });
    const settings = await many<{ name: string; setting: string }>(pool)`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name
    `;
    expect(settings.map(({ setting }) => setting)).toEqual(['9000', '2000', '7000']);
  });

  test('gives up a statement that takes too long, and the connection serves on', async () => {
    const { pool } = await bounded({ statementTimeoutSeconds: 1, poolSize: 1 });
    await expect(run(pool)`select pg_sleep(30)`).rejects.toMatchObject({ code: '57014' });
    expect(await one(pool)`select 1 as fine`).toEqual({ fine: 1 });
  });

  test('gives up a transaction in which nothing happens, and its connection is replaced', async () => {
    const { pool } = await bounded({ idleInTransactionSeconds: 1, poolSize: 1 });
    const idle = inTransaction(pool, async (tx) => {
      await run(tx)`select 1`;
      await wait(1500);
      await run(tx)`select 1`;
    });
    await expect(idle).rejects.toThrow();
    expect(await one(pool)`select 1 as fine`).toEqual({ fine: 1 });
  });

  test('does not let a write wait long for a row that another transaction has locked', async () => {
    // Without its limit the write would wait for longer than the test.
    const { app: own } = await bounded({ lockTimeoutSeconds: 1, statementTimeoutSeconds: 600 });
    const { id } = await one<{ id: number }>(db)`select min(id) as id from courses where deleted_at is null`;
    const flip = () =>
      own.inject({
        method: 'POST',
        url: '/api/courses/course_reg_status',
        headers: admin,
        payload: { course_id: id },
      });
    const holder = await db.connect();
    await holder.query('begin');
    await holder.query('select from courses where id = $1 for update', [id]);
    const asked = performance.now();
    const refused = await flip();
    const waited = performance.now() - asked;
    await holder.query('rollback');
    holder.release();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(waited).toBeGreaterThan(900);
    expect((await flip()).statusCode).toBe(200);
  });
});

describe('a pool of which every connection is taken', () => {
  const poolSize = 2;
  const poolWaitSeconds = 1;

  async function taken() {
    const own = await bounded({ poolSize, poolWaitSeconds });
    // The process must be up before: its first statements are not part of the measurement.
    expect((await profile(own.app)).statusCode).toBe(200);
    const held = [await own.pool.connect(), await own.pool.connect()];
    return { ...own, free: () => held.splice(0).forEach((client) => client.release()) };
  }

  test('answers 200 requests at once within its bound, keeps none of them, and recovers', async () => {
    const { app: own, pool, free } = await taken();
    const asked = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => profile(own)));
    const waited = performance.now() - asked;
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(new Set(answers.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']));
    expect(waited).toBeGreaterThan(poolWaitSeconds * 900);
    expect([pool.waitingCount, pool.totalCount]).toEqual([0, poolSize]);
    free();
    const after = await Promise.all(Array.from({ length: 50 }, () => profile(own)));
    expect(new Set(after.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect([pool.waitingCount, pool.totalCount]).toEqual([0, poolSize]);
  });

  test('never has more waiting than arrived within the limit, however long it lasts', async () => {
    const { app: own, pool, free } = await taken();
    const waves = 8;
    const ofWave = 25;
    const everyMs = 250;
    const answers: Promise<{ statusCode: number }>[] = [];
    let most = 0;
    for (let wave = 0; wave < waves; wave += 1) {
      for (let n = 0; n < ofWave; n += 1) answers.push(profile(own));
      await wait(everyMs);
      most = Math.max(most, pool.waitingCount);
    }
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([503]));
    // The eight waves last twice as long as a request may wait.
    expect(most).toBeLessThan(waves * ofWave);
    expect(pool.waitingCount).toBe(0);
    free();
    expect((await profile(own)).statusCode).toBe(200);
  });

  test('is no reason to say that the database is away, however many ask', async () => {
    const { app: own, free } = await taken();
    const ask = () => own.inject({ url: '/api/health' });
    const statuses = async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, ask));
      return new Set(answers.map(({ statusCode }) => statusCode));
    };
    // Its own connection may open slowly on a busy machine. The pool stays taken all the while.
    await expect.poll(statuses).toEqual(new Set([200]));
    free();
  });

  test('refuses writes in the same way, and leaves nothing of them', async () => {
    const { app: own, free } = await taken();
    const types = () => one<{ count: number }>(db)`select count(*) from course_types`;
    const before = await types();
    const write = (type: string) =>
      own.inject({ method: 'POST', url: '/api/courses/add_course_type', headers: admin, payload: { type } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`Blocked ${n}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(await types()).toEqual(before);
    free();
    expect((await write('Free')).statusCode).toBe(200);
  });

  test('does not count a failed look-up of a token as a guess', async () => {
    const own = await bounded({ poolSize: 1, poolWaitSeconds: 1, requestsPerMinute: 10 });
    const held = await own.pool.connect();
    const strange = () => profile(own.app, { authorization: `Bearer ${newToken()}` });
    const answers = await Promise.all(Array.from({ length: 30 }, strange));
    held.release();
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    const guesses = await Promise.all(Array.from({ length: 11 }, strange));
    const statuses = guesses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

test('calls that wait for a locked table take no connection from others', async () => {
  // Nobody gives up before the lock ends.
  const patient = { lockTimeoutSeconds: 60, statementTimeoutSeconds: 60, poolWaitSeconds: 20 };
  const own = await bounded({ ...patient, callsAtOnce: 100 });
  const courses = () => own.app.inject({ url: '/api/courses/get_all_courses?page=1', headers: admin });
  expect((await profile(own.app)).statusCode).toBe(200);
  expect((await courses()).statusCode).toBe(200);
  const stranger = new pg.Client(database.owner);
  await stranger.connect();
  await stranger.query('begin; lock table query_types in access exclusive mode');
  const types = () =>
    own.app.inject({ url: '/api/course_type_admin/get_all_admin_course_types_admin', headers: admin });
  const slow = Array.from({ length: 40 }, types);
  await wait(200);
  const others = await Promise.all(Array.from({ length: 5 }, () => [profile(own.app), courses()]).flat());
  await stranger.end();
  expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const late = await Promise.all(slow);
  expect(new Set(late.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

describe('what one session does at once', () => {
  const another = async (email: string) => {
    const token = newToken();
    const row = await one<{ id: number }>(db)`select id from people where email_id = ${email}`;
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, expires_at)
      select ${hashToken(token)}, p.id, p.main_role, now() + interval '1 hour' from people p where p.id = ${row.id}
    `;
    return { authorization: `Bearer ${token}` };
  };
  const holding = async (statement: string) => {
    const holder = await db.connect();
    await holder.query('begin');
    await holder.query(statement);
    let ended: Promise<void> | undefined;
    const letGo = () => (ended ??= holder.query('rollback').then(() => holder.release()));
    onTestFinished(letGo);
    return letGo;
  };

  test('is a few calls; a few more wait, others are refused, and no other session notices', async () => {
    const { app: own } = await bounded({ callsAtOnce: 2, callsWaiting: 1, lockTimeoutSeconds: 60 });
    const { id } = await one<{ id: number }>(db)`select min(id) as id from courses where deleted_at is null`;
    const letGo = await holding(`select from courses where id = ${id} for update`);
    const asked = { url: '/api/courses/course_reg_status', headers: admin, payload: { course_id: id } };
    const working = [1, 2].map(() => own.inject({ method: 'POST', ...asked }));
    for (const each of working) void each.then(() => undefined);
    await expect
      .poll(
        () =>
          one(db)`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `,
      )
      .toEqual({ count: 2 });
    const more = [profile(own), profile(own)];
    const refused = await Promise.race(more);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    expect((await profile(own, await another('admin@gurukul.test'))).statusCode).toBe(200);
    await letGo();
    const statuses = (await Promise.all([...more, ...working])).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
    expect((await profile(own)).statusCode).toBe(200);
  });

  test('is one costly call per person, across their sessions, beside all others', async () => {
    const { app: own } = await bounded({ costlyCallsAtOnce: 1, costlyCallsWaiting: 0 });
    const row = { row: 2, first_name: '', last_name: '', email_id: '', phone_number: '' };
    const sheet = { file_name: 'new.xlsx', rows: [{ ...row, course_name: '', class_name: '' }] };
    const { digest } = (
      await office.call('studentImport.students_preview', sheet, { as: 'admin@gurukul.test' })
    ).body.data;
    const upload = (headers: Readonly<Record<string, string>>, url = '/api/imports/students') =>
      own.inject({ method: 'POST', url, headers, payload: { ...sheet, confirm: true, digest } });
    const letGo = await holding("select pg_advisory_xact_lock(hashtext('import of students'))");
    const uploads = [upload(admin), upload(await another('admin@gurukul.test'))];
    const refused = await Promise.race(uploads);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    expect((await profile(own)).statusCode).toBe(200);
    const colleague = { authorization: `Bearer ${await office.tokenOf('courseadmin')}` };
    expect((await upload(colleague, '/api/imports/students/preview')).statusCode).toBe(200);
    await letGo();
    expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429]);
    expect((await upload(admin)).statusCode).toBe(200);
  });

  test('stores no more answers than a day may have, and repeats the stored ones', async () => {
    const { app: own } = await bounded({ keptMegabytesPerDay: 5 });
    // For a student without a course the answer is the whole list.
    const { id: free } = await one<{ id: number }>(db)`
      insert into people (main_role, first_name, email_id) values ('student', 'Free', '') returning id
    `;
    const write = (key: string | null) =>
      own.inject({
        method: 'POST',
        url: '/api/student/remove_student_association',
        headers: { ...admin, ...(key === null ? {} : { 'idempotency-key': key }) },
        payload: { student_id: free, course_id: '---' },
      });
    const first = await write('kept-1');
    expect(first.statusCode).toBe(200);
    const room = Math.floor((5 * 1024 * 1024) / first.payload.length);
    let refused = 0;
    for (let n = 2; n <= room + 2; n += 1) {
      if ((await write(`kept-${n}`)).statusCode === 429) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    const kept = await one<{ count: number }>(db)`
      select count(*) from idempotency_keys where key like 'kept-%'
    `;
    expect(kept.count).toBeLessThanOrEqual(room);
    expect((await write('kept-1')).payload).toBe(first.payload);
    expect((await write(null)).statusCode).toBe(200);
  });

  test('is counted by cost', async () => {
    const { app: own } = await bounded({ requestsPerMinute: 21 });
    const csv = () =>
      own.inject({
        method: 'POST',
        url: '/api/student/export_students',
        headers: admin,
        payload: { format: 'csv' },
      });
    const statuses = [await csv(), await csv(), await profile(own), await csv(), await profile(own)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('passwords', () => {
  test('are hashed a few at once, a few wait, and the others hear that the portal is busy', async () => {
    const { app: own } = await bounded({ hashesAtOnce: 1, hashQueue: 2 });
    const signIn = (email_id: string, password: string) =>
      own.inject({ method: 'POST', url: '/api/user_details/login', payload: { email_id, password } });
    const letGo = holdHashes();
    let refused = 0;
    // Each sign-in uses an account of its own, because sign-ins to one account wait for each other's counts.
    const signIns = Array.from({ length: 12 }, async (_, n) => {
      const answer = await signIn(`nobody${n}@office.test`, 'Wrong@2026');
      if (answer.statusCode === 503) refused += 1;
      return answer;
    });
    await expect.poll(() => refused).toBe(10);
    await letGo();
    const answers = await Promise.all(signIns);
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    expect(busy).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(2);
    expect(new Set(busy.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']));
    expect((await signIn('admin@gurukul.test', demoPassword)).statusCode).toBe(200);
  });
});

describe('connections', () => {
  test('are as many as the settings say', () => {
    expect(app.server.maxConnections).toBe(config.limits.connections);
  });

  test('beyond the limit are closed at once, and there is room again when one ends', async () => {
    const { app: own } = await bounded({ connections: 2 });
    const port = await listening(own);
    const open = () =>
      new Promise<{ answer: string; end: () => void }>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('connect', () => socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'));
        socket.on('data', (data) => resolve({ answer: data.toString(), end: () => socket.destroy() }));
        socket.on('error', () => resolve({ answer: '', end: () => {} }));
        socket.on('close', () => resolve({ answer: '', end: () => {} }));
      });
    const [first, second] = [await open(), await open()];
    expect([first.answer, second.answer]).toEqual([
      expect.stringContaining('HTTP/1.1 200'),
      expect.stringContaining('HTTP/1.1 200'),
    ]);
    expect((await open()).answer).toBe('');
    first.end();
    await expect.poll(async () => (await open()).answer).toContain('HTTP/1.1 200');
    second.end();
  });

  test('whose request does not end are closed', async () => {
    const { app: own } = await bounded({ requestTimeoutSeconds: 1, headersTimeoutSeconds: 1 });
    const port = await listening(own);
    const slow = [
      'POST /api/user_details/login HTTP/1.1\r\nHost: localhost\r\n',
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email_id":',
    ].join('');
    const heard = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(slow));
      let all = '';
      socket.on('data', (data) => (all += data.toString()));
      socket.on('error', () => resolve(all));
      socket.on('close', () => resolve(all));
    });
    expect(heard).toContain('HTTP/1.1 408');
    expect((await profile(own)).statusCode).toBe(200);
  });
});

describe('counters', () => {
  test('in the database are written like everything else there, so that a crash forgets none of them', async () => {
    const tables = await many<{ relname: string; relpersistence: string }>(db)`
      select relname, relpersistence from pg_class
      where relname in ('rate_limits', 'reset_challenges', 'reset_grants', 'sessions', 'invites', 'mails')
        and relkind = 'r' and relpersistence <> 'p'
    `;
    expect(tables).toEqual([]);
  });

  test('are known to a process that has just started: invitations and mails with codes', async () => {
    const invite = { role: 'teacher' };
    const sender = (n: number) => ({ ...invite, email_id: `new${n}@office.test` });
    for (let n = 0; n < config.limits.invitesPerHour; n += 1) {
      expect((await call('accounts.invite', sender(n), { as: 'admin' })).status).toBe(200);
    }
    const email_id = 'teacher@gurukul.test';
    const mails = () =>
      one<{ count: number }>(db)`
        select count(*) from mails where kind = 'reset_code' and recipient = ${email_id}
      `;
    for (let n = 0; n < config.limits.codeMailsPerHour + 2; n += 1) {
      await testBrowser(app).call('accounts.forgetPassword_otp_send', { email_id });
    }
    expect(await mails()).toEqual({ count: config.limits.codeMailsPerHour });

    const restarted = testBrowser(await secondProcess(office));
    const token = await office.tokenOf('admin');
    expect((await restarted.call('accounts.invite', sender(99), { token })).status).toBe(429);
    await restarted.call('accounts.forgetPassword_otp_send', { email_id });
    expect(await mails()).toEqual({ count: config.limits.codeMailsPerHour });
  });

  test('in memory count requests only, by each process for itself', async () => {
    const limits = { requestsPerMinute: 3 };
    const [here, there] = [await bounded(limits), await bounded(limits)];
    const statuses = async (own: Bounded) => {
      const seen: number[] = [];
      for (let n = 0; n < 4; n += 1) seen.push((await profile(own.app)).statusCode);
      return seen;
    };
    expect(await statuses(here)).toEqual([200, 200, 200, 429]);
    expect(await statuses(there)).toEqual([200, 200, 200, 429]);
  });
});
