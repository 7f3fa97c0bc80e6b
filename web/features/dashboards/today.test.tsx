import type { TodayGroup } from '@gurukul/contract/dashboards';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { Today } from './today.tsx';
import { timeLeft } from './your-day.tsx';

const line = {
  course_id: 3,
  course_name: 'Gita',
  class_id: 4,
  class_name: 'Morning',
  payment: null,
  case: null,
};

const groups: readonly TodayGroup[] = [
  {
    kind: 'unmarked_class',
    count: 12,
    items: [
      {
        ...line,
        student_id: null,
        student_name: null,
        attendance_date: '2026-11-19',
        at: '2026-11-19T12:30:00.000Z',
        teacher: { user_id: 9, fullname: 'Dev Rao', suspended: false },
        line: 'unmarked_class:5:2026-11-19',
      },
    ],
  },
  {
    kind: 'three_absences',
    count: 1,
    items: [
      {
        ...line,
        student_id: 5,
        student_name: 'Asha Rao',
        attendance_date: '2026-11-19',
        at: null,
        days: ['2026-11-05', '2026-11-12', '2026-11-19'],
        line: 'three_absences:5:4:2026-11-05',
      },
    ],
  },
];

const older = [
  { kind: 'attending_unpaid' as const, count: 378 },
  { kind: 'unmarked_class' as const, count: 2 },
];

const show = (role: 'admin' | 'courseadmin' = 'admin', shown = groups) =>
  openAt('/', {
    '/': () => (
      <Today
        role={role}
        groups={shown}
        older={older}
        has={undefined}
        error={null}
        onRetry={() => undefined}
      />
    ),
  });

beforeEach(async () => {
  await page.viewport(1280, 720);
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: [], total_count: 4 });
});

const height = () => document.querySelector('main li, li')!.getBoundingClientRect().height;

test('a line has 44 px, says who and what decides, and one deed beside its menu', async () => {
  show();
  const roll = page.getByRole('link', { name: /^Morning · 19-Nov-2026 Dev Rao · .*Call the roll$/ });
  await expect.element(roll).toBeVisible();
  expect(height()).toBeLessThanOrEqual(46);
  expect(page.getByRole('listitem').getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'What to do about Morning' }));
  const names = ['Assign', 'Done', 'Dismiss', 'Until tomorrow', 'Cancel meeting'];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  }
  // It is over, so it has nowhere to move.
  expect(page.getByRole('menuitem', { name: 'Move', exact: true }).elements()).toEqual([]);
});

test('absences are red squares with their days, and a student is called', async () => {
  show();
  await userEvent.click(page.getByRole('tab', { name: 'Three times absent 1' }));
  await expect.element(page.getByText('absent on 05-Nov-2026, 12-Nov-2026, 19-Nov-2026')).toBeInTheDocument();
  const squares = [...document.querySelectorAll('[data-day]')].map((one) => one.textContent);
  expect(squares).toEqual(['5 Nov', '12 Nov', '19 Nov']);
  await expect.element(page.getByRole('button', { name: 'I’ll call Asha Rao' })).toBeInTheDocument();
});

test('a student who was never charged is not called', async () => {
  const item = { ...line, student_id: 5, student_name: 'Asha Rao', attendance_date: '2026-11-19', at: null };
  const owes = [{ currency: 'INR', amount: '1200.00', since: '2026-10-01' }];
  const items = [
    { ...item, line: 'attending_unpaid:5:3' },
    { ...item, student_id: 6, student_name: 'Ravi Rao', owes, line: 'attending_unpaid:6:3' },
  ];
  show('admin', [{ kind: 'attending_unpaid', count: 2, items }]);
  await expect.element(page.getByRole('button', { name: 'I’ll call Ravi Rao' })).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /^Asha Rao .*Charge the fee$/ })).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'I’ll call Asha Rao' }).elements()).toEqual([]);
});

test('it counts what needs somebody today, and what is older stands behind one line', async () => {
  show();
  await expect.element(page.getByText('13 things need somebody today.')).toBeVisible();
  const link = page.getByRole('link', { name: 'and 380 older' });
  await expect.element(link).toHaveAttribute('href', '/today?age=older');
  await expect.element(page.getByRole('link', { name: 'Mine 4' })).toHaveAttribute('href', '/cases');
});

test('the days until a meeting are those of the calendar', () => {
  const now = new Date(2036, 10, 29, 18, 37).getTime();
  const start = new Date(2036, 11, 2, 18, 30).toISOString();
  expect(timeLeft(start, now)).toBe('in 3 days');
});
