import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { BudgetKeys } from './budget-keys.ts';

/**
 * How many wrong passwords an account accepts. From one network or known browser, ten in 15 minutes are free. After
 * them one attempt at a time is allowed, and each failure doubles the wait from one minute to 15. All networks together
 * have 50 a day, and then wait in the same way; this does not affect known browsers. An attempt counts before the
 * password is checked, so that a hundred at once do not all get through. A right password gives its attempt back.
 */
export interface LoginBudget {
  /** Takes one attempt; null when none is left now. */
  take(keys: BudgetKeys): Promise<Attempt | null>;
}

export interface Attempt {
  /** If it fails, it was the last free attempt of the account. */
  readonly isLast: boolean;
  /** Call it when the password was right. */
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
    // The free attempts are used up: this one is the only one until its wait is over.
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
