import type { HomeworkRow } from '@gurukul/contract/homework';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

const row = (id: number, name: string): HomeworkRow => ({
  id,
  week_name: `Week ${id}`,
  fullname: name,
  course_name: 'Gita',
  class_name: 'Morning',
  home_work: '/files/none.pdf',
  status: 'pending',
  comment: '',
  teacher_id: 1,
  can: { decide: true },
});
const waiting = [row(1, 'Anu'), row(2, 'Bala'), row(3, 'Chitra')];

function Reviewed({ decided }: { decided: string[] }) {
  const [shown, setShown] = useState(waiting[0]!);
  const [left, setLeft] = useState(waiting);
  return (
    <PreviewDialog
      row={shown}
      isOpen
      isLoading={false}
      waiting={left}
      onShow={setShown}
      decide={{
        busy: null,
        decide: async (which, status, comment) => {
          decided.push(`${which.fullname} ${status} ${comment}`);
          setLeft(left.filter(({ id }) => id !== which.id));
          return true;
        },
      }}
      readAgain={async () => waiting}
      onClose={() => undefined}
    />
  );
}

test('a decision takes a sentence, and the next homework comes by itself; letters in the sentence are no keys', async () => {
  globalThis.fetch = async () => new Response(null, { status: 404 });
  const decided: string[] = [];
  render(<Reviewed decided={decided} />);
  await expect.element(page.getByText('1 of 3')).toBeVisible();
  await page.getByLabelText('A sentence for the student').fill('');
  await userEvent.type(page.getByLabelText('A sentence for the student'), 'An art');
  expect(decided).toEqual([]);
  await page.getByRole('button', { name: /^Reject/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Week 2, Bala' })).toBeVisible();
  await expect.element(page.getByLabelText('A sentence for the student')).toHaveValue('');
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('dialog', { name: 'Week 3, Chitra' })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('dialog', { name: 'Week 2, Bala' })).toBeVisible();
  expect(decided).toEqual(['Anu rejected An art', 'Chitra accepted ']);
});

test('what was typed stays with its homework, and one without a file says so', async () => {
  const asked: string[] = [];
  globalThis.fetch = async (link) => {
    asked.push(String(link));
    return new Response(null, { status: 404 });
  };
  waiting[1] = { ...waiting[1]!, home_work: '' };
  render(<Reviewed decided={[]} />);
  await userEvent.type(page.getByLabelText('A sentence for the student'), 'An art');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Week 2, Bala' })).toBeVisible();
  await expect.element(page.getByText('No file')).toBeVisible();
  await expect.element(page.getByLabelText('A sentence for the student')).toHaveValue('');
  expect(asked.filter((link) => link !== '/files/none.pdf')).toEqual([]);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Week 1, Anu' })).toBeVisible();
  await expect.element(page.getByLabelText('A sentence for the student')).toHaveValue('An art');
});
