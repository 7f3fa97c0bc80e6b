import type { OwingRow } from '@gurukul/contract/homework';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { ClassOwing, StudentOwing } from './owing.tsx';

const row = (student_id: number, fullname: string, missing: number[], late: number[]): OwingRow => ({
  student_id,
  fullname,
  course_name: 'Gita',
  class_name: 'Morning',
  missing,
  late,
});
const rows = [row(1, 'Anu Rao', [3, 4], []), row(2, 'గౌరి రావు', [], [2])];

test('a student sees the weeks that are missing and those that came late, by course', async () => {
  openAt('/start', { $: () => <StudentOwing rows={[{ ...rows[0]!, late: [2] }]} /> });
  await expect.element(page.getByText('Missing: Week 3 and Week 4')).toBeVisible();
  await expect.element(page.getByText('Came late: Week 2')).toBeVisible();
});

test('a class lists who owes homework, and writes to those whose is missing', async () => {
  await page.viewport(1024, 768);
  session.start({ token: 's_x', user_id: 9, role: 'teacher', mainrole: 'teacher' });
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: rows });
  openAt('/start', { $: () => <ClassOwing class_id={4} name="Morning" /> });
  await expect.element(page.getByRole('link', { name: 'Anu Rao' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /గౌరి రావు.*Week 2/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Write 1 student' })).toBeVisible();
});
