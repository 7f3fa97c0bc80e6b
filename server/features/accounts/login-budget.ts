import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { BudgetKeys } from './budget-keys.ts';

/**
 * How many wrong passwords an account bears from one network or known browser. Ten in a quarter of an hour are free;
 * from then on one try at a time, each failure doubling the wait from one minute to fifteen. All networks together have
 * fifty a day, and then wait alike; known browsers are not touched by that. An attempt is counted before the password is
 * looked at, so that a hundred sent at once do not all slip through, and given back when it was right: successes never
 * count.
 */
export interface LoginBudget {
  /** Takes one attempt; null when there is none to be had now. */
  take(keys: BudgetKeys): Promise<Attempt | null>;
}

export interface Attempt {
  /** If it fails, the account's free attempts have just run out. */
  readonly isLast: boolean;
  /** The password was right. */
  giveBack(): Promise<void>;
}

const minute = 60;
const daySeconds = 24 * 60 * minute;

export function loginBudget(db: Db, limits: Limits): LoginBudget {
  const counter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: db,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const strikes = counter('login-strikes', 1, daySeconds);
  const turn = counter('login-turn', 1, minute);

  const takeFrom = async (key: string, free: number, seconds: number): Promise<Attempt | null> => {
    const failures = counter('login', free, seconds);
    if ((await turn.get(key))?.consumedPoints) return null;
    const { consumedPoints } = await failures.penalty(key);
    if (consumedPoints < free) {
      return { isLast: false, giveBack: async () => void (await failures.reward(key)) };
    }
    // Used up: this attempt is the only one until its wait is over.
    const before = (await strikes.get(key))?.consumedPoints ?? 0;
    const wait = Math.min(2 ** before, limits.loginWaitMinutes) * minute;
    if (!(await isFirst(turn, key, wait))) return null;
    await strikes.penalty(key);
    return {
      isLast: before === 0,
      async giveBack() {
        await failures.reward(key);
        await strikes.reward(key);
        await turn.delete(key);
      },
    };
  };

  return {
    async take({ account, own, isKnown }) {
      const mine = await takeFrom(own, limits.loginFailures, limits.loginWindowMinutes * minute);
      if (mine === null || isKnown) return mine;
      const ofAll = await takeFrom(`${account}@all`, limits.loginFailuresOfAllPerDay, daySeconds);
      if (ofAll === null) {
        await mine.giveBack();
        return null;
      }
      return {
        isLast: mine.isLast || ofAll.isLast,
        async giveBack() {
          await mine.giveBack();
          await ofAll.giveBack();
        },
      };
    },
  };
}

async function isFirst(turn: RateLimiterPostgres, key: string, waitSeconds: number): Promise<boolean> {
  try {
    await turn.consume(key, 1, { customDuration: waitSeconds });
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}
