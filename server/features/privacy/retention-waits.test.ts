import { approvals } from '@gurukul/contract/approvals';
import { privacy } from '@gurukul/contract/privacy';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { sweepOld } from './retention.ts';

const app = await testApp({ database: 'empty' });
const { call, config, db, storage } = app;
const { students, staff } = await foundSchool(db);
const [asker, second] = ['admin@office.test', 'second@office.test'];
await office(db).person('Second', 'admin');

const note = (body: string, age: string) =>
  run(db)`
    insert into notes (person_id, body, readers, created_by, updated_at)
    values (${students.anu}, ${body}, 'office', ${staff.admin}, now() - ${age}::interval)
  `;
await note('old', '100 days');
await note('young', '1 day');
// Left long ago, and would be erased.
await run(db)`update people set registered_at = now() - interval '20 years' where id = ${students.free}`;
await run(db)`delete from enrolments where student_id = ${students.free}`;

beforeEach(async () => {
  await run(db)`
    update provider
    set retention = '{}', retention_waits = null, retention_from = null, second_person_above = null
  `;
  await app.tokenOf(asker);
  await run(db)`update sessions set proved_at = now()`;
});

const save = (days: object, as = asker) => call(privacy.save_retention, { days }, { as });
const read = async () => (await call(privacy.get_retention, {}, { as: second })).body.data;
const sweep = () => sweepOld({ pool: db, config, storage });
const notes = async () =>
  (await many<{ body: string }>(db)`select body from notes order by id`).map(({ body }) => body);
const aDayLater = () => run(db)`update provider set retention_from = retention_from - interval '1 day'`;
const isErased = async () =>
  (
    await one<{ gone: boolean }>(db)`
      select erased_at is not null as gone from people where id = ${students.free}
    `
  ).gone;
const sooner = { notes: 30, left_students: 365 };
const daysOf = async (kind: string) =>
  (await read()).kinds.find((each: { kind: string }) => each.kind === kind).days;

describe('a shorter time', () => {
  test('needs a fresh proof', async () => {
    await run(db)`update sessions set proved_at = now() - interval '6 minutes'`;
    expect(codeOf(await save(sooner))).toBe('403 step_up_needed');
    await run(db)`update sessions set proved_at = now()`;
  });

  test('needs a second person where the office wants one for many; a longer one does not', async () => {
    await run(db)`update provider set second_person_above = 1000`;
    for (const days of [{ notes: 30 }, { left_students: 4000 }]) {
      expect(codeOf(await save(days))).toBe('409 second_person_needed');
    }
    expect((await save({ notes: null })).status).toBe(200);
    expect((await read()).waits).toBe(null);
    const { id } = (
      await call(
        approvals.ask_deed,
        { call: 'privacy.save_retention', input: { days: sooner }, reason: 'The law' },
        { as: asker },
      )
    ).body.data;
    expect((await call(approvals.decide_deed, { id, approve: true }, { as: second })).status).toBe(200);
    expect((await save(sooner)).status).toBe(200);
    // Approved by two it waits all the same.
    expect((await read()).waits.kinds).toHaveLength(2);
  });

  test('waits a day with a preview and a mail to all admins; no sweep uses it before', async () => {
    const longer = { ...sooner, enquiries: 5000 };
    expect((await save(longer)).status).toBe(200);
    const { waits } = await read();
    expect(waits.kinds).toEqual([
      { kind: 'left_students', days: 365, count: 1 },
      { kind: 'notes', days: 30, count: 1 },
    ]);
    expect(Math.round((Date.parse(waits.from) - Date.now()) / 3_600_000)).toBe(24);
    expect([await daysOf('notes'), await daysOf('enquiries')]).toEqual([3 * 365, 5000]);
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'deed_asked').slice(-2);
    expect(told.map(({ to, data }) => [to, data.waits.call, data.waits.count])).toEqual([
      [asker, 'privacy.save_retention', 2],
      [second, 'privacy.save_retention', 2],
    ]);
    await sweep();
    expect([await notes(), await isErased()]).toEqual([['old', 'young'], false]);
    // Saved once more it waits anew.
    await aDayLater();
    expect((await save({ notes: 31 })).status).toBe(200);
    await sweep();
    expect(await notes()).toEqual(['old', 'young']);
  });

  test.each([
    ['in Settings', async () => call(privacy.stop_retention, {}, { as: second })],
    [
      'by the link of the mail',
      async () => {
        const { data } = (await waitingMails(db, config)).findLast(({ kind }) => kind === 'deed_asked')!;
        return call(approvals.stop_by_link, { secret: data.waits.secret });
      },
    ],
  ])('is stopped %s, also after its day until the sweep', async (_, stop) => {
    await save(sooner);
    const stopped = await stop();
    expect(stopped.body.message).toBe('success');
    await aDayLater();
    await sweep();
    expect([(await read()).waits, await notes(), await isErased()]).toEqual([null, ['old', 'young'], false]);
  });

  test('is not stopped by the link of an earlier one', async () => {
    await save(sooner);
    await run(db)`update provider set retention_from = retention_from + interval '1 minute'`;
    const { data } = (await waitingMails(db, config)).findLast(({ kind }) => kind === 'deed_asked')!;
    expect((await call(approvals.stop_by_link, { secret: data.waits.secret })).body.code).toBe(
      'stop_link_over',
    );
  });

  test('counts from the first sweep after its day', async () => {
    await save(sooner);
    await aDayLater();
    await sweep();
    expect([await notes(), await isErased()]).toEqual([['young'], true]);
    expect([(await read()).waits, await daysOf('notes')]).toEqual([null, 30]);
  });
});
