import { expect, test } from 'vitest';
import { roleForSignIn } from './rules.ts';

type Given = Parameters<typeof roleForSignIn>;

test.each<[Given[0]['main_role'], Given[0]['as_role'], Given[1], ReturnType<typeof roleForSignIn>]>([
  ['student', null, '', null],
  ['coordinator', 'teacher', 'teacher', null],
  ['admin', 'teacher', 'teacher', 'admin'],
  ['teacher', 'courseadmin', '', 'teacher'],
  ['teacher', 'courseadmin', 'teacher', 'teacher'],
  ['teacher', 'courseadmin', 'courseadmin', 'courseadmin'],
  ['teacher', null, 'courseadmin', null],
  ['courseadmin', 'teacher', 'admin', null],
])('%s, also %s, who chooses %j enters as %s', (main_role, as_role, choice, role) => {
  expect(roleForSignIn({ main_role, as_role }, choice)).toBe(role);
});
