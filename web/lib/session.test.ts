import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../test/memory-storage.ts';
import {
  endSession,
  onLeave,
  onRoleChange,
  onSessionEnd,
  session,
  watchOtherTabs,
  type EndReason,
} from './session.ts';

const asha = { token: 's_asha', user_id: 7, role: 'teacher', mainrole: 'courseadmin' };

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
});

/** The reasons told while `act` runs. */
function reasonsOf(act: () => void): EndReason[] {
  const reasons: EndReason[] = [];
  const stop = onSessionEnd((reason) => reasons.push(reason));
  act();
  stop();
  return reasons;
}

describe('the session', () => {
  test('signing in keeps token, uid, role and mainrole, as text', () => {
    session.start(asha);
    expect({ ...session }).toMatchObject({
      token: 's_asha',
      uid: '7',
      role: 'teacher',
      mainRole: 'courseadmin',
      isSignedIn: true,
    });
    expect(localStorage.getItem('uid')).toBe('7');
  });

  test('the end of a session is told once in every way: signed out, ended, or another person came', () => {
    const left: string[] = [];
    session.start(asha);
    const stop = onLeave(() => left.push(session.token));
    session.start({ ...asha, token: 's_next' });
    endSession('s_next');
    session.clear();
    stop();
    session.clear();
    expect(left).toEqual(['s_asha', '', '']);
  });

  test('a role without screens reads as none', () => {
    session.start({ ...asha, role: 'student' });
    expect(session.role).toBeNull();
  });

  test('signing in as somebody else leaves nothing of the former choice', () => {
    session.start(asha);
    session.select({ course: 3, class: 4 });
    session.start({ ...asha, token: 's_dev' });
    expect(session.selectedCourse).toBe('');
    expect(session.selectedClass).toBe('');
  });

  test('continuing in the other role is told once, and the token stays', () => {
    session.start(asha);
    let told = 0;
    const stop = onRoleChange(() => {
      told += 1;
    });
    session.actAs({ role: 'courseadmin', mainrole: 'courseadmin' });
    session.actAs({ role: 'courseadmin', mainrole: 'courseadmin' });
    stop();
    expect(told).toBe(1);
    expect({ ...session }).toMatchObject({ token: 's_asha', role: 'courseadmin', mainRole: 'courseadmin' });
  });

  test('clearing it leaves other settings alone', () => {
    localStorage.setItem('color-scheme', 'dark');
    session.start(asha);
    session.rememberOtherRole('courseadmin');
    session.clear();
    expect(localStorage.length).toBe(1);
  });
});

describe('a session that ends', () => {
  test('a refused token ends the session and says so', () => {
    session.start(asha);
    expect(reasonsOf(() => endSession('s_asha'))).toEqual(['ended']);
    expect(session.isSignedIn).toBe(false);
  });

  test('the late refusal of an older token does not end a newer session', () => {
    session.start(asha);
    expect(reasonsOf(() => endSession('s_before'))).toEqual([]);
    expect(session.isSignedIn).toBe(true);
  });

  test('signing out in another tab signs out here; signing in as another person is told', () => {
    session.start(asha);
    const tab = new EventTarget();
    let others = 0;
    const stop = watchOtherTabs(tab, () => {
      others += 1;
    });
    const hear = () => tab.dispatchEvent(new Event('storage'));

    // The echo of this tab's own sign-in, and keys that do not concern the session.
    expect(reasonsOf(hear)).toEqual([]);
    localStorage.setItem('color-scheme', 'dark');
    expect(reasonsOf(hear)).toEqual([]);
    expect(others).toBe(0);

    localStorage.setItem('role', 'courseadmin');
    expect(reasonsOf(hear)).toEqual([]);
    localStorage.setItem('token', 's_dev');
    expect(reasonsOf(hear)).toEqual([]);
    expect(others).toBe(2);

    localStorage.removeItem('token');
    expect(reasonsOf(hear)).toEqual(['elsewhere']);
    expect(reasonsOf(hear)).toEqual([]);
    expect(others).toBe(2);
    stop();
    localStorage.setItem('token', 's_dev');
    expect(reasonsOf(hear)).toEqual([]);
  });

  test.each(['signed out', 'signed in as somebody else'])(
    'no write of a sign-in in another tab clears what that tab has written, in a tab that is %s',
    (before) => {
      const storage = new MemoryStorage();
      vi.stubGlobal('localStorage', storage);
      if (before !== 'signed out') session.start({ ...asha, token: 's_other', user_id: 8 });
      const tab = new EventTarget();
      let others = 0;
      const stop = watchOtherTabs(tab, () => {
        others += 1;
      });
      /** The other tab signs in; this one hears each of its writes before the next. */
      const write = storage.setItem.bind(storage);
      const remove = storage.removeItem.bind(storage);
      const hear = () => tab.dispatchEvent(new Event('storage'));
      let isSigningIn = true;
      storage.setItem = (key, value) => {
        write(key, value);
        if (isSigningIn) hear();
      };
      storage.removeItem = (key) => {
        remove(key);
        if (isSigningIn) hear();
      };
      const told = reasonsOf(() => session.start(asha));
      isSigningIn = false;
      stop();
      expect(told).toEqual([]);
      expect(others).toBeGreaterThan(0);
      expect({ ...session }).toMatchObject({ token: 's_asha', uid: '7', role: 'teacher' });
    },
  );

  test('a sign-out in another tab is told once, and clears nothing here', () => {
    session.start(asha);
    const tab = new EventTarget();
    const stop = watchOtherTabs(tab, () => undefined);
    const left: string[] = [];
    const stopLeaving = onLeave(() => left.push('left'));
    localStorage.removeItem('token');
    localStorage.setItem('recent', 'of a session that begins just now');
    expect(reasonsOf(() => tab.dispatchEvent(new Event('storage')))).toEqual(['elsewhere']);
    expect(left).toEqual(['left']);
    expect(session.recent).not.toBe('');
    stop();
    stopLeaving();
  });
});
