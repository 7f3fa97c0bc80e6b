import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { Limits } from '#server/config.ts';
import { createPool } from '#server/db/pool.ts';
import { testApp } from '#server/test/app.ts';
import { foundSchool } from '#server/test/small-school.ts';

// Uploads that wait for each other delay nobody else, because they hold no connection meanwhile.

const office = await testApp({ database: 'empty' });
const { config, database, db } = office;
const { staff } = await foundSchool(db);

const poolSize = 2;

/** A process with fewer connections than waiting uploads. */
async function narrow(limits: Partial<Limits> = {}) {
  const all = { ...config.limits, poolSize, poolWaitSeconds: 1, ...limits };
  const pool = createPool({ ...inject('databases').app, database: database.owner.database }, all);
  const app = await buildApp({ config: { ...config, limits: all }, pool, logger: false });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  const call = async (as: string, url: string, payload?: object) =>
    app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${await office.tokenOf(as)}` },
      ...(payload === undefined ? {} : { payload }),
    });
  return { pool, call };
}

type Narrow = Awaited<ReturnType<typeof narrow>>;

const sheet = {
  file_name: 'new.xlsx',
  confirm: true,
  rows: [
    {
      row: 2,
      first_name: 'Hari',
      last_name: '',
      email_id: 'hari@office.test',
      phone_number: '',
      course_name: 'Gita',
      class_name: 'Morning',
    },
  ],
};
const digestFor = async (as: string) =>
  (await office.call('studentImport.students_preview', sheet, { as })).body.data.digest;
const digests = new Map(
  await Promise.all(
    ['admin@office.test', 'own@office.test'].map(async (as) => [as, await digestFor(as)] as const),
  ),
);
const students = ({ call }: Narrow, as: string) =>
  call(as, '/imports/students', { ...sheet, digest: digests.get(as) });
const payments = ({ call }: Narrow, as: string) =>
  call(as, '/payments/excel_payment_details_upload', [
    {
      full_name: 'Anu',
      course_name: 'Gita',
      payment_id: 'pay_1',
      created_at: '2026-03-05',
      amount: '10',
      status: 'success',
      phone_number: '9876500001',
      email_id: 'anu@office.test',
    },
  ]);
const page = ({ call }: Narrow) => call('teach@office.test', `/user_details/get_user_profile/${staff.teach}`);

/** Another transaction with locks, until it is released. */
async function holding(...statements: string[]) {
  const holder = await db.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  for (const statement of statements) await holder.query(statement);
  let ended: Promise<void> | undefined;
  const letGo = () => (ended ??= holder.query('rollback').then(() => holder.release()));
  onTestFinished(letGo);
  return letGo;
}
const everyTurn = [
  "select pg_advisory_xact_lock(hashtext('import of students'))",
  "select pg_advisory_xact_lock(hashtext('import of payments'))",
];

/** For the narrow process: running statements, or open transactions. */
const inWork = ({ pool }: Narrow) => pool.totalCount - pool.idleCount;

describe('while another transaction has every turn', () => {
  test('uploads wait without a connection, all other requests are answered, and then the uploads run', async () => {
    const portal = await narrow({ turnWaitSeconds: 600, lockTimeoutSeconds: 60 });
    const letGo = await holding(...everyTurn);
    const done = { uploads: 0 };
    const uploads = ['admin@office.test', 'own@office.test'].flatMap((as) => [
      students(portal, as),
      payments(portal, as),
    ]);
    for (const upload of uploads) void upload.then(() => (done.uploads += 1));
    for (let n = 0; n < 20; n += 1) expect((await page(portal)).statusCode).toBe(200);
    await expect.poll(() => inWork(portal), { interval: 1 }).toBe(0);
    expect(done.uploads).toBe(0);
    await letGo();
    expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test('an upload is refused with a retry time once it has waited long enough', async () => {
    const portal = await narrow({ turnWaitSeconds: 1 });
    const letGo = await holding(...everyTurn);
    const [refused, other] = await Promise.all([
      students(portal, 'admin@office.test'),
      payments(portal, 'own@office.test'),
    ]);
    await letGo();
    for (const answer of [refused, other]) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    }
  });
});

test('an upload waits for another transaction’s lock no longer than any other call', async () => {
  const portal = await narrow({ lockTimeoutSeconds: 1 });
  const letGo = await holding('lock table payments in exclusive mode');
  const refused = await payments(portal, 'admin@office.test');
  await letGo();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
});
