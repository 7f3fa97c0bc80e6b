import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { count, day, endOf, forget, take } from '../../http/limits/counters.ts';
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

export function loginBudget(db: Db, limits: Limits): LoginBudget {
  const takeFrom = async (key: string, free: number, seconds: number): Promise<Attempt | null> => {
    const failures = { key: `login:${key}`, seconds };
    const strikes = { key: `login-strikes:${key}`, seconds: day };
    const turn = `login-turn:${key}`;
    if ((await endOf(db, turn, 1)) !== null) return null;
    const failed = await count(db, failures);
    if (failed < free) return { isLast: false, giveBack: async () => void (await count(db, failures, -1)) };
    // The free attempts are used up: this one is the only one until its wait is over.
    const before = await count(db, strikes, 0);
    const wait = Math.min(2 ** before, limits.loginWaitMinutes) * minute;
    if (!(await take(db, { key: turn, seconds: wait }, 1, 1))) return null;
    await count(db, strikes);
    return {
      isLast: before === 0,
      async giveBack() {
        await count(db, failures, -1);
        await count(db, strikes, -1);
        await forget(db, [turn]);
      },
    };
  };

  return {
    async take({ account, own, isKnown }) {
      const mine = await takeFrom(own, limits.loginFailures, limits.loginWindowMinutes * minute);
      if (mine === null || isKnown) return mine;
      const ofAll = await takeFrom(`${account}@all`, limits.loginFailuresOfAllPerDay, day);
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
