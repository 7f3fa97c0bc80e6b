import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

export interface Run {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

/** Reads the answer to its end and keeps none of it. */
export async function measure(fetchOnce: () => Promise<IncomingMessage>): Promise<Run> {
  const started = performance.now();
  let firstByteMs = 0;
  let bytes = 0;
  for await (const length of lengthsOf(await fetchOnce())) {
    if (bytes === 0) firstByteMs = performance.now() - started;
    bytes += length;
  }
  return { firstByteMs, totalMs: performance.now() - started, bytes };
}

/**
 * The memory that the server cannot free at any moment of an answer: heap and buffers after a collection, less those
 * before the answer.
 */
export async function mostHeld(fetchOnce: () => Promise<IncomingMessage>): Promise<number> {
  const held = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // Garbage of earlier calls needs more than one collection.
  for (let sweep = 0; sweep < 5; sweep += 1) {
    held();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const before = held();
  let most = before;
  // Not at every chunk, because a collection takes longer than that.
  let seen = 0;
  let next = 0;
  for await (const length of lengthsOf(await fetchOnce())) {
    seen += length;
    if (seen < next) continue;
    most = Math.max(most, held());
    next = seen + 200_000;
  }
  return most - before;
}

async function* lengthsOf(response: AsyncIterable<Buffer> & { statusCode?: number | undefined }) {
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
  for await (const chunk of response) yield chunk.length;
}
