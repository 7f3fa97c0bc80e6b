import { describe, expect, it, test } from 'vitest';
import { clockOfHeading, momentIn, monthNamed, orderOf, readDate, withClock } from './date.ts';
import type { DateOrder } from './date.ts';

const today = '2026-11-28';
const now = '2026-11-28T06:00:00.000Z';
const born = (text: string) => {
  const read = readDate(text, today, 'birthday');
  return read && [read.dayFirst?.day ?? null, read.monthFirst?.day ?? null];
};

describe('a birthday', () => {
  it.each([
    ['फरवरी', 2],
    ['सितम्बर', 9],
    ['अक्तूबर', 10],
    ['दिसम्बर', 12],
    ['జూలై', 7],
    ['ఆగస్ట్', 8],
    ['ఆగష్టు', 8],
    ['డిసెంబరు', 12],
  ])('knows both spellings of %s', (name, month) => {
    expect(monthNamed(name)).toBe(month);
  });

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
    '32216.5',
    '1988-03-14 00:00:00',
    '1988-03-14T00:00:00.000Z',
    '14-Mar-88',
    "14 Mar '88",
    '14/Mar/1988',
    '14Mar1988',
    '14 March 1988',
    '14th of March, 1988',
    '14 Marc 1988',
    'Mond, 14 March 1988',
    // As long as a date may be.
    '14 March 1988'.padEnd(60),
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
    '14 de marzo de 1988',
    '1988年3月14日',
    '14,03,1988',
    '14\\03\\1988',
    '(14/03/1988)',
    '14-03-1988*',
    'DOB: 14/03/1988',
    'born 14 March 1988',
    '10:15 PM, 14 Mar 1988',
    'Mon Mar 14 10:15:00 IST 1988',
    'March, 14 1988',
    '14 марта 1988 г.',
    '14 marca 1988',
    '14 Mart 1988',
    '14 مارس 1988',
    '14 มีนาคม 1988',
    'ngày 14 tháng 3 năm 1988',
    '14 marzo 1988',
    '1988. 3. 14.',
    '14-III-1988',
    'D.O.B. 14/03/1988',
    'Date of birth: 14/03/1988',
    'b. 14 March 1988',
    '14/03/1988 (38 yrs)',
    '14/3/1988 AD',
    '14.03.1988г.',
    'dt. 14/03/1988',
    'dt.14/3/1988',
    '14/Mar/1988:10:15:00 +0530',
    '14|03|1988',
    '14_03_1988',
    '14//03//1988',
    '1988-03-14Z',
    '1988-03-14+05:30',
    '1988-03-14 00:15 AM',
    'Mon Mar 14 1988 10:15:00 GMT+0530 (India Standard Time)',
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
    '14 March 1988'.padEnd(61),
    '1774000000',
    '14-IIII-1988',
    '14 มีนาคม 2531',
    '1899-12-31',
    '2101-01-01',
  ])('%s is none', (text) => expect(born(text)).toBeNull());

  it('is of 1900 to 2100, also as a number of a spreadsheet', () => {
    expect(['1900-01-01', '2100-12-31', '19999'].map((text) => born(text)?.[0])).toEqual([
      '1900-01-01',
      '2100-12-31',
      '1954-10-02',
    ]);
  });

  it('with two figures is of the last hundred years', () => {
    expect(['25/12/10', '25/12/26', '25/12/27', '25/12/99'].map((text) => born(text)?.[0])).toEqual([
      '2010-12-25',
      '2026-12-25',
      '1927-12-25',
      '1999-12-25',
    ]);
  });
});

