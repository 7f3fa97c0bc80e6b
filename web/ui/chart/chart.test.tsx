import { useState, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { BarChart } from './bars.tsx';
import { ColumnChart } from './columns.tsx';
import { DonutChart } from './donut.tsx';
import { ChartFrame, partsTable } from './frame.tsx';
import { MonthsChart } from './months.tsx';
import { formatShare, type ChartPart } from './part.ts';

const ages = (counts: readonly number[]): ChartPart[] =>
  ['1-15', '16-30', '31-45', '46-100', 'Not Selected'].map((label, place) => ({
    label,
    value: counts[place] ?? 0,
    tone: label === 'Not Selected' ? 'rest' : 'first',
  }));

const usual = ages([12, 1250, 310, 0, 4]);
const huge = ages([1_234_567, 2_345_678, 9_999_999, 1, 4_567_890]);

const months = ['Jun 2026', 'Jul 2026', 'Aug 2026', 'Sep 2026', 'Oct 2026', 'Nov 2026'];
const series = (main: readonly number[], side: readonly number[]) => ({
  months,
  main: { name: 'Enrolments', counts: main },
  side: { name: 'New courses', counts: side },
  running: 'this month so far',
});

const drawn = () => [...document.querySelectorAll<SVGGraphicsElement>('svg text')];

/** Pairs of texts of the drawing that touch each other. */
function overlapping(): string[] {
  const boxes = drawn().map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  return boxes.flatMap(({ text, box }, place) =>
    boxes
      .slice(place + 1)
      .filter(
        ({ box: other }) =>
          box.left < other.right - 0.5 &&
          other.left < box.right - 0.5 &&
          box.top < other.bottom - 4 &&
          other.top < box.bottom - 4,
      )
      .map((other) => `${text} and ${other.text}`),
  );
}

/** Texts of the drawing that stick out of it sideways. */
function outside(): string[] {
  const { left, right } = document.querySelector('#room')!.getBoundingClientRect();
  return drawn()
    .filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < left - 1 || box.right > right + 1;
    })
    .map((text) => text.textContent);
}

const within = (width: number, chart: ReactNode) =>
  render(
    <div id="room" style={{ width, '--chart-height': '256px', fontFamily: 'sans-serif' }}>
      <div style={{ height: 256 }}>{chart}</div>
    </div>,
  );

const charts: Readonly<Record<string, ReactNode>> = {
  columns: <ColumnChart parts={usual} />,
  'columns of millions': <ColumnChart parts={huge} />,
  bars: <BarChart parts={usual} />,
  'bars of millions': <BarChart parts={huge} />,
  ring: <DonutChart parts={usual} />,
  'ring of millions': <DonutChart parts={huge.slice(0, 3)} />,
  months: <MonthsChart {...series([3, 120, 40, 0, 1250, 7], [0, 2, 0, 1, 12, 0])} />,
  'months of millions': (
    <MonthsChart {...series([1_234_567, 9, 1_234_567, 0, 9_999_999, 1_000_000], [0, 1250, 0, 1, 12, 0])} />
  ),
};

describe('words of a drawing neither touch each other nor stick out', () => {
  describe.each([268, 340, 620])('in %i px', (width) => {
    test.each(Object.entries(charts))('%s', async (_name, chart) => {
      within(width, chart);
      await expect.poll(() => drawn().length).toBeGreaterThan(0);
      expect(overlapping()).toEqual([]);
      expect(outside()).toEqual([]);
    });
  });
});

function Turnable() {
  const [isTable, setTable] = useState(false);
  return (
    <ChartFrame
      title="Age"
      table={partsTable('Age', 'Students', usual)}
      empty={null}
      isTable={isTable}
      onTable={setTable}
    >
      <ColumnChart parts={usual} />
    </ChartFrame>
  );
}

const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

