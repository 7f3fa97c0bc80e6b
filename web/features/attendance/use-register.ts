import type { AttendanceStatus } from '@gurukul/contract/attendance';
import { namedLike } from '@gurukul/contract/shared/person/sound';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { tapsOf, type Tapped } from '#web/calls/roll-taps.ts';
import type { WaitingRoll } from '#web/calls/waiting-rolls.ts';
import { useKeepDraft, useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { draftOf, forgetDraft } from '#web/lib/address/left-behind.ts';
import { session } from '#web/lib/session.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { Filled } from './meeting-report/dialog.tsx';

const t = rollCallTexts;

/** What makes the roll call, Take attendance and Mark Attendance differ. */
export interface Door {
  /** The marks that somebody can get here. */
  readonly statuses: readonly AttendanceStatus[];
  /** What a student gets without a mark: at once (`present`), from the first mark on (`absent`), or nothing. */
  readonly unmarked: 'present' | 'absent' | null;
  /** The parts of the address that name the register. Where one changes, the register is left. */
  readonly address: readonly string[];
}

/** A student in a register. */
export interface Line {
  readonly student: RollStudent;
  readonly day: string;
  /** What was saved last, here or on the server; null for nothing. */
  readonly saved: AttendanceStatus | null;
  readonly status: AttendanceStatus | null;
  /** Somebody made it another one than it was, or ticked it. */
  readonly isTapped: boolean;
}

const lines = new WeakMap<RollStudent, Line>();

/** The same object while nothing of it changes, so that a table draws only the rows that do. */
function lineOf(line: Line): Line {
  const known = lines.get(line.student);
  const isSame =
    known?.saved === line.saved && known.status === line.status && known.isTapped === line.isTapped;
  if (known && isSame && known.day === line.day) return known;
  lines.set(line.student, line);
  return line;
}

function linesOf(
  { unmarked, statuses }: Door,
  { students, attendance_date: day }: Roll,
  waiting: WaitingRoll | undefined,
  taps: Tapped['taps'],
): readonly Line[] {
  const kept = new Map(waiting?.marks.map((mark) => [mark.student_id, mark.attendance_status]));
  const isBegun = unmarked === 'present' || taps.size > 0;
  return students.map((student) => {
    const id = student.student_id;
    const saved = kept.get(id) ?? student.attendance_status;
    const unsaid =
      student.comes_no_more && unmarked !== null && statuses.includes('drop-out') ? 'drop-out' : unmarked;
    const before = saved ?? (isBegun ? unsaid : null);
    const status = taps.get(id) ?? before;
    const isTapped = taps.has(id) && (unmarked !== 'present' || status !== before);
    return lineOf({ student, day, saved, status, isTapped });
  });
}

/** A device that refuses to keep anything loses nothing else. */
const ignore = () => undefined;

/** No status: the tick was taken back. */
type Mark = readonly [id: number, status: AttendanceStatus | null | undefined];

interface RegisterOptions {
  door: Door;
  /** Names it on the device. */
  name: string;
  roll: Roll;
  /** Its last save, while the server has not got it. */
  waiting?: WaitingRoll | undefined;
  /** What the device kept of it. */
  before: Tapped | null;
  /** Nothing more can be marked. */
  isClosed?: boolean;
}

export type Register = ReturnType<typeof useRegister>;

/** The students of a meeting and what somebody marks of them: the one machine behind three doors. */
export function useRegister({
  door,
  name,
  roll: latest,
  waiting: unsent,
  before,
  isClosed = false,
}: RegisterOptions) {
  const isRoll = door.unmarked === 'present';
  // A sign-out in another tab empties the device, and this page still knows them.
  const draftKey = `register ${name}`;
  const [first] = useState(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this register put it there
    const found = before ?? (draftOf(draftKey) as Tapped | undefined);
    if (!found) return null;
    // Taps that say what is saved already have nothing to bring back.
    const isNews = !isRoll || linesOf(door, latest, unsent, found.taps).some(({ isTapped }) => isTapped);
    return isNews ? found : null;
  });
  const [tapped, setTapped] = useState(first);
  const [filled, setFilled] = useState<Filled | null>(null);
  const [isKept, setKept] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<{ day: string; error: unknown } | null>(null);
  const [search, setSearch] = useSearchParam('q');
  const [kept] = useState(() => tapsOf(name));
  const isBusy = useRef(false);
  const isClean = useRef(false);

  // A roll says what it has seen, so it stays what it was at the first tap.
  const held = isRoll ? tapped : null;
  const roll = held?.roll ?? latest;
  const waiting = held ? held.waiting : unsent;
  const taps: Tapped['taps'] = (isClosed ? null : tapped?.taps) ?? new Map();
  const all = linesOf(door, roll, waiting, taps);
  const isLike = namedLike(search);

  const isDirty = () => !isClean.current && all.some(({ isTapped }) => isTapped);
  useLeaveGuard(
    isDirty,
    { title: t.leaveTitle, text: t.leave },
    {
      isLeft: (next, current) =>
        next.pathname !== current.pathname ||
        door.address.some((key) => (next.search[key] ?? '') !== (current.search[key] ?? '')),
      // What the device keeps is there again after a reload.
      isLostWithTab: () => !isKept && isDirty(),
    },
  );
  useKeepDraft(draftKey, () => (isDirty() ? tapped : null));
  useEffect(() => {
    forgetDraft(draftKey);
    if (first) {
      toast.info(t.tapsBack);
      kept.keep(first).catch(() => setKept(false));
    }
    return () => {
      // Left knowingly, or saved. When the session ends they wait for the person.
      if (session.isSignedIn) kept.forget().catch(ignore);
    };
  }, [draftKey, first, kept]);

  const write = (marks: readonly Mark[]) => {
    const next = new Map(taps);
    for (const [id, status] of marks) {
      if (status === undefined) next.delete(id);
      else next.set(id, status);
    }
    isClean.current = false;
    const tappedNow = { roll, waiting, taps: next };
    setTapped(tappedNow);
    kept.keep(tappedNow).catch(() => setKept(false));
  };

  return {
    door,
    roll,
    isClosed,
    /** Of every student. */
    lines: all,
    /** Of those whose name is like the text of the search. */
    shown: search === '' ? all : all.filter(({ student }) => isLike(student.student_name)),
    search,
    setSearch,
    ticked: all.filter(
      ({ isTapped, status }) => isTapped && (door.unmarked !== 'absent' || status === 'present'),
    ),
    /** What somebody marked and did not save. */
    taps,
    hasNews: all.some(({ saved, status, isTapped }) => saved !== status || (isTapped && !isRoll)),
    isMarked: all.some(({ saved }) => saved !== null),
    /** What somebody says of these students. */
    mark: (marks: readonly Mark[]) => {
      if (isClosed) return;
      const own = new Set(marks.map(([id]) => id));
      if (filled) {
        setFilled({ ...filled, statuses: new Map([...filled.statuses].filter(([id]) => !own.has(id))) });
      }
      write(marks);
    },
    /** What a meeting's report says, in place of an earlier report; marks that somebody made stay. */
    fill: (found: Filled) => {
      setFilled(found);
      write([...found.statuses]);
      toast.info(t.reportFilled);
    },
    /** The marks that somebody made. */
    handMade: new Map(
      all.flatMap(({ student: { student_id: id }, saved, status }) =>
        status && (saved !== null || (taps.has(id) && !filled?.statuses.has(id)))
          ? [[id, status] as const]
          : [],
      ),
    ),
    /** What a report calls these students. */
    names: filled?.names ?? [],
    isSaving,
    /** Why the last save of this day was refused. */
    refusal: refusal?.day === latest.attendance_date ? refusal.error : null,
    /** Removes the taps from the device. */
    forget: async () => kept.forget().catch(ignore),
    /** Nothing waits to be saved any more. */
    clear: async () => {
      isClean.current = true;
      setTapped(null);
      setFilled(null);
      await kept.forget().catch(ignore);
    },
    /** Saves once, however often it is pressed; `reasonOf` says why it failed. */
    save: async (work: () => Promise<unknown>, reasonOf: (error: unknown) => string = messageOf) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setSaving(true);
      setRefusal(null);
      try {
        await work();
      } catch (error) {
        setRefusal({ day: latest.attendance_date, error });
        toast.error(reasonOf(error));
      } finally {
        isBusy.current = false;
        setSaving(false);
      }
    },
  };
}