test('days that may lie ahead are no reason to read the month first', () => {
  const starts = [readDate('01/12/2026', today, 'recent')!];
  expect(orderOf(starts, undefined, null)).toMatchObject({ order: 'day_first', decided_by: 'default' });
  expect(orderOf(starts, undefined, now)).toMatchObject({ order: 'month_first', decided_by: 'file' });
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
      ['25/12/2010', '12/25/2010', '05/03/2011'],
      ['file', '2010-12-25', '2010-12-25', 'open'],
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
    [['15/10/2026'], ['not_needed', '2026-10-15']],
    [
      ['2026-05-05', '15/10/2026'],
      ['not_needed', '2026-05-05', '2026-10-15'],
    ],
    [
      ['2026-05-10', '15/10/2026', '05/25/2026'],
      ['not_needed', '2026-05-10', '2026-10-15', '2026-05-25'],
    ],
    // A day that is still to come decides against an order.
    [
      ['05/12/2026', '05/06/2026'],
      ['file', '2026-05-12', '2026-05-06'],
    ],
    [
      ['12/05/2026', '05/06/2026'],
      ['file', '2026-05-12', '2026-06-05'],
    ],
  ])('%j', (texts, expected) => {
    expect(column(texts)).toEqual(expected);
  });

  it.each([
    [['05/05/2026', '05/03/2026'], '05/03/2026'],
    [['2026-05-05', '2026-05-10', '15/10/2026'], '2026-05-10'],
    [['2026-05-10'], null],
  ])('%j names what is open in it: %s', (texts, example) => {
    const reads = texts.map((text) => readDate(text, today)!);
    expect(orderOf(reads, undefined, now).example).toBe(example);
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
    ['2026-10-31 20:15 UTC', '2026-10-31T20:15:00.000Z', '20:15'],
    ['31/10/2026 20:15 GMT+5:30', '2026-10-31T14:45:00.000Z', '20:15'],
    ['2026-10-31 20:15:00 -0400', '2026-11-01T00:15:00.000Z', '20:15'],
    ['2026-10-31 20:15 (IST)', '2026-10-31T14:45:00.000Z', '20:15'],
    ['2026-10-31 8:15 pm PST', '2026-11-01T04:15:00.000Z', '20:15'],
    ['31 Oct 2026 at 8:15 pm', '2026-10-31T14:45:00.000Z', '20:15'],
    ['Sat, 31 Oct 2026 8.15PM', '2026-10-31T14:45:00.000Z', '20:15'],
    ['2026-10-31 8 pm', '2026-10-31T14:30:00.000Z', '20:00'],
    ['2026-10-31 UTC', '2026-10-30T18:30:00.000Z', ''],
    ['1774000000', '2026-03-20T09:46:40.000Z', '15:16'],
    ['1774040000', '2026-03-20T20:53:20.000Z', '02:23'],
    ['46326.5', '2026-10-31T06:30:00.000Z', '12:00'],
    ['46326.0', '2026-10-30T18:30:00.000Z', ''],
    ['46326', '2026-10-30T18:30:00.000Z', ''],
    ['31-Oct-2026 20.15.30', '2026-10-31T14:45:30.000Z', '20:15'],
    ['31/10/2026, 20:15 Hrs.', '2026-10-31T14:45:00.000Z', '20:15'],
    ['31.10.2026 um 20:15 Uhr', '2026-10-31T14:45:00.000Z', '20:15'],
    ['31/10/2026 à 20h15', '2026-10-31T14:45:00.000Z', '20:15'],
    ['31/10/2026 - 20:15', '2026-10-31T14:45:00.000Z', '20:15'],
    ['20261031T201500Z', '2026-10-31T20:15:00.000Z', '20:15'],
    ['20261031201500', '2026-10-31T14:45:00.000Z', '20:15'],
    ['2026-10-31 20:15:00+00', '2026-10-31T20:15:00.000Z', '20:15'],
    ['2026-10-31 20:15:00 +0000 UTC', '2026-10-31T20:15:00.000Z', '20:15'],
    ['31/10/2026 00:15 AM', '2026-10-30T18:45:00.000Z', '00:15'],
    ['31/10/2026 20:15 PM', '2026-10-31T14:45:00.000Z', '20:15'],
    ['2026-10-31 12:15 am', '2026-10-30T18:45:00.000Z', '00:15'],
    ['2026-10-31 1:15 am', '2026-10-30T19:45:00.000Z', '01:15'],
    ['2026-10-31 12:15 pm', '2026-10-31T06:45:00.000Z', '12:15'],
    ['2026-10-31 23:59:59', '2026-10-31T18:29:59.000Z', '23:59'],
    ['1990-01-01', '1989-12-31T18:30:00.000Z', ''],
    ['25/12/17', '2017-12-24T18:30:00.000Z', ''],
    ['25/12/27', '2027-12-24T18:30:00.000Z', ''],
  ])('of %s is heard: %s', (text, at, time) => {
    expect(readDate(text, today)?.dayFirst).toMatchObject({ at, time });
  });

  it.each([
    '2026-10-31 0:15 pm',
    '2026-10-31 13:15 am',
    '2026-10-31 24:00',
    '2026-10-31 10:60',
    '2026-10-31 10:10:60',
    '1989-12-31',
    '25/12/16',
    '25/12/28',
    '19999',
  ])('%s is none', (text) => expect(readDate(text, today)).toBeNull());

  it.each([
    ['31/10/2026 20:15', 'UTC', '31/10/2026 20:15 UTC'],
    ['31/10/2026 20:15', '', '31/10/2026 20:15'],
    ['31/10/2026', 'UTC', '31/10/2026'],
  ])('of %s under a heading that says "%s"', (cell, clock, text) => {
    expect(withClock(cell, clock)).toBe(text);
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
