import { onSessionEnd, onSessionStart, session, type Person } from '../session.ts';

/**
 * The text that a person was typing, and its address, when the session ended. It is only in the memory of this page. It
 * comes back when the same person signs in again. It is gone when another person signs in or the page is reloaded.
 */
interface LeftBehind {
  readonly person: Person;
  place: string;
  readonly drafts: Map<string, unknown>;
}

let left: LeftBehind | null = null;

onSessionEnd((_, person) => {
  left = { person, place: '', drafts: new Map() };
});

onSessionStart(() => {
  if (left?.person.uid !== session.uid) left = null;
});

/** The address that the session ended at. */
export function keepPlace(address: string) {
  if (left) left.place = address;
}

/** The address to continue at, in the role it belongs to; '' if there is none. Answers once. */
export function takePlace(): string {
  if (!left) return '';
  const { place, person } = left;
  left.place = '';
  return person.role === session.role ? place : '';
}

const carried = 'left-behind';

/** Before the browser leaves for a sign-in service: the address goes along in this tab. What was typed does not. */
export function carryPlace() {
  if (left?.place) sessionStorage.setItem(carried, JSON.stringify({ ...left.person, place: left.place }));
}

/** The address that came back to the person it belongs to, in its role; '' if there is none. Answers once. */
export function takeCarriedPlace(): string {
  const stored = sessionStorage.getItem(carried);
  sessionStorage.removeItem(carried);
  if (stored === null) return '';
  const { uid, role, place }: Person & { place: string } = JSON.parse(stored);
  return uid === session.uid && role === session.role ? place : '';
}

/** The values of a form whose session ends; `key` names the form and its subject. */
export function keepDraft(key: string, draft: unknown) {
  left?.drafts.set(key, draft);
}

export const draftOf = (key: string): unknown => (session.isSignedIn ? left?.drafts.get(key) : undefined);

/** A person who logs out leaves nothing behind. */
export function forgetLeftBehind() {
  left = null;
  sessionStorage.removeItem(carried);
}

/** Forgets the draft when its form shows it again. */
export const forgetDraft = (key: string) => left?.drafts.delete(key);
