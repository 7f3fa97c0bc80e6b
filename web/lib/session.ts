import { isPortalRole, type PortalRole } from '@gurukul/contract/shared/calls/roles';

/**
 * The only module that touches the session keys of the browser's storage. A token means "signed in". All other keys are
 * hints for the screen: the server decides what a person may do.
 */
const keys = [
  'token',
  'uid',
  'role',
  'mainrole',
  'exrole',
  'selectedCourse',
  'selectedClass',
  'recent',
] as const;
type Key = (typeof keys)[number];

/** Why a person is on /login again. */
export type EndReason = 'ended' | 'elsewhere';

const roleListeners = new Set<() => void>();

const read = (key: Key) => localStorage.getItem(key) ?? '';

/** The person and the role. Separates news from another tab from the echo of this tab's own writes. */
const identity = () => `${read('token')} ${read('role')}`;
let shown = '';
const isShownSignedIn = () => shown !== '' && !shown.startsWith(' ');

/** The person of a session, and the role. */
export interface Person {
  readonly uid: string;
  readonly role: string;
}

let person: Person = { uid: '', role: '' };

/** Remembers which person and role this tab shows. */
function note() {
  shown = identity();
  if (session.isSignedIn) person = { uid: read('uid'), role: read('role') };
}

export const session = {
  get token() {
    return read('token');
  },
  get uid() {
    return read('uid');
  },
  /** The active role, or null when the stored one has no screens here. */
  get role(): PortalRole | null {
    const role = read('role');
    return isPortalRole(role) ? role : null;
  },
  get mainRole() {
    return read('mainrole');
  },
  /** The active role is the second one, which people give themselves: with it nobody changes what all courses share. */
  get isInSecondRole() {
    return read('role') !== read('mainrole');
  },
  /** The other role the person also holds; '' when there is none. */
  get otherRole() {
    return read('exrole');
  },
  get selectedCourse() {
    return read('selectedCourse');
  },
  get selectedClass() {
    return read('selectedClass');
  },
  /**
   * The pages that the person opened last, written by the command bar. It is removed with the session, since it
   * contains names.
   */
  get recent() {
    return read('recent');
  },
  set recent(text) {
    localStorage.setItem('recent', text);
  },
  get isSignedIn() {
    return read('token') !== '';
  },

  start(person: { token: string; user_id: number | string; role: string; mainrole: string }) {
    leave();
    // Other tabs hear each write separately. The token comes first: a role without a token would look like a sign-out.
    const held = {
      token: person.token,
      uid: String(person.user_id),
      role: person.role,
      mainrole: person.mainrole,
    };
    for (const [key, value] of Object.entries(held)) localStorage.setItem(key, value);
    for (const key of keys) if (!(key in held)) localStorage.removeItem(key);
    note();
    endReason = null;
    for (const listener of startListeners) listener();
  },
  rememberOtherRole(role: string) {
    localStorage.setItem('exrole', role);
  },
  /** The server says which role is active in this session. */
  actAs({ role, mainrole }: { role: string; mainrole: string }) {
    if (read('role') === role && read('mainrole') === mainrole) return;
    localStorage.setItem('role', role);
    localStorage.setItem('mainrole', mainrole);
    note();
    for (const listener of roleListeners) listener();
  },
  select(choice: { course?: number | string; class?: number | string }) {
    if (choice.course !== undefined) localStorage.setItem('selectedCourse', String(choice.course));
    if (choice.class !== undefined) localStorage.setItem('selectedClass', String(choice.class));
  },
  clear() {
    for (const key of keys) localStorage.removeItem(key);
    note();
    leave();
  },
};

/** For `useSyncExternalStore`: reports that the active role changed within this tab. */
export function onRoleChange(listener: () => void): () => void {
  roleListeners.add(listener);
  return () => roleListeners.delete(listener);
}

const leaveListeners = new Set<() => void>();

function leave() {
  for (const listener of leaveListeners) listener();
}

/**
 * Calls `listener` when the data of this tab's person must disappear: they signed out, the session ended, or another
 * person signed in.
 */
export function onLeave(listener: () => void): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

const startListeners = new Set<() => void>();

/** Calls `listener` when a person has signed in in this tab. */
export function onSessionStart(listener: () => void): () => void {
  startListeners.add(listener);
  return () => startListeners.delete(listener);
}

type EndListener = (reason: EndReason, person: Person) => void;

const listeners = new Set<EndListener>();
let endReason: EndReason | null = null;

function tellEnd(reason: EndReason) {
  endReason = reason;
  for (const listener of listeners) listener(reason, person);
}

/** Why the session of this page ended without the person's request; null if it has not ended in that way. */
export const whyEnded = () => endReason;

/** Calls `listener` with the person when their session ends without their request in this tab. */
export function onSessionEnd(listener: EndListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server no longer knows this token. A late refusal of an older token must not end a newer session. */
export function endSession(refusedToken: string) {
  if (session.token !== refusedToken) return;
  note();
  session.clear();
  tellEnd('ended');
}

/**
 * Follows what other tabs do: a sign-out, a sign-in of another person, a change of role. This tab only listens. It
 * clears nothing: the storage is shared, and the keys may already belong to a new session.
 */
export function watchOtherTabs(target: EventTarget, onOtherPerson: () => void): () => void {
  note();
  const onStorage = () => {
    // A new page may still hear the writes of the page before it.
    if (identity() === shown) return;
    // Half written: the other tab has not yet written the rest.
    if (session.isSignedIn && read('role') === '') return;
    const wasSignedIn = isShownSignedIn();
    if (session.isSignedIn) {
      note();
      if (!wasSignedIn) for (const listener of startListeners) listener();
      return onOtherPerson();
    }
    if (!wasSignedIn) return;
    shown = ' ';
    leave();
    tellEnd('elsewhere');
  };
  target.addEventListener('storage', onStorage);
  return () => target.removeEventListener('storage', onStorage);
}
