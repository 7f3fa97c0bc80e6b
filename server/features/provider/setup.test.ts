import { classDays } from '@gurukul/contract/classes';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { run } from '#server/test/rows.ts';

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);
const own = await add.person('Own', 'admin');
const course = await add.course('Gita', own);
const group = await add.class(course, 'Gita');

const minute = 60_000;

/** A weekly slot whose next meeting, or the one that is on, begins so many minutes from now. */
async function meetsIn(minutes: number) {
  const at = new Date(Date.now() + minutes * minute);
  const day = classDays[(at.getUTCDay() + 6) % 7]!;
  await add.slot(course, group, day, at.toISOString().slice(11, 16), 'UTC');
  return at.toISOString();
}

const setupClass = async () => {
  const { body } = await call('provider.get_setup', {}, { as: 'own@office.test' });
  return body.data.class;
};

beforeEach(() => run(db)`delete from class_slots`);

test.each([
  ['an hour before it begins', 60, false],
  ['ten minutes before it begins', 10, true],
  ['after it has begun', -30, true],
  ['a day and a half after it', -36 * 60, false],
])('the set-up offers the roll of a meeting as a day does: %s', async (_, minutes, isOffered) => {
  const at = await meetsIn(minutes);
  const { roll_day } = await setupClass();
  // Marks use the calendar of Kolkata, which is never behind that of UTC.
  expect(roll_day).toBe(isOffered ? at.slice(0, 10) : null);
});

test('the set-up says when the next meeting begins', async () => {
  const at = await meetsIn(60);
  expect((await setupClass()).next_at.slice(0, 16)).toBe(at.slice(0, 16));
});
