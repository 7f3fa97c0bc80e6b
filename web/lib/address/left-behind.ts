import { onSessionEnd, onSessionStart, session, type Person } from '../session.ts';

/**
 * The text that a person was typing, and its address, when the session ended. It is only in the memory of this page. It
 * comes back when the same person signs in again. It is gone when another person signs in or the page is reloaded; only
 * a reload of the portal's own, into another language, takes it along.
 */
interface LeftBehind {
  readonly person: Person;
  place: string;
  readonly drafts: Map<string, unknown>;
}

const carried = 'left-behind';

/** The entry of the browser's history takes maps and sets as they are, and stays in this tab. */
function takeFromHistory(): LeftBehind | null {
  const { [carried]: taken = null, ...others } = { ...globalThis.history?.state };
  if (taken !== null) history.replaceState(others, '');
  return taken;
}

let left = takeFromHistory();
let isReloading = false;
const keepers = new Set<() => void>();

/** Calls `keep` when a form should keep its draft: the session ends, or the page is about to be reloaded. */
export function onKeepDrafts(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

function keepAll(person: Person) {
  left = { person, place: '', drafts: new Map() };
  for (const keep of keepers) keep();
}

onSessionEnd((_, person) => keepAll(person));

/** Keeps what is being typed for the same page after a reload. */
export function keepOverReload() {
  keepAll({ uid: session.uid, role: session.role ?? '' });
  history.replaceState({ ...history.state, [carried]: left }, '');
  isReloading = true;
}

/** Whether a reload that loses nothing has begun. */
export const isReloadingKept = () => isReloading;

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

export const draftOf = (key: string): unknown =>
  left?.person.uid === session.uid ? left.drafts.get(key) : undefined;

/** A person who logs out leaves nothing behind. */
export function forgetLeftBehind() {
  left = null;
  sessionStorage.removeItem(carried);
}

/** Forgets the draft when its form shows it again. */
export const forgetDraft = (key: string) => left?.drafts.delete(key);
