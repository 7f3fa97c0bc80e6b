import { expect, test } from 'vitest';
import { drawnIn, rem } from './report-window.ts';

const root = 16;
const day = rem.day * root;
const row = rem.row * root;
const fixed = (rem.name + rem.total) * root;
const frame = { left: 0, top: 0, width: fixed + 5 * day, height: 10 * row };

test('at the start the first days and rows are drawn, and some more', () => {
  const drawn = drawnIn(frame, root);
  expect([drawn.firstRow, drawn.firstDay]).toEqual([0, 0]);
  expect(drawn.lastRow).toBeGreaterThan(10);
  expect(drawn.lastDay).toBeGreaterThan(5);
});

test('wherever it is scrolled to, all that is in sight is drawn, and no more than a little around it', () => {
  for (let step = 0; step < 2000; step += 37) {
    const place = { ...frame, left: step * 6.5, top: step * 2.5 };
    const { firstRow, lastRow, firstDay, lastDay } = drawnIn(place, root);
    expect(firstRow * row).toBeLessThanOrEqual(place.top);
    expect(lastRow * row).toBeGreaterThanOrEqual(place.top + place.height);
    // Days begin behind the column of totals.
    expect(rem.total * root + firstDay * day).toBeLessThanOrEqual(Math.max(place.left, rem.total * root));
    const names = rem.name * root;
    expect(names + rem.total * root + lastDay * day).toBeGreaterThanOrEqual(place.left + place.width);
    expect(lastRow - firstRow).toBeLessThan(20);
    expect(lastDay - firstDay).toBeLessThan(14);
  }
});
