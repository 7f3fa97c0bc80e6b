import { expect, test } from 'vitest';
import { dialled, internationalDigits } from './phone.ts';

test.each([
  ['+91 98765-43210', '', '919876543210'],
  ['0091 98765 43210', '', '919876543210'],
  ['98765 43210', 'India', '919876543210'],
  ['098765 43210', 'India', '919876543210'],
  ['919876543210', 'India', '919876543210'],
  // Ten digits that begin like the country code are a national number.
  ['9198765432', 'India', '919198765432'],
  ['(312) 555-0100', 'United States', '13125550100'],
  ['1 312 555 0100', 'USA', '13125550100'],
  ['020 7946 0000', 'United Kingdom', '442079460000'],
])('%s of somebody in "%s" is %s for WhatsApp', (phone, country, digits) => {
  expect(internationalDigits(phone, country)).toBe(digits);
});

test.each([
  ['98765 43210', ''],
  ['98765 43210', 'Chittoor District'],
  ['12345', 'India'],
  ['no phone', 'India'],
])('%s of somebody in "%s" has no number for WhatsApp', (phone, country) => {
  expect(internationalDigits(phone, country)).toBeNull();
});

test('a number to dial keeps its plus and loses its blanks', () => {
  expect(dialled(' +91 98765-43210 ')).toBe('+919876543210');
  expect(dialled('098765 43210')).toBe('09876543210');
  expect(dialled('none')).toBeNull();
});
