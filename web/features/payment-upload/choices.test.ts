import { said } from '@gurukul/contract/shared/words/messages';
import type { PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import { describe, expect, test } from 'vitest';
import {
  answerOf,
  decide,
  decidedSince,
  isDecidable,
  isShown,
  optionsOf,
  resolutionsOf,
  rowsChanged,
  type Decisions,
} from './choices.ts';

const asha = { id: 7, fullname: 'Asha Rao', email_id: 'asha@example.test' };
const candidates = [7, 8].map((id) => ({
  id,
  fullname: `Student ${id}`,
  email_id: `s${id}@example.test`,
  phone_number: null,
  because: said('has_phone'),
}));

const row = (more: Partial<PaymentPreviewRow> = {}): PaymentPreviewRow => ({
  row: 2,
  outcome: 'new',
  payment_id: 'pay_2',
  full_name: 'Asha Rao',
  email_id: '',
  phone_number: '',
  course_name: 'Gita',
  amount: '10.00',
  currency: 'INR',
  status: 'success',
  created_at: '2026-03-04T18:30:00.000Z',
  student: asha,
  matched_by: 'name',
  reason: said('only_name'),
  choose: false,
  candidates: [],
  problems: [],
  notes: [],
  changes: [],
  ...more,
});
const open = row({
  outcome: 'problem',
  choose: true,
  student: null,
  candidates,
  problems: [said('only_phone')],
});
const none: Decisions = new Map();

const answers = (of: PaymentPreviewRow) => optionsOf(of).map(({ answer }) => answer);
const say = (decisions: Decisions, of: PaymentPreviewRow, answer: string) =>
  decide(
    decisions,
    of,
    optionsOf(of).find((option) => option.answer === answer)!,
  );

describe('what may be said about a row', () => {
  test.each([
    ['whose it is, when that is open', open, ['found', 'student 7', 'student 8', 'nobody', 'skip']],
    ['that it is nobody’s after all', row(), ['found', 'nobody', 'skip']],
    ['to leave it out, when nobody was found', row({ student: null }), ['found', 'skip']],
    [
      'to leave it out, when something else is wrong as well',
      row({ outcome: 'problem', candidates, problems: [said('column_missing', { column: 'amount' })] }),
      ['found', 'skip'],
    ],
  ])('%s', (_, of, expected) => {
    expect(answers(of)).toEqual(expected);
  });

  test('nothing, when it changes nothing', () => {
    expect(isDecidable(row({ outcome: 'unchanged' }), none)).toBe(false);
    expect(isDecidable(row({ outcome: 'unchanged' }), say(none, row(), 'nobody'))).toBe(true);
  });
});

test('answers travel as resolutions, and are taken back', () => {
  let decisions = say(none, open, 'student 8');
  expect(resolutionsOf(decisions)).toEqual([{ row: 2, student_id: 8 }]);
  expect(decisions.get(2)).toMatchObject({ name: 'Student 8', row: open });
  decisions = say(decisions, open, 'nobody');
  expect(resolutionsOf(decisions)).toEqual([{ row: 2, student_id: null }]);
  decisions = say(decisions, row({ row: 3 }), 'skip');
  expect(resolutionsOf(decisions)).toEqual([
    { row: 2, student_id: null },
    { row: 3, skip: true },
  ]);
  expect([2, 3, 4].map((each) => answerOf(decisions.get(each)))).toEqual(['nobody', 'skip', 'found']);
  expect(resolutionsOf(say(decisions, open, 'found'))).toEqual([{ row: 3, skip: true }]);
});

test('what was answered since the check is counted, also when it was taken back', () => {
  const checked = say(say(none, open, 'student 8'), row({ row: 3 }), 'skip');
  const since = (now: Decisions) => decidedSince(resolutionsOf(checked), now);
  expect(since(checked)).toBe(0);
  expect(since(say(checked, open, 'student 7'))).toBe(1);
  expect(since(say(checked, open, 'found'))).toBe(1);
  expect(since(none)).toBe(2);
  expect(decidedSince([], none)).toBe(0);
});

test('rows that would now do something else are known by number', () => {
  const before = [row(), row({ row: 3 }), row({ row: 4 }), open];
  const after = [
    row({ reason: said('by_email') }),
    row({ row: 3, outcome: 'unchanged' }),
    row({ row: 4, student: { ...asha, id: 9 } }),
  ];
  expect([...rowsChanged(before.slice(0, 3), after)]).toEqual([3, 4]);
});

test('rows of one kind are shown at a time', () => {
  const rows = [
    open,
    row({ row: 3, student: null }),
    row({ row: 4, outcome: 'update' }),
    row({ row: 5, outcome: 'unchanged', student: null }),
    row({ row: 6, outcome: 'problem', problems: [said('column_missing', { column: 'amount' })] }),
  ];
  const of = (filter: Parameters<typeof isShown>[1]) =>
    rows.filter((each) => isShown(each, filter, new Set([4]))).map((each) => each.row);
  expect(of('open')).toEqual([2]);
  expect(of('problem')).toEqual([2, 6]);
  expect(of('nobody')).toEqual([3]);
  expect(of('changed')).toEqual([4]);
  expect(of('unchanged')).toEqual([5]);
});
