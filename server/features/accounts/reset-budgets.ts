import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Origin } from '../../http/device.ts';
import type { BudgetKeys } from './budget-keys.ts';
import type { Window } from '../../http/counters.ts';
import { count, day, forget, hour, raiseFlag } from '../../http/counters.ts';
import { areCodesPaused, pauseFlag } from './paused-codes.ts';

/**
 * Whether an address without an account is told so. Only to the first few per network and hour, so that a mistyped
 * address is found and a list of addresses is not worth trying. For a known address the same is counted, by nothing.
 */
export async function maySayUnknown(
  db: Db,
  limits: Limits,
  { key, hasName }: Origin,
  isUnknown: boolean,
): Promise<boolean> {
  const by = isUnknown ? 1 : 0;
  const most = hasName ? limits.unknownAddressesPerBrowserHour : limits.unknownAddressesPerNetworkHour;
  if ((await count(db, { key: `unknown:${key}`, seconds: hour }, by)) > most + by - 1) return false;
  return (await count(db, { key: 'unknown:all', seconds: hour }, by)) <= limits.unknownAddressesOfAllPerHour;
}

/** As long as the link in a mail is good. */
const linkSeconds = 600;

/**
 * Whether one more mail with a code goes out. Strangers use up what their own network may ask for, and a known browser
 * has an allowance of its own. Whatever is used up, by anybody: when the last mail is older than its link, one goes out.
 * So the owner always has a good link in the mailbox, or gets one.
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

/** Whose code is guessed at. At a decoy the same is counted, but it cannot make codes pause for everybody. */
export interface Guessed {
  readonly keys: BudgetKeys;
  readonly isDecoy: boolean;
}

export interface Guess {
  /** It was right: only wrong ones count. */
  giveBack(): Promise<void>;
}

/**
 * One guess at a code, counted before it is looked at; null when there is none left. A known browser has more of them,
 * and its own. One network cannot use up all that strangers have. After too many wrong ones of strangers anywhere, codes
 * are paused for them until an admin releases them; links work on.
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

/** Whether they had been paused. */
export const releaseCodes = async (db: Db): Promise<boolean> => {
  const wasPaused = await areCodesPaused(db);
  await forget(db, [pauseFlag, ofAll.key]);
  return wasPaused;
};
