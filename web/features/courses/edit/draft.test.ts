import { expect, test } from 'vitest';
import { rowChanges } from '#web/lib/draft-rows.ts';
import { countEmptyRows, isChanged, requestOf } from './changes.ts';
import type { Draft, GlimpseDraft, TopicDraft } from './draft.ts';
import { differences, merge } from './merge.ts';
import { findFaults } from './faults.ts';
import { countWeeks, shownWeeks, weekDays } from './weeks.ts';

const glimpse = (id: number, name = `Glimpse ${id}`): GlimpseDraft => ({
  key: `glimpse-${id}`,
  id,
  name,
  description: '',
  image: '',
});

const topic = (id: number, name: string): TopicDraft => ({
  key: `topic-${id}`,
  id,
  name,
  video: '',
  homework: false,
  pdf: `/files/${id}.pdf`,
  pdfName: `${id}.pdf`,
});

const begun = (row: GlimpseDraft): GlimpseDraft => ({ ...row, key: `new-${row.name}`, id: null });

const base: Draft = {
  course_name: 'Gita',
  course_duration: 'semester',
  start_date: '2026-01-15',
  course_image: '/defaults/course.svg',
  type: '',
  description: '',
  what_we_learn: '',
  note: '',
  prices: [],
  glimpses: [glimpse(1), glimpse(2), glimpse(3)],
  topics: { 1: [topic(7, 'Opening')] },
};

const about = { course_id: 5, added_by: '9', email_id: null, version: 3 };

const shortly = (before: readonly GlimpseDraft[], now: readonly GlimpseDraft[]) =>
  rowChanges(before, now).map(({ row, state, position }) => [row.name, state, position]);

test.each([
  ['2026-01-01', 'semester', 26],
  ['2026-01-15', 'quarterly', 13],
  ['2026-01-01', 'yearly', 53],
  // Six months after the last of August is the last of February.
  ['2025-08-31', 'semester', 26],
] as const)('a course from %s, %s, has %i weeks', (start, duration, weeks) => {
  expect(countWeeks(start, duration)).toBe(weeks);
});

test('a week is seven days', () => {
  expect(weekDays('2026-01-01', 1)).toBe('01-01-2026/07-01-2026');
  expect(weekDays('2026-01-01', 5)).toBe('29-01-2026/04-02-2026');
  expect(weekDays('', 1)).toBe('');
});

test('rows that nobody touched are not sent', () => {
  expect(shortly(base.glimpses, base.glimpses)).toEqual([]);
  expect(isChanged(base, { ...base, glimpses: [...base.glimpses] })).toBe(false);
});

test('rows are sent as added, edited and removed', () => {
  const now = [glimpse(1), glimpse(3, 'Changed'), begun(glimpse(9, 'New'))];
  expect(shortly(base.glimpses, now)).toEqual([
    ['Glimpse 2', 'REMOVE', undefined],
    ['Changed', 'EDIT', undefined],
    ['New', 'ADD', undefined],
  ]);
});

test('rows that were moved say their place', () => {
  expect(shortly(base.glimpses, [glimpse(2), glimpse(1), glimpse(3)])).toEqual([
    ['Glimpse 2', 'EDIT', 0],
    ['Glimpse 1', 'EDIT', 1],
  ]);
});

test('a row that was begun and left empty is not sent', () => {
  const empty = begun({ ...glimpse(9), name: '' });
  expect(isChanged(base, { ...base, glimpses: [...base.glimpses, empty] })).toBe(false);
});

test('rows that were left empty are counted, so that it can be said', () => {
  const empty = { ...topic(9, ''), key: 'new', id: null, pdf: '', pdfName: '' };
  const blank = begun({ ...glimpse(9), name: ' ' });
  expect(countEmptyRows({ ...base, glimpses: [...base.glimpses, blank], topics: { 2: [empty] } })).toBe(2);
  expect(countEmptyRows(base)).toBe(0);
});

test.each(['1,500.75', '1500.75', '1 500', '₹1500', '12345678901'])(
  'a price typed as %s is refused, and not made another amount',
  (price_value) => {
    const country = { country_code: 'IN', country_name: 'India', currency_code: 'INR' };
    const row = { key: 'price-1', id: 1, ...country };
    const wrong = findFaults(base, { ...base, prices: [{ ...row, price_value }] });
    expect(Object.keys(wrong)).toEqual(['price value price-1']);
    expect(findFaults(base, { ...base, prices: [{ ...row, price_value: '1500' }] })).toEqual({});
  },
);

test('weeks behind the end of the course are shown where they hold topics', () => {
  expect(shownWeeks(3, [1, 53, 5])).toEqual([1, 2, 3, 5, 53]);
  expect(shownWeeks(0, [])).toEqual([]);
});

test('the request names the month and keeps the email address', () => {
  const request = requestOf(
    base,
    { ...base, note: '<p>Bring the book.</p>' },
    { ...about, email_id: 'a@b.in' },
  );
  expect(request).toMatchObject({
    start_date: '2026-Jan-15',
    email_id: 'a@b.in',
    version: 3,
    type: null,
    note: '{"note":"<p>Bring the book.</p>"}',
    prices: [],
    glimpse: [],
    total_topics: [],
  });
});

test('mine stands on the newer version, and what I did not touch follows theirs', () => {
  const mine: Draft = {
    ...base,
    course_name: 'Mine',
    glimpses: [glimpse(1, 'Mine'), glimpse(2, 'Mine too')],
  };
  const theirs: Draft = {
    ...base,
    course_name: 'Theirs',
    note: 'Theirs',
    glimpses: [glimpse(1), glimpse(3), glimpse(4, 'Theirs')],
    topics: { 1: [{ ...topic(7, 'Opening'), pdf: '/files/7.pdf?signature=new' }] },
  };
  const merged = merge(base, mine, theirs);
  expect(merged).toMatchObject({ course_name: 'Mine', note: 'Theirs' });
  // 2 was removed by them while I wrote into it: it comes back as a new row. 3 I had removed.
  expect(merged.glimpses.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Mine'],
    [null, 'Mine too'],
    [4, 'Theirs'],
  ]);
  expect(differences(merged, theirs)).toEqual(['course_name', 'glimpses']);
});
