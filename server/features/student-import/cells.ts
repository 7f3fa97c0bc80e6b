import { countryNamed } from '@gurukul/contract/shared/countries';
import { keyed } from '@gurukul/contract/shared/keyed';
import { said } from '@gurukul/contract/shared/words/messages';
import { person, personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import type { Contact } from '@gurukul/contract/shared/person/about-person';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { momentIn, orderOf, readDate } from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateOrder } from '@gurukul/contract/shared/written/date';
import { readMail } from '@gurukul/contract/shared/written/mail';
import { readName } from '@gurukul/contract/shared/written/name';
import { lineOf, tidyText } from '@gurukul/contract/shared/written/text';
import { optionalColumns } from '@gurukul/contract/student-import';
import type {
  ConsentColumn,
  OptionalColumn,
  PaperConsents,
  StudentImportRow,
} from '@gurukul/contract/student-import';
import * as z from 'zod';
import {
  spokenLanguageNamed,
  spokenName,
  usualLanguages,
} from '@gurukul/contract/shared/person/spoken-languages';
import { storedValue } from '#server/db/person.ts';
import type { PersonValues } from '#server/db/person.ts';
import type { Answers, StoredQuestion } from '#server/db/questions.ts';
import { mapInSlices } from '#server/slices.ts';
import { zoneNamed } from '#server/time/zone-of-place.ts';
import { faultOf } from '../imports/cell.ts';
import { readPhone } from '../likeness/written-phone.ts';
import type { PhoneCountries } from '../likeness/written-phone.ts';
import { readCell } from '../questions/read-cell.ts';
import { writtenConsents } from './written-consents.ts';

/** A tidied spreadsheet row: the values to store, and what is said about it. What could not be read is empty. */
export interface TidyRow extends PersonValues {
  readonly row: number;
  /** The addresses and numbers after the first. */
  readonly contacts: readonly Contact[];
  /** As they are written. */
  readonly typedName: string;
  readonly typedEmail: string;
  readonly courseName: string;
  readonly className: string;
  /** To own questions. */
  readonly answers: Answers;
  readonly consents: PaperConsents;
  /** What prevents the row. */
  readonly problems: readonly Sentence[];
  /** What was not taken of it, which prevents nothing. */
  readonly notes: readonly Sentence[];
  /** Values that are not stored, as they are written. Each has its reason in `notes`. */
  readonly lost: readonly Sentence[];
}

type TextColumn = Exclude<keyof StudentImportRow, 'row' | 'answers' | ConsentColumn>;

const longest: Readonly<Partial<Record<TextColumn, number>>> = {
  first_name: 60,
  last_name: 60,
  course_name: 200,
};
const usualLongest = 100;
/** With titles and parents, which are left out. */
const longestName = 200;
/** Of these a wrong cell prevents the row. */
const needed: ReadonlySet<string> = new Set(['first_name', 'last_name', 'course_name', 'class_name']);

const isColumn = (name: string): name is OptionalColumn => optionalColumns.some((column) => column === name);

const longestKnown = new Map<TextColumn, number>();
/** In characters. */
function longestOf(column: TextColumn): number {
  const known = longestKnown.get(column);
  if (known !== undefined) return known;
  const input = isColumn(column) ? person[column].input : null;
  const most = longest[column] ?? (input instanceof z.ZodString ? input.maxLength : null) ?? usualLongest;
  longestKnown.set(column, most);
  return most;
}

