import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StudentImportRow } from '@gurukul/contract/student-import';
import { orderOf, readDate } from '@gurukul/contract/shared/written/date';
import { readFiles } from '../bring/read-files.ts';
import { readEmail } from '../likeness/contacts.ts';
import { tidyPayment } from '../payment-upload/cells.ts';
import { readPerson } from '../students/written-person.ts';
import { noOrder, orderOfBirthdays, tidyRow } from './cells.ts';

/* The readers that the doors call, each with one value in many spellings. */

const clock = { today: '2026-11-28', now: '2026-11-28T06:00:00.000Z', zone: 'Asia/Kolkata' };
const student = (cells: Partial<StudentImportRow>): StudentImportRow => ({
  row: 2,
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: '',
  phone_number: '',
  course_name: 'Gita',
  class_name: '',
  ...cells,
});

const day = fc
  .date({ min: new Date('2018-01-01'), max: new Date('2026-11-27'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const spellings: readonly ((y: string, m: string, d: string, name: string) => string)[] = [
  (y, m, d) => `${y}-${m}-${d}`,
  (y, m, d) => `${d}/${m}/${y}`,
  (y, m, d) => `${d}.${m}.${y}`,
  (y, m, d) => `\u200e${d}-${m}-${y.slice(2)}`,
  (y, _m, d, name) => `${d}-${name}-${y}`,
  (y, _m, d, name) => `${Number(d)} ${name} ${y}`,
  (y, _m, d, name) => `${name} ${d}, ${y}`,
  (y, m, d) => `${d}/${m}/${y}`.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0x966 + Number(digit))),
];

it('reads one day in all spellings alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      day,
      fc.constantFrom(...spellings),
      fc.constantFrom('en', 'te', 'hi'),
      async (iso, spell, tag) => {
        const [y = '', m = '', d = ''] = iso.split('-');
        const name = new Date(iso).toLocaleString(tag, { month: 'short', timeZone: 'UTC' });
        // Beside a day that says the order.
        const texts = [spell(y, m, d, name), '25/12/2019'];
        const imported = await orderOfBirthdays(
          texts.map((dob) => student({ dob })),
          undefined,
          clock.today,
        );
        const { dob } = tidyRow(student({ dob: texts[0] }), {
          today: clock.today,
          dates: imported,
          countries: [],
        });
        const dates = orderOf(
          texts.flatMap((text) => readDate(text, clock.today) ?? []),
          undefined,
          clock.now,
        );
        const paid = tidyPayment({ row: 2, created_at: texts[0] }, { dates, clock, asItIs: false });
        const lines = [
          ['Course', 'Start date', 'Course admin'],
          ...texts.map((text) => ['Gita', text, 'a@b.in']),
        ];
        const brought = await readFiles(
          [
            {
              file_name: 'c.csv',
              kind: 'courses',
              lines: lines.map((cells, index) => ({ row: index + 1, cells })),
            },
          ],
          clock,
          async () => new Map(),
        );
        // Real dates up to the 12th beside such a text may be turned round, so all doors leave them open.
        const isOpen = dates.decided_by === 'open' && spell === spellings[0] && d !== m;
        const expected = isOpen ? null : iso;
        expect([texts[0], dob, paid.paidAt?.day ?? null, brought.rows[0]?.day('start_date')]).toEqual([
          texts[0],
          expected,
          expected,
          expected,
        ]);
      },
    ),
  );
});

it('reads one number in all spellings alike', () => {
  const spelled: readonly ((digits: string) => string)[] = [
    (digits) => digits,
    (digits) => `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
    (digits) => `0${digits}`,
    (digits) => `+91 (0) ${digits}`,
    (digits) => `tel:+91-${digits}`,
    (digits) => `\u202a+91 ${digits}\u202c`,
    (digits) => `'${digits}`,
    (digits) => `${digits}.0`,
    (digits) => `${digits} (mother)`,
    (digits) => digits.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0xc66 + Number(digit))),
  ];
  // One digit ten times is nobody's number.
  const digits = fc
    .integer({ min: 6_000_000_000, max: 9_999_999_999 })
    .map(String)
    .filter((number) => new Set(number).size > 1);
  fc.assert(
    fc.property(digits, fc.constantFrom(...spelled), (number, spell) => {
      const text = spell(number);
      const reading = { today: clock.today, dates: noOrder, countries: ['IN'] };
      const { phone_number: imported } = tidyRow(student({ phone_number: text }), reading);
      const { phone_number: formed } = readPerson({ phone_number: text }, clock.today, ['IN']);
      const dates = orderOf([], undefined, clock.now);
      const [paid = ''] = tidyPayment({ row: 2, phone_number: text }, { dates, clock, asItIs: false }).phones;
      expect([text, imported, formed, paid.slice(-10)]).toEqual([text, number, number, number]);
    }),
  );
});

it('reads one mail address in all spellings alike', () => {
  const spelled: readonly ((address: string) => string)[] = [
    (address) => address,
    (address) => `Asha Rao <${address}>`,
    (address) => `mailto:${address}`,
    (address) => `${address}.`,
    (address) => `\u200e${address};`,
    (address) => `${address}, home@case.test`,
    (address) => address.replace('@', '＠'),
  ];
  const local = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/u);
  fc.assert(
    fc.property(local, fc.constantFrom(...spelled), (name, spell) => {
      const text = spell(`${name}@case.test`);
      const reading = { today: clock.today, dates: noOrder, countries: ['IN'] };
      const dates = orderOf([], undefined, clock.now);
      expect([
        tidyRow(student({ email_id: text }), reading).email_id,
        tidyPayment({ row: 2, email_id: text }, { dates, clock, asItIs: false }).email,
        readEmail(text),
      ]).toEqual(Array.from({ length: 3 }, () => `${name}@case.test`));
    }),
  );
});

it.each(['=1+1', '=HYPERLINK("http://a.test")', 'Gi\u202eta'])('stores %j in no door', (text) => {
  const reading = { today: clock.today, dates: noOrder, countries: ['IN'] };
  const imported = tidyRow(student({ course_name: text, city: text }), reading);
  const dates = orderOf([], undefined, clock.now);
  const paid = tidyPayment({ row: 2, course_name: text }, { dates, clock, asItIs: false });
  const fault = text.startsWith('=') ? 'column_formula' : 'column_unprintable';
  expect([imported.courseName, imported.city, paid.courseName]).toEqual(['', '', '']);
  expect([imported.problems, imported.notes, paid.problems].map(([first]) => first?.code)).toEqual([
    fault,
    fault,
    fault,
  ]);
});
