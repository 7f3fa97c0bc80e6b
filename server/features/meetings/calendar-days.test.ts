import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calendarDays } from './calendar-days.ts';
import { holidaysOf } from './public-holidays.ts';

// A calendar is given up after some seconds of the clock. Here the clock stands still: the machine may be busy.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const window = { from: '2026-11-28', to: '2028-11-28' };
const zone = 'Asia/Kolkata';

const calendarOf = (...entries: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...entries.flatMap((entry) => ['BEGIN:VEVENT', entry, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

/** The days of one calendar in one line each: "25-Dec Christmas", the last day behind a dash, the doubt behind it. */
async function daysOf(text: string, inZone = zone) {
  const read = await calendarDays(text, window, inZone);
  const said = read?.days.map(({ from, to, name, doubt }) =>
    [from, ...(to === from ? [] : [to]), name, ...(doubt === '' ? [] : [`(${doubt})`])].join(' '),
  );
  return [...(said ?? ['no calendar']), ...(read?.unread ?? []).map((name) => `left out: ${name}`)];
}

const christmas = ['2026-12-25 Christmas'];

describe('a whole day is one, however a program writes it', () => {
  it.each([
    ['a date', 'DTSTART;VALUE=DATE:20261225'],
    ['a date and the day after', 'DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261226'],
    ['an end on the same day', 'DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261225'],
    ['a date that does not say so', 'DTSTART:20261225\nDTEND:20261226'],
    ['a date with hyphens', 'DTSTART:2026-12-25'],
    ['times with hyphens and colons', 'DTSTART:2026-12-25T00:00:00\nDTEND:2026-12-26T00:00:00'],
    ['to 24:00', 'DTSTART:20261225T000000\nDTEND:20261225T240000'],
    [
      'a zone in quotes',
      'DTSTART;TZID="Nowhere/Zone":20261225T000000\nDTEND;TZID="Nowhere/Zone":20261226T000000',
    ],
    ['a date with hyphens that says so', 'DTSTART;VALUE=DATE:2026-12-25'],
    ['a date with a zone', 'DTSTART;TZID=Asia/Kolkata;VALUE=DATE:20261225'],
    ['a date that says it is a time', 'DTSTART;VALUE=DATE-TIME:20261225'],
    ['lower case', 'dtstart;value=date:20261225'],
    ['a day long', 'DTSTART;VALUE=DATE:20261225\nDURATION:P1D'],
    ['midnight to midnight on no clock', 'DTSTART:20261225T000000\nDTEND:20261226T000000'],
    ['midnight for a day', 'DTSTART:20261225T000000\nDURATION:P1D'],
    [
      'midnight to midnight of a zone',
      'DTSTART;TZID=India Standard Time:20261225T000000\nDTEND;TZID=India Standard Time:20261226T000000',
    ],
    [
      'midnight to a minute before it',
      'DTSTART;TZID=Asia/Kolkata:20261225T000000\nDTEND;TZID=Asia/Kolkata:20261225T235900',
    ],
    ['midnight to a second before it', 'DTSTART:20261225T000000\nDTEND:20261225T235959'],
    ['midnight of India in UTC', 'DTSTART:20261224T183000Z\nDTEND:20261225T183000Z'],
    ['to a second before midnight of India in UTC', 'DTSTART:20261224T183000Z\nDTEND:20261225T182959Z'],
    ['midnight of UTC', 'DTSTART:20261225T000000Z\nDTEND:20261226T000000Z'],
    [
      'midnight of New York in UTC, marked',
      'DTSTART:20261225T050000Z\nDTEND:20261226T050000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ],
    [
      'midnight of Auckland in UTC, marked',
      'DTSTART:20261224T110000Z\nDTEND:20261225T110000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ],
    ['marked, without an end', 'DTSTART:20261225T000000\nX-FUNAMBOL-ALLDAY:1'],
  ])('%s', async (_, lines) => {
    expect(await daysOf(calendarOf(`UID:1\n${lines}\nSUMMARY:Christmas`))).toEqual(christmas);
  });

  it('midnight of the office’s clock in UTC', async () => {
    const summer = calendarOf('UID:1\nDTSTART:20270704T040000Z\nDTEND:20270705T040000Z\nSUMMARY:Fourth');
    expect(await daysOf(summer, 'America/New_York')).toEqual(['2027-07-04 Fourth']);
    expect(await daysOf(summer)).toEqual(['2027-07-04 2027-07-05 Fourth (time)']);
  });

  it('once, where two calendars of the file have it', async () => {
    const two = ['india', 'telangana'].map((from) =>
      calendarOf(`UID:${from}\nDTSTART;VALUE=DATE:20261225\nSUMMARY:Christmas`),
    );
    expect(await daysOf(two.join('\r\n'))).toEqual(christmas);
  });

  it('several days', async () => {
    const days = [
      'UID:1\nDTSTART:20270114T000000\nDTEND:20270117T000000\nSUMMARY:Sankranti',
      'UID:2\nDTSTART:20270212T183000Z\nDTEND:20270214T183000Z\nSUMMARY:Camp',
      'UID:3\nDTSTART;VALUE=DATE:20270501\nDURATION:P2W\nSUMMARY:Break',
    ];
    expect(await daysOf(calendarOf(...days))).toEqual([
      '2027-01-14 2027-01-16 Sankranti',
      '2027-02-13 2027-02-14 Camp',
      '2027-05-01 2027-05-14 Break',
    ]);
  });
});

describe('what is hardly a day off has a doubt', () => {
  it.each([
    ['a time of day', 'DTSTART:20261225T100000Z\nDTEND:20261225T110000Z', ['2026-12-25 Christmas (time)']],
    [
      'an evening over midnight',
      'DTSTART:20261225T220000\nDTEND:20261226T010000',
      ['2026-12-25 2026-12-26 Christmas (time)'],
    ],
    ['half a day', 'DTSTART:20261225T000000\nDTEND:20261225T120000', ['2026-12-25 Christmas (time)']],
    ['no end', 'DTSTART:20261225T000000', ['2026-12-25 Christmas (time)']],
    [
      'an observance',
      'DTSTART;VALUE=DATE:20261225\nDESCRIPTION:Observance',
      ['2026-12-25 Christmas (optional)'],
    ],
    [
      'an observance in another language',
      'DTSTART;VALUE=DATE:20261225\nDESCRIPTION:पर्व\\nछिपाने के लिए Google कैलेंडर सेटिंग',
      ['2026-12-25 Christmas (optional)'],
    ],
    [
      'a month',
      'DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=MONTHLY;COUNT=2',
      ['2026-12-25 Christmas (often)', '2027-01-25 Christmas (often)'],
    ],
  ])('%s', async (_, lines, said) => {
    expect(await daysOf(calendarOf(`UID:1\n${lines}\nSUMMARY:Christmas`))).toEqual(said);
  });

  it('birthdays, and what is not called a public holiday beside days that are', async () => {
    const one = (name: string, day: string, more = '') =>
      `UID:${name}\nDTSTART;VALUE=DATE:${day}\nSUMMARY:${name}${more}`;
    expect(
      await daysOf(calendarOf(one("Asha Rao's birthday", '20270301'), one('Founders day', '20270302'))),
    ).toEqual(["2027-03-01 Asha Rao's birthday (optional)", '2027-03-02 Founders day']);
    const labelled = calendarOf(
      one('Republic Day', '20270126', '\nDESCRIPTION:Public holiday'),
      one("Valentine's Day", '20270214', '\nDESCRIPTION:Observance'),
      one('Birthday of office manager', '20270301'),
    );
    expect(await daysOf(labelled)).toEqual([
      '2027-01-26 Republic Day',
      "2027-02-14 Valentine's Day (optional)",
      '2027-03-01 Birthday of office manager (optional)',
    ]);
  });

  it('at most twelve of what returns often, and of many days those without a doubt come first', async () => {
    const weekly = 'UID:w\nDTSTART;VALUE=DATE:20200105\nRRULE:FREQ=WEEKLY\nSUMMARY:Sunday';
    expect(await daysOf(calendarOf(weekly))).toHaveLength(12);
    const talks = Array.from(
      { length: 600 },
      (_, place) => `UID:${place}\nDTSTART:20261201T100000Z\nSUMMARY:Talk ${place}`,
    );
    const days = await daysOf(calendarOf(...talks, 'UID:c\nDTSTART;VALUE=DATE:20261225\nSUMMARY:Christmas'));
    expect(days).toHaveLength(500);
    expect(days).toContain('2026-12-25 Christmas');
  });
});

describe('what is broken loses only itself', () => {
  const good = 'UID:1\nDTSTART;VALUE=DATE:20261225\nSUMMARY:Christmas';
  it.each([
    ['an unfolded line', calendarOf(`${good}\nDESCRIPTION:Closed.\nBuses do not run`), christmas],
    [
      'an entry without a start',
      calendarOf(good, 'UID:2\nSUMMARY:Odd\\, one'),
      [...christmas, 'left out: Odd, one'],
    ],
    [
      'a start that is none',
      calendarOf(good, 'UID:2\nDTSTART;VALUE=DATE:soon\nSUMMARY:Odd'),
      [...christmas, 'left out: Odd'],
    ],
    [
      'a rule that is none',
      calendarOf(good, 'UID:2\nDTSTART;VALUE=DATE:20270101\nRRULE:now and then\nSUMMARY:Odd'),
      [...christmas, 'left out: Odd'],
    ],
    [
      'an entry that does not end',
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:2\nSUMMARY:Odd\nBEGIN:VEVENT\n${good}\nEND:VEVENT\nEND:VCALENDAR`,
      [...christmas, 'left out: Odd'],
    ],
    [
      'a file that is cut off',
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${good}\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMM`,
      [...christmas, 'left out: UID:2 SUMM'],
    ],
    [
      'a second calendar',
      `${calendarOf(good)}\r\n${calendarOf('UID:2\nDTSTART;VALUE=DATE:20270126\nSUMMARY:Republic Day')}`,
      [...christmas, '2027-01-26 Republic Day'],
    ],
    ['text around it', `\ufeffFrom the office:\n${calendarOf(good)}\nBye`, christmas],
    ['an alarm', calendarOf(`${good}\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P1D\nEND:VALARM`), christmas],
    [
      'folded lines',
      calendarOf('UID:1\r\nDTSTART;VALUE=DATE:2026\r\n 1225\r\nSUMMARY:Christ\r\n\tmas'),
      christmas,
    ],
  ])('%s', async (_, text, said) => {
    expect(await daysOf(text)).toEqual(said);
  });

  it('days that a list adds have their first one, and a moved day moves', async () => {
    const list = 'UID:1\nDTSTART;VALUE=DATE:20261225\nRDATE;VALUE=DATE:20270401,20270402\nSUMMARY:Closed';
    const yearly = 'UID:2\nDTSTART;VALUE=DATE:20250126\nRRULE:FREQ=YEARLY\nSUMMARY:Founders';
    const moved = 'UID:2\nRECURRENCE-ID;VALUE=DATE:20270126\nDTSTART;VALUE=DATE:20270128\nSUMMARY:Moved';
    expect(await daysOf(calendarOf(list, yearly, moved))).toEqual([
      '2026-12-25 Closed',
      '2027-01-28 Moved',
      '2027-04-01 Closed',
      '2027-04-02 Closed',
      '2028-01-26 Founders',
    ]);
  });
});

const yearly = 'UID:y\nDTSTART;VALUE=DATE:20250126\nRRULE:FREQ=YEARLY\nSUMMARY:Founders';
const outlookZone =
  'BEGIN:VTIMEZONE\nTZID:India Standard Time\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0530\nTZOFFSETTO:+0530\nEND:STANDARD\nEND:VTIMEZONE';

describe('rules, their exceptions and what was called off', () => {
  it.each([
    ['a date left out', [`${yearly}\nEXDATE;VALUE=DATE:20270126`], ['2028-01-26 Founders']],
    ['a date left out that does not say it is one', [`${yearly}\nEXDATE:20270126`], ['2028-01-26 Founders']],
    ['a date left out as a time', [`${yearly}\nEXDATE:20270126T000000`], ['2028-01-26 Founders']],
    ['a date left out as midnight of UTC', [`${yearly}\nEXDATE:20270126T000000Z`], ['2028-01-26 Founders']],
    [
      'a date left out in the zone of Outlook',
      [`${yearly}\nEXDATE;TZID=India Standard Time:20270126T000000`],
      ['2028-01-26 Founders'],
    ],
    [
      'a year that was called off',
      [
        yearly,
        'UID:y\nRECURRENCE-ID;VALUE=DATE:20270126\nDTSTART;VALUE=DATE:20270126\nSTATUS:CANCELLED\nSUMMARY:Founders',
      ],
      ['2028-01-26 Founders'],
    ],
    [
      'a moved day whose rule is not in the file',
      ['UID:z\nRECURRENCE-ID;VALUE=DATE:20270126\nDTSTART;VALUE=DATE:20270128\nSUMMARY:Moved'],
      ['2027-01-28 Moved'],
    ],
    [
      'a count',
      ['UID:1\nDTSTART;VALUE=DATE:20270126\nRRULE:FREQ=YEARLY;COUNT=1\nSUMMARY:Once'],
      ['2027-01-26 Once'],
    ],
    [
      'an end of the rule as a time',
      ['UID:1\nDTSTART;VALUE=DATE:20260126\nRRULE:FREQ=YEARLY;UNTIL=20270126T000000Z\nSUMMARY:Once'],
      ['2027-01-26 Once'],
    ],
    [
      'the fourth Thursday of November',
      ['UID:1\nDTSTART;VALUE=DATE:20251127\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH\nSUMMARY:Thanks'],
      ['2027-11-25 Thanks', '2028-11-23 Thanks'],
    ],
    [
      'three days in a row as a rule of days',
      ['UID:1\nDTSTART;VALUE=DATE:20270126\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Camp'],
      ['2027-01-26 Camp (often)', '2027-01-27 Camp (often)', '2027-01-28 Camp (often)'],
    ],
    [
      'an entry that was called off',
      ['UID:1\nDTSTART;VALUE=DATE:20270126\nSTATUS:CANCELLED\nSUMMARY:Off'],
      [],
    ],
    [
      'an older entry beside the newer one',
      [
        'UID:1\nSEQUENCE:0\nDTSTART;VALUE=DATE:20270126\nSUMMARY:Sports',
        'UID:1\nSEQUENCE:2\nDTSTART;VALUE=DATE:20270129\nSUMMARY:Sports',
      ],
      ['2027-01-29 Sports'],
    ],
    [
      'two days of one number',
      ['UID:1\nDTSTART;VALUE=DATE:20270126\nSUMMARY:One', 'UID:1\nDTSTART;VALUE=DATE:20270129\nSUMMARY:Two'],
      ['2027-01-26 One', '2027-01-29 Two'],
    ],
    [
      'a list without its first day',
      [
        'UID:1\nDTSTART;VALUE=DATE:20270126\nRDATE;VALUE=DATE:20270127\nEXDATE;VALUE=DATE:20270126\nSUMMARY:List',
      ],
      ['2027-01-27 List'],
    ],
    [
      'Outlook, whose zone has a name of Windows with a colon',
      [
        'UID:1\nDTSTART;TZID="(UTC+05:30) Chennai, Kolkata":20270126T000000\nDTEND;TZID="(UTC+05:30) Chennai, Kolkata":20270127T000000\nSUMMARY;LANGUAGE=en-us:Republic\\, Day\\; all',
      ],
      ['2027-01-26 Republic, Day; all'],
    ],
    [
      'a duration of 24 hours',
      ['UID:1\nDTSTART:20270126T000000\nDURATION:PT24H\nSUMMARY:Day'],
      ['2027-01-26 Day'],
    ],
    ['days of the past', ['UID:1\nDTSTART;VALUE=DATE:20250126\nSUMMARY:Past'], []],
  ])('%s', async (_, entries, said) => {
    expect(await daysOf(calendarOf(...entries))).toEqual(said);
  });

  it.each([
    [
      'a day that no calendar has',
      ['SUMMARY:Odd\nDTSTART;VALUE=DATE:20261345', 'SUMMARY:Odder\nDTSTART:20270230T000000'],
      ['left out: Odd', 'left out: Odder'],
    ],
    [
      'no name, and a name in the description',
      ['DTSTART;VALUE=DATE:20261225', 'DESCRIPTION:Founding day\nDTSTART;VALUE=DATE:20261226'],
      ['2026-12-26 Founding day', 'left out: 20261225'],
    ],
    [
      '29 February every year',
      ['SUMMARY:Leap\nDTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY'],
      ['2028-02-29 Leap'],
    ],
    [
      'a moved day that is named with a time',
      [
        'UID:m\nSUMMARY:A\nDTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;COUNT=2',
        'UID:m\nSUMMARY:A\nRECURRENCE-ID:20261225T000000\nDTSTART;VALUE=DATE:20261228',
      ],
      ['2026-12-28 A', '2027-12-25 A'],
    ],
  ])('%s is read as far as it goes, and the rest is named', async (_, entries, days) => {
    expect(await daysOf(calendarOf(...entries))).toEqual(days);
  });

  it('a calendar of what is called off has no days', async () => {
    const text = calendarOf('UID:1\nDTSTART;VALUE=DATE:20270126\nSUMMARY:Off');
    expect(await daysOf(text.replace('VERSION', 'METHOD:CANCEL\r\nVERSION'))).toEqual([]);
    const outlook = calendarOf(
      'UID:1\nDTSTART;TZID=India Standard Time:20270126T000000\nDTEND;TZID=India Standard Time:20270127T000000\nSUMMARY:On',
    );
    expect(await daysOf(outlook.replace('BEGIN:VEVENT', `${outlookZone}\r\nBEGIN:VEVENT`))).toEqual([
      '2027-01-26 On',
    ]);
  });

  it('of a school’s calendar the holidays are ticked', async () => {
    const one = (name: string, day: string, kind = '') =>
      `UID:${name}\nDTSTART;VALUE=DATE:${day}\nTRANSP:TRANSPARENT\nSUMMARY:${name}${kind === '' ? '' : `\nCATEGORIES:${kind}`}`;
    expect(
      await daysOf(
        calendarOf(
          one('Pongal', '20270114', 'HOLIDAY,School'),
          one('Sports day', '20270120', 'Event'),
          one('Parents evening', '20270121'),
        ),
      ),
    ).toEqual([
      '2027-01-14 Pongal',
      '2027-01-20 Sports day (optional)',
      '2027-01-21 Parents evening (optional)',
    ]);
    expect(
      await daysOf(
        calendarOf(
          one('School reopens', '20270104'),
          one('Working Saturday', '20270109'),
          one('Annual exams begin', '20270115'),
          one('Holi', '20270322'),
        ),
      ),
    ).toEqual([
      '2027-01-04 School reopens (optional)',
      '2027-01-09 Working Saturday (optional)',
      '2027-01-15 Annual exams begin (optional)',
      '2027-03-22 Holi',
    ]);
  });
});

describe('the table of public holidays', () => {
  it('has the festivals of India; what is no holiday for all has a doubt', () => {
    const india = holidaysOf('IN').of('');
    expect(india).toContainEqual({
      from: '2027-10-29',
      to: '2027-10-29',
      name: 'Diwali (Deepavali)',
      doubt: '',
    });
    expect(india).toContainEqual({ from: '2027-03-22', to: '2027-03-22', name: 'Holi', doubt: '' });
    expect(india).toContainEqual({
      from: '2027-03-10',
      to: '2027-03-10',
      name: 'Eid al-Fitr',
      doubt: 'estimated',
    });
    expect(india).toContainEqual({ from: '2027-04-07', to: '2027-04-07', name: 'Ugadi', doubt: 'optional' });
    const inKarnataka = holidaysOf('IN').of('KA');
    expect(inKarnataka).toContainEqual({ from: '2027-04-07', to: '2027-04-07', name: 'Ugadi', doubt: '' });
  });

  it.each(['IN', 'US', 'GB', 'CA', 'AU'] as const)(
    '%s has regions with names, and each has days in every year',
    (country) => {
      const { names, of } = holidaysOf(country);
      expect(names.size).toBeGreaterThan(3);
      for (const region of ['', ...names.keys()]) {
        expect(new Set(of(region).map(({ from }) => from.slice(0, 4))).size).toBe(7);
      }
    },
  );
});
