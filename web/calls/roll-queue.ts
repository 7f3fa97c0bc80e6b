import { attendance, type AttendanceStatus } from '@gurukul/contract/attendance';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { queryOptions } from '@tanstack/react-query';
import { createStore, del, get, update } from 'idb-keyval';
import { meetingKey, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { session } from '#web/lib/session.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { newActionKey, query, send } from './client.ts';
import { ApiError, messageOf, refusedWith } from './errors.ts';
import { queryClient } from './query-client.ts';
import {
  type CalledMark,
  type CalledRoll,
  type WaitingRoll,
  needsDecision,
  nextToSend,
  settle,
  together,
  without,
  withSave,
} from './waiting-rolls.ts';

/**
 * Rolls that were saved and have not reached the server. Every save is first written to the device and sent from there.
 * There is one list per person. A change to a list is one transaction of the browser's database, so all tabs can make
 * changes. One tab at a time sends.
 */
const store = createStore('gurukul-waiting', 'rolls');
const channel = new BroadcastChannel('gurukul-waiting');

/** That the list changed, or a roll as the server now has it. */
type News = 'changed' | Roll;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
const tellTabs = (news: News = 'changed') => channel.postMessage(news);

const patienceMs = 20_000;
const longestPauseMs = 60_000;

const listOf = async (uid: string): Promise<readonly WaitingRoll[]> =>
  (await get<readonly WaitingRoll[]>(uid, store)) ?? [];

/** This person's rolls that wait on this device. */
export const waitingRolls = (uid: string) =>
  queryOptions({
    queryKey: ['waiting rolls', uid] as const,
    queryFn: () => listOf(uid),
    // This tab and the others announce every change to the list.
    staleTime: 'static',
    retry: false,
  });

type Change = (list: readonly WaitingRoll[]) => readonly WaitingRoll[];

async function change(uid: string, by: Change): Promise<readonly WaitingRoll[]> {
  let changed: readonly WaitingRoll[] = [];
  await update<readonly WaitingRoll[]>(uid, (list) => (changed = by(list ?? [])), store);
  queryClient.setQueryData(waitingRolls(uid).queryKey, changed);
  tellTabs();
  return changed;
}

const settled = (uid: string, key: string, verdict: Parameters<typeof settle>[2]) =>
  change(uid, (list) => settle(list, key, verdict));

const isOf = (recorded: Roll) => (roll: Roll) =>
  roll.class_id === recorded.class_id &&
  roll.attendance_date === recorded.attendance_date &&
  meetingKey(roll) === meetingKey(recorded);

/** Shows in all tabs what the server now has. */
function show(recorded: Roll) {
  showHere(recorded);
  tellTabs(recorded);
}

function showHere(recorded: Roll) {
  const isIt = isOf(recorded);
  queryClient.setQueriesData<CallOutput<typeof attendance.get_roll>>(
    { queryKey: [attendance.get_roll.path] },
    (one) => (one && isIt(one.data) ? { ...one, data: recorded } : one),
  );
  queryClient.setQueryData(query(attendance.get_rolls, {}).queryKey, (rolls) =>
    rolls === undefined
      ? undefined
      : {
          ...rolls,
          data: rolls.data.map((roll) => (isIt(roll) ? recorded : roll)),
        },
  );
  void queryClient.invalidateQueries();
}

/** Whether a retry of the same save with the same key may succeed a moment later. */
const isPassing = (error: ApiError) =>
  error.isPassing ||
  [408, 429].includes(error.status) ||
  // Two at one moment.
  refusedWith(error, 'conflict') !== undefined;

/** The roll as it is now, if somebody else marked it differently. */
const rollIn = (error: ApiError) => refusedWith(error, 'roll_changed', 'roll_students_changed')?.roll;

type SaveAnswer = CallOutput<typeof attendance.save_roll>;

/** The answer, with the roll as the server has it after the save. */
async function deliver({
  key,
  roll,
  marks,
  names = [],
  taught,
}: CalledRoll & { readonly key: string }): Promise<SaveAnswer> {
  const { course_id, class_id, attendance_date } = roll;
  const input = {
    course_id,
    class_id,
    attendance_date,
    ...whichMeeting(roll),
    marks: [...marks],
    display_names: [...names],
    ...(taught ? { taught } : {}),
  };
  const signal = AbortSignal.timeout(patienceMs);
  return send(attendance.save_roll, input, { idempotencyKey: key, signal });
}

/** The saves whose answer a caller waits for, by key. */
const awaited = new Map<string, SaveAnswer | null>();

/** `later`: the server could not take it now; `cut off`: nothing can be sent now. */
type Delivery = 'answered' | 'later' | 'cut off';

async function sendOne(uid: string, { key, role, isTried, ...called }: WaitingRoll): Promise<Delivery> {
  const tried = (now: boolean) =>
    change(uid, (all) => all.map((one) => (one.key === key ? { ...one, isTried: now } : one)));
  const list = await tried(true);
  const isCutOff = !navigator.onLine;
  // The save was discarded, or another person signed in meanwhile. Nothing may be sent in another person's name.
  if (!list.some((one) => one.key === key) || session.uid !== uid || session.role !== role) {
    return 'answered';
  }
  try {
    const answer = await deliver({ key, ...called });
    if (awaited.has(key)) awaited.set(key, answer);
    await settled(uid, key, 'recorded');
    show(answer.data);
    return 'answered';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The session ended; the save waits for this person to sign in again.
    if (error.status === 401 || isPassing(error)) {
      // Without any network it cannot have reached the server, so a later save may still replace it.
      if (error.status === 0 && isCutOff && !isTried) await tried(false);
      return [0, 401, 429].includes(error.status) ? 'cut off' : 'later';
    }
    const conflict = rollIn(error);
    await settled(uid, key, conflict ? { conflict } : { refusal: error.message });
    return 'answered';
  }
}

async function drain(): Promise<boolean> {
  const { uid, role, isSignedIn } = session;
  if (!isSignedIn || role === null) return true;
  const putOff: WaitingRoll[] = [];
  for (;;) {
    // One roll that the server cannot take must not block the others.
    const next = nextToSend(await listOf(uid), role, putOff);
    if (next === undefined) return putOff.length === 0;
    const sent = await sendOne(uid, next);
    if (sent === 'cut off') return false;
    if (sent === 'later') putOff.push(next);
  }
}

let tail: Promise<unknown> = Promise.resolve();

/** Without locks, as over plain http, the server's record of keys keeps two tabs from saving twice. */
function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined) return locks.request('gurukul-waiting', work);
  const turn = tail.then(work, work);
  tail = turn.catch(() => undefined);
  return turn;
}

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let upcoming: Promise<void> | null = null;

