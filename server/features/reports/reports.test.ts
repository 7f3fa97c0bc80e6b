import { reports } from '@gurukul/contract/reports';
import { readXlsx } from 'hucre/xlsx';
import sql from 'sql-template-tag';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSeal } from '#server/seal.ts';
import type { ReportMailData } from '#server/channels/mail/templates/report.ts';
import { textsIn } from '#server/channels/mail/texts.ts';
import { writeMail } from '#server/channels/mail/templates.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool, own, teach } from '#server/test/small-school.ts';
import { readSettings } from '#server/provider/settings.ts';
import { sendOneReport } from './look.ts';
import { makeFile } from './make-file.ts';
import { clockOf, nextAfter, periodBefore } from './periods.ts';

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const { gita, veda, staff, students } = await foundSchool(db);
await run(db)`update provider set time_zone = 'America/New_York'`;
const mailer = await openMailer(server);
const serving = { pool: db, mail: mailer, config: server.config };
const seal = createSeal(server.config.secretKey);

const ofStudents = { list: 'students', last_period: false };
const ofMorning = { list: 'attendance', course_id: gita.id, class_id: gita.morning };

const add = (as: string, more: object = {}) =>
  call(reports.add_report, { name: 'Weekly', rhythm: 'weekly', report: ofStudents, ...more }, { as });
const idOf = async (as: string, more: object = {}): Promise<number> =>
  (await add(as, more)).body.data.report_id;
const listed = async (as: string) => (await call(reports.list_reports, {}, { as })).body.data;
const clear = () => run(db)`delete from report_schedules`;

interface KeptMail {
  readonly recipient: string;
  readonly dedupe_key: string;
  readonly sealed: string;
}
const mailsOf = async (id: number) => {
  const kept = await many<KeptMail>(db)`
    select recipient, dedupe_key, sealed from mails where dedupe_key like ${`report:${id}:%`} order by id
  `;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
  return kept.map((mail) => ({ ...mail, data: seal.open(mail.sealed, mail.dedupe_key) as ReportMailData }));
};
/** The next Monday at seven in New York, and a minute before. */
const nextMonday = nextAfter(clockOf('America/New_York', new Date()).day, 'weekly');
const atSeven = (day: string) =>
  new Date(Temporal.PlainDateTime.from(`${day}T07:00`).toZonedDateTime('America/New_York').epochMilliseconds);
const before = (at: Date) => new Date(at.getTime() - 60_000);

// A server that has just started has the usual settings while its database is slow to answer.
beforeAll(async () => {
  while ((await add(own)).body.data.next_on !== nextMonday) await clear();
  await clear();
});

/** The text of all cells of the first sheet. */
async function cellsIn(content: Buffer): Promise<string> {
  const { sheets } = await readXlsx(content);
  return sheets[0]!.rows.map((cells) => cells.join('|')).join('\n');
}

