import { useState } from 'react';

/** The rows of a list that are selected: ticked ones of any of its pages, or all that its filters find. */
export function useTickedOrAll(filter: object) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // All rows of the list as it was filtered then.
  const [all, setAll] = useState<string | null>(null);
  const named = JSON.stringify(filter);
  const tick = (next: ReadonlySet<string>) => {
    setTicked(next);
    setAll(null);
  };
  return {
    ticked,
    isAll: all === named,
    tick,
    takeAll: () => setAll(named),
    clear: () => tick(new Set()),
  };
}
