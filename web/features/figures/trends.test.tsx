import type { TrendFigures, TrendLine } from '@gurukul/contract/figures';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { TrendPanels } from './trends.tsx';

const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];
const gita: TrendLine = {
  course_id: 3,
  class_id: null,
  name: 'Gita',
  marks: [10, 0, 8],
  present: [9, 0, 4],
};

function open(line: TrendLine) {
  const trends: TrendFigures = {
    weeks,
    marks: line.marks,
    present: line.present,
    lines: [line],
    line_count: 1,
  };
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', trends });
  openAt('/Figures', { '/Figures': () => <TrendPanels /> });
}

const cellsOf = async (name: string) => {
  const row = page.getByRole('row').filter({ hasText: name });
  await expect.element(row).toBeVisible();
  return [...row.element().querySelectorAll('td')]
    .slice(0, weeks.length)
    .map((cell) => cell.querySelector('a')?.getAttribute('href') ?? cell.textContent);
};

test('a week of a class leads to its report of seven days, and one without marks to nothing', async () => {
  open({ ...gita, class_id: 7, name: 'Gita Morning' });
  expect(await cellsOf('Gita Morning')).toEqual([
    '/attendance-report?course=3&class=7&start=2026-11-09&end=2026-11-15&show=yes',
    '–',
    '/attendance-report?course=3&class=7&start=2026-11-23&end=2026-11-29&show=yes',
  ]);
});

test('a week of a course leads to the marks behind it', async () => {
  open(gita);
  expect(await cellsOf('Gita')).toEqual([
    '/Figures?figure=marks&week=2026-11-09&course=3',
    '–',
    '/Figures?figure=marks&week=2026-11-23&course=3',
  ]);
});
