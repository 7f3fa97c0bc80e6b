import { useEffect, useState } from 'react';

/** How long the page waits for what stands at its top. */
const patienceMs = 3000;

/**
 * Whether what stands above the rest has come, or is late. Until then nothing below is shown that one could begin to
 * read, since it would be pushed away.
 */
export function useArrived(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate || !isPending;
}
