import type { CallReach } from '@gurukul/contract/accounts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { RoleReachPage } from './role-reach-page.tsx';

const nobody = {
  open_to: 'roles',
  changes: false,
  because: null,
  admin: null,
  courseadmin: null,
  teacher: null,
} as const;
const rows: CallReach[] = [
  {
    ...nobody,
    call: 'students.delete_student',
    noun: 'students',
    summary: 'Delete a student',
    changes: true,
    admin: 'any',
  },
  {
    ...nobody,
    call: 'students.get_single_student',
    noun: 'students',
    summary: 'One student',
    admin: 'any',
    courseadmin: 'own',
    teacher: 'own',
  },
  {
    ...nobody,
    call: 'accounts.logout',
    noun: 'accounts',
    summary: 'Sign out',
    changes: true,
    admin: 'self',
    courseadmin: 'self',
    teacher: 'self',
  },
  { ...nobody, call: 'accounts.login', noun: 'accounts', summary: 'Sign in', open_to: 'anyone' },
  { ...nobody, call: 'intake.students', noun: 'intake', summary: 'Hand in students', open_to: 'key' },
];

beforeEach(async () => {
  await page.viewport(1440, 900);
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: rows });
});

function open(address: string) {
  return openAt(encodeURI(address), { '/Role Reach': RoleReachPage });
}

const calls = page.getByRole('table', { name: 'What each role may do' });
const row = (name: string) => calls.getByRole('row', { name: new RegExp(`^${name}`) });
const action = (name: string) =>
  page
    .getByRole('table', { name: 'Actions, and how far each role reaches' })
    .getByRole('row', { name: new RegExp(`^${name}`) });

test('each action has the reach of its calls', async () => {
  open('/Role Reach');
  await expect.element(action('Delete a student Everything No No')).toBeVisible();
  await expect
    .element(action('See a student with their attendance and homework Everything Own courses Own classes'))
    .toBeVisible();
  await expect
    .element(action('Change their profile and password Only their own Only their own Only their own'))
    .toBeVisible();
  // No call of this action is in the answer.
  await expect.element(action('Undo a change')).not.toBeInTheDocument();
});

test('another answer of the server is another reach', async () => {
  const changed = rows.map((each): CallReach => ({ ...each, admin: null, teacher: 'any' }));
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: changed });
  open('/Role Reach');
  await expect.element(action('Delete a student No No Everything')).toBeVisible();
});

test('an action has its roles below it on a phone', async () => {
  await page.viewport(390, 844);
  open('/Role Reach');
  const name = page.getByRole('rowheader', { name: 'Delete a student' });
  await expect.element(action('Delete a student Everything')).toBeVisible();
  const reaches = action('Delete a student').getByRole('cell').elements();
  expect(reaches.map((cell) => cell.textContent)).toEqual([
    'Account AdminEverything',
    'Course AdminNo',
    'TeacherNo',
  ]);
  const bottom = name.element().getBoundingClientRect().bottom;
  for (const cell of reaches) expect(cell.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('the calls are folded until a developer opens them', async () => {
  open('/Role Reach');
  await expect.element(action('Delete a student')).toBeVisible();
  expect(calls.elements()).toEqual([]);
  await userEvent.click(page.getByRole('heading', { name: 'For developers' }));
  await expect.element(row('One student')).toBeVisible();
  await userEvent.click(page.getByRole('heading', { name: 'For developers' }));
  await expect.element(calls).not.toBeInTheDocument();
});

test('each row names the reach of each role', async () => {
  open('/Role Reach');
  await userEvent.click(page.getByRole('heading', { name: 'For developers' }));
  await expect.element(row('Delete a student Students Changes Everything No No')).toBeVisible();
  await expect.element(row('One student Students Reads Everything Own courses Own classes')).toBeVisible();
  await expect.element(row('Sign out .* Own account Own account Own account')).toBeVisible();
  await expect.element(row('Sign in .* Without signing in Without signing in')).toBeVisible();
  await expect.element(row('Hand in students Intake keys .* Machines with a key')).toBeVisible();
});

test('the list separates what a role may do from what it may not do; the filters are in the address', async () => {
  const router = open('/Role Reach?page=1');
  await userEvent.selectOptions(page.getByLabelText('Show'), 'What Teacher may not do');
  await expect.element(row('Delete a student')).toBeVisible();
  // A call without a role is not among the calls that a teacher may not make.
  await expect.poll(() => calls.getByRole('row').length).toBe(2);
  await userEvent.selectOptions(page.getByLabelText('Show'), 'What Teacher may do');
  await expect.poll(() => calls.getByRole('row').length).toBe(3);
  await userEvent.selectOptions(page.getByLabelText('Area'), 'Students');
  await expect.poll(() => calls.getByRole('row').length).toBe(2);
  await expect.element(row('One student')).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({ show: 'teacher', area: 'students' });
});

test('an address sets the filters, and an address that is not valid shows everything', async () => {
  open('/Role Reach?show=outside');
  await expect.element(row('Sign in')).toBeVisible();
  await expect.element(row('One student')).not.toBeInTheDocument();
});

test('a failure can be tried again', async () => {
  globalThis.fetch = async () =>
    Response.json({ status: 503, message: 'The portal is busy, please try again' }, { status: 503 });
  open('/Role Reach?show=nonsense');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: rows });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(row('One student')).toBeVisible();
});
