import { useEffect, useState } from 'react';
import { inMemory, readBegun, writeBegun } from '#web/lib/files/begun-files.ts';
import { session } from '#web/lib/session.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

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
    readBegun(key).then(show, () => show(undefined));
  }, [begun, key, none]);

  useEffect(() => {
    if (isBack) toast.info(importsTexts.back);
  }, [isBack]);

  useEffect(() => {
    if (begun === null) return;
    if (begun === none) inMemory.delete(key);
    else inMemory.set(key, begun);
    // A browser that stores nothing has the state in its memory.
    writeBegun(key, begun === none ? null : begun).catch(() => undefined);
  }, [begun, key, none]);

  return [begun, (part) => setBegun((now) => (part === none ? none : { ...(now ?? none), ...part }))];
}
