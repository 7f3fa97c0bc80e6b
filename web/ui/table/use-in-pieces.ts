import { useEffect, useState } from 'react';

/** So many rows are drawn again within 50 ms on a slow machine, with what the browser does after it. */
const piece = 60;

/** `from`, brought so much nearer to `to`; `to` itself where that is all. */
export function nearer(
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
  most: number,
): ReadonlySet<string> {
  const gone = [...from].filter((id) => !to.has(id));
  const added = [...to].filter((id) => !from.has(id));
  if (gone.length + added.length <= most) return to;
  const next = new Set(from);
  for (const id of [...gone, ...added].slice(0, most)) {
    if (to.has(id)) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * What is selected, as it is drawn: a single tick at once, a whole class piece by piece, so that the page answers in
 * between. It follows within some frames.
 */
export function useInPieces(selected: ReadonlySet<string>): ReadonlySet<string> {
  const [drawn, setDrawn] = useState(selected);
  const next = drawn === selected ? selected : nearer(drawn, selected, piece);
  useEffect(() => {
    if (next === drawn) return undefined;
    const timer = setTimeout(() => setDrawn(next));
    return () => clearTimeout(timer);
  }, [next, drawn]);
  return next;
}
