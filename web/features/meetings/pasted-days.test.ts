import { expect, test } from 'vitest';
import { daysInText } from './pasted-days.ts';

const day = (from: string, name: string, to = from) => ({ from, to, name });

test('a table of a sheet is read: a day, the last of several, and a name', () => {
  const { days, unread } = daysInText(
    [
      'No.\tDate\tHoliday\tType',
      '1\t26-Jan-2027\tRepublic Day\tGazetted',
      '2\t10/05/2027\t14/05/2027\tSummer break',
      '3.\tMon, 2027-03-22\tHoli',
      '',
      'Dussehra; 9 October 2027',
    ].join('\r\n'),
  );
  expect(unread).toEqual([]);
  expect(days).toEqual([
    day('2027-01-26', 'Republic Day'),
    day('2027-05-10', 'Summer break', '2027-05-14'),
    day('2027-03-22', 'Holi'),
    day('2027-10-09', 'Dussehra'),
  ]);
});

test('lines of a mail are read: ranges with dashes and words, weekdays, names with several words', () => {
  const { days, unread } = daysInText(
    [
      '• 26.01.2027 Tuesday: Republic Day',
      '10 May 2027 – 14 May 2027 – Summer break, all classes',
      '24-12-2027 to 31-12-2027 Winter break',
      'Good Friday (26 March 2027)',
      '15-08-2027 स्वतंत्रता दिवस',
      '2-10-2027 గాంధీ జయంతి',
    ].join('\n'),
  );
  expect(unread).toEqual([]);
  expect(days.map(({ from, to, name }) => [from, to, name])).toEqual([
    ['2027-01-26', '2027-01-26', 'Republic Day'],
    ['2027-05-10', '2027-05-14', 'Summer break'],
    ['2027-12-24', '2027-12-31', 'Winter break'],
    ['2027-03-26', '2027-03-26', 'Good Friday'],
    ['2027-08-15', '2027-08-15', 'स्वतंत्रता दिवस'],
    ['2027-10-02', '2027-10-02', 'గాంధీ జయంతి'],
  ]);
});

test.each<[line: string, from: string, to?: string]>([
  ['January 26, 2027 Republic Day', '2027-01-26'],
  ['26/01/27 Republic Day', '2027-01-26'],
  ['26th January, 2027 - Republic Day (Tuesday)', '2027-01-26'],
  ['01/26/2027 Republic Day', '2027-01-26'],
  ['Republic Day\t26.1.2027', '2027-01-26'],
  ['1 - 26 January 2027 - Republic Day', '2027-01-26'],
  ['24 – 31 December 2027 Republic Day', '2027-12-24', '2027-12-31'],
  ['Republic Day: 24th to 31st December 2027', '2027-12-24', '2027-12-31'],
  ['1. Republic Day 26 Jan 2027', '2027-01-26'],
  ['1, 26 Jan 2027, Republic Day', '2027-01-26'],
  ['24-31 December 2027 Republic Day', '2027-12-24', '2027-12-31'],
  ['25 & 26 Dec 2027 Republic Day', '2027-12-25', '2027-12-26'],
  ['Republic Day: 25, 26 & 27 Dec 2027', '2027-12-25', '2027-12-27'],
  ['10/05/2027-14/05/2027 Republic Day', '2027-05-10', '2027-05-14'],
  ['10/05/2027,14/05/2027,Republic Day', '2027-05-10', '2027-05-14'],
  ['२६-०१-२०२७ Republic Day', '2027-01-26'],
  ['26 జనవరి 2027 Republic Day', '2027-01-26'],
  ['\u200e26/01/2027\u200e\u00a0Republic Day', '2027-01-26'],
])('%s', (line, from, to) => {
  expect(daysInText(line)).toEqual({ days: [day(from, 'Republic Day', to)], unread: [] });
});

test('days that can be read both ways are read as the others, and day first without others', () => {
  expect(daysInText('05/10/2027 One\n12/25/2027 Two').days.map(({ from }) => from)).toEqual([
    '2027-05-10',
    '2027-12-25',
  ]);
  expect(daysInText('05/10/2027 One\n25/12/2027 Two').days.map(({ from }) => from)).toEqual([
    '2027-10-05',
    '2027-12-25',
  ]);
  expect(daysInText('05/10/2027 One').days).toEqual([day('2027-10-05', 'One')]);
  const both = ['05/10/2027 One', '12/25/2027 Two', '25/12/2027 Three'];
  expect(daysInText(both.join('\n'))).toMatchObject({
    days: [day('2027-12-25', 'Two'), day('2027-12-25', 'Three')],
    unread: [{ line: 1, text: '05/10/2027 One' }],
  });
});

test('what could mean other days, or none, is not guessed', () => {
  const lines = [
    '31-02-2027 No such day',
    '14-05-2027 10-05-2027 Turned',
    '26-01-2027',
    '1-1-2027 2-1-2027 3-1-2027 Three',
    '24 Dec - 2 Jan 2027 Winter break',
    'Dec 24-31, 2027 Winter break',
    '1-1-2027, 5-1-2027 Two days',
    '1 January 2027 and 5 January 2027 Two days',
    '26 January Republic Day',
    '24 December 2027 - 2 January Winter break',
    '24-31/12/2027 Winter break',
  ];
  const { days, unread } = daysInText(['Holidays of our office', ...lines].join('\n'));
  expect(days).toEqual([]);
  expect(unread).toEqual(lines.map((text, place) => ({ line: place + 2, text })));
});

test.each(['25 & 28 Dec 2027 Camp', '25 Dec & 26 Dec 2027 Camp', '24, 26 & 27 Dec 2027 Camp'])(
  'days that are none after the other are named: %s',
  (text) => {
    expect(daysInText(text)).toEqual({ days: [], unread: [{ line: 1, text }] });
  },
);
