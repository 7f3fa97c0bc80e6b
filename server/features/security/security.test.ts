import { afterAll, describe, expect, it } from 'vitest';
import { patientPool } from '#server/test/patient-pool.ts';
import { checkChain } from '#server/security-log/check.ts';
import { checkLog } from '#server/security-log/nightly-check.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { streamOnce } from '#server/security-log/stream.ts';
import type { SecurityLine } from '#server/security-log/lines.ts';
import { testApp } from '#server/test/app.ts';
import { openMailer } from '#server/test/mailer.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, foundSchool, own } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const office = await testApp({
  database: 'empty',
  limits: { rowsTakenPerPersonHour: 5, refusalsPerPersonHour: 3 },
});
const mailer = await openMailer(office);
const { call, db, database } = office;
const school = await foundSchool(db);

const log = async (input: object = {}, as = admin) =>
  (await call('security.get_log', { page: 1, pageSize: 100, ...input }, { as })).body;
const kinds = async (input: object = {}) => (await log(input)).data.map(({ kind }: { kind: string }) => kind);

/** `PROOF=full` checks more entries than are read at once. */
const added = process.env['PROOF'] === 'full' ? 10_500 : 300;

/** Does what the application cannot. */
const owner = patientPool(database.owner);
afterAll(() => owner.end());
const asOwner = (text: string) => owner.query(text);