function schedule(isDone: boolean) {
  clearTimeout(timer);
  failures = isDone ? 0 : failures + 1;
  // Without a session nothing can be sent; the next sign-in starts again.
  if (isDone || !session.isSignedIn) return;
  const pause = Math.min(longestPauseMs, 1000 * 2 ** failures);
  timer = setTimeout(() => void sendWaiting(), pause * (0.5 + Math.random() / 2));
}

/** Sends the waiting rolls in order. Resolves when everything is answered or the next attempt has to come later. */
export function sendWaiting(): Promise<void> {
  upcoming ??= inOneTab(async () => {
    // A caller from here on may have added a save that this run does not see.
    upcoming = null;
    try {
      schedule(await drain());
    } catch {
      schedule(false);
    }
  });
  return upcoming;
}

/** In some private windows, or on a full device, nothing can be stored. Then the save is sent at once or fails. */
async function sendUnkept(save: WaitingRoll, unkept: unknown): Promise<SaveAnswer> {
  try {
    const answer = await deliver(save);
    show(answer.data);
    return answer;
  } catch (error) {
    throw error instanceof ApiError && !isPassing(error) ? error : unkept;
  }
}

interface SavedRoll {
  /** The save, if it still waits. */
  readonly left?: WaitingRoll | undefined;
  /** The server's answer, unless another tab received it. */
  readonly answer?: object | undefined;
}

/**
 * Stores a called roll, tells that it is stored, and tries to send it. Throws if it can be neither stored nor sent.
 */
