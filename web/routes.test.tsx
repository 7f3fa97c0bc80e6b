import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { paths, to, type Address } from './paths.ts';
import { addPages, createPortalRouter, keepDollarSegments } from './routes.tsx';

const addresses = [
  '/',
  '/login',
  '/signup',
  '/signup/',
  '/signup/Zm9v/a==',
  '/forgotpassword',
  '/newemail',
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
  '/Cover',
  '/cover/Zm9vYmFyYmF6Zm9vYmFyYmF6',
  '/Bin',
  '/accountadmin/7',
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

/** The route that answers an address; null when only "not found" does. */
async function routeOf(address: string): Promise<string | null> {
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [encodeURI(address)] }));
  await addPages(router);
  const [, rest, found] = router.getMatchedRoutes(router.latestLocation.pathname);
  // A route that matches the first part only leaves the rest under this name.
  return found && found.fullPath !== '/$' && !('**' in rest) ? found.fullPath : null;
}

describe('every address of the portal', () => {
  test.each(addresses)('%s leads to a page', async (address) => {
    expect(await routeOf(address)).not.toBeNull();
  });

  test.each(addresses)('%s does so in capitals and with a slash at the end', async (address) => {
    expect(await routeOf(address.toUpperCase())).toBe(await routeOf(address));
    expect(await routeOf(`${address.replace(/\/$/, '')}/`)).toBe(await routeOf(address));
  });

  test('every link of the portal leads to a page', async () => {
    for (const path of Object.values(paths)) {
      const address = path.replace('$id', '7');
      expect([address, await routeOf(address)]).toEqual([address, expect.any(String)]);
    }
  });

  test('the type of addresses has those alone', async () => {
    const known: Address[] = [paths.students, to(paths.student, 7), '/student/7', '/mails?event=7'];
    const unknown: Address[] = [
      // @ts-expect-error -- students have no page of one
      '/students/7',
      // @ts-expect-error -- the route of an address is none
      paths.student,
      // @ts-expect-error -- an id is a number
      '/student/seven',
    ];
    // @ts-expect-error -- an id must be given
    to(paths.student);
    expect(await Promise.all(known.map(routeOf))).not.toContain(null);
    expect(await routeOf(unknown[0]!)).toBeNull();
  });

  test('an address that nobody planned leads nowhere', async () => {
    expect(await routeOf('/nothing')).toBeNull();
    expect(await routeOf('/courses/7')).toBeNull();
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
