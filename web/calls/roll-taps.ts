import type { AttendanceStatus } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { queryOptions } from '@tanstack/react-query';
import { createStore, del, get, update } from 'idb-keyval';
import { session } from '#web/lib/session.ts';
import type { WaitingRoll } from './waiting-rolls.ts';

/** Taps on a register that are not saved yet. */
export interface Tapped {
  /** The marks when the first tap was made: the taps answer what was recorded then. */
  readonly roll: Roll;
  readonly waiting: WaitingRoll | undefined;
  /** Null: ticked, and no status is chosen yet. */
  readonly taps: ReadonlyMap<number, AttendanceStatus | null>;
}

/**
 * Taps survive a reload, and a tab that the phone closes. One value per person contains those of all registers, by role
 * and name. They leave the device when they are saved or dropped, and when the person logs out.
 */
const store = createStore('gurukul-taps', 'taps');
const longestMs = 48 * 3_600_000;

type TapStore = Readonly<Record<string, Tapped & { readonly at: number }>>;

const isYoung = ({ at }: { readonly at: number }) => Date.now() - at < longestMs;

// Async, because a browser that stores nothing may throw where it should reject.
const change = async (uid: string, by: (kept: TapStore) => TapStore) =>
  update<TapStore>(
    uid,
    (kept = {}) => by(Object.fromEntries(Object.entries(kept).filter(([, one]) => isYoung(one)))),
    store,
  );

/** The stored taps of a register, by its name. */
export function tapsOf(name: string) {
  const { uid, role } = session;
  const key = `${role} ${name}`;
  return {
    query: queryOptions({
      queryKey: ['taps', uid, key] as const,
      queryFn: async () => {
        const one = (await get<TapStore>(uid, store))?.[key];
        return one && isYoung(one) ? one : null;
      },
      // Read once, when the register is opened. From then on the page has the newer state.
      gcTime: 0,
      staleTime: 'static',
      retry: false,
    }),
    keep: (tapped: Tapped) => change(uid, (kept) => ({ ...kept, [key]: { ...tapped, at: Date.now() } })),
    forget: () =>
      change(uid, (kept) => Object.fromEntries(Object.entries(kept).filter(([other]) => other !== key))),
  };
}

/** Removes all taps of the person from the device. */
export const forgetTaps = async (uid: string) => del(uid, store);
