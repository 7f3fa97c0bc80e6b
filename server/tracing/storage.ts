import type { Storage } from '../storage/storage.ts';
import { traced } from './tracing.ts';
import type { Tracing } from './tracing.ts';

const watched = [
  'offerUpload',
  'receiveUpload',
  'readUpload',
  'removeUpload',
  'store',
  'open',
  'remove',
] as const satisfies readonly (keyof Storage)[];

/** Adds a span for each operation. It leaves out the key, because anybody who knows it can fetch the image. */
export function traceStorage(storage: Storage, tracing: Tracing): Storage {
  const told = watched.flatMap((name) => {
    const operation: unknown = storage[name];
    if (typeof operation !== 'function') return [];
    const run = async (...given: unknown[]): Promise<unknown> => Reflect.apply(operation, storage, given);
    const asSpan = async (...given: unknown[]) =>
      tracing.current === undefined
        ? run(...given)
        : traced(tracing, `storage ${name}`, { kind: 'asked' }, async () => run(...given));
    return [[name, asSpan]];
  });
  return { ...storage, ...Object.fromEntries(told) };
}
