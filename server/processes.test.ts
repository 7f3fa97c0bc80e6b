import type { FastifyInstance } from 'fastify';
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { patientPool } from './test/patient-pool.ts';
import { many, one } from './test/rows.ts';
import { closeJobs, openJobs } from './jobs/open.ts';
import { startMailWorker } from './channels/mail/worker.ts';
import { testApp } from './test/app.ts';
import type { TestBrowser } from './test/browser.ts';
import { testBrowser } from './test/browser.ts';
import { png } from './test/samples/sample.ts';
import { office } from './test/office.ts';
import { readOutbox, silent } from './test/outbox.ts';

// Three servers behind a balancer that gives every request to the next one. State that one server kept to itself would
// be missing on the other two.

const portal = await testApp({ database: 'empty', limits: { loginFailures: 3 } });
const { db, config, database } = portal;
const people = office(db);

const servers = [portal.app, await openServer(), await openServer()];

async function openServer(): Promise<FastifyInstance> {
  const pool = patientPool({ ...inject('databases').app, database: database.owner.database });
  const app = await buildApp({ config, pool, logger: false, portalRoot: `${config.dataDir}/no-portal` });
  afterAll(async () => {
    await app.close();
    await pool.end();
  });
  return app;
}

/** A browser whose every request goes to another server than the one before. */
function balanced(): TestBrowser {
  let turn = 0;
  const balancer = {
    inject: (request: object) => servers[(turn += 1) % servers.length]!.inject(request),
  };
  // The part of the application that a browser uses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return testBrowser(balancer as unknown as FastifyInstance);
}

let persons = 0;
async function admin() {
  const name = `Keeper${(persons += 1)}`;
  return { id: await people.person(name, 'admin'), email: `${name.toLowerCase()}@office.test` };
}

test('a session begins on one, is good on all and ends on all at once', async () => {
  const { id: uid, email } = await admin();
  const browser = balanced();
  const token = await browser.signIn(email);
  const statuses = async () => {
    const seen: number[] = [];
    for (let n = 0; n < 3; n += 1)
      seen.push((await browser.call('accounts.get_user_profile', { uid }, { token })).status);
    return seen;
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await browser.call('accounts.logout', {}, { token })).status).toBe(200);
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('wrong passwords are counted together', async () => {
  const { email } = await admin();
  const browser = balanced();
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1)
    statuses.push((await browser.call('accounts.login', { email_id: email, password: 'Wrong@2026' })).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  // The budget is used up: no server even checks the right password.
  for (let n = 0; n < 3; n += 1) await expect(browser.signIn(email)).rejects.toThrow('could not sign in');
});

test('one Idempotency-Key has one effect, sent to all of them at once', async () => {
  const { email } = await admin();
  const browser = balanced();
  const token = await browser.signIn(email);
  const add = () =>
    browser.call(
      'enquiries.add_type',
      { course_type_name: 'Once' },
      { token, headers: { 'idempotency-key': 'one-gesture' } },
    );
  const answers = await Promise.all([add(), add(), add()]);
  // A request that comes while the first one runs gets its answer, or a refusal that says so.
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const later = await add();
  expect([later.status, later.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(await many(db)`select name from query_types where name = 'Once'`).toHaveLength(1);
});

test('an upload is offered by one, taken by the next and finished by the third', async () => {
  const { email } = await admin();
  const [offering, , finishing] = servers.map((app) => testBrowser(app));
  const token = await offering!.signIn(email);
  const begun = await offering!.call(
    'files.begin',
    { kind: 'profile_image', name: 'a.png', type: 'image/png', size: png.length },
    { token },
  );
  const { file_id, upload } = begun.body;
  const { pathname, search } = new URL(upload.url, 'http://localhost');
  const put = await servers[1]!.inject({
    method: 'PUT',
    url: pathname + search,
    headers: upload.headers,
    payload: png,
  });
  expect(put.statusCode).toBe(204);
  const finished = await finishing!.call('files.finish', { file_id }, { token });
  expect(finished.status).toBe(200);
  for (const app of servers) {
    const shown = await app.inject({ method: 'GET', url: finished.body.location });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, expect.stringMatching(/^image/)]);
  }
});

test('a mail requested on any of them is sent once, by any of them', async () => {
  const { email } = await admin();
  const browser = balanced();
  const token = await browser.signIn(email);
  const guests = Array.from({ length: 9 }, (_, n) => `guest${n}@office.test`);
  for (const email_id of guests) {
    const { status } = await browser.call('accounts.invite', { email_id, role: 'teacher' }, { token });
    expect(status).toBe(200);
  }
  for (let n = 0; n < 3; n += 1) await startWorker();
  await vi.waitFor(
    async () => {
      const { waiting } = await one<{ waiting: number }>(db)`
        select count(*)::int as waiting from mails where state = 'queued'
      `;
      expect(waiting).toBe(0);
    },
    { timeout: 600_000, interval: 20 },
  );
  const mails = await readOutbox(config.dataDir);
  const invited = mails.map(({ to }) => to).filter((to) => to.includes('guest'));
  expect(invited.toSorted()).toEqual(guests);
});

/** A mail worker as in a server process, on connections of its own. */
async function startWorker(): Promise<void> {
  const pool = patientPool({ ...inject('databases').app, database: database.owner.database });
  const jobs = await openJobs(pool, { log: silent });
  onTestFinished(async () => {
    await closeJobs(jobs, 5_000);
    await pool.end();
  });
  const settings = { atOnce: 2, lookEverySeconds: 0.5 };
  await startMailWorker({ config: { ...config, smtpUrl: null }, pool, jobs, log: silent, settings });
}
