import { describe, expect, it } from 'vitest';
import { compositionOf, regionOf, seriesOf } from './figures.ts';
import { periodsAt } from './periods.ts';

describe('regions', () => {
  it.each([
    ['India', ['India', ' india ', 'INDIA', 'India.']],
    ['UK', ['United Kingdom', 'UK', 'u.k.', 'united  kingdom', 'U. K.']],
    ['USA', ['United States', 'USA', 'US', 'U.S.A.', 'united-states', 'United States of America']],
    ['Others', ['', ' ', 'Canada', 'Indiana', 'Indonesia', 'Ukraine', 'England', 'United', 'భారత్', '—']],
  ])('%s is written in many ways', (region, spellings) => {
    expect(spellings.map(regionOf)).toEqual(spellings.map(() => region));
  });
});

it('everybody has one gender, one age and one region', () => {
  const group = { count: 10, age_01to15: 1, age_16to30: 2, age_31to45: 3, age_46to100: 1 };
  const made = compositionOf([
    { ...group, gender: 'male', region: 'India' },
    { ...group, gender: 'others', region: 'u.s.' },
    { ...group, gender: null, region: '' },
    { ...group, gender: 'female', region: 'UK' },
  ]);
  expect(made).toEqual({
    total_students: 40,
    male_count: 10,
    female_count: 10,
    not_selected: 20,
    age_01to15: 4,
    age_16to30: 8,
    age_31to45: 12,
    age_46to100: 4,
    not_selected_age: 12,
    India: 10,
    Others: 10,
    UK: 10,
    USA: 10,
  });
});

describe('months', () => {
  it('change at midnight in Kolkata', () => {
    const last = (now: string) => periodsAt(new Date(now)).months.at(-1);
    expect(last('2026-06-30T18:29:59Z')?.month).toBe('2026-06-01');
    expect(last('2026-06-30T18:30:00Z')).toEqual({
      month: '2026-07-01',
      from: '2026-06-30T18:30:00Z',
      until: '2026-07-31T18:30:00Z',
    });
  });

  it('are six in a row, over the turn of a year too, named as people read them', () => {
    const { months } = periodsAt(new Date('2027-02-28T12:00:00Z'));
    expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ until }) => until));
    const zeros = months.map(() => 0);
    const { students, courses } = seriesOf(months, { students: [1, 2, 3, 4, 5, 6], courses: zeros });
    expect(students).toEqual({
      labels: ['Sep 2026', 'Oct 2026', 'Nov 2026', 'Dec 2026', 'Jan 2027', 'Feb 2027'],
      counts: [1, 2, 3, 4, 5, 6],
    });
    expect(courses).toEqual({ labels: students.labels, counts: zeros });
  });
});

describe('birthdays', () => {
  const is16 = (now: string) => periodsAt(new Date(now)).born[0];

  it('begin at midnight in Kolkata', () => {
    expect(is16('2026-06-30T18:29:59Z')).toBe('2010-06-30');
    expect(is16('2026-06-30T18:30:00Z')).toBe('2010-07-01');
  });

  it('of 29 February are on 1 March in common years', () => {
    const is31 = (now: string) => periodsAt(new Date(now)).born[1];
    expect('2012-02-29' <= is31('2043-02-28T12:00:00Z')).toBe(false);
    expect('2012-02-29' <= is31('2043-03-01T12:00:00Z')).toBe(true);
    expect('2013-02-28' <= is31('2044-02-29T12:00:00Z')).toBe(true);
  });
});
