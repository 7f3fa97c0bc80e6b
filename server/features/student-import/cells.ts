import { countryNamed } from '@gurukul/contract/shared/countries';
import { email as emailField, date as dateField, oneLine } from '@gurukul/contract/shared/fields';
import { keyed } from '@gurukul/contract/shared/keyed';
import { said } from '@gurukul/contract/shared/words/messages';
import { person, personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import { isPersonName } from '@gurukul/contract/shared/person/person-name';
import type { Said } from '@gurukul/contract/shared/words/said';
import { optionalColumns } from '@gurukul/contract/student-import';
import type { OptionalColumn, StudentImportRow } from '@gurukul/contract/student-import';
import * as z from 'zod';
import { languages } from '@gurukul/contract/students';
import { storedValue } from '#server/db/person.ts';
import type { PersonValues } from '#server/db/person.ts';
import { zoneNamed } from '#server/time/zone-of-place.ts';

/** A tidied spreadsheet row: the values to store, and its problems. A wrong address is empty; its problem quotes it. */
export interface TidyRow extends PersonValues {
  readonly row: number;
  readonly typedEmail: string;
  readonly courseName: string;
  readonly className: string;
  readonly problems: readonly Said[];
}

type TextColumn = Exclude<keyof StudentImportRow, 'row'>;

const longest: Readonly<Partial<Record<TextColumn, number>>> = {
  first_name: 60,
  last_name: 60,
  email_id: 254,
  phone_number: 40,
  course_name: 200,
};
const usualLongest = 100;

const isColumn = (name: string): name is OptionalColumn => optionalColumns.some((column) => column === name);

/** In characters. */
function longestOf(column: TextColumn): number {
  const input = isColumn(column) ? person[column].input : null;
  return longest[column] ?? (input instanceof z.ZodString ? input.maxLength : null) ?? usualLongest;
}

// Removes line breaks, hard spaces and invisible marks that come with pasted cells. The joiners of Indian scripts
// (U+200C, U+200D) belong to the spelling and stay.
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\u200b', '')
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim();

export const fullnameOf = ({ first_name, last_name }: Pick<PersonValues, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim();

/** The form in which addresses are compared. */
export const emailKey = (email: string) => email.toLowerCase();

const isIndia = (country: string) => country === '' || /^(india|in|ind|bharat)$/iu.test(country);

/** The number as stored; '' when there is none, null when it is not valid. */
export function readPhone(text: string, country: string): string | null {
  const bare = text.replaceAll(/[\s().-]/gu, '').replace(/^00/u, '+');
  if (bare === '') return '';
  // A country code in the number counts more than the country column.
  if (isIndia(country) && !/^\+(?!91)/u.test(bare)) {
    return /^(?:\+91|91(?=\d{10}$)|0)?([6-9]\d{9})$/u.exec(bare)?.[1] ?? null;
  }
  return /^\+?\d{6,15}$/u.test(bare) ? bare : null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * 2001-03-05 or 05-Mar-2001 as yyyy-mm-dd, else null. 05/03/2001 is refused, because half the world reads it as May.
 */
export function readDate(text: string): string | null {
  const named = /^(\d{1,2})[-/ ]([a-z]{3})[a-z]*[-/ ](\d{4})$/iu.exec(text);
  const month = named ? months.indexOf(named[2]!.toLowerCase()) + 1 : 0;
  const plain = named ? `${named[3]}-${String(month).padStart(2, '0')}-${named[1]!.padStart(2, '0')}` : text;
  return dateField.safeParse(plain).success ? plain : null;
}

// A map, because an object also has properties such as __proto__ and constructor, which a cell may contain.
const genders: ReadonlyMap<string, string> = new Map([
  ['m', 'male'],
  ['male', 'male'],
  ['f', 'female'],
  ['female', 'female'],
  ['other', 'others'],
  ['others', 'others'],
]);

/** Tidies one row and lists all its problems. `today` is yyyy-mm-dd. */
export function tidyRow(raw: StudentImportRow, today: string): TidyRow {
  const problems: Said[] = [];
  const cell = (column: TextColumn): string => {
    const text = tidy(raw[column] ?? '');
    const most = longestOf(column);
    if (text.length > most) {
      problems.push(said('column_long', { column, most }));
      return '';
    }
    if (!oneLine.test(text)) {
      problems.push(said('column_unprintable', { column }));
      return '';
    }
    return text;
  };
  /** A cell that may be empty, but must be valid when filled. */
  const meaning = <T>(column: TextColumn, read: (text: string) => T | null, problem: Said): T | null => {
    const text = cell(column);
    if (text === '') return null;
    const value = read(text);
    if (value === null) problems.push(problem);
    return value;
  };
  const required = (column: TextColumn): string => {
    const before = problems.length;
    const text = cell(column);
    if (text === '' && problems.length === before) problems.push(said('column_missing', { column }));
    return text;
  };

  /** A name, or '' when it is missing or not valid. */
  const name = (column: 'first_name' | 'last_name', read: (column: TextColumn) => string) => {
    const text = read(column);
    if (text === '' || isPersonName(text)) return text;
    problems.push(said('column_no_name', { column }));
    return '';
  };

  const firstName = name('first_name', required);
  const address = required('email_id');
  const mailbox = emailField.safeParse(address);
  const email = mailbox.success ? mailbox.data : '';
  if (address !== '' && email === '') problems.push(said('email_wrong'));
  const courseName = required('course_name');

  const countryCell = cell('country');
  const country = countryCell !== '' && isIndia(countryCell) ? 'India' : countryCell;
  const phone = meaning(
    'phone_number',
    (text) => readPhone(text, country),
    said(isIndia(country) ? 'phone_not_indian' : 'phone_length'),
  );
  const dob = meaning(
    'dob',
    (text) => {
      const day = readDate(text);
      return day !== null && day > '1900-01-01' && day <= today ? day : null;
    },
    said('dob_wrong'),
  );

  const ruled: Partial<PersonValues> = {
    first_name: firstName,
    last_name: name('last_name', cell),
    email_id: email,
    phone_number: phone === '' ? null : phone,
    gender: meaning('gender', (text) => genders.get(text.toLowerCase()) ?? null, said('gender_unknown')),
    // The office's old files write "not given" as the first day of 1970.
    dob: dob === '1970-01-01' ? null : dob,
    country,
    region:
      meaning('region', (text) => countryNamed(text)?.country_name ?? null, said('region_unknown')) ??
      countryNamed(country)?.country_name ??
      '',
    pincode:
      meaning('pincode', (text) => (/^[a-z\d -]+$/iu.test(text) ? text : null), said('pincode_wrong')) ?? '',
    language: meaning(
      'language',
      (text) => languages.find((language) => language.toLowerCase() === text.toLowerCase()) ?? null,
      said('language_unknown', { languages: languages.join(', ') }),
    ),
    timezone: meaning('timezone', (text) => zoneNamed(text, { country, phone }), said('zone_unknown')) ?? '',
  };
  const plain = (field: PersonField) => storedValue(field, isColumn(field) ? cell(field) : '');

  return {
    row: raw.row,
    // A field without a rule of its own is any text of one line.
    ...keyed<PersonValues>(personFieldNames, (field) =>
      ruled[field] === undefined ? plain(field) : ruled[field],
    ),
    typedEmail: address,
    courseName,
    className: cell('class_name'),
    problems,
  };
}
