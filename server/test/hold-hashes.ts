import { hashing } from '../features/accounts/password.ts';

/** Takes the only turn for a hash until the returned function is called, so that later hashes wait in their lines. */
export function holdHashes(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = hashing.run({ key: 'test', isKnown: true }, { atOnce: 1, line: 0 }, () => promise);
  return () => {
    resolve();
    return held;
  };
}
