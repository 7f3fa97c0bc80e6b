import type { AttendanceStatus } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { describe, expect, test } from 'vitest';
import {
  differences,
  isContradicted,
  latest,
  needsDecision,
  nextToSend,
  settle,
  together,
  whoLeft,
  withSave,
  without,
  type WaitingRoll,
} from './waiting-rolls.ts';

const rollOf = (asha: AttendanceStatus | null, bala: AttendanceStatus | null, class_id = 7): Roll => ({
  course_id: 1,
  course_name: 'Gita',
  class_id,
  class_name: 'Morning',
  attendance_date: '2026-11-21',
  slot_id: null,
  on_date: null,
  extra: false,
  starts_at: null,
  ends_at: null,
  zone: null,
  students: [
    { student_id: 1, student_name: 'Asha', attendance_status: asha, student_attendance_id: null },
    { student_id: 2, student_name: 'Bala', attendance_status: bala, student_attendance_id: null },
  ],
});

interface Save extends Partial<WaitingRoll> {
  readonly key: string;
}

const saveOf = (asha: AttendanceStatus, bala: AttendanceStatus, more: Save): WaitingRoll => ({
  role: 'teacher',
  roll: rollOf(null, null),
  marks: [
    { student_id: 1, attendance_status: asha, seen: null },
    { student_id: 2, attendance_status: bala, seen: null },
  ],
  savedAt: '2026-11-21T06:00:00Z',
  isTried: false,
  ...more,
});

const keys = (list: readonly WaitingRoll[]) => list.map(({ key }) => key);
const seen = ({ marks }: WaitingRoll) => marks.map((mark) => mark.seen);

describe('a later word about a roll', () => {
  test('replaces one that has not left the device, and answers what that one saw', () => {
    const first = saveOf('absent', 'present', {
      key: 'a',
      marks: [{ student_id: 1, attendance_status: 'absent', seen: 'moved' }],
    });
    const [only, ...others] = withSave([first], saveOf('present', 'present', { key: 'b' }));
    expect(others).toEqual([]);
    expect(only!.key).toBe('b');
    expect(seen(only!)).toEqual(['moved', null]);
  });

  test('waits behind one that may be recorded, and builds upon it', () => {
    const list = withSave(
      [saveOf('absent', 'present', { key: 'a', isTried: true })],
      saveOf('present', 'moved', { key: 'b' }),
    );
    expect(keys(list)).toEqual(['a', 'b']);
    expect(seen(list[1]!)).toEqual(['absent', 'present']);
    expect(keys(latest(list))).toEqual(['b']);
    expect(keys(withSave(list, saveOf('absent', 'absent', { key: 'c' })))).toEqual(['a', 'c']);
    expect(without(list, 'b')).toEqual([]);
  });

  test('keeps the question that is open, and takes the place of what was refused', () => {
    const conflict = rollOf('moved', null);
    const asked = saveOf('absent', 'present', { key: 'a', isTried: true, conflict });
    expect(withSave([asked], saveOf('present', 'present', { key: 'b' }))).toMatchObject([
      { key: 'b', conflict },
    ]);
    const refused = saveOf('absent', 'present', { key: 'a', isTried: true, refusal: 'Not found' });
    const [again] = withSave([refused], saveOf('present', 'present', { key: 'b' }));
    expect(again!.refusal).toBeUndefined();
  });

  test('of another class, or in another role, is another roll', () => {
    const list = withSave(
      [saveOf('absent', 'present', { key: 'a' })],
      saveOf('absent', 'present', { key: 'b', role: 'courseadmin' }),
    );
    const all = withSave(list, saveOf('absent', 'present', { key: 'c', roll: rollOf(null, null, 8) }));
    expect(keys(all)).toEqual(['a', 'b', 'c']);
    expect(nextToSend(all, 'courseadmin')!.key).toBe('b');
    expect(nextToSend(all, 'admin')).toBeUndefined();
    // A save that was put off blocks later saves of the same roll, and no other roll.
    expect(nextToSend(all, 'teacher', all.slice(0, 1))?.key).toBe('c');
    expect(nextToSend(all, 'teacher', [all[0]!, all[2]!])).toBeUndefined();
  });
});

describe('what the server says', () => {
  const list = [
    saveOf('absent', 'present', { key: 'a', isTried: true }),
    saveOf('present', 'absent', { key: 'b' }),
    saveOf('present', 'present', { key: 'c', roll: rollOf(null, null, 8) }),
  ];

  test('recorded: the save is removed, later saves stay', () => {
    expect(keys(settle(list, 'a', 'recorded'))).toEqual(['b', 'c']);
    expect(settle(list, 'unknown', 'recorded')).toBe(list);
  });

  test('recorded differently: the person is asked about the last save, and nothing of that roll is sent before', () => {
    const now = rollOf('moved', 'present');
    const asked = settle(list, 'a', { conflict: now });
    expect(keys(asked)).toEqual(['b', 'c']);
    expect(asked[0]!.conflict).toBe(now);
    expect(nextToSend(asked, 'teacher')!.key).toBe('c');
    expect(differences(asked[0]!, now)).toEqual([
      { student_id: 1, student_name: 'Asha', mine: 'present', theirs: 'moved' },
      { student_id: 2, student_name: 'Bala', mine: 'absent', theirs: 'present' },
    ]);
  });

  test('recorded differently than seen, but as wanted: there is nothing to ask', () => {
    expect(keys(settle(list, 'a', { conflict: rollOf('present', 'absent') }))).toEqual(['c']);
  });

  test('somebody has left the class: they are named, and nobody is said to have marked differently', () => {
    const [save] = [list[0]!];
    const { students, ...rest } = rollOf(null, null);
    const without = { ...rest, students: students.filter(({ student_id }) => student_id !== 2) };
    expect(whoLeft(save, without)).toEqual(['Bala']);
    expect(whoLeft(save, rollOf(null, null))).toEqual([]);
    expect(isContradicted(save, without)).toBe(false);
    expect(isContradicted(save, rollOf('moved', null))).toBe(true);
    expect(needsDecision(settle([save], 'a', { conflict: without })[0]!)).toBe(true);
  });

  test.each([
    [
      'each said something of another one',
      ['present', 'absent'],
      ['absent', 'present'],
      ['absent', 'absent'],
    ],
    ['both said something of one', ['absent', 'absent'], ['moved', 'present'], null],
    ['nothing was said here', ['present', 'present'], ['absent', 'present'], null],
    ['a mark is missing there', ['present', 'absent'], ['absent', null], ['absent', 'absent']],
  ] as const)('both may stay: %s', (_, [asha, bala], [nowAsha, nowBala], statuses) => {
    const both = together(saveOf(asha, bala, { key: 'a' }), rollOf(nowAsha, nowBala));
    expect(both?.map(({ attendance_status }) => attendance_status) ?? null).toEqual(statuses);
  });

  test('refused: it stays with the reason', () => {
    const refused = settle(list, 'c', { refusal: 'Not found' });
    expect(refused[2]).toMatchObject({ key: 'c', refusal: 'Not found' });
    expect(nextToSend(refused, 'teacher')!.key).toBe('a');
  });
});
