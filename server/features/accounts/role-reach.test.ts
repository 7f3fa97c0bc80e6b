import type { CallReach } from '@gurukul/contract/accounts';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { authority } from '@gurukul/contract/test/authority';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';

const { call } = await testApp();

// The matrix of all calls tests that only account admins get this page.
test('the page says the same of every call as the table of authority', async () => {
  const { status, body } = await call('accounts.get_role_reach', {}, { as: 'admin' });
  expect(status).toBe(200);
  const told = body.data.map((row: CallReach) => {
    const reaches = portalRoles.flatMap((role) => (row[role] === null ? [] : [`${role} ${row[role]}`]));
    return `${row.call}: ${row.open_to === 'roles' ? reaches.join(', ') : row.open_to}`;
  });
  const written = Object.entries(authority).map(
    ([name, line]) => `${name}: ${line.replace(/^key .*/, 'key')}`,
  );
  expect(told.toSorted()).toEqual(written.toSorted());
});

test('it shows which calls change data, and what each is about', async () => {
  const { body } = await call('accounts.get_role_reach', {}, { as: 'admin' });
  const rows = new Map<string, CallReach>(body.data.map((row: CallReach) => [row.call, row]));
  expect(rows.get('students.delete_student')).toEqual({
    call: 'students.delete_student',
    noun: 'students',
    summary: expect.any(String),
    changes: true,
    open_to: 'roles',
    because: null,
    admin: 'any',
    courseadmin: null,
    teacher: null,
  });
  expect(rows.get('attendance.get_rolls')?.changes).toBe(false);
});
