import { textsOf } from '#server/test/texts-of.ts';
import { describe, expect, it } from 'vitest';
import { amountIn, readAmount } from './amounts.ts';
import { isNearEmail, isSamePhone, readEmail } from '../likeness/contacts.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { momentIn, orderOf, readDate } from '@gurukul/contract/shared/written/date';
import { fit, isOneTypo, nameOf } from '../likeness/names.ts';
import { dateReads, tidyPayment } from './cells.ts';

const clock = { today: '2026-11-21', now: '2026-11-21T06:00:00.000Z', zone: 'Asia/Kolkata' };

describe('the dates of a file', () => {
  it('are not searched in cells that are longer than any date', async () => {
    const long = `2026-03-05${'T'.repeat(100)}10:00`;
    const rows = [
      { row: 2, created_at: long },
      { row: 3, created_at: '05/03/2026' },
    ];
    expect((await dateReads(rows, clock)).map(({ text }) => text)).toEqual(['05/03/2026']);
  });
});

/** The amount of a cell in this currency, as text or as the English text of its problem. */
function amountOf(text: string, currency: string | null) {
  const read = readAmount(text);
  if (read.problem !== null) return read.problem.message;
  const amount = amountIn(read, currency);
  return typeof amount === 'string' ? amount : amount.message;
}

