import { describe, expect, it } from 'vitest';
import { compositionOf, seriesOf } from './figures.ts';
import { periodsAt } from './periods.ts';

it('everybody has one gender, one age and one region', () => {
  const made = compositionOf([
    { gender: 'male', region: 'India', students: 10, born: 9, from_16: 8, from_31: 5, from_46: 1 },
    { gender: 'female', region: 'India', students: 11, born: 10, from_16: 7, from_31: 6, from_46: 2 },
    { gender: 'others', region: 'India', students: 9, born: 8, from_16: 8, from_31: 4, from_46: 1 },
    { gender: null, region: 'Others', students: 10, born: 2, from_16: 2, from_31: 2, from_46: 1 },
  ]);
  expect(made).toEqual({
    total_students: 40,
    male_count: 10,
    female_count: 11,
    not_selected: 19,
    age_01to15: 4,
    age_16to30: 8,
    age_31to45: 12,
    age_46to100: 5,
    not_selected_age: 11,
    India: 30,
    Others: 10,
    UK: 0,
    USA: 0,
  });
});

describe('months', () => {
  it('change at midnight in Kolkata', () => {
    const last = (now: string) => periodsAt(new Date(now), 'Asia/Kolkata').months.at(-1);
    expect(last('2026-06-30T18:29:59Z')?.month).toBe('2026-06-01');
    expect(last('2026-06-30T18:30:00Z')).toEqual({
      month: '2026-07-01',
      from: '2026-06-30T18:30:00Z',
      until: '2026-07-31T18:30:00Z',
    });
  });

  it('are six in a row, also over the turn of a year, with names for people', () => {
    const { months } = periodsAt(new Date('2027-02-28T12:00:00Z'), 'Asia/Kolkata');
    expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ until }) => until));
    const { students, courses } = seriesOf(months, [1, 0, 0, 0, 0, 6], [0, 0, 0, 3, 0, 0]);
    expect(students).toEqual({
      labels: ['Sep 2026', 'Oct 2026', 'Nov 2026', 'Dec 2026', 'Jan 2027', 'Feb 2027'],
      counts: [1, 0, 0, 0, 0, 6],
    });
    expect(courses).toEqual({ labels: students.labels, counts: [0, 0, 0, 3, 0, 0] });
  });
});

describe('birthdays', () => {
  const is16 = (now: string) => periodsAt(new Date(now), 'Asia/Kolkata').born[0];

  it('begin at midnight in Kolkata', () => {
    expect(is16('2026-06-30T18:29:59Z')).toBe('2010-06-30');
    expect(is16('2026-06-30T18:30:00Z')).toBe('2010-07-01');
  });

  it('of 29 February are on 1 March in common years', () => {
    const is31 = (now: string) => periodsAt(new Date(now), 'Asia/Kolkata').born[1];
    expect('2012-02-29' <= is31('2043-02-28T12:00:00Z')).toBe(false);
    expect('2012-02-29' <= is31('2043-03-01T12:00:00Z')).toBe(true);
    expect('2013-02-28' <= is31('2044-02-29T12:00:00Z')).toBe(true);
  });
});
