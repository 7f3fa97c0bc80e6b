import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { expect, test } from 'vitest';
import { session } from '#web/lib/session.ts';
import { queryClient } from './query-client.ts';
import { waitingRolls, whenSettled } from './roll-queue.ts';
import type { WaitingRoll } from './waiting-rolls.ts';

const roll: Roll = {
  course_id: 1,
  course_name: 'Gita',
  class_id: 2,
  class_name: 'Morning',
  slot_id: 5,
  on_date: null,
  extra: false,
  attendance_date: '2026-11-30',
  starts_at: '2026-11-30T01:30:00Z',
  ends_at: '2026-11-30T02:30:00Z',
  zone: 'Asia/Kolkata',
  students: [],
};
const save = (key: string): WaitingRoll => ({
  key,
  roll,
  marks: [],
  role: 'teacher',
  savedAt: '2026-11-30T02:00:00Z',
  isTried: false,
});

const list = (...waiting: WaitingRoll[]) =>
  queryClient.setQueryData(waitingRolls(session.uid).queryKey, waiting);

test.each([
  ['is sent', []],
  ['is replaced', [save('later')]],
  ['waits for a decision', [{ ...save('first'), refusal: 'The class is gone.' }]],
])('what says that a roll is kept ends once it %s', async (_, after) => {
  session.start({ token: 's_x', user_id: 1, role: 'teacher', mainrole: 'teacher' });
  list(save('first'));
  let isSettled = false;
  const settled = whenSettled(save('first')).then(() => (isSettled = true));
  list(save('first'), save('other'));
  await Promise.resolve();
  expect(isSettled).toBe(false);
  list(...after);
  await settled;
  expect(isSettled).toBe(true);
});
