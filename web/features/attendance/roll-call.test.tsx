import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { rollName } from './roll-address.ts';
import { RollCall } from './roll-call.tsx';

const student = { student_id: 1, student_name: 'Anu', student_attendance_id: null, attendance_status: null };
const roll: Roll = {
  course_id: 3,
  course_name: 'Gita',
  class_id: 4,
  class_name: 'Morning',
  attendance_date: '2026-02-02',
  slot_id: 5,
  on_date: '2026-02-02',
  extra: false,
  starts_at: '2026-02-02T12:30:00Z',
  ends_at: '2026-02-02T13:30:00Z',
  zone: 'Asia/Kolkata',
  students: [student, { ...student, student_id: 2, student_name: 'Bala', comes_no_more: true }],
};

afterEach(() => session.clear());

test('who comes no more starts as drop out, and all others as present', async () => {
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: [roll], tests: [] });
  session.start({ token: 's_asha', user_id: 7, role: 'teacher', mainrole: 'teacher' });
  openAt('/', { '/': () => <RollCall name={rollName(roll)} />, $: () => <p>Elsewhere</p> });
  const rows = () =>
    page
      .getByRole('switch')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(rows).toEqual(['AnuPresent', 'BalaDrop Out']);
});