export async function saveRoll(called: CalledRoll, onKept: () => Promise<void>): Promise<SavedRoll> {
  const { uid, role } = session;
  if (role === null) throw new Error('Nobody is signed in');
  const key = newActionKey();
  const save = { ...called, key, role, savedAt: new Date().toISOString(), isTried: false };
  try {
    await change(uid, (list) => withSave(list, save));
  } catch (unkept) {
    return { answer: await sendUnkept(save, unkept) };
  }
  // Asks the browser not to remove this when space is short. The browser may decline.
  await onKept();
  void navigator.storage?.persist?.();
  awaited.set(key, null);
  await sendWaiting();
  const answer = awaited.get(key) ?? undefined;
  awaited.delete(key);
  return { left: (await listOf(uid)).find((one) => one.key === key), answer };
}

/** Once the save is sent, replaced or dropped, or waits for a decision. */
export function whenSettled({ key }: WaitingRoll): Promise<void> {
  const { queryKey } = waitingRolls(session.uid);
  const stillWaits = () =>
    queryClient.getQueryData(queryKey)?.some((one) => one.key === key && !needsDecision(one)) === true;
  return new Promise((resolve) => {
    const look = () => {
      if (stillWaits()) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}

const changeOwn = async (by: Change) => {
  await change(session.uid, by);
  await sendWaiting();
};

const statusesOf = (roll: Roll) =>
  new Map<number, AttendanceStatus | null>(
    roll.students.map(({ student_id, attendance_status }) => [student_id, attendance_status]),
  );

/** Sends the save again, as one that has seen what is recorded now; with it, what both recorded. */
const sendAgain = (key: string, marksOf: (save: WaitingRoll, recorded: Roll) => readonly CalledMark[]) =>
  changeOwn((list) =>
    list
      .map(({ conflict, ...one }) => {
        if (one.key !== key || conflict === undefined)
          return conflict === undefined ? one : { ...one, conflict };
        const recorded = statusesOf(conflict);
        const marks = marksOf(one, conflict)
          // A student who has left the class cannot be marked in it.
          .filter(({ student_id }) => recorded.has(student_id))
          .map((mark) => ({ ...mark, seen: recorded.get(mark.student_id) ?? null }));
        return { ...one, key: newActionKey(), marks, isTried: false };
      })
      // If all students of a roll have left, there is nothing to send.
      .filter(({ marks }) => marks.length > 0),
  );

export const keepMine = (key: string) => sendAgain(key, ({ marks }) => marks);

/** What each of two recorded of students of whom the other said nothing. */
export const keepBoth = (key: string) =>
  sendAgain(key, (save, recorded) => together(save, recorded) ?? save.marks);

/** Accepts what is recorded and drops the save. */
export async function keepTheirs({ key, conflict }: WaitingRoll) {
  await settled(session.uid, key, 'recorded');
  if (conflict) show(conflict);
}

/** Retries a refused save without changes. */
export const tryAgain = (key: string) =>
  changeOwn((list) =>
    list.map(({ refusal, ...one }) => (one.key === key || !refusal ? one : { ...one, refusal })),
  );

/** Drops a save that the person does not want sent. */
export const discard = (key: string) => change(session.uid, (list) => without(list, key));

/** Removes the person's unsent marks from this device. */
export async function forgetWaiting(uid: string) {
  await del(uid, store);
  tellTabs();
}

/** Sends at once, and at every new chance. Returns the function that stops it. */
export function keepSending(): () => void {
  const attempt = () => void sendWaiting();
  const onVisible = () => {
    if (document.visibilityState === 'visible') attempt();
  };
  const onMessage = ({ data: news }: MessageEvent<News>) => {
    if (news !== 'changed') showHere(news);
    queryClient.fetchQuery({ ...waitingRolls(session.uid), staleTime: 0 }).catch(() => undefined);
  };
  channel.addEventListener('message', onMessage);
  window.addEventListener('online', attempt);
  window.addEventListener('focus', attempt);
  document.addEventListener('visibilitychange', onVisible);
  attempt();
  return () => {
    clearTimeout(timer);
    channel.removeEventListener('message', onMessage);
    window.removeEventListener('online', attempt);
    window.removeEventListener('focus', attempt);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** The sentence for a save that could not even be stored. */
export const notKept = (error: unknown) => messageOf(error, keptRollsTexts.notKept);
