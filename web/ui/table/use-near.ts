import { useEffect, useState } from 'react';

/**
 * Options that the server knows: they are asked for when somebody is about to choose. A finger is near only when it
 * presses, and a phone does not add to a list that it shows already, so there they come after the rows.
 */
export function useNear(value: string) {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return undefined;
    const timer = setTimeout(() => setNear(true), 2_000);
    return () => clearTimeout(timer);
  }, []);
  return { isWanted: isNear || value !== '', onNear: () => setNear(true) };
}
