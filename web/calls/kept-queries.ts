import { accounts } from '@gurukul/contract/accounts';
import { attendance } from '@gurukul/contract/attendance';
import { dehydrate, hydrate, type DehydratedState, type QueryKey } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { onSessionEnd, session } from '#web/lib/session.ts';
import { query } from './client.ts';
import { queryClient } from './query-client.ts';

/**
 * What a teacher needs to call the roll without a network: the rolls that are due and the name in the bar. Nothing else
 * of the query cache is written to the device, and it is read by nobody but the person and role it was written for.
 */
const store = createStore('gurukul-kept', 'queries');
const place = 'queries';
const longestMs = 48 * 3_600_000;

interface Kept {
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
  await set(place, { uid, role, state } satisfies Kept, store);
}

/** What was kept leaves the device. Async, as a browser that keeps nothing may throw where it should reject. */
export const forgetKept = async () => del(place, store);

async function read() {
  const kept = await get<Kept>(place, store);
  if (kept === undefined) return;
  if (kept.uid !== session.uid || kept.role !== session.role) return forgetKept();
  const recent = kept.state.queries.filter(({ state }) => Date.now() - state.dataUpdatedAt < longestMs);
  hydrate(queryClient, { mutations: [], queries: recent });
  // However young, it may be older than what this person saved last.
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isKept(queryKey) });
}

/** Brings back what was kept, and keeps it up to date. A device that refuses to keep anything still shows what it is sent. */
export function keepQueries(): () => void {
  // Due rolls stay in memory for as long as the page, or the next writing would leave them out.
  queryClient.setQueryDefaults([attendance.get_rolls.path], { gcTime: Infinity });
  const ignore = () => undefined;
  // What came before this module did is written then.
  read().then(write).catch(ignore);
  const stopWriting = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (isKept(event.query.queryKey)) write().catch(ignore);
  });
  const stopListening = onSessionEnd((reason) => {
    // The tab that was logged out in forgot it; by now the next session may keep something there.
    if (reason === 'ended') forgetKept().catch(ignore);
  });
  return () => {
    stopWriting();
    stopListening();
  };
}