describe('the table behind a drawing', () => {
  test('holds its numbers, read but not seen', async () => {
    render(<Turnable />);
    await expect.element(page.getByRole('table', { name: 'Age' })).toBeInTheDocument();
    expect(cells()).toEqual([
      ['1-15', '12', '< 1 %'],
      ['16-30', '1,250', '79 %'],
      ['31-45', '310', '20 %'],
      ['46-100', '0', '0 %'],
      ['Not Selected', '4', '< 1 %'],
    ]);
    const table = document.querySelector('table')!;
    expect(table.parentElement!.getBoundingClientRect().width).toBeLessThanOrEqual(1);
    await expect.poll(() => drawn().length).toBeGreaterThan(0);
    expect(drawn().every((text) => text.closest('[aria-hidden]'))).toBe(true);
    await expect
      .element(page.getByRole('button', { name: 'Table of Age' }))
      .toHaveAttribute('aria-pressed', 'false');
  });

  test('is seen in its place when asked for, and nothing else moves', async () => {
    render(<Turnable />);
    await expect.poll(() => drawn().length).toBeGreaterThan(0);
    const height = () => document.querySelector('section')!.getBoundingClientRect().height;
    const before = height();
    await userEvent.click(page.getByRole('button', { name: 'Table of Age' }));
    await expect.element(page.getByRole('cell', { name: '1,250' })).toBeVisible();
    expect(document.querySelector('table')!.getBoundingClientRect().width).toBeGreaterThan(200);
    expect(drawn()).toEqual([]);
    expect(height()).toBe(before);
  });
});

test('nothing to draw is said in words, and the table still holds its zeros', async () => {
  render(
    <ChartFrame
      title="Age"
      table={partsTable('Age', 'Students', ages([]))}
      empty={{ title: 'No students yet', text: 'This picture fills.' }}
      isTable={false}
      onTable={() => {}}
    >
      <ColumnChart parts={ages([])} />
    </ChartFrame>,
  );
  await expect.element(page.getByText('No students yet')).toBeVisible();
  expect(drawn()).toEqual([]);
  expect(cells()).toHaveLength(5);
  expect(cells().map(([, count, share]) => [count, share])).toEqual(cells().map(() => ['0', '0 %']));
});

test('months without anything in the second series draw the first alone', async () => {
  within(340, <MonthsChart {...series([3, 120, 40, 0, 1250, 7], [0, 0, 0, 0, 0, 0])} />);
  await expect.poll(() => document.querySelectorAll('circle').length).toBeGreaterThan(6);
  expect(document.querySelectorAll('g > rect')).toHaveLength(0);
  await expect.element(page.getByText('New courses')).not.toBeInTheDocument();
});

test('one part that is all makes a whole ring; a part of nothing no sliver', async () => {
  within(340, <DonutChart parts={ages([0, 7])} />);
  await expect.poll(() => document.querySelectorAll('svg path').length).toBe(1);
  const ring = document.querySelector('svg path')!.getBoundingClientRect();
  expect(ring.width).toBeCloseTo(ring.height, 0);
});

test('the tallest mark is the largest number, and marks stand to each other as their numbers', async () => {
  within(400, <ColumnChart parts={ages([100, 50, 25, 0, 1])} />);
  const columns = () =>
    [...document.querySelectorAll('g > rect')].map((column) => Number(column.getAttribute('height')));
  await expect.poll(() => columns().length).toBe(5);
  const [all, half, quarter, none] = columns() as [number, number, number, number];
  expect(half / all).toBeCloseTo(0.5, 5);
  expect(quarter / all).toBeCloseTo(0.25, 5);
  expect(none).toBe(0);
});

test.each([
  [0, 0, '0 %'],
  [0, 9, '0 %'],
  [1, 1000, '< 1 %'],
  [1, 3, '33 %'],
  [999, 1000, '99 %'],
  [7, 7, '100 %'],
])('%i of %i are %s', (value, whole, share) => {
  expect(formatShare(value, whole)).toBe(share);
});
