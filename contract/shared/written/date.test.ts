import { describe, expect, it } from 'vitest';
import { clockOfHeading, momentIn, orderOf, readDate } from './date.ts';
import type { DateOrder } from './date.ts';

const today = '2026-11-28';
const now = '2026-11-28T06:00:00.000Z';
const born = (text: string) => {
  const read = readDate(text, today, 'birthday');
  return read && [read.dayFirst?.day ?? null, read.monthFirst?.day ?? null];
};

describe('a birthday', () => {
  it.each([
    '14/03/1988',
    '14.03.1988',
    '14.3.1988.',
    '14 03 1988',
    '14 / 03 / 1988',
    '14‑03‑1988',
    '14⁄03⁄1988',
    '14-03-88',
    '14031988',
    '03/14/1988',
    '3/14/88',
    '1988-03-14',
    '1988/03/14',
    '1988.03.14',
    '19880314',
    '32216',
    '32216.0',
    '1988-03-14 00:00:00',
    '1988-03-14T00:00:00.000Z',
    '14-Mar-88',
    "14 Mar '88",
    '14/Mar/1988',
    '14Mar1988',
    '14 March 1988',
    '14th of March, 1988',
    'Mar 14, 1988',
    'March 14 1988',
    'March 14th, 1988',
    '1988-Mar-14',
    'Monday, 14 March 1988',
    '14 March 1988 (Mon)',
    'Mon 14/03/1988',
    '\u200e14/03/1988\u202c',
    "'14/03/1988",
    '१४/०३/१९८८',
    '౧౪-౦౩-౧౯౮౮',
    '١٤/٠٣/١٩٨٨',
    '14 మార్చి 1988',
    '14 मार्च 1988',
    'सोमवार, 14 मार्च 1988',
    '14. März 1988',
    '14 மார்ச் 1988',
  ])('%s is 14 March 1988', (text) => {
    const days = born(text)!.filter((day) => day !== null);
    expect(new Set(days)).toEqual(new Set(['1988-03-14']));
  });

  it.each([
    '',
    '12',
    '1988',
    'March 1988',
    '31/02/2010',
    '30/30/2010',
    'N/A',
    '14 Foo 1988',
    '99999',
    '2010-13-45',
  ])('%s is none', (text) => expect(born(text)).toBeNull());

  it('with two figures is of the last hundred years', () => {
    expect(['25/12/10', '25/12/26', '25/12/27', '25/12/99'].map((text) => born(text)?.[0])).toEqual([
      '2010-12-25',
      '2026-12-25',
      '1927-12-25',
      '1999-12-25',
    ]);
  });
});

describe('a column', () => {
  const column = (texts: readonly string[], choice?: DateOrder) => {
    const reads = texts.flatMap((text) => readDate(text, today, 'birthday') ?? []);
    const order = orderOf(reads, choice, now);
    const days = reads.map((read) => {
      const moment = momentIn(read, order);
      return moment === 'open' ? 'open' : moment.day;
    });
    return [order.decided_by, ...days];
  };

  it.each([
    [
      ['25/12/2010', '13/07/2012', '05/03/2011'],
      ['file', '2010-12-25', '2012-07-13', '2011-03-05'],
    ],
    [
      ['12/25/2010', '05/03/2011'],
      ['file', '2010-12-25', '2011-05-03'],
    ],
    [
      ['05/03/2011', '06/04/2012'],
      ['default', '2011-03-05', '2012-04-06'],
    ],
    [
      ['07/07/2011', '6 Apr 2012'],
      ['not_needed', '2011-07-07', '2012-04-06'],
    ],
    // A program of the United States read 05/10 as 10 May and left 15/10 alone.
    [
      ['2026-05-10', '2026-09-10', '15/10/2026'],
      ['open', 'open', 'open', '2026-10-15'],
    ],
    [
      ['2026-05-05', '2026-09-10', '15/10/2026'],
      ['open', '2026-05-05', 'open', '2026-10-15'],
    ],
    // A program of India read 10/05 as 10 May and left 05/25 alone.
    [
      ['2026-10-05', '05/25/2026'],
      ['open', 'open', '2026-05-25'],
    ],
    // It cannot have read 2026-05-20 the wrong way round, and would have read 05/03/2026.
    [
      ['2026-05-20', '2026-09-10', '15/10/2026'],
      ['not_needed', '2026-05-20', '2026-09-10', '2026-10-15'],
    ],
    [
      ['2026-05-10', '05/03/2026', '15/10/2026'],
      ['file', '2026-05-10', '2026-03-05', '2026-10-15'],
    ],
    [
      ['2026-05-10', '15 Oct 2026'],
      ['not_needed', '2026-05-10', '2026-10-15'],
    ],
  ])('%j', (texts, expected) => {
    expect(column(texts)).toEqual(expected);
  });

  it('that a program turned by half is read as the person says', () => {
    const texts = ['2026-05-10', '15/10/2026'];
    expect(column(texts, 'day_first')).toEqual(['choice', '2026-10-05', '2026-10-15']);
    expect(column(texts, 'month_first')).toEqual(['choice', '2026-05-10', '2026-10-15']);
    const american = ['2026-10-05', '05/25/2026'];
    expect(column(american, 'month_first')).toEqual(['choice', '2026-05-10', '2026-05-25']);
    expect(column(american, 'day_first')).toEqual(['choice', '2026-10-05', '2026-05-25']);
  });
});

describe('the clock', () => {
  it.each([
    ['2026-10-31 20:15 UTC', '2026-10-31T20:15:00.000Z'],
    ['31/10/2026 20:15 GMT+5:30', '2026-10-31T14:45:00.000Z'],
    ['2026-10-31 20:15:00 -0400', '2026-11-01T00:15:00.000Z'],
    ['2026-10-31 20:15 (IST)', '2026-10-31T14:45:00.000Z'],
    ['2026-10-31 8:15 pm PST', '2026-11-01T04:15:00.000Z'],
    ['31 Oct 2026 at 8:15 pm', '2026-10-31T14:45:00.000Z'],
    ['Sat, 31 Oct 2026 8.15PM', '2026-10-31T14:45:00.000Z'],
    ['2026-10-31 8 pm', '2026-10-31T14:30:00.000Z'],
    ['2026-10-31 UTC', '2026-10-30T18:30:00.000Z'],
    ['1774000000', '2026-03-20T09:46:40.000Z'],
  ])('of %s is heard: %s', (text, at) => {
    expect(readDate(text, today)?.dayFirst?.at).toBe(at);
  });

  it.each([
    ['Created (UTC)', 'UTC'],
    ['Created date (UTC)', 'UTC'],
    ['Date (GMT+5:30)', 'GMT+5:30'],
    ['Time [GMT +05:30]', 'GMT +05:30'],
    ['Payment time IST', 'IST'],
    ['Paid at (IST time)', 'IST'],
    ['created_at_utc', 'UTC'],
    ['Date', ''],
    ['First name', ''],
    ['Best', ''],
    ['Estimate', ''],
  ])('of the heading %s is "%s"', (heading, clock) => {
    expect(clockOfHeading(heading)).toBe(clock);
  });
});
