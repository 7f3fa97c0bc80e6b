import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { TrendPanels } from './trends.tsx';

const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];

const open = (lines: readonly object[]) => {
  const answer = { weeks, marks: [10, 10, 0], present: [9, 5, 0], lines, line_count: lines.length };
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', trends: answer });
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
  openAt('/figures', { '/figures': TrendPanels });
};

const cells = () =>
  [...document.querySelectorAll('tbody th[scope=row] ~ td')].map((cell) => {
    const href = cell.querySelector('a')?.getAttribute('href');
    return href ? new URL(href, location.origin) : null;
  });

test('each week of a class leads to its marks of these seven days, and a week without marks nowhere', async () => {
  open([{ course_id: 3, class_id: 7, name: 'Gita A', marks: [10, 10, 0], present: [9, 5, 0] }]);
  await expect.element(page.getByRole('link', { name: '90%' })).toBeVisible();
  const [first, second, none] = cells();
  expect(first?.pathname).toBe('/attendance-report');
  expect(Object.fromEntries(first?.searchParams ?? [])).toMatchObject({
    course: '3',
    class: '7',
    start: '2026-11-09',
    end: '2026-11-15',
  });
  expect(second?.searchParams.get('start')).toBe('2026-11-16');
  expect(none).toBeNull();
});

test('each week of a course leads to the list of its marks', async () => {
  open([{ course_id: 3, class_id: null, name: 'Gita', marks: [10, 10, 0], present: [9, 5, 0] }]);
  await expect.element(page.getByRole('link', { name: '50%' })).toBeVisible();
  const [, second] = cells();
  expect(second?.pathname).toBe('/Figures');
  expect(Object.fromEntries(second?.searchParams ?? [])).toMatchObject({
    figure: 'marks',
    course: '3',
    week: '2026-11-16',
  });
});