describe('an amount', () => {
  it.each([
    ['1200', '1200.00'],
    ['1,200.00', '1200.00'],
    ['₹ 1,20,000.50', '120000.50'],
    ['Rs. 1200/-', '1200.00'],
    ['Rs.500', '500.00'],
    ['Rs. 1,20,000/- only', '120000.00'],
    ['रु. 500', '500.00'],
    ['500 रुपये', '500.00'],
    ['రూ. 1,200', '1200.00'],
    ['ரூ. 500', '500.00'],
    ['Cr 500', '500.00'],
    ['1’234.–', '1234.00'],
    ['50.-', '50.00'],
    ['50,-', '50.00'],
    ['RM 500', '500.00'],
    ['R$ 500,00', '500.00'],
    ['500 zł', '500.00'],
    ['INR 1,200', '1200.00'],
    ['1200 INR', '1200.00'],
    ['$1,200,300.4', '1200300.40'],
    ['1.200,50', '1200.50'],
    ['1200,5', '1200.50'],
    ['12,00,000', '1200000.00'],
    ["1'200.00", '1200.00'],
    ['1\u00a0200', '1200.00'],
    ['1 20 000', '120000.00'],
    ['1 200 300,50', '1200300.50'],
    ['０１２', '12.00'],
    ['₹ १,२०,०००.५०', '120000.50'],
    ['+1,200.00', '1200.00'],
    ['\u200e1200\u200b', '1200.00'],
    ['.5', '0.50'],
    ['500.', '500.00'],
    ['0', '0.00'],
    ['౧,౨౦౦', '1200.00'],
    ['१,२०,०००.५०', '120000.50'],
    ['+1200', '1200.00'],
    ['1,200.00 Cr', '1200.00'],
    ['1.234.567', '1234567.00'],
    ['9999999999.99', '9999999999.99'],
    // As binary fractions these would become 70.09999999999999 and the like.
    ['70.10', '70.10'],
    ['4503599627.37', '4503599627.37'],
  ])('%s is %s', (text, amount) => {
    expect([amountOf(text, null), amountOf(text, 'INR')]).toEqual([amount, amount]);
  });

  it.each([
    ['-500', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['500.00 Dr', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['(500.00)', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['₹-500', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['-₹500', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['−500', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['Dr 500', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['500-', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['1.200', 'Amount has more than two decimals'],
    ['1199.9999999999998', 'Amount has more than two decimals'],
    ['1,200.505', 'Amount has more than two decimals'],
    ['1,20', 'Amount reads two ways, as 1.20 or with digits missing: write it like 1.20 or 1,20,000'],
    ['10000000000', 'Amount is too large'],
    ['1234567890123', 'Amount is too large'],
    ['=A1*2', 'Amount is a formula: paste it as a value'],
    ['1.2E+5', 'Amount cannot be read'],
    ['1,2000', 'Amount cannot be read'],
    ['1.2.3', 'Amount cannot be read'],
    ['5 00', 'Amount cannot be read'],
    ['12 34.50', 'Amount cannot be read'],
    ['twelve', 'Amount cannot be read'],
    ['N/A', 'Amount is missing'],
    ['Nil', 'Amount is missing'],
    ['500 + GST', 'Amount cannot be read'],
    ['1.5 lakh', 'Amount cannot be read'],
    ['#REF!', 'Amount cannot be read'],
    ['12 apples', 'Amount cannot be read'],
    ['₹', 'Amount cannot be read'],
    ['100 200 -', 'Amount is negative: money that went out is no payment, so leave this row out'],
    ['USD 100 INR', 'Column and amount say different currencies'],
    ['XYZ₹100', 'Amount cannot be read'],
    [' =1200', 'Amount is a formula: paste it as a value'],
    ['', 'Amount is missing'],
  ])('%s is none: %s', (text, problem) => {
    expect([amountOf(text, null), amountOf(text, 'INR')]).toEqual([problem, problem]);
  });

  it.each([
    ['1250', 'JPY', '1250'],
    ['1,250.00', 'JPY', '1250'],
    ['100.50', 'JPY', 'Amount has more decimals than JPY has'],
    ['1.200', 'JPY', 'Amount has more decimals than JPY has'],
    ['1,250.000', 'KWD', '1250.000'],
    ['1.250', 'KWD', '1.250'],
    // Three decimals are usual there, so this is no doubt.
    ['1.200', 'KWD', '1.200'],
    ['1.2', 'KWD', '1.200'],
    ['1.2005', 'KWD', 'Amount has more decimals than KWD has'],
    ['12,50', 'EUR', '12.50'],
    ['1.200', 'EUR', 'Amount has more than two decimals'],
    ['100.50', 'PKR', '100.50'],
  ])('%s in %s is %s', (text, currency, amount) => {
    expect(amountOf(text, currency)).toBe(amount);
  });

  it.each([
    ['₹ 1,20,000.50', 'INR'],
    ['Rs. 500/-', 'INR'],
    ['500 rs', 'INR'],
    ['USD 100', 'USD'],
    ['usd100', 'USD'],
    ['US$100', 'USD'],
    ['USD $100', 'USD'],
    ['$100 CAD', 'CAD'],
    ['A$ 100', 'AUD'],
    ['£100', 'GBP'],
    ['100 €', 'EUR'],
    ['￥100', 'JPY CNY'],
    ['KWD 1.250', 'KWD'],
    ['1200', ''],
  ])('%s says %s', (text, currencies) => {
    expect(readAmount(text)).toMatchObject({
      currencies: currencies.split(' ').filter(Boolean),
      problem: null,
    });
  });

  it('with the sign of a dollar says several', () => {
    expect(readAmount('$100')).toMatchObject({ currencies: expect.arrayContaining(['USD', 'CAD', 'AUD']) });
  });
});

const read = (text: string) => {
  const cell = readDate(text, clock.today);
  return cell && [cell.dayFirst?.at ?? null, cell.monthFirst?.at ?? null];
};
const both = (at: string) => [at, at];

describe('a date', () => {
  it.each([
    ['2026-03-05', '2026-03-04T18:30:00.000Z'],
    ['20260305', '2026-03-04T18:30:00.000Z'],
    ['2026/3/5', '2026-03-04T18:30:00.000Z'],
    ['5 Mar 2026', '2026-03-04T18:30:00.000Z'],
    ['05-Mar-26', '2026-03-04T18:30:00.000Z'],
    ['5th March, 2026', '2026-03-04T18:30:00.000Z'],
    ['Mar 5, 2026', '2026-03-04T18:30:00.000Z'],
    ['Thursday, 5 March 2026', '2026-03-04T18:30:00.000Z'],
    ['1 Sept 2026', '2026-08-31T18:30:00.000Z'],
    ['46086', '2026-03-04T18:30:00.000Z'],
    ['46086.5', '2026-03-05T06:30:00.000Z'],
    ['2026-03-05 14:30', '2026-03-05T09:00:00.000Z'],
    ['2026-03-05T14:30:00Z', '2026-03-05T14:30:00.000Z'],
    ['2026-03-05T14:30:00.000+05:30', '2026-03-05T09:00:00.000Z'],
    ['5 Mar 2026 2:30 PM', '2026-03-05T09:00:00.000Z'],
    ['5 Mar 2026, 12:05:09 am', '2026-03-04T18:35:09.000Z'],
    ['2026-03-05 14:30:00 IST', '2026-03-05T09:00:00.000Z'],
    ['2026-10-31 20:15 UTC', '2026-10-31T20:15:00.000Z'],
    ['2026-11-13 20:41:10 PST', '2026-11-14T04:41:10.000Z'],
    ['13-Nov-2026, 8:41 pm (EST)', '2026-11-14T01:41:00.000Z'],
    ['2026-11-13 20:41 GMT+5:30', '2026-11-13T15:11:00.000Z'],
    ['2026-11-13 20:41 -0800', '2026-11-14T04:41:00.000Z'],
    ['07/07/2026', '2026-07-06T18:30:00.000Z'],
  ])('%s is %s', (text, at) => {
    expect(read(text)).toEqual(both(at));
  });

  it.each([
    ['05/03/2026', ['2026-03-04T18:30:00.000Z', '2026-05-02T18:30:00.000Z']],
    ['05-03-26', ['2026-03-04T18:30:00.000Z', '2026-05-02T18:30:00.000Z']],
    ['25.03.2026', ['2026-03-24T18:30:00.000Z', null]],
    ['03/25/2026 10:00', [null, '2026-03-25T04:30:00.000Z']],
  ])('%s may be %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    '31/02/2026',
    '2026-02-30',
    '30/30/2026',
    'yesterday',
    '5 Foo 2026',
    // The order of day, month and year is unknown.
    '26-03-05',
    '2026-03-05 25:00',
    '2026-03-05 14:30 AM',
    '2026-03-05 14:30 XYZ',
    '2026-03-05 14:30 soon',
    '12',
    '99999',
  ])('%s is none', (text) => {
    expect(read(text)).toBeNull();
  });
});

describe('the dates of a column', () => {
  const order = (texts: string[], choice?: 'day_first' | 'month_first') => {
    const reads = texts.flatMap((text) => readDate(text, clock.today) ?? []);
    const column = orderOf(reads, choice, clock.now);
    const days = reads.map((cell) => {
      const moment = momentIn(cell, column);
      return moment === 'open'
        ? 'open'
        : new Date(Date.parse(moment.at) + 19_800_000).toISOString().slice(5, 10);
    });
    return [column.order, column.decided_by, days.join(' ')];
  };

  it.each([
    [
      ['05/03/2026', '25/03/2026'],
      ['day_first', 'file', '03-05 03-25'],
    ],
    [
      ['05/03/2026', '03/25/2026'],
      ['month_first', 'file', '05-03 03-25'],
    ],
    [
      ['05/03/2026', '06/03/2026'],
      ['day_first', 'default', '03-05 03-06'],
    ],
    // As 3 December it would be in the future.
    [
      ['03/12/2026', '01/02/2026'],
      ['month_first', 'file', '03-12 01-02'],
    ],
    [
      ['2026-03-05', '5 Mar 2026', '07/07/2026'],
      ['day_first', 'not_needed', '03-05 03-05 07-07'],
    ],
    [
      ['25/03/2026', '03/25/2026', '05/03/2026'],
      ['day_first', 'file', '03-25 03-25 open'],
    ],
  ])('%j: %j', (texts, expected) => {
    expect(order(texts)).toEqual(expected);
  });

  it('are read as the person chose', () => {
    expect(order(['05/03/2026', '25/03/2026'], 'month_first')).toEqual([
      'month_first',
      'choice',
      '05-03 03-25',
    ]);
  });
});

describe('a name', () => {
  it.each([
    ['Ravi Kumar', 'KUMAR  ravi', 'same'],
    ['Ravi Kumar', 'RaviKumar', 'same'],
    ['Shri Ravi Kumar', 'Ravi Kumar', 'same'],
    ['José Peña', 'jose pena', 'same'],
    ['Ｒａｖｉ Kumar', 'Ravi Kumar', 'same'],
    ["D'Souza Ana", 'Ana DSouza', 'same'],
    ['Ravi Kumar', 'Ravi Kumra', 'typo'],
    ['Ravi Kumar', 'Kumr Ravi', 'typo'],
    ['Lakshmi Devi', 'Laksmi Devii', 'close'],
    ['Ravi Kumar', 'Ravi', 'part'],
    ['Ravi Teja Kumar', 'Ravi Kumar', 'part'],
    ['R Kumar', 'Ravi Kumar', 'part'],
    ['S Kumar', 'Ravi Kumar', null],
    ['Sita Kumar', 'Ravi Kumar', null],
    ['Anita', 'Anitha', null],
    ['Anil Sharma', 'Anita Sharma', null],
    ['Ana Rao', 'Anu Rao', null],
    ['राम शर्मा', 'शर्मा राम', 'same'],
    ['राम शर्मा', 'रमा शर्मा', null],
    ['', 'Ravi', null],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(fit(nameOf(a), nameOf(b))).toBe(expected);
    expect(fit(nameOf(b), nameOf(a))).toBe(expected);
  });

  it('is one typo away from another by one letter or one exchange', () => {
    expect(['kumar', 'kumr', 'kumarr', 'kumra', 'komar'].map((word) => isOneTypo('kumar', word))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(isOneTypo('kumar', 'kmura')).toBe(false);
    expect(isOneTypo('kumar', 'kum')).toBe(false);
  });
});

describe('contacts', () => {
  it.each([
    ['98765 43210', ['9876543210']],
    ['+91-98765-43210', ['919876543210']],
    ['0091 98765 43210', ['919876543210']],
    ['09876543210', ['9876543210']],
    ['9876543210.0', ['9876543210']],
    ['98765 43210 / 98765 43211', ['9876543210', '9876543211']],
    ['', []],
    ['9.87654E+09', null],
    ['none', null],
  ])('phone %s is %j', (text, expected) => {
    expect(readPhones(text)).toEqual(expected);
  });

  it('knows a number with and without its country code', () => {
    expect(isSamePhone('919876543210', '9876543210')).toBe(true);
    expect(isSamePhone('971501234567', '501234567')).toBe(true);
    expect(isSamePhone('9876543210', '8876543210')).toBe(false);
  });

  it.each([
    ['Ravi@Example.com', 'ravi@example.com'],
    ['Ravi <ravi@example.com>', 'ravi@example.com'],
    ['mailto:ravi@example.com,', 'ravi@example.com'],
    ['ravi at example.com', ''],
    ['a@b.in, c@d.in', 'a@b.in'],
    ['a@ b.in', ''],
  ])('email %s is "%s"', (text, expected) => {
    expect(readEmail(text)).toBe(expected);
  });

  it.each([
    ['ravi.kumar@gmail.com', 'ravi.kumar@gmial.com', true],
    ['ravi.kumar@gmail.com', 'ravi.kumer@gmail.com', true],
    ['ravi1@gmail.com', 'ravi2@gmail.com', false],
    ['ravi.kumar@gmail.com', 'suresh@gmail.com', false],
  ])('%s and %s are near: %s', (a, b, expected) => {
    expect(isNearEmail(a, b)).toBe(expected);
  });
});

describe('a row', () => {
  const dates = {
    order: 'day_first',
    decided_by: 'default',
    example: null,
    isMixed: false,
    halfTurned: null,
  } as const;
  const tidy = (cells: object, asItIs = false) => tidyPayment({ row: 2, ...cells }, { dates, clock, asItIs });

  it.each([
    ['2026-07-05 10:00 Pacific Time (US & Canada)', '2026-07-05T17:00:00.000Z'],
    ['2026-01-05 10:00 America/Los_Angeles', '2026-01-05T18:00:00.000Z'],
    ['5 Jul 2026 10:00 AM (UTC-08:00) Pacific Time (US & Canada)', '2026-07-05T17:00:00.000Z'],
    ['2026-07-05 10:00 (GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi', '2026-07-05T04:30:00.000Z'],
    ['2026-07-05 10:00 India Standard Time', '2026-07-05T04:30:00.000Z'],
    ['2026-07-05 10:00 GMT Standard Time', '2026-07-05T09:00:00.000Z'],
    ['2026-07-05 Europe/London', '2026-07-04T18:30:00.000Z'],
    ['2026-07-05 10:00 Nowhere Time', undefined],
  ])('hears the zone of %s', (created_at, at) => {
    expect(tidy({ created_at }).paidAt?.at).toBe(at);
  });

  it.each([
    ['2026-07-05', '2026-07-05T05:00:00.000Z'],
    ['2026-07-05 10:00', '2026-07-05T15:00:00.000Z'],
    ['2026-07-05T10:00:00Z', '2026-07-05T10:00:00.000Z'],
    ['2026-07-05 10:00 India Standard Time', '2026-07-05T04:30:00.000Z'],
    ['5 Jan 2026 10:00 AM', '2026-01-05T16:00:00.000Z'],
  ])('reads %s on the clock of a provider in Chicago, unless it says another', (created_at, at) => {
    const there = { ...clock, zone: 'America/Chicago' };
    const row = tidyPayment({ row: 2, created_at }, { dates, clock: there, asItIs: false });
    expect(row.paidAt?.at).toBe(at);
  });

  it('loses no payment for an error in an address or a number', () => {
    const { problems, notes } = tidy({ email_id: '#N/A', phone_number: '=A1' });
    expect([problems, notes.map(({ code }) => code)]).toEqual([[], ['column_error', 'column_formula']]);
  });

  it.each([
    [{ payment_id: '#N/A' }, 'Payment id is an error of the spreadsheet, #N/A: write the value'],
    [{ payment_id: '=A2' }, 'Payment id is a formula: paste it as a value'],
    [{ full_name: '=HYPERLINK("http://x")' }, 'Name is a formula: paste it as a value'],
    [{ full_name: '@SUM(A1)' }, 'Name is a formula: paste it as a value'],
    [{ amount: '=2*600' }, 'Amount is a formula: paste it as a value'],
    [{ payment_id: '1.23457E+15' }, 'Payment id was shortened by the spreadsheet: format its column as text'],
    [{ created_at: 'soon' }, 'Date cannot be read: write it like 2026-03-05 or 05-Mar-2026'],
    [{ created_at: '2027-03-05' }, 'Date lies in the future'],
    [{ full_name: 'a\u202eb' }, 'Name contains characters that cannot be printed'],
    [
      { amount: '120000', created_at: '1772699400' },
      'A program wrote this file, so the amount may be in paise or cents: write it with its decimals, such as 1200.00',
    ],
    [{ status: 'x'.repeat(51) }, 'Status is longer than 50 characters'],
    [{ currency: 'gold' }, 'Currency is not known: write a code such as INR or USD'],
    [{ currency: 'USD', amount: '₹ 100', payment_id: 'pay_1' }, 'Column and amount say different currencies'],
    [{ currency: '=B2' }, 'Currency is a formula: paste it as a value'],
    [
      { status: 'banana' },
      'Status "banana" is not known: write success, failed, pending, canceled or refunded',
    ],
  ])('with %j: %s', (cells, problem) => {
    expect(textsOf(tidy(cells).problems)).toEqual([problem]);
  });

  it.each([
    [{ full_name: 'Total', amount: '26,475' }],
    [{ payment_id: 'Grand Total:', amount: '26475' }],
    [{ created_at: 'TOTAL', amount: '26475', status: '' }],
    [{ full_name: 'कुल', amount: '26475' }],
    [{ amount: '26475' }],
  ])('with the sum of the others is no payment, and its amount no money: %j', (cells) => {
    const { problems, amount } = tidy(cells);
    expect(textsOf(problems)).toContain('This is a total and no payment');
    expect(amount).toBeNull();
  });

  it.each([
    [{ full_name: 'Totaram Rao', amount: '500' }],
    [{ payment_id: 'pay_1', full_name: 'Total', amount: '500' }],
    [{ payment_id: 'pay_1', amount: '500' }],
  ])('of a person, or with a payment id, is a payment: %j', (cells) => {
    expect(tidy(cells).amount).toMatchObject({ digits: '500' });
  });

  it.each(['Failed', 'PENDING', 'cancelled', 'user_dropped', 'Not-Paid', 'Chargeback', ''])(
    'with the status %j is taken as it is',
    (status) => {
      expect(tidy({ status, payment_id: 'pay_1' })).toMatchObject({ status, problems: [] });
    },
  );

  it.each<[object, unknown]>([
    [{ status: 'captured', amount_refunded: '0.00' }, ['success', null, []]],
    [{ status: 'captured', amount_refunded: '500.00' }, ['success', '500.00', []]],
    [{ status: 'refunded', amount_refunded: '₹1,200' }, ['success', '1200', []]],
    [{ status: 'Partial Refund', amount_refunded: '-5.5' }, ['success', '5.5', []]],
    [{ status: 'Refunded' }, ['Refunded', null, []]],
    [{ status: 'partially_refunded' }, ['partially_refunded', null, ['refunded_open']]],
    [{ status: 'failed', amount_refunded: '500' }, ['failed', null, ['refunded_of_none']]],
    [{ status: 'paid', amount_refunded: 'some' }, ['success', null, ['refunded_unreadable']]],
    [
      { status: 'paid', amount_refunded: '5', refunded_at: 'soon' },
      ['success', '5', ['created_at_unreadable']],
    ],
  ])('with %j says what went back', (cells, expected) => {
    const { status, refund, problems } = tidy({ ...cells, payment_id: 'pay_1' });
    expect([status, refund?.amount.digits ?? null, problems.map(({ code }) => code)]).toEqual(expected);
  });

  it('counts the payment services’ words for paid as success, and says so', () => {
    expect(tidy({ status: 'Captured' })).toMatchObject({
      status: 'success',
      notes: [{ message: 'Status "Captured" counts as success' }],
    });
    expect(tidy({ status: 'SUCCESS' })).toMatchObject({ status: 'success', notes: [] });
    expect(tidy({ status: 'Captured' }, true)).toMatchObject({ status: 'Captured', notes: [] });
    expect(tidy({ status: 'Refunded' })).toMatchObject({ status: 'Refunded', notes: [] });
  });

  it.each([
    [{ currency: 'usd', amount: '100' }, ['USD']],
    [{ currency: 'CAD', amount: '$100' }, ['CAD']],
    [{ currency: '$', amount: 'AUD 100' }, ['AUD']],
    [{ currency: 'Rs.', amount: '100' }, ['INR']],
    [{ currency: '', amount: '100' }, []],
  ])('with %j says %j', (cells, currencies) => {
    expect(tidy({ ...cells, payment_id: 'pay_1' })).toMatchObject({ currencies, problems: [] });
  });

  it('is not held back by an email or phone that cannot be read', () => {
    expect(tidy({ email_id: 'none', phone_number: '9.8E+09' })).toMatchObject({
      problems: [],
      notes: [
        { message: 'Email is not valid' },
        { message: 'Phone number cannot be read: write one number, abroad with + and the country code' },
      ],
    });
  });
});
