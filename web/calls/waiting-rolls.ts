import type { AttendanceStatus } from '@gurukul/contract/attendance';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import type { Taught } from '@gurukul/contract/shared/meetings/teaching';
import { meetingKey } from '#web/lib/format/meeting-name.ts';

export interface CalledMark {
  readonly student_id: number;
  readonly attendance_status: AttendanceStatus;
  /** The recorded status that the caller saw; null for none. */
  readonly seen: AttendanceStatus | null;
}

export interface CalledRoll {
  /** The roll when it was called: it names the class and the students. */
  readonly roll: Roll;
  readonly marks: readonly CalledMark[];
  /** What a meeting's report calls these students. */
  readonly names?: readonly { readonly student_id: number; readonly name: string }[];
  /** What was taught. */
  readonly taught?: Taught;
}

/** A called roll that has not reached the server, or that the server did not take. */
export interface WaitingRoll extends CalledRoll {
  /** Its Idempotency-Key: the same for all attempts, another one for another save. */
  readonly key: string;
  /** The role in which it was called: the reach differs between the roles of one person. */
  readonly role: PortalRole;
  readonly savedAt: string;
  /** It may have reached the server already. */
  readonly isTried: boolean;
  /** The roll as it is now, if somebody else recorded it differently. The person decides. */
  readonly conflict?: Roll;
  /** Why the server refuses it. */
  readonly refusal?: string;
}

type List = readonly WaitingRoll[];

const isSameRoll = (a: WaitingRoll, b: WaitingRoll) =>
  a.role === b.role &&
  a.roll.class_id === b.roll.class_id &&
  a.roll.attendance_date === b.roll.attendance_date &&
  meetingKey(a.roll) === meetingKey(b.roll);

/** The last save of each roll, which the person sees. */
export const latest = (list: List): List =>
  list.filter((one) => list.findLast((other) => isSameRoll(other, one)) === one);

/** Without a roll: drops all its saves. */
export const without = (list: List, key: string): List => {
  const dropped = list.find((one) => one.key === key);
  return dropped === undefined ? list : list.filter((one) => !isSameRoll(one, dropped));
};

export const needsDecision = ({ conflict, refusal }: WaitingRoll) =>
  conflict !== undefined || refusal !== undefined;

const byStudent = (marks: readonly CalledMark[], field: 'seen' | 'attendance_status') =>
  new Map(marks.map((mark) => [mark.student_id, mark[field]]));

const seeing = (
  { marks }: WaitingRoll,
  seen: ReadonlyMap<number, AttendanceStatus | null>,
): readonly CalledMark[] =>
  marks.map((mark) => ({
    ...mark,
    seen: seen.has(mark.student_id) ? (seen.get(mark.student_id) ?? null) : mark.seen,
  }));

/**
 * Adds a save. It replaces an earlier save of the same roll that is certain not to be recorded. If the earlier one may
 * be recorded, the new one waits behind it and builds on it.
 */
export function withSave(list: List, save: WaitingRoll): List {
  const before = list.findLast((one) => isSameRoll(one, save));
  if (before === undefined) return [...list, save];
  if (before.isTried && !needsDecision(before)) {
    return [...list, { ...save, marks: seeing(save, byStudent(before.marks, 'attendance_status')) }];
  }
  const marks = seeing(save, byStudent(before.marks, 'seen'));
  const conflict = before.conflict ? { conflict: before.conflict } : {};
  return list.map((one) => (one === before ? { ...save, ...conflict, marks } : one));
}

/** The first save that can be sent now. Later saves of the same roll wait behind one that was put off. */
export const nextToSend = (list: List, role: PortalRole, putOff: List = []): WaitingRoll | undefined =>
  list.find(
    (one) => one.role === role && !needsDecision(one) && !putOff.some((other) => isSameRoll(other, one)),
  );

export type Verdict = 'recorded' | { readonly conflict: Roll } | { readonly refusal: string };

/** Every mark is already recorded as wanted: there is nothing to decide. */
function agree({ marks }: CalledRoll, recorded: Roll): boolean {
  const now = new Map(recorded.students.map((one) => [one.student_id, one.attendance_status]));
  return marks.every((mark) => now.get(mark.student_id) === mark.attendance_status);
}

/**
 * Writes the server's answer to a save into the list. A save of the same roll that waited behind it is the later one.
 */
export function settle(list: List, key: string, verdict: Verdict): List {
  const settled = list.find((one) => one.key === key);
  if (settled === undefined) return list;
  if (verdict === 'recorded') return list.filter((one) => one !== settled);
  const last = list.findLast((one) => isSameRoll(one, settled)) ?? settled;
  if ('conflict' in verdict && agree(last, verdict.conflict)) {
    return list.filter((one) => !isSameRoll(one, settled));
  }
  return list
    .filter((one) => one === last || !isSameRoll(one, settled))
    .map((one) => (one === last ? { ...last, ...verdict } : one));
}

/** The names of the called students who are not in the class on that day any more. */
export function whoLeft({ roll, marks }: CalledRoll, recorded: Roll): readonly string[] {
  const still = new Set(recorded.students.map(({ student_id }) => student_id));
  const names = new Map(roll.students.map(({ student_id, student_name }) => [student_id, student_name]));
  return marks.flatMap(({ student_id }) => (still.has(student_id) ? [] : (names.get(student_id) ?? [])));
}

/** Whether somebody else recorded something that the caller neither saw nor wants. */
export function isContradicted({ marks }: CalledRoll, recorded: Roll): boolean {
  const now = new Map(recorded.students.map((one) => [one.student_id, one.attendance_status]));
  return marks.some(({ student_id, attendance_status, seen }) => {
    const status = now.get(student_id) ?? null;
    return status !== seen && status !== attendance_status && now.has(student_id);
  });
}

/** Somebody made it so: without a mark everybody is present. */
const isSaid = (status: AttendanceStatus, seen: AttendanceStatus | null) => status !== (seen ?? 'present');

/** The marks with what is recorded of students of whom the caller said nothing; null where both said something of one. */
export function together({ marks }: CalledRoll, recorded: Roll): readonly CalledMark[] | null {
  const now = new Map(recorded.students.map((one) => [one.student_id, one.attendance_status]));
  const both = marks.map((mark): CalledMark | null => {
    const { attendance_status: mine, seen } = mark;
    const theirs = now.get(mark.student_id) ?? null;
    if (theirs === null || theirs === mine) return mark;
    if (!isSaid(mine, seen)) return { ...mark, attendance_status: theirs };
    return isSaid(theirs, seen) ? null : mark;
  });
  const all = both.filter((mark) => mark !== null);
  return all.length === marks.length &&
    marks.some(({ attendance_status, seen }) => isSaid(attendance_status, seen))
    ? all
    : null;
}

export interface Difference {
  readonly student_id: number;
  readonly student_name: string;
  readonly mine: AttendanceStatus;
  /** Null: nothing is recorded. */
  readonly theirs: AttendanceStatus | null;
}

/** The differences between a save and what is recorded now. Students who left the class meanwhile are left out. */
export function differences({ marks }: CalledRoll, recorded: Roll): readonly Difference[] {
  const mine = byStudent(marks, 'attendance_status');
  return recorded.students.flatMap(({ student_id, student_name, attendance_status: theirs }) => {
    const status = mine.get(student_id) ?? null;
    return status === null || status === theirs ? [] : [{ student_id, student_name, mine: status, theirs }];
  });
}
