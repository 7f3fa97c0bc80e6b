import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { session } from './lib/session.ts';
import { createPortalRouter } from './routes.tsx';

/** The address at which a person arrives who opens this one. */
async function landing(address: string): Promise<string> {
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [encodeURI(address)] }));
  await router.load();
  return decodeURI(router.state.location.pathname);
}

const signIn = (role: string) => session.start({ token: 's_token', user_id: 1, role, mainrole: role });

describe('who is let in', () => {
  test.each(['/students', '/Account Admin Dashboard', '/my courses', '/profile', '/'])(
    'without a token %s leads to the sign-in',
    async (address) => {
      expect(await landing(address)).toBe('/login');
    },
  );

  test.each([
    ['admin', '/Account Admin Dashboard'],
    ['courseadmin', '/Course Admin Dashboard'],
    ['teacher', '/Teacher Dashboard'],
  ])(
    'a signed-in %s who opens / or the front door is brought to the own dashboard',
    async (role, dashboard) => {
      signIn(role);
      expect(await landing('/')).toBe(dashboard);
      expect(await landing('/login')).toBe(dashboard);
      expect(await landing('/signup')).toBe(dashboard);
      expect(await landing('/forgotpassword')).toBe(dashboard);
    },
  );

  test('an address that nobody planned stays where it is, with and without a token', async () => {
    expect(await landing('/courses/7/nothing')).toBe('/courses/7/nothing');
    signIn('teacher');
    expect(await landing('/courses/7/nothing')).toBe('/courses/7/nothing');
  });

  test('a role without screens is signed out on the way', async () => {
    signIn('student');
    expect(await landing('/')).toBe('/login');
    expect(session.isSignedIn).toBe(false);
  });

  test('a typed address of another role stays where it is; the frame says which role it is for', async () => {
    signIn('teacher');
    expect(await landing('/teachers')).toBe('/teachers');
  });
});
