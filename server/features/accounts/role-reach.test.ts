import type { CallReach } from '@gurukul/contract/accounts';
import { portalRoles } from '@gurukul/contract/shared/roles';
import { authority } from '@gurukul/contract/test/authority';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';

const { call } = await testApp();

// That nobody but an account admin is told belongs to the matrix of all calls.
test('the page says of every call what the table of authority says', async () => {
  const { status, body } = await call('accounts.get_role_reach', {}, { as: 'admin' });
  expect(status).toBe(200);
  const told = body.data.map((row: CallReach) => {
    const reaches = portalRoles.flatMap((role) => (row[role] === null ? [] : [`${role} ${row[role]}`]));
    return `${row.call}: ${row.open_to === 'roles' ? reaches.join(', ') : row.open_to}`;
  });
  const written = Object.entries(authority).flatMap(([line, names]) =>
    names.map((name) => `${name}: ${line.replace(/^key .*/, 'key')}`),
  );
  expect(told.toSorted()).toEqual(written.toSorted());
});

test('what changes data, and what it is about, is told as well', async () => {
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
