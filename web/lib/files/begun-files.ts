import { createStore, delMany, entries, set } from 'idb-keyval';
import { session } from '../session.ts';

/**
 * Files that somebody has chosen and not saved, with what they said about them. They survive the end of a session, a
 * reload and other pages. They belong to one person in one role, for two days, and leave the device when they are saved,
 * when another file is chosen, when the person logs out, and when another person opens an upload.
 */
const store = createStore('gurukul-uploads', 'uploads');
const longestMs = 48 * 3_600_000;

interface BegunEntry {
  readonly at: number;
  readonly state: object;
}

/** The same, for browsers that store nothing, and for pages that come back at once. */
export const inMemory = new Map<string, object>();

export async function readBegun(key: string): Promise<object | undefined> {
  const all = await entries<string, BegunEntry>(store);
  const isOwn = ([name, { at }]: [string, BegunEntry]) =>
    name.startsWith(`${session.uid} `) && Date.now() - at < longestMs;
  await delMany(
    all.filter((entry) => !isOwn(entry)).map(([name]) => name),
    store,
  );
  return all.find((entry) => entry[0] === key && isOwn(entry))?.[1].state;
}

export async function writeBegun(key: string, state: object | null) {
  if (state === null) await delMany([key], store);
  else await set(key, { at: Date.now(), state } satisfies BegunEntry, store);
}

/** Removes the chosen files of the person from the device. */
export async function forgetBegun(uid: string) {
  for (const key of inMemory.keys()) if (key.startsWith(`${uid} `)) inMemory.delete(key);
  const all = await entries<string, BegunEntry>(store);
  await delMany(
    all.map(([name]) => name).filter((name) => name.startsWith(`${uid} `)),
    store,
  );
}
