import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { paths } from './paths.ts';
import { createPortalRouter, keepDollarSegments } from './routes.tsx';

const addresses = [
  '/',
  '/login',
  '/signup',
  '/signup/',
  '/signup/Zm9v/a==',
  '/forgotpassword',
  '/Account Admin Dashboard',
  '/Course Admin Dashboard',
  '/Teacher Dashboard',
  '/profile',
  '/editprofile',
  '/changepassword',
  '/Course admins',
  '/teachers',
  '/students',
  '/payments',
  '/payments/7',
  '/eventtickets',
  '/queryEmails',
  '/intake',
  '/Access',
  '/Role Reach',
  '/mails',
  '/Bin',
  '/courseadmin/7',
  '/teacher/7',
  '/student/7',
  '/courses',
  '/course/7',
  '/addcourse',
  '/editcourse/7',
  '/my courses',
  '/Course Association',
  '/Teachers List',
  '/All Students',
  '/payment',
  '/payment/7',
  '/updating',
  '/events',
  '/manage/7',
  '/edit/7',
  '/Single Student/7',
  '/Single Teacher/7',
  '/All Courses',
  '/Student List',
  '/student List',
  '/Student Profile/7',
  '/schedule',
  '/attendance',
  '/View Attendance',
  '/homeworks',
  '/viewcourse',
  '/viewcourse/7',
  '/single course/7',
  '/mark-attendance',
  '/attendance-report',
];

const routerAt = (address: string) =>
  createPortalRouter(createMemoryHistory({ initialEntries: [encodeURI(address)] }));

/** The route that answers an address; null when only "not found" does. */
function routeOf(address: string): string | null {
  const router = routerAt(address);
  const [, rest, found] = router.getMatchedRoutes(router.latestLocation.pathname);
  // A route that matches the first part only leaves the rest under this name.
  return found && found.fullPath !== '/$' && !('**' in rest) ? found.fullPath : null;
}

describe('every address of the portal', () => {
  test.each(addresses)('%s leads to a page', (address) => {
    expect(routeOf(address)).not.toBeNull();
  });

  test.each(addresses)('%s does so in capitals and with a slash at the end', (address) => {
    expect(routeOf(address.toUpperCase())).toBe(routeOf(address));
    expect(routeOf(`${address.replace(/\/$/, '')}/`)).toBe(routeOf(address));
  });

  test('every link of the portal leads to a page', () => {
    for (const path of Object.values(paths)) {
      const address = typeof path === 'function' ? path(7) : path;
      expect([address, routeOf(address)]).toEqual([address, expect.any(String)]);
    }
  });

  test('an address that nobody planned leads nowhere', () => {
    expect(routeOf('/nothing')).toBeNull();
    expect(routeOf('/courses/7')).toBeNull();
  });

  test('an invitation whose hash starts with a dollar sign stays whole', () => {
    const written: string[] = [];
    keepDollarSegments({
      location: { pathname: '/signup/$2b$10$x/y', search: '', hash: '' },
      history: { replaceState: (_state, _title, url) => written.push(url) },
    });
    expect(written).toEqual(['/signup/%242b$10$x/y']);
  });
});
