import { isPortalRole, type PortalRole } from '@gurukul/contract/shared/roles';

/**
 * The only module that touches the session keys of the browser's storage. Presence of a token means "signed in";
 * everything else is a display hint, since the server decides what a person may do.
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

/** Why somebody finds himself on /login again. */
export type EndReason = 'ended' | 'elsewhere';

const roleListeners = new Set<() => void>();

const read = (key: Key) => localStorage.getItem(key) ?? '';

/** Who is signed in and as what, to tell news from another tab from the echo of what this one did itself. */
const identity = () => `${read('token')} ${read('role')}`;
let shown = '';
const isShownSignedIn = () => shown !== '' && !shown.startsWith(' ');

/** Whose session it was, and in which role. */
export interface Person {
  readonly uid: string;
  readonly role: string;
}

let person: Person = { uid: '', role: '' };

/** What this tab shows from here on. */
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
  /** What the person went to lately, as the command bar writes it; gone with the session, since it holds names. */
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
    // Other tabs hear each write by itself. The token comes first: a role without one would look like a sign-out.
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
  /** The server says which role is the active one of this session. */
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

/** For `useSyncExternalStore`: tells when the active role becomes another one within this tab. */
export function onRoleChange(listener: () => void): () => void {
  roleListeners.add(listener);
  return () => roleListeners.delete(listener);
}

const leaveListeners = new Set<() => void>();

function leave() {
  for (const listener of leaveListeners) listener();
}

/** Calls `listener` when nobody is to see any more what the person of this tab saw: signed out, ended, or another one. */
export function onLeave(listener: () => void): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

const startListeners = new Set<() => void>();

/** Calls `listener` when somebody has signed in in this tab. */
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

/** Why the session of this page ended without being asked to; null when nothing of the kind happened since it began. */
export const whyEnded = () => endReason;

/** Calls `listener` when the session ends without the person asking for it in this tab; it is told whose it was. */
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
 * Signing out, in as somebody else, or continuing in another role in one tab reaches the others. They only hear it: the
 * storage is shared, and what they would clear may be the session that has just begun.
 */
export function watchOtherTabs(target: EventTarget, onOtherPerson: () => void): () => void {
  note();
  const onStorage = () => {
    // A page that was just opened may still hear what the page before it wrote.
    if (identity() === shown) return;
    // Half written: the other tab goes on to the rest.
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