describe('the security log has', () => {
  it('sign-ins with browser and address, failures with the account, and no names', async () => {
    await office.app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/149.0\u0001"}' },
      payload: { email_id: own, password: 'Gurukul@2026' },
    });
    await call('accounts.login', { email_id: own, password: 'Wrong@2026' });
    await call('accounts.login', { email_id: 'nobody@office.test', password: 'Wrong@2026' });
    const { data } = await log({ search: 'own' });
    expect(data).toMatchObject([
      { kind: 'sign_in_failed', by: null, about: { user_id: school.staff.own } },
      {
        kind: 'signed_in',
        by: { user_id: school.staff.own, fullname: 'Own' },
        from: '127.0.0.1',
        facts: { by: 'password', role: 'courseadmin', browser: 'Firefox', system: 'Windows' },
      },
    ]);
    const stored = await many(db)`select facts::text from security_entries`;
    expect(JSON.stringify(stored)).not.toMatch(/office\.test|Own/);
  });

  it('an account admin who reads a student’s file once an hour, and not the course admin of the student', async () => {
    for (const as of [admin, admin, own]) {
      expect((await call('students.get_single_student', { id: school.students.anu }, { as })).status).toBe(
        200,
      );
    }
    expect((await log({ kind: 'read_student' })).data).toMatchObject([
      { by: { user_id: school.staff.admin }, about: { user_id: school.students.anu }, facts: {} },
    ]);
  });

  it('an export with its filter and its rows, without the text of a search, and the alarm of many', async () => {
    const authorization = `Bearer ${await office.tokenOf(own)}`;
    const take = (payload: object) =>
      office.app.inject({
        method: 'POST',
        url: '/api/student/export_students',
        headers: { authorization },
        payload,
      });
    await take({ format: 'csv', search: 'Chitra', class_id: school.gita.evening });
    const { data } = await log({ kind: 'exported' });
    expect(data).toMatchObject([
      {
        by: { fullname: 'Own' },
        facts: { call: 'students.export_students', rows: 1, filter: expect.stringContaining('search=…') },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('Chitra');
    expect(data[0].facts.filter).toContain(`class_id=${school.gita.evening}`);
    await take({ format: 'csv' });
    const { data: alarms } = (await call('access.get_alarms', {}, { as: admin })).body;
    const ofOwn = alarms.filter(({ person }: { person: { fullname: string } }) => person.fullname === 'Own');
    expect(ofOwn).toMatchObject([{ kind: 'mass_export', network: null }]);
    await take({ format: 'csv' });
    const mails = (await waitingMails(db, office.config)).filter(
      ({ kind, data: of }) => kind === 'security_alarm' && of['name'] === 'Own',
    );
    expect(mails).toHaveLength(1);
    expect(await kinds({ kind: 'alarm_raised', search: 'own' })).toHaveLength(1);
  });

  it('refusals, and the alarm of many', async () => {
    for (let id = 1; id <= 3; id += 1) {
      expect(
        (await call('students.get_single_student', { id: 900_000 + id }, { as: 'teach@office.test' })).status,
      ).toBe(404);
    }
    expect(
      (await call('security.get_log', { page: 1, pageSize: 10 }, { as: 'teach@office.test' })).status,
    ).toBe(403);
    const { data } = await log({ kind: 'refused', search: 'teach' });
    expect(data.map(({ facts }: { facts: object }) => facts)).toMatchObject([
      { call: 'security.get_log', status: 403, in_this_hour: 4 },
      { call: 'students.get_single_student', status: 404 },
      {},
      {},
    ]);
    const { data: alarms } = (await call('access.get_alarms', {}, { as: admin })).body;
    const ofTeach = alarms.find(({ kind }: { kind: string }) => kind === 'refusals');
    expect(ofTeach).toMatchObject({ person: { fullname: 'Teach' }, accounts: 4 });
  });

  it('a role that somebody took, with the change in the trail, and nothing of a refused action', async () => {
    const headers = { authorization: `Bearer ${await office.tokenOf('elsewhere@office.test')}` };
    expect((await call('accounts.switch_role', { role: 'courseadmin' }, { headers })).status).toBe(200);
    expect((await call('accounts.act_as', { role: 'courseadmin' }, { headers })).status).toBe(200);
    const { data } = await log({ person_id: school.staff.elsewhere });
    expect(data.slice(0, 2)).toMatchObject([
      { kind: 'acted_as', change_id: null, facts: { role: 'courseadmin' } },
      { kind: 'role_changed', change_id: expect.any(Number), facts: { role: 'courseadmin' } },
    ]);
    const wrong = await call(
      'accounts.change_password',
      { old_password: 'Wrong@2026', new_password: 'Other@2026' },
      { headers },
    );
    expect(wrong.body.message).toBe('failed');
    expect(await kinds({ kind: 'password_changed' })).toEqual([]);
  });
});

describe('the security log is read', () => {
  it('by kind, person, name, day and page', async () => {
    const all = await log();
    expect(all.total_count).toBe(all.data.length);
    expect((await log({ pageSize: 2, page: 2 })).data).toEqual(all.data.slice(2, 4));
    expect((await log({ from: '2020-01-01', to: '2020-01-31' })).total_count).toBe(0);
    expect((await log({ search: '%' })).total_count).toBe(0);
  });

  it('as JSON lines, which go on after a number and name nobody', async () => {
    const authorization = `Bearer ${await office.tokenOf(admin)}`;
    const lines = async (payload: object): Promise<SecurityLine[]> => {
      const url = '/api/security/export_log';
      const { body } = await office.app.inject({ method: 'POST', url, headers: { authorization }, payload });
      return body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const all = await lines({});
    expect(all.map(({ entry_id }) => entry_id)).toEqual(all.map((_, index) => index + 1));
    expect(all[0]).toMatchObject({ kind: 'signed_in', hash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(JSON.stringify(all)).not.toMatch(/Own|office\.test/);
    expect((await lines({ after: 3 }))[0]).toMatchObject({ entry_id: 4 });
    expect(await kinds({ kind: 'exported', search: 'admin' })).toHaveLength(2);
  });

  it('by a stream that goes on where it was, in one process at a time', async () => {
    const sent: SecurityLine[] = [];
    const stream = () => streamOnce(db, (line) => void sent.push(line));
    await Promise.all([stream(), stream(), stream()]);
    await recordSecurity(db, { kind: 'signed_out', personId: 1, from: '' });
    await stream();
    expect(sent.map(({ entry_id }) => entry_id)).toEqual(sent.map((_, index) => index + 1));
    expect(sent.at(-1)).toMatchObject({ kind: 'signed_out', from: null });
  });
});

describe('the check of the chain', () => {
  const check = async () => (await call('security.check_log', {}, { as: admin })).body.data;
  /** Does something as the owner of the database, checks, and takes it back. */
  async function after(...texts: string[]) {
    const tx = await owner.connect();
    try {
      await run(tx)`begin`;
      for (const text of texts) await tx.query(text);
      return await checkChain(tx);
    } finally {
      await run(tx)`rollback`;
      tx.release();
    }
  }

  it('finds nothing in a whole log, and each way to change one', async () => {
    await asOwner(`
      insert into security_entries (kind, person_id, facts)
      select 'read_many', n, '{"rows": 1}' from generate_series(1, ${added}) n`);
    const { entries: end, problem } = await check();
    expect([problem, end > added]).toEqual([null, true]);
    while (await streamOnce(db, () => undefined));

    const middle = Math.floor(end / 2);
    const changed = (at: number) => ({ problem: 'changed', at });
    expect(
      await after(`update security_entries set facts = '{"rows": 2}' where id = ${middle}`),
    ).toMatchObject(changed(middle));
    for (const set of [
      `person_id = 8`,
      `at = at + interval '1 ms'`,
      `kind = 'refused'`,
      `from_address = '::1'`,
    ]) {
      expect(await after(`update security_entries set ${set} where id = ${end}`)).toMatchObject(changed(end));
    }
    expect(await after('delete from security_entries where id = 1')).toMatchObject(changed(2));
    expect(await after(`delete from security_entries where id = ${middle}`)).toMatchObject(
      changed(middle + 1),
    );
    const move = (from: number, to: number) => `update security_entries set id = ${to} where id = ${from}`;
    expect(await after(move(20, -1), move(21, 20), move(-1, 21))).toMatchObject(changed(20));
    expect(await after(`delete from security_entries where id > ${end - 3}`)).toMatchObject({
      problem: 'cut',
      at: end - 2,
    });
    expect(await after('delete from security_entries')).toMatchObject({ problem: 'cut', at: 1 });
    // Somebody who computes the later hashes anew is found by the end that went out.
    const forged = `
      insert into security_entries (kind, person_id, facts) select kind, 99, facts from forged order by id`;
    const keep = `create temp table forged on commit drop as select * from security_entries where id > ${end - 3}`;
    expect(await after(keep, `delete from security_entries where id > ${end - 3}`, forged)).toMatchObject(
      changed(end + 1),
    );
    expect((await check()).problem).toBeNull();
  });

  it('raises an alarm when it fails, by an admin as at night', async () => {
    await asOwner('update security_entries set person_id = 8 where id = 4');
    expect(await check()).toMatchObject({ problem: 'changed', at: 4 });
    const warnings: string[] = [];
    await checkLog(db, mailer, { warn: (_facts, message) => void warnings.push(message) });
    expect(warnings).toEqual(['the chain of the security log is broken']);
    const { data } = (await call('access.get_alarms', {}, { as: admin })).body;
    expect(data[0]).toMatchObject({ kind: 'broken_log', accounts: 4, person: null });
    await run(db)`delete from sign_in_alarms`;
  });
});
