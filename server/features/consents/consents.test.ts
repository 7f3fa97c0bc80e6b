import { privacy } from '@gurukul/contract/privacy';
import { describe, expect, test } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { admin, foundSchool, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { students, staff } = await foundSchool(db);

const picture = '/files/consents0000000000000000000000.png';
await run(db)`update people set image = ${picture} where id in (${students.anu}, ${staff.teach})`;

const say = (agreed: boolean, how = 'in_person') =>
  call(privacy.save_consent, { user_id: students.anu, purpose: 'photos', agreed, how }, { as: own });
const told = async () =>
  (await call(privacy.get_consents, { user_id: students.anu }, { as: own })).body.data.consents.filter(
    ({ purpose }: { purpose: string }) => purpose === 'photos',
  );

describe('a picture of a student', () => {
  /** The answers to everybody who may open the student. */
  const shown = async () =>
    (
      await Promise.all([
        ...[admin, own, teach].map((as) => call('students.get_single_student', { id: students.anu }, { as })),
        call('accounts.get_user_details', { uid: students.anu }, { as: admin }),
        call('accounts.get_user_profile', { uid: students.anu }, { as: admin }),
      ])
    ).map(({ status, body }) => [status, JSON.stringify(body).includes('consents0000')]);
  const hidden = [200, false];

  test('is shown to nobody without a consent, with one to those who see the student, and after a no to nobody', async () => {
    expect(await shown()).toEqual([hidden, hidden, hidden, hidden, hidden]);
    expect((await say(true)).status).toBe(200);
    expect(await shown()).toEqual([[200, true], [200, true], [200, true], hidden, hidden]);
    expect((await say(false)).status).toBe(200);
    expect(await shown()).toEqual([hidden, hidden, hidden, hidden, hidden]);
  });

  test('needs a consent, and a colleague’s none', async () => {
    const { body } = await call('accounts.get_user_profile', { uid: staff.teach }, { as: admin });
    expect(body.data[0].image).toContain('consents0000');
  });
});

test('the last word counts, one for each purpose; the same word twice is one', async () => {
  await run(db)`delete from consents`;
  expect(await told()).toMatchObject([{ purpose: 'photos', agreed: null }]);
  await Promise.all([say(true), say(true)]);
  await say(true, 'in_writing');
  await say(false);
  expect(await told()).toMatchObject([{ purpose: 'photos', agreed: false, recorded_by: 'Own' }]);
  const rows = await many<{ agreed: boolean }>(db)`select agreed from consents order by id`;
  expect(rows.map(({ agreed }) => agreed).filter((agreed, at, all) => agreed !== all[at - 1])).toEqual([
    true,
    false,
  ]);
});