export const fullnameOf = ({ first_name, last_name }: Pick<PersonValues, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim();

/** The form in which addresses are compared. */
export const emailKey = (email: string) => email.toLowerCase();

// A map, because an object also has properties such as __proto__ and constructor, which a cell may contain.
const genders: ReadonlyMap<string, string> = new Map([
  ['m', 'male'],
  ['male', 'male'],
  ['f', 'female'],
  ['female', 'female'],
  ['other', 'others'],
  ['others', 'others'],
]);

/** How the cells of a file, or of one row of it, are read. */
export interface RowReading {
  /** yyyy-mm-dd */
  readonly today: string;
  /** The birthdays of the file. */
  readonly dates: ColumnOrder;
  /** Of numbers without a country code, where the row names no country. */
  readonly countries: PhoneCountries;
  /** Own questions, which columns may answer. */
  readonly questions?: readonly StoredQuestion[];
}

/** Reads the birthdays of a file, to find out how it writes them. */
export async function orderOfBirthdays(
  rows: readonly StudentImportRow[],
  choice: DateOrder | undefined,
  today: string,
): Promise<ColumnOrder> {
  const reads = await mapInSlices(rows, ({ dob }) => (dob ? readDate(dob, today, 'birthday') : null));
  return orderOf(
    reads.filter((read) => read !== null),
    choice,
    `${today}T23:59:59Z`,
  );
}

/** Nobody is there to ask, and the rows are no column: what reads two ways stays open. */
export const noOrder: ColumnOrder = {
  order: 'day_first',
  decided_by: 'open',
  example: null,
  isMixed: true,
  halfTurned: null,
};

/** Tidies one row, and lists the problems that prevent it and the remarks about what was not taken of it. */
export function tidyRow(
  raw: StudentImportRow,
  { today, dates, countries, questions = [] }: RowReading,
): TidyRow {
  const problems: Sentence[] = [];
  const notes: Sentence[] = [];
  const lost: Sentence[] = [];
  const lose = (column: TextColumn, text: string, reason: Sentence) => {
    notes.push(reason);
    lost.push(said('value_lost', { column, text: text.slice(0, 100).toWellFormed() }));
  };
  /** The text of a cell. What cannot be stored is empty: a problem of the cells that a row needs, else a remark. */
  const cell = (column: TextColumn, most = longestOf(column)): string => {
    const text = tidyText(raw[column] ?? '');
    const fault = faultOf(text, column, most);
    if (fault === null) return text;
    if (needed.has(column)) problems.push(fault);
    else lose(column, text, fault);
    return '';
  };
  /** A cell that may be empty, but must be valid when filled. */
  const meaning = <T>(
    column: TextColumn,
    read: (text: string) => T | null,
    remark: () => Sentence,
  ): T | null => {
    const text = cell(column);
    if (text === '') return null;
    const value = read(text);
    if (value === null) lose(column, text, remark());
    return value;
  };
  const mustHave = (column: TextColumn) => {
    if (tidyText(raw[column] ?? '') === '') problems.push(said('column_missing', { column }));
  };
  const given = cell('first_name', longestName);
  const family = cell('last_name', longestName);
  const name = readName(given, family);
  const nameParts = { first_name: name.first, last_name: name.last };
  for (const column of ['first_name', 'last_name'] as const) {
    const most = longestOf(column);
    if (nameParts[column].length > most) problems.push(said('column_long', { column, most }));
    else if (name.wrong === column) problems.push(said('column_no_name', { column }));
    else continue;
    nameParts[column] = '';
  }
  mustHave('first_name');
  if (problems.length === 0 && name.left.length > 0) {
    const text = name.left.join(', ');
    const taken = fullnameOf(nameParts);
    if (name.isOfSeveral) lose('first_name', text, said('name_of_more', { name: taken, text }));
    else notes.push(said('name_left_out', { text }));
  }

  const address = cell('email_id', 500);
  const mail = readMail(address);
  if (mail.left !== '') lose('email_id', mail.left, said('email_wrong'));
  if (mail.others.length > 0) notes.push(said('email_further', { text: mail.others.join(', ') }));
  const courseName = cell('course_name');
  mustHave('course_name');

  const countryCell = cell('country');
  const isIndia = countryNamed(countryCell)?.country_code === 'IN';
  const country = isIndia ? 'India' : countryCell;
  const ownCode = countryNamed(country)?.country_code;
  const phone = readPhone(
    cell('phone_number', 500),
    ownCode === undefined ? countries : [ownCode, ...countries],
  );
  const noPhone = phone.left.join(', ');
  if (noPhone !== '') {
    const reason = phone.number === '' ? said('phone_wrong') : said('phone_left_out', { text: noPhone });
    lose('phone_number', noPhone, reason);
  }
  if (phone.others.length > 0) notes.push(said('phone_further', { text: phone.others.join(', ') }));

  const dob = meaning(
    'dob',
    (text) => {
      const read = readDate(text, today, 'birthday');
      const moment = read && momentIn(read, dates);
      if (moment === null || moment === 'open') return moment;
      return moment.day > '1900-01-01' && moment.day <= today ? moment.day : null;
    },
    () => said('dob_wrong'),
  );
  const writtenDob = tidyText(raw.dob ?? '');
  if (dob === 'open') lose('dob', writtenDob, said('dob_open'));
  // The office's old files write "not given" as the first day of 1970, and so does the wire.
  const isNotGiven = dob === '1970-01-01';
  if (isNotGiven) lose('dob', writtenDob, said('dob_1970'));

  const ruled: Partial<PersonValues> = {
    ...nameParts,
    email_id: mail.email,
    phone_number: phone.number === '' ? null : phone.number,
    gender: meaning(
      'gender',
      (text) => genders.get(text.toLowerCase()) ?? null,
      () => said('gender_unknown'),
    ),
    dob: isNotGiven || dob === 'open' ? null : dob,
    country,
    region:
      meaning(
        'region',
        (text) => countryNamed(text)?.country_name ?? null,
        () => said('region_unknown'),
      ) ??
      countryNamed(country)?.country_name ??
      '',
    pincode:
      meaning(
        'pincode',
        (text) => (/^[a-z\d -]+$/iu.test(text) ? text : null),
        () => said('pincode_wrong'),
      ) ?? '',
    language: meaning('language', spokenLanguageNamed, () =>
      said('language_unknown', { languages: usualLanguages.map(spokenName).join(', ') }),
    ),
    timezone:
      meaning(
        'timezone',
        (text) => zoneNamed(text, { country, phone: phone.number }),
        () => said('zone_unknown'),
      ) ?? '',
  };
  const readDay = (text: string) => {
    const read = readDate(text, today, 'birthday');
    const moment = read && momentIn(read, dates);
    return moment === null || moment === 'open' ? null : moment.day;
  };
  const answers: Record<string, string> = {};
  for (const { question_id: id, answer } of raw.answers ?? []) {
    const question = questions.find(({ question_id }) => question_id === id);
    if (question === undefined || tidyText(answer) === '') continue;
    const known = readCell(question, answer, readDay);
    if (known !== null) answers[id] = known;
    else notes.push(said('answer_lost', { field: question.label, text: lineOf(answer, 100) }));
  }
  const written = writtenConsents(raw, (text) => {
    const day = readDay(text);
    return day !== null && day <= today ? day : null;
  });
  notes.push(...written.notes);
  const plain = (field: PersonField) => storedValue(field, isColumn(field) ? cell(field) : '');

  return {
    row: raw.row,
    // A field without a rule of its own is any text of one line.
    ...keyed<PersonValues>(personFieldNames, (field) =>
      ruled[field] === undefined ? plain(field) : ruled[field],
    ),
    contacts: [
      ...mail.others.map((value) => ({ kind: 'email' as const, value })),
      ...phone.others.map((value) => ({ kind: 'phone' as const, value })),
    ],
    typedName: [given, family].join(' ').trim(),
    typedEmail: address,
    courseName,
    className: cell('class_name'),
    answers,
    consents: written.consents,
    problems,
    notes,
    lost,
  };
}
