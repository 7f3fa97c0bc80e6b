/** Longer than a wait that anybody notices is ten of these. */
const sliceMs = 8;

const waiting: (() => void)[] = [];

function letOneIn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneIn);
}

/**
 * For work that keeps the processor busy: comes back when the process has looked after everybody else. However much of
 * such work there is, one slice of it is done in each round of the event loop, so nobody waits behind all of it.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneIn);
  });
}

/** As `items.map(each)`, in slices. What takes less time than one is done at once. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  each: (item: T, index: number) => R,
): Promise<R[]> {
  const done: R[] = [];
  let until = performance.now() + sliceMs;
  for (const [index, item] of items.entries()) {
    if (performance.now() > until) {
      await nextSlice();
      until = performance.now() + sliceMs;
    }
    done.push(each(item, index));
  }
  return done;
}

/** Hands on what comes, no more than a slice of it in a round of the event loop. */
export async function* inSlices<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs;
  for await (const item of items) {
    if (performance.now() > until) {
      await nextSlice();
      until = performance.now() + sliceMs;
    }
    yield item;
  }
}
