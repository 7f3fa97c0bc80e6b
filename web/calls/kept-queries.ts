import { accounts } from '@gurukul/contract/accounts';
import { attendance } from '@gurukul/contract/attendance';
import { dehydrate, hydrate, type DehydratedState, type QueryKey } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { session } from '#web/lib/session.ts';
import { query } from './client.ts';
import { queryClient } from './query-client.ts';

/**
 * The cached answers that a teacher needs to call the roll without a network: the rolls that are due and the name in
 * the top bar. No other query is written to the device. Only the same person in the same role reads it.
 */
const store = createStore('gurukul-kept', 'queries');
const place = 'queries';
const longestMs = 48 * 3_600_000;

interface QueryCache {
  readonly uid: string;
  readonly role: string;
  readonly state: DehydratedState;
}

function isKept([path, input]: QueryKey): boolean {
  if (path === attendance.get_rolls.path) return true;
  const own = query(accounts.get_user_profile, { uid: Number(session.uid) }).queryKey;
  return path === own[0] && JSON.stringify(input) === JSON.stringify(own[1]);
}

async function write() {
  const { uid, role, isSignedIn } = session;
  if (!isSignedIn || role === null) return;
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  });
  await set(place, { uid, role, state } satisfies QueryCache, store);
}

/** Removes the cache from the device. Async, because a browser that stores nothing may throw where it should reject. */
export const forgetKept = async () => del(place, store);

async function read() {
  const kept = await get<QueryCache>(place, store);
  if (kept === undefined) return;
  if (kept.uid !== session.uid || kept.role !== session.role) return forgetKept();
  const recent = kept.state.queries.filter(({ state }) => Date.now() - state.dataUpdatedAt < longestMs);
  hydrate(queryClient, { mutations: [], queries: recent });
  // Even a young entry may be older than the person's last save. What has come meanwhile, or is under way, is not.
  const times = new Map(recent.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]));
  void queryClient.invalidateQueries(
    { predicate: ({ queryHash, state }) => times.get(queryHash) === state.dataUpdatedAt },
    { cancelRefetch: false },
  );
}

/** Restores the cache and keeps it up to date. Works without a cache if the device stores nothing. */
export function keepQueries(): () => void {
  // Due rolls stay in memory as long as the page. Otherwise the next write would leave them out.
  queryClient.setQueryDefaults([attendance.get_rolls.path], { gcTime: Infinity });
  const ignore = () => undefined;
  // Answers that arrived before this module loaded are written then.
  read().then(write).catch(ignore);
  const stopWriting = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (isKept(event.query.queryKey)) write().catch(ignore);
  });
  return stopWriting;
}
