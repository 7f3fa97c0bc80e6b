import type { FastifyRequest } from 'fastify';
import type { Config, Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Window } from './counters.ts';
import { count, day, forget, hour, raiseFlag } from './counters.ts';
import { browserOf, knownBrowserOf } from './known-browser.ts';
import { networkOf } from './network.ts';
import { areCodesPaused, pauseFlag } from './paused-codes.ts';
import { budgetKey } from './sign-in.ts';

/**
 * Whether an address without an account is told so. Only to the first few per network and hour, so that a mistyped
 * address is found and a list of addresses is not worth trying. For a known address the same is counted, by nothing.
 */
export async function maySayUnknown(
  db: Db,
  { limits, secretKey }: Config,
  request: FastifyRequest,
  isUnknown: boolean,
): Promise<boolean> {
  const by = isUnknown ? 1 : 0;
  const browser = browserOf(request, secretKey);
  const own: Window = {
    key: `unknown:${browser === null ? networkOf(request.ip) : `browser-${browser}`}`,
    seconds: hour,
  };
  const most =
    browser === null ? limits.unknownAddressesPerNetworkHour : limits.unknownAddressesPerBrowserHour;
  if ((await count(db, own, by)) > most + by - 1) return false;
  return (await count(db, { key: 'unknown:all', seconds: hour }, by)) <= limits.unknownAddressesOfAllPerHour;
}

/** Whether one more mail with a code goes out. A known browser has an allowance of its own, so that strangers cannot use it up. */
export async function mayMailCode(
  db: Db,
  { limits, secretKey }: Config,
  request: FastifyRequest,
  account: { id: number } | null,
  emailId: string,
): Promise<boolean> {
  const browser = account && knownBrowserOf(request, secretKey, account.id);
  const key = budgetKey(emailId, account, browser);
  if ((await count(db, { key: `code-mail:hour-${key}`, seconds: hour })) > limits.codeMailsPerHour)
    return false;
  if ((await count(db, { key: `code-mail:day-${key}`, seconds: day })) > limits.codeMailsPerDay) return false;
  if (browser !== null) return true;
  const network: Window = { key: `code-mail:net-${networkOf(request.ip)}`, seconds: hour };
  return (await count(db, network)) <= limits.codeMailsPerNetworkHour;
}

const ofAll: Window = { key: 'wrong-code:all', seconds: day };

/** Whose code is guessed at. At a decoy the same is counted, but it cannot make codes pause for everybody. */
export interface Guessed {
  readonly key: string;
  readonly isDecoy: boolean;
}

export interface Guess {
  /** It was right: only wrong ones count. */
  giveBack(): Promise<void>;
}

/**
 * One guess at a code from an unknown browser, counted before it is looked at; null when there is none left. After too
 * many wrong ones anywhere, codes are paused for unknown browsers until an admin releases them; links work on.
 */
export async function takeGuess(db: Db, limits: Limits, { key, isDecoy }: Guessed): Promise<Guess | null> {
  if (await areCodesPaused(db)) return null;
  const ofDay: Window = { key: `wrong-code:day-${key}`, seconds: day };
  const ofMonth: Window = { key: `wrong-code:month-${key}`, seconds: 30 * day };
  if ((await count(db, ofDay)) > limits.wrongCodesPerDay) return null;
  if ((await count(db, ofMonth)) > limits.wrongCodesPerMonth) return null;
  const guesses = await count(db, ofAll, isDecoy ? 0 : 1);
  const isLast = guesses === limits.wrongCodesOfAllPerDay && !isDecoy;
  if (isLast) await raiseFlag(db, pauseFlag);
  return {
    async giveBack() {
      for (const window of [ofDay, ofMonth, ofAll]) await count(db, window, -1);
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
