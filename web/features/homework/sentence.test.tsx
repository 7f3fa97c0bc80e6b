import type { HomeworkRow } from '@gurukul/contract/homework';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { decideActions } from './decide-buttons.tsx';

const row = (id: number, name: string): HomeworkRow => ({
  id,
  week_name: `Week ${id}`,
  fullname: name,
  course_name: 'Gita',
  class_name: 'Morning',
  home_work: null,
  status: 'pending',
  comment: '',
  teacher_id: 1,
  can: { decide: true },
});
const anu = row(1, 'Anu');

test('a homework that is rejected in the list takes a sentence, and none is rejected after No', async () => {
  const decided: string[] = [];
  const actions = decideActions({
    busy: null,
    decide: async ({ fullname }, status, comment) => {
      decided.push(`${fullname} ${status} ${comment ?? ''}`);
      return true;
    },
  });
  render(actions(anu));
  await page.getByRole('button', { name: /^Reject/ }).click();
  const question = page.getByRole('dialog', { name: 'Reject the homework of Anu, Week 1?' });
  await expect.element(question.getByLabelText('A sentence for the student')).toHaveFocus();
  await userEvent.keyboard('Not kept');
  await question.getByRole('button', { name: 'No' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(decided).toEqual([]);

  await page.getByRole('button', { name: /^Reject/ }).click();
  await expect.element(question.getByLabelText('A sentence for the student')).toHaveValue('');
  await userEvent.keyboard('Page 2 lacks');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => decided).toEqual(['Anu rejected Page 2 lacks']);
  await page.getByRole('button', { name: /^Accept/ }).click();
  await expect.poll(() => decided).toEqual(['Anu rejected Page 2 lacks', 'Anu accepted ']);
});

test.each(['Reject', 'Accept'] as const)('%s of several takes one sentence for all', async (action) => {
  const sent: unknown[] = [];
  globalThis.fetch = async (_, init) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)));
    return Response.json({ status: 200, message: 'success', data: { decided: [1, 2], skipped: [] } });
  };
  render(<BulkBar chosen={[anu, row(2, 'Bala')]} onDone={() => undefined} />);
  await page.getByRole('button', { name: action }).click();
  const question = page.getByRole('dialog', { name: `${action} 2 pieces of homework?` });
  await question.getByLabelText('A sentence for the student').fill('Both look alike');
  await question.getByRole('button', { name: action === 'Reject' ? action : 'Yes' }).click();
  const status = action === 'Reject' ? 'rejected' : 'accepted';
  await expect.poll(() => sent).toEqual([{ ids: [1, 2], status, comment: 'Both look alike' }]);
});
