import { describe, expect, it } from 'vitest';
import { daysBetween, namesSomebodyTwice, statisticsOf } from './rules.ts';
import { percentage } from '#server/percentage.ts';

describe('the numbers of the report', () => {
  it.each([
    [4, 5, 80],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [1, 800, 0.13],
    [0, 7, 0],
    [7, 7, 100],
    [0, 0, 0],
  ])('%i of %i are %f per cent', (part, whole, expected) => {
    expect(percentage(part, whole)).toBe(expected);
  });

  it('shares are of all records, and 0 without records', () => {
    expect(statisticsOf({ present: 6, absent: 2, moved: 1, 'drop-out': 1 })).toEqual({
      present_student_percentage: 60,
      absent_student_percentage: 20,
      moved_student_percentage: 10,
      drop_out_student_percentage: 10,
    });
    const nothing = statisticsOf({ present: 0, absent: 0, moved: 0, 'drop-out': 0 });
    expect(Object.values(nothing)).toEqual([0, 0, 0, 0]);
  });

  it('a period includes both of its ends', () => {
    expect(daysBetween('2026-02-28', '2026-02-28')).toBe(1);
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(2);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(3);
  });
});

it('a batch names nobody twice', () => {
  expect(namesSomebodyTwice([{ student_id: 1 }, { student_id: 2 }])).toBe(false);
  expect(namesSomebodyTwice([{ student_id: 1 }, { student_id: 1 }])).toBe(true);
});
