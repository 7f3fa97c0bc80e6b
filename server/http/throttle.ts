import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '../config.ts';
import { fail } from './problem.ts';

export interface Throttles {
  session(tokenHash: string): Promise<void>;
  /** Calls for anyone, by network address. */
  visitor(ip: string): Promise<void>;
  /** Tokens that turned out to be worth nothing, by network address. */
  badToken(ip: string): Promise<void>;
}

/** A safety net against runaway clients, counted per process; budgets that guard secrets live in the database. */
export function createThrottles(limits: Limits): Throttles {
  const perSession = new RateLimiterMemory({ points: limits.requestsPerMinute, duration: 60 });
  const perVisitor = new RateLimiterMemory({ points: limits.publicRequestsPerMinute, duration: 60 });
  const perGuesser = new RateLimiterMemory({ points: limits.requestsPerMinute, duration: 60 });
  return {
    session: (tokenHash) => take(perSession, tokenHash),
    visitor: (ip) => take(perVisitor, ip),
    badToken: (ip) => take(perGuesser, ip),
  };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw fail('too_many');
    throw error;
  }
}
