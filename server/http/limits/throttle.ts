import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '../../config.ts';
import type { Origin } from '../identity/device.ts';
import { networkOf } from './network.ts';
import { fail } from '../answers/problem.ts';

export interface Throttles {
  session(tokenHash: string, cost: number): Promise<void>;
  /** Counts the characters of stored answers per day and person or key. */
  kept(whose: string, characters: number): Promise<void>;
  /** Counts calls for anyone, by the network of an address. */
  visitor(ip: string): Promise<void>;
  /** Counts a call that sign-in needs: a known browser by itself, all others of a network together. */
  signIn(call: string, origin: Origin): Promise<void>;
  /** Counts unknown tokens, by the network of an address. */
  badToken(ip: string): Promise<void>;
}

/**
 * Protects against runaway clients, counted per process. Each method throws a 429 refusal beyond its limit. Limits that
 * guard secrets live in the database.
 */
export function createThrottles(limits: Limits): Throttles {
  const counter = (points: number) => new RateLimiterMemory({ points, duration: 60 });
  const perSession = counter(limits.requestsPerMinute);
  const perVisitor = counter(limits.publicRequestsPerMinute);
  const perSignIn = counter(limits.signInsPerMinute);
  const perGuesser = counter(limits.requestsPerMinute);
  const perKeeper = new RateLimiterMemory({
    points: limits.keptMegabytesPerDay * 1024 * 1024,
    duration: 24 * 60 * 60,
  });
  return {
    kept: (whose, characters) => take(perKeeper, whose, characters),
    session: (tokenHash, cost) => take(perSession, tokenHash, cost),
    visitor: (ip) => take(perVisitor, networkOf(ip)),
    signIn: (call, { key }) => take(perSignIn, `${call} ${key}`),
    badToken: (ip) => take(perGuesser, networkOf(ip)),
  };
}

async function take(limiter: RateLimiterMemory, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      throw fail('too_many', { retryAt: new Date(Date.now() + error.msBeforeNext) });
    }
    throw error;
  }
}
