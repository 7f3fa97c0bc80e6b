import { setTimeout as wait } from 'node:timers/promises';
import { defaultSettings } from '@gurukul/contract/provider';
import type { ProviderSettings } from '@gurukul/contract/provider';
import type { Db } from '../db/pool.ts';
import { listShownServices, readSettings } from './settings.ts';

/** A service by which people may sign in, as its button says. */
export interface ShownService {
  readonly name: string;
  readonly label: string;
}

export interface ShownProvider extends ProviderSettings {
  readonly openid: readonly ShownService[];
}

/** The settings, for everything that is written with them. */
export interface KnownProvider {
  /** The settings, at most a second old. While the database does not answer: the last ones. */
  read(): Promise<ShownProvider>;
  /** Reads them again the next time. */
  forget(): void;
}

/** In milliseconds. Other processes may save too. */
const freshMs = 1000;
/** In milliseconds: a page is not held up longer by a database that is away. */
const patienceMs = 300;

export function createKnownProvider(db: Db): KnownProvider {
  let last: ShownProvider = { ...defaultSettings, openid: [] };
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function readAgain(): Promise<void> {
    const startedAt = performance.now();
    try {
      last = { ...(await readSettings(db)), openid: await listShownServices(db) };
    } catch {
      // The database is away. Calls say so; pages are served with the last settings.
    } finally {
      readAt = startedAt;
      reading = null;
    }
  }

  return {
    async read() {
      if (performance.now() - readAt > freshMs) {
        await Promise.race([(reading ??= readAgain()), wait(patienceMs, undefined, { ref: false })]);
      }
      return last;
    },
    forget() {
      readAt = -Infinity;
      reading = null;
    },
  };
}
