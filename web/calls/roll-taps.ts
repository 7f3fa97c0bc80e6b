import type { AttendanceStatus } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/roll';
import { queryOptions } from '@tanstack/react-query';
import { createStore, del, get, update } from 'idb-keyval';
import { session } from '#web/lib/session.ts';
import type { WaitingRoll } from './waiting-rolls.ts';

/** What was tapped on a roll and is not saved yet. */
export interface Tapped {
  /** As they were when the first of the taps was made: the taps are answers to what stood there then. */
  readonly roll: Roll;
  readonly waiting: WaitingRoll | undefined;
  readonly taps: ReadonlyMap<number, AttendanceStatus>;
}

/**
 * Taps outlive a reload and a tab that the phone puts away. One value per person holds those of all rolls, by role,
 * class and day. They leave the device when they are saved or dropped, and when the person logs out.
 */
const store = createStore('gurukul-taps', 'taps');
const longestMs = 48 * 3_600_000;

type Kept = Readonly<Record<string, Tapped & { readonly at: number }>>;

const isYoung = ({ at }: { readonly at: number }) => Date.now() - at < longestMs;

// Async, as a browser that keeps nothing may throw where it should reject.
const change = async (uid: string, by: (kept: Kept) => Kept) =>
  update<Kept>(
    uid,
    (kept = {}) => by(Object.fromEntries(Object.entries(kept).filter(([, one]) => isYoung(one)))),
    store,
  );

/** Where the taps on a roll are kept, by the roll's name. */
export function tapsOf(name: string) {
  const { uid, role } = session;
  const key = `${role} ${name}`;
  return {
    query: queryOptions({
      queryKey: ['taps', uid, key] as const,
      queryFn: async () => {
        const one = (await get<Kept>(uid, store))?.[key];
        return one && isYoung(one) ? one : null;
      },
      // Read once, as the roll is opened: from then on the page knows better.
      gcTime: 0,
      staleTime: 'static',
      retry: false,
    }),
    keep: (tapped: Tapped) => change(uid, (kept) => ({ ...kept, [key]: { ...tapped, at: Date.now() } })),
    forget: () =>
      change(uid, (kept) => Object.fromEntries(Object.entries(kept).filter(([other]) => other !== key))),
  };
}

/** Nothing of the person's taps stays on the device. */
export const forgetTaps = async (uid: string) => del(uid, store);
