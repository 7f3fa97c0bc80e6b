import { expect, test } from 'vitest';
import { dashboardOf } from './paths.ts';

test('the logo leads to the dashboard of the role, and without a role to the sign-in', () => {
  expect(dashboardOf('admin')).toBe('/Account Admin Dashboard');
  expect(dashboardOf('courseadmin')).toBe('/Course Admin Dashboard');
  expect(dashboardOf('teacher')).toBe('/Teacher Dashboard');
  expect(dashboardOf(null)).toBe('/login');
});
