import { createStore, delMany, entries, set } from 'idb-keyval';
import { useEffect, useState } from 'react';
import { session } from '#web/lib/session.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/**
 * Files that somebody has chosen and not saved, with what they said about them. They survive the end of a session, a
 * reload and other pages. They belong to one person in one role, for two days, and leave the device when they are saved,
 * when another file is chosen, when the person logs out, and when another person opens an upload.
 */
const store = createStore('gurukul-uploads', 'uploads');
const longestMs = 48 * 3_600_000;

interface Kept {
  readonly at: number;
  readonly state: object;
}

/** The same, for browsers that store nothing, and for pages that come back at once. */
const inMemory = new Map<string, object>();

async function read(key: string): Promise<object | undefined> {
  const all = await entries<string, Kept>(store);
  const isOwn = ([name, { at }]: [string, Kept]) =>
    name.startsWith(`${session.uid} `) && Date.now() - at < longestMs;
  await delMany(
    all.filter((entry) => !isOwn(entry)).map(([name]) => name),
    store,
  );
  return all.find((entry) => entry[0] === key && isOwn(entry))?.[1].state;
}

async function write(key: string, state: object | null) {
  if (state === null) await delMany([key], store);
  else await set(key, { at: Date.now(), state } satisfies Kept, store);
}

/** Removes the chosen files of the person from the device. */
export async function forgetBegun(uid: string) {
  for (const key of inMemory.keys()) if (key.startsWith(`${uid} `)) inMemory.delete(key);
  const all = await entries<string, Kept>(store);
  await delMany(
    all.map(([name]) => name).filter((name) => name.startsWith(`${uid} `)),
    store,
  );
}

/**
 * What somebody has begun at a door; `none` is before they chose a file. Null while the device is asked. The second
 * value changes a part of it; `none` as a whole removes it from the device.
 */
export function useBegun<T extends object>(
  door: string,
  none: T,
): readonly [begun: T | null, change: (part: Partial<T>) => void] {
  const [key] = useState(() => `${session.uid} ${session.role} ${door}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the door of this name put it there
  const [begun, setBegun] = useState(() => (inMemory.get(key) as T | undefined) ?? null);
  const [isBack, setBack] = useState(begun !== null);

  useEffect(() => {
    if (begun !== null) return;
    const show = (kept: object | undefined) => {
      setBack(kept !== undefined);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the door of this name put it there
      setBegun((now) => now ?? (kept as T | undefined) ?? none);
    };
    read(key).then(show, () => show(undefined));
  }, [begun, key, none]);

  useEffect(() => {
    if (isBack) toast.info(importsTexts.back);
  }, [isBack]);

  useEffect(() => {
    if (begun === null) return;
    if (begun === none) inMemory.delete(key);
    else inMemory.set(key, begun);
    // A browser that stores nothing has the state in its memory.
    write(key, begun === none ? null : begun).catch(() => undefined);
  }, [begun, key, none]);

  return [begun, (part) => setBegun((now) => (part === none ? none : { ...(now ?? none), ...part }))];
}
