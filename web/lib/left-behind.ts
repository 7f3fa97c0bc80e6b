import { onSessionEnd, onSessionStart, session, type Person } from './session.ts';

/**
 * What somebody was typing, and where, when the session ended under it. In the memory of this page and nowhere else: it
 * comes back when the same person signs in again, and is gone when another one does or the page is loaded again.
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

/** Where to go on, in the role that it was in; '' for nowhere in particular. Told once. */
export function takePlace(): string {
  if (!left) return '';
  const { place, person } = left;
  left.place = '';
  return person.role === session.role ? place : '';
}

/** What stands in a form whose session ends; `key` names the form and what it is about. */
export function keepDraft(key: string, draft: unknown) {
  left?.drafts.set(key, draft);
}

export const draftOf = (key: string): unknown => (session.isSignedIn ? left?.drafts.get(key) : undefined);

/** Who logs out leaves nothing. */
export function forgetLeftBehind() {
  left = null;
}

/** It is in its form again. */
export const forgetDraft = (key: string) => left?.drafts.delete(key);
