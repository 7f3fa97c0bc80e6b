/** In milliseconds. People notice a wait of about ten of these. */
const sliceMs = 8;

const waiting: (() => void)[] = [];

function letOneIn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneIn);
}

/**
 * Lets all other work run first. Code that keeps the processor busy calls it between slices. Each turn of the event
 * loop runs one slice of such work, however much there is, so nobody waits for all of it.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneIn);
  });
}

/** The same as `items.map(each)`, in slices. Short work runs at once. */
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

/** Passes items on, at most a slice of work per turn of the event loop. */
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
