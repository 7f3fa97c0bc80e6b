import { fail } from '../../http/problem.ts';

const lines = new Map<string, { last: Promise<unknown>; length: number }>();

/** Beyond it somebody is hammering at one account, and the rest of the portal comes first. */
const longestLine = 100;

/**
 * One after another for each key, so that forty right passwords sent at once are not taken for forty guesses: each
 * attempt is given back before the next one is counted. Only a courtesy of this process; what holds whatever the number
 * of processes is the count in the database.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= longestLine) throw fail('busy');
  lines.set(key, line);
  line.length += 1;
  const turn = line.last.then(work);
  line.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(key);
  }
}