describe('a schedule', () => {
  test.each([
    ['2026-11-24', 'weekly', '2026-11-30'],
    ['2026-11-30', 'weekly', '2026-12-07'],
    ['2026-11-24', 'monthly', '2026-12-01'],
    ['2026-12-01', 'monthly', '2027-01-01'],
  ] as const)('after %s, %s, has its next day on %s', (day, rhythm, next) => {
    expect(nextAfter(day, rhythm)).toBe(next);
  });

  test('reads the week or month that is over', () => {
    expect(periodBefore('2026-11-30', 'weekly')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(periodBefore('2026-12-01', 'monthly')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  test('writes one mail at seven on the clock of the provider, however many look, and goes on a week later', async () => {
    const id = await idOf(own);
    expect(await sendOneReport(serving, before(atSeven(nextMonday)))).toBe(false);
    const looks = Array.from({ length: 6 }, () => sendOneReport(serving, atSeven(nextMonday)));
    expect((await Promise.all(looks)).filter(Boolean)).toHaveLength(1);
    expect((await mailsOf(id)).map(({ recipient }) => recipient)).toEqual([own]);
    expect(await listed(own)).toMatchObject([{ next_on: nextAfter(nextMonday, 'weekly'), state: 'active' }]);
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(false);
    await clear();
  });

  test('that was not looked at for weeks writes one mail and not one of each', async () => {
    const id = await idOf(own);
    await run(db)`update report_schedules set next_on = '2026-01-05'`;
    while (await sendOneReport(serving, atSeven(nextMonday)));
    expect(await mailsOf(id)).toHaveLength(1);
    await clear();
  });

  test('keeps its day where its mail cannot be written', async () => {
    const id = await idOf(own);
    const failing = { ...mailer, enqueue: async () => Promise.reject(new Error('killed')) };
    await expect(sendOneReport({ ...serving, mail: failing }, atSeven(nextMonday))).rejects.toThrow('killed');
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(true);
    expect(await mailsOf(id)).toHaveLength(1);
    await clear();
  });

  test('is silent while it is paused', async () => {
    const id = await idOf(own);
    await call(reports.pause_report, { report_id: id, is_paused: true }, { as: own });
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(false);
    expect(await listed(own)).toMatchObject([{ state: 'paused' }]);
    await call(reports.pause_report, { report_id: id, is_paused: false }, { as: own });
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(true);
    await clear();
  });

  test('of somebody who lost the role sends nothing, and says so', async () => {
    const id = await idOf(own);
    await run(db)`update people set main_role = 'teacher' where id = ${staff.own}`;
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(true);
    expect(await mailsOf(id)).toEqual([]);
    expect(await listed(admin)).toMatchObject([{ state: 'stopped' }]);
    await run(db)`update people set main_role = 'courseadmin' where id = ${staff.own}`;
    await clear();
  });
});

describe('what leaves', () => {
  const above = (count: number | null) => run(db)`update provider set second_person_above = ${count}`;
  const entries = (id: number) =>
    many<{ person_id: number; facts: { rows: number } }>(db)`
      select person_id, facts from security_entries
      where kind = 'exported' and facts ->> 'call' = 'reports.send_report' and facts ->> 'report' = ${String(id)}
      order by id
    `;
  const leaveNow = async (id: number) => {
    await sendOneReport(serving, atSeven(nextMonday));
    const [mail] = await mailsOf(id);
    return mail === undefined ? null : makeFile(db, mail.data);
  };

  test('has an entry and counts for its receiver, by hand and when its day has come', async () => {
    await run(db)`delete from rate_limits`;
    const id = await idOf(own);
    await call(reports.send_report, { report_id: id }, { as: own });
    const made = await leaveNow(id);
    expect(await entries(id)).toMatchObject(
      [1, 2].map(() => ({ person_id: staff.own, facts: { report: id, rows: made!.rows } })),
    );
    const counted = await one<{ points: number }>(db)`
      select points from rate_limits where key = ${`rows-taken:${staff.own}`}
    `;
    expect(counted.points).toBeGreaterThanOrEqual(2 * made!.rows);
    await clear();
  });

  test('asks for a proof when it is made, goes on, or is sent by hand', async () => {
    const id = await idOf(own);
    await call(reports.pause_report, { report_id: id, is_paused: true }, { as: own });
    await run(db)`update sessions set proved_at = now() - interval '6 minutes'`;
    const answers = [
      await add(own),
      await call(reports.send_report, { report_id: id }, { as: own }),
      await call(reports.pause_report, { report_id: id, is_paused: false }, { as: own }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual([
      'step_up_needed',
      'step_up_needed',
      'step_up_needed',
    ]);
    expect((await call(reports.pause_report, { report_id: id, is_paused: true }, { as: own })).status).toBe(
      200,
    );
    await run(db)`update sessions set proved_at = now()`;
    await clear();
  });

  test('of a list that has grown beyond what two people allowed is its length alone', async () => {
    const id = await idOf(own);
    await above(2);
    expect(await leaveNow(id)).toMatchObject({ rows: 4, file: null });
    await clear();
    // A second person approved three rows: up to twice as many leave.
    await above(null);
    const next = await idOf(own);
    await run(db)`update report_schedules set approved_rows = 3`;
    await above(2);
    expect((await leaveNow(next))?.file).not.toBeNull();
    await clear();
    await above(null);
  });

  test.each([
    ['suspended', sql`suspended_at = now()`, sql`suspended_at = null`],
    ['deleted', sql`deleted_at = now()`, sql`deleted_at = null`],
    ['of another role', sql`main_role = 'teacher'`, sql`main_role = 'courseadmin'`],
  ])('does not reach somebody who is %s, even when its mail was written before', async (_, lost, found) => {
    const id = await idOf(own);
    await sendOneReport(serving, atSeven(nextMonday));
    const [mail] = await mailsOf(id);
    await run(db)`update people set ${lost} where id = ${staff.own}`;
    expect(await makeFile(db, mail!.data)).toBeNull();
    await run(db)`update report_schedules set next_on = ${nextMonday}::date`;
    const noted = (await entries(id)).length;
    expect(await sendOneReport(serving, atSeven(nextMonday))).toBe(true);
    expect(await entries(id)).toHaveLength(noted);
    await run(db)`update people set ${found} where id = ${staff.own}`;
    await clear();
  });
});

describe('its file', () => {
  const fileOf = async (as: 'own' | 'other' | 'admin' | 'teach', report: object) =>
    makeFile(db, {
      receiver_id: staff[as],
      role: as === 'teach' ? 'teacher' : as === 'admin' ? 'admin' : 'courseadmin',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
      report: report as ReportMailData['report'],
      rhythm: 'weekly',
      day: nextMonday,
    });
  const textOf = async (...given: Parameters<typeof fileOf>) =>
    cellsIn((await fileOf(...given))!.file!.content);

  test('has the rows that its receiver may see when it leaves', async () => {
    const ofAll = await textOf('admin', ofStudents);
    expect([ofAll.includes('Anu'), ofAll.includes('Esha')]).toEqual([true, true]);
    const ofOwn = await textOf('own', ofStudents);
    expect([ofOwn.includes('Anu'), ofOwn.includes('Esha')]).toEqual([true, false]);
    const ofOther = await textOf('other', { ...ofStudents, course_id: gita.id });
    expect([ofOther.includes('Anu'), ofOther.includes('Esha')]).toEqual([false, false]);
    // The course goes to somebody else before the mail leaves.
    await run(db)`update courses set courseadmin_id = ${staff.other} where id = ${gita.id}`;
    expect(await textOf('own', ofStudents)).not.toContain('Anu');
    await run(db)`update courses set courseadmin_id = ${staff.own} where id = ${gita.id}`;
  });

  test('of payments has those of own courses', async () => {
    await run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values ('g1', ${gita.id}, ${students.anu}, 'Payer of Gita', 'a@office.test', 10, 'INR', 'success', now()),
        ('v1', ${veda.id}, ${students.esha}, 'Payer of Veda', 'b@office.test', 10, 'INR', 'success', now())
    `;
    const found = await textOf('own', { list: 'payments', last_period: false });
    expect([found.includes('Payer of Gita'), found.includes('Payer of Veda')]).toEqual([true, false]);
    const ofPeriod = await textOf('admin', { list: 'payments', last_period: true });
    const { from, to } = periodBefore(nextMonday, 'weekly');
    const today = Temporal.Now.plainDateISO('America/New_York').toString();
    const isIn = today >= from && today <= to;
    expect(ofPeriod.includes('Payer of Veda')).toBe(isIn);
  });

  test('of attendance goes to the teacher of the class, and to nobody who has it no more', async () => {
    expect(await textOf('teach', ofMorning)).toContain('Bala');
    expect(await fileOf('other', ofMorning)).toBeNull();
    expect(await fileOf('teach', ofStudents)).toBeNull();
    await run(db)`update people set deleted_at = now() where id = ${staff.teach}`;
    expect(await fileOf('teach', ofMorning)).toBeNull();
    await run(db)`update people set deleted_at = null where id = ${staff.teach}`;
  });

  test('is named in a mail that names nobody, in three languages', async () => {
    const id = await idOf(own, { name: 'Anu and Bala', report: { ...ofStudents, search: 'Anu' } });
    await sendOneReport(serving, atSeven(nextMonday));
    const { data } = (await mailsOf(id))[0]!;
    const made = await makeFile(db, data);
    expect(made).toMatchObject({ rows: 1, file: { name: expect.stringMatching(/^students-.*\.xlsx$/) } });
    const provider = await readSettings(db);
    for (const language of ['en', 'te', 'hi'] as const) {
      const occasion = { appUrl: 'https://portal.test', at: new Date(), language, provider };
      const mail = writeMail('report', { ...data, made }, occasion);
      expect(mail.file).toBe(made?.file);
      expect(JSON.stringify({ ...mail, file: null })).not.toMatch(/Anu|Bala/);
      const long = writeMail('report', { ...data, made: { rows: 20_001, file: null } }, occasion);
      expect(long.file).toBeUndefined();
      expect(JSON.stringify(long)).toContain('20001');
      // In the list of mails it has no file, and nobody knows its rows.
      const words = textsIn(language).report;
      expect(JSON.stringify(writeMail('report', data, occasion))).not.toContain(words.tooLong);
    }
    await clear();
  });
});

describe('who', () => {
  test('account admins send to others and manage all; others have their own', async () => {
    const forOwn = await idOf(admin, { receiver: staff.own });
    const mine = await idOf(teach, { report: ofMorning });
    expect((await listed(own)).map(({ report_id }: { report_id: number }) => report_id)).toEqual([forOwn]);
    expect(await listed(admin)).toHaveLength(2);
    expect((await add(own, { receiver: staff.other })).status).toBe(404);
    expect((await add(admin, { receiver: students.anu })).status).toBe(404);
    expect(
      (await add(own, { report: { ...ofMorning, course_id: veda.id, class_id: veda.morning } })).status,
    ).toBe(404);
    const missing = refusal(await call(reports.delete_report, { report_id: 999_999 }, { as: own }));
    expect(refusal(await call(reports.delete_report, { report_id: mine }, { as: own }))).toEqual(missing);
    expect((await call(reports.delete_report, { report_id: mine }, { as: admin })).status).toBe(200);
    await clear();
  });

  test('colleagues get what they may see in schedules of their own, which they can end', async () => {
    const names = async (as: string, report: object) =>
      (await call(reports.get_receivers, report, { as })).body.data.map(
        ({ fullname }: { fullname: string }) => fullname,
      );
    expect(await names(own, ofMorning)).toEqual(['Teach']);
    expect(await names(teach, ofMorning)).toEqual(['Own']);
    expect(await names(own, ofStudents)).toEqual(['Other']);
    await add(own, { report: ofMorning, also_to: [staff.teach] });
    expect(await listed(teach)).toMatchObject([{ author: 'Own', can: { change: true } }]);
    expect(await listed(own)).toMatchObject([{ can: { change: true } }, { can: { change: false } }]);
    const [{ report_id }] = await listed(teach);
    await sendOneReport(serving, atSeven(nextMonday));
    await sendOneReport(serving, atSeven(nextMonday));
    const [mail] = await mailsOf(report_id);
    expect(mail).toMatchObject({ recipient: teach, data: { role: 'teacher', author: 'Own' } });
    const pause = { report_id, is_paused: true };
    expect((await call(reports.pause_report, pause, { as: own })).status).toBe(404);
    expect((await call(reports.delete_report, { report_id }, { as: teach })).status).toBe(200);
    for (const also_to of [[staff.other], [staff.admin], [students.anu]])
      expect((await add(own, { report: ofMorning, also_to })).body.code).toBe('receiver_may_not_see');
    await clear();
  });

  test('a sent one goes to the caller, and an undo brings a deleted one back', async () => {
    const id = await idOf(own);
    expect((await call(reports.send_report, { report_id: id }, { as: admin })).status).toBe(200);
    const last = await one<{ recipient: string }>(db)`
      select recipient from mails where dedupe_key like 'report_now:%' order by id desc limit 1
    `;
    expect(last.recipient).toBe(admin);
    const gone = await call(reports.delete_report, { report_id: id }, { as: own });
    const change_id = Number(gone.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, { as: own })).status).toBe(200);
    expect(await listed(own)).toMatchObject([{ report_id: id, name: 'Weekly' }]);
    await clear();
  });
});
