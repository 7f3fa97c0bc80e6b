import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Origin } from '../../http/identity/device.ts';
import type { BudgetKeys } from './budget-keys.ts';
import type { Window } from '../../http/limits/counters.ts';
import { count, day, forget, hour, raiseFlag } from '../../http/limits/counters.ts';
import { areCodesPaused, pauseFlag } from './paused-codes.ts';

/**
 * Says whether the answer may admit that an address has no account. Only the first few per network and hour may, so
 * that people notice a mistyped address and nobody can test a list. Known addresses are counted the same way, without
 * effect.
 */
export async function maySayUnknown(
  db: Db,
  limits: Limits,
  { key, isKnown }: Origin,
  isUnknown: boolean,
): Promise<boolean> {
  const by = isUnknown ? 1 : 0;
  const most = isKnown ? limits.unknownAddressesPerBrowserHour : limits.unknownAddressesPerNetworkHour;
  if ((await count(db, { key: `unknown:${key}`, seconds: hour }, by)) > most + by - 1) return false;
  return (await count(db, { key: 'unknown:all', seconds: hour }, by)) <= limits.unknownAddressesOfAllPerHour;
}

/** In seconds: how long a mailed link is valid. */
const linkSeconds = 600;

/**
 * Says whether one more mail with a code goes out. Strangers use up the limit of their own network; a known browser has
 * its own. When everything is used up, a mail still goes out when the last one is older than its link. So the owner always has
 * a valid link in the mailbox, or gets one.
 */
export async function mayMailCode(
  db: Db,
  limits: Limits,
  { account, own, isKnown }: BudgetKeys,
  network: string,
): Promise<boolean> {
  const windows: (readonly [key: string, seconds: number, most: number])[] = [
    [`hour-${own}`, hour, limits.codeMailsPerHour],
    [`day-${own}`, day, limits.codeMailsPerDay],
  ];
  if (!isKnown) {
    windows.push(
      [`net-${network}`, hour, limits.codeMailsPerNetworkHour],
      [`all-${account}`, hour, limits.codeMailsOfAllPerHour],
    );
  }
  let isWithin = true;
  for (const [key, seconds, most] of windows) {
    if ((await count(db, { key: `code-mail:${key}`, seconds })) > most) {
      isWithin = false;
      break;
    }
  }
  const isNoneGood = (await count(db, { key: `code-mail:last-${account}`, seconds: linkSeconds })) === 1;
  return isWithin || isNoneGood;
}

const ofAll: Window = { key: 'wrong-code:all', seconds: day };

/** The account whose code is guessed. Guesses at a decoy count the same, but cannot pause codes for everybody. */
export interface Guessed {
  readonly keys: BudgetKeys;
  readonly isDecoy: boolean;
}

export interface Guess {
  /** Call it when the code was right: only wrong ones count. */
  giveBack(): Promise<void>;
}

/**
 * Takes one guess at a code, before the code is checked; null when none is left. A known browser has more guesses, and
 * its own. One network cannot use up all guesses of strangers. Too many wrong codes of strangers anywhere pause codes
 * for them until an admin releases them; links still work.
 */
export async function takeGuess(db: Db, limits: Limits, { keys, isDecoy }: Guessed): Promise<Guess | null> {
  const { account, own, isKnown } = keys;
  if (!isKnown && (await areCodesPaused(db))) return null;
  const ofOwnDay: Window = { key: `wrong-code:day-${own}`, seconds: day };
  const ofOwnMonth: Window = { key: `wrong-code:month-${own}`, seconds: 30 * day };
  const ofDay: Window = { key: `wrong-code:day-${account}`, seconds: day };
  const ofMonth: Window = { key: `wrong-code:month-${account}`, seconds: 30 * day };
  const windows: readonly (readonly [Window, number])[] = isKnown
    ? [
        [ofOwnDay, limits.wrongCodesPerKnownBrowserDay],
        [ofOwnMonth, limits.wrongCodesPerKnownBrowserMonth],
      ]
    : [
        [ofOwnDay, limits.wrongCodesPerNetworkDay],
        [ofDay, limits.wrongCodesPerDay],
        [ofMonth, limits.wrongCodesPerMonth],
      ];
  for (const [window, most] of windows) {
    if ((await count(db, window)) > most) return null;
  }
  const counted = windows.map(([window]) => window);
  let isLast = false;
  if (!isKnown) {
    const guesses = await count(db, ofAll, isDecoy ? 0 : 1);
    isLast = guesses === limits.wrongCodesOfAllPerDay && !isDecoy;
    if (isLast) await raiseFlag(db, pauseFlag);
    counted.push(ofAll);
  }
  return {
    async giveBack() {
      for (const window of counted) await count(db, window, -1);
      if (isLast) await forget(db, [pauseFlag]);
    },
  };
}

/** Returns true when codes had been paused. */
export const releaseCodes = async (db: Db): Promise<boolean> => {
  const wasPaused = await areCodesPaused(db);
  await forget(db, [pauseFlag, ofAll.key]);
  return wasPaused;
};
