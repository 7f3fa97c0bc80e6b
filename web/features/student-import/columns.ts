import { findColumns, listed, type Field } from '@gurukul/contract/shared/files/find-columns';
import { headingsOf } from '@gurukul/contract/shared/files/people-headings';
import { labelKey } from '@gurukul/contract/shared/question-answers';
import type { Question } from '@gurukul/contract/questions';
import { keyed } from '@gurukul/contract/shared/keyed';
import personWords from '@gurukul/contract/texts/person.en.json' with { type: 'json' };
import {
  consentColumns,
  consentHeadings,
  importColumns,
  requiredColumns,
} from '@gurukul/contract/student-import';
import type { ConsentColumn, ImportColumn, StudentImportRow } from '@gurukul/contract/student-import';
import { cellAt, type Choice } from '#web/lib/files/columns.ts';

/** The headings of the template. In every language of the portal they are the same, as files go from hand to hand. */
export const columnNames: Readonly<Record<ImportColumn, string>> = {
  ...personWords,
  course_name: 'Course',
  class_name: 'Class',
  ...consentHeadings,
};

/** A column may have the whole name. */
export type Target = ImportColumn | 'full_name';

export type StudentColumns = Choice<Target>;

/** In the order in which people look at them. */
export const targets: readonly Target[] = [
  'first_name',
  'last_name',
  'full_name',
  ...importColumns.filter((column) => column !== 'first_name' && column !== 'last_name'),
];

/** The headings of sheets for these, beside those that every door knows. */
const ownHeadings: Readonly<Partial<Record<Target, readonly string[]>>> = {
  ...keyed<Record<ConsentColumn, readonly string[]>>(consentColumns, (column) => [consentHeadings[column]]),
  guardian_name: listed(
    'Guardian who agreed, guardian, guardian name, name of guardian, parent, parent name, name of parent, సంరక్షకులు, अभिभावक',
  ),
};

const isAddress = (cell: string) => /[^\s@]@[^\s@]/.test(cell);
const isNumber = (cell: string) => /^[\d\s+().-]+$/.test(cell);

const fields: readonly Field<Target>[] = targets.map((name) => ({
  name,
  headings: [...headingsOf(name), ...(ownHeadings[name] ?? [])],
  ...(name === 'email_id' ? { looksLike: isAddress, tells: isAddress } : {}),
  ...(name === 'phone_number' || name === 'dob' ? { neverLike: isAddress } : {}),
  ...(/name/.test(name) && name !== 'class_name'
    ? { neverLike: (cell: string) => isAddress(cell) || isNumber(cell) }
    : {}),
}));

/**
 * Words by which a longer heading says what it is, as the questions of a form do: "What is your child's full name?" The
 * first field with a word takes the column. People look at such a choice before it counts.
 */
const words: readonly (readonly [Target, RegExp])[] = [
  ['email_id', /e-?mail|ఇమెయిల్|ईमेल/iu],
  ['dob', /birth|\bdob\b|పుట్టిన|जन्म/iu],
  ['pincode', /\b(?:pin|zip|post(?:al)?) ?code/iu],
  ['phone_number', /mobile|phone|whats ?app|contact (?:number|no)|ఫోన్|मोबाइल|फ़ोन/iu],
  ['gender', /\bgender\b|\bboy or girl\b/iu],
  ['language', /\blanguage\b|mother tongue/iu],
  ['class_name', /\bbatch\b|\bclass\b|\bsection\b|\btime ?slot\b|\btiming/iu],
  ['course_name', /\bcourse\b|\bprogram(?:me)?\b|\bsubject\b/iu],
  ['address', /\baddress\b/iu],
  ['city', /\bcity\b|\btown\b|\bvillage\b/iu],
  ['state', /\bstate\b|\bprovince\b/iu],
  ['country', /\bcountry\b/iu],
  ['first_name', /\bfirst name\b|\bgiven name\b/iu],
  ['last_name', /\blast name\b|\bsurname\b|\bfamily name\b/iu],
  ['full_name', /\bname\b|పేరు|नाम/iu],
];
/** What these say is not about the student, apart from how to reach them. */
const otherPeople =
  /father|mother(?! tongue)|parent|guardian|spouse|emergency|teacher|school|college|employer|\breferr|తండ్రి|తల్లి|पिता|माता/iu;
const ofFamily: ReadonlySet<Target> = new Set([
  'email_id',
  'phone_number',
  'address',
  'city',
  'state',
  'country',
  'pincode',
]);

export interface ColumnPlan {
  readonly choice: StudentColumns;
  /** How many columns are known by their names or values, and how many by words in their headings. */
  readonly known: number;
  readonly guessed: number;
  /** Two columns fit equally well. */
  readonly isUnsure: boolean;
}

/** What the headings say by themselves, and the values below them. */
export function planColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
): ColumnPlan {
  const { places, unsure, left } = findColumns(fields, header, rows);
  const found = new Map(
    targets.flatMap((target) => (places[target] === undefined ? [] : [[target, places[target]] as const])),
  );
  // Beside nothing that they agree to, a guardian is a column that nobody takes.
  if (!consentColumns.some((column) => column !== 'guardian_name' && found.has(column))) {
    found.delete('guardian_name');
  }
  const known = found.size;
  for (const place of left) {
    const heading = header[place] ?? '';
    const [target] = words.find(([, word]) => word.test(heading)) ?? [];
    const isNamed = found.has('full_name') || found.has('first_name');
    const isOfOthers = otherPeople.test(heading) && target !== undefined && !ofFamily.has(target);
    if (target === undefined || isOfOthers || (target === 'full_name' && isNamed)) continue;
    if (!found.has(target)) found.set(target, place);
  }
  const guessed = found.size - known;
  const first = found.get('first_name');
  if (first !== undefined && found.has('last_name')) found.delete('full_name');
  else if (first !== undefined && !found.has('full_name')) {
    // A name alone is the whole name.
    found.delete('first_name');
    found.set('full_name', first);
  }
  const whole = found.get('full_name');
  if (whole !== undefined && found.has('last_name')) {
    // Beside a family name, a name that is not said to be full is the given one.
    const isFull = /full/iu.test(header[whole] ?? '');
    found.delete(isFull ? 'last_name' : 'full_name');
    if (!isFull) found.set('first_name', whole);
  }
  return {
    choice: Object.fromEntries(Array.from(found, ([target, place]) => [target, [place]])),
    known,
    guessed,
    isUnsure: Object.keys(unsure).length > 0,
  };
}

/** Of a header, how well its columns are known. */
export function countKnown(header: readonly string[]): number {
  const { known, guessed } = planColumns(header);
  return 10 * known + guessed;
}

/** The columns that every student should have and this file has not. */
export function missingIn(choice: StudentColumns): readonly ImportColumn[] {
  const isName = (column: ImportColumn) => column === 'first_name' || column === 'last_name';
  return requiredColumns.filter(
    (column) => choice[column] === undefined && !(isName(column) && choice.full_name !== undefined),
  );
}

/** Longest cell the server takes; it reports longer ones than it stores as problems of their row. */
const cellMax = 500;

/** The course and class of everybody whose row names none. */
export interface PlaceNames {
  readonly course_name: string;
  readonly class_name: string;
}
export const nowhere: PlaceNames = { course_name: '', class_name: '' };

/** The columns whose headings are the words of own questions, by question; a column that says something else is none. */
export function questionColumns(
  questions: readonly Question[],
  header: readonly string[],
  choice: StudentColumns,
): ReadonlyMap<number, number> {
  const taken = new Set(Object.values(choice).flat());
  const places = new Map(header.map((heading, place) => [labelKey(heading), place]));
  return new Map(
    questions.flatMap(({ question_id: id, label, label_te: te, label_hi: hi }) => {
      const place = [label, te, hi]
        .filter(Boolean)
        .map((words) => places.get(labelKey(words)))
        .find((one) => one !== undefined && !taken.has(one));
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
}

/** The longest answer that the server takes. */
const answerMax = 4000;

/** One line of the sheet as a row of the import. `row` is its number in the spreadsheet. */
export function importRowOf(
  choice: StudentColumns,
  cells: readonly string[],
  row: number,
  placed: PlaceNames = nowhere,
  asked: ReadonlyMap<number, number> = new Map(),
): StudentImportRow {
  const read = (target: Target) => cellAt(cells, choice[target]).slice(0, cellMax);
  const required: readonly ImportColumn[] = requiredColumns;
  const optional = importColumns.filter((column) => !required.includes(column) && read(column) !== '');
  const [first = '', ...others] = read('full_name').split(/\s+/u);
  const hasParts = read('first_name') !== '' || read('last_name') !== '';
  const course = read('course_name');
  const answers = Array.from(asked, ([question_id, place]) => ({
    question_id,
    answer: (cells[place] ?? '').slice(0, answerMax),
  })).filter(({ answer }) => answer.trim() !== '');
  return {
    ...Object.fromEntries(optional.map((column) => [column, read(column)])),
    row,
    ...keyed<Record<(typeof requiredColumns)[number], string>>(requiredColumns, read),
    ...(hasParts ? {} : { first_name: first, last_name: others.join(' ') }),
    course_name: course || placed.course_name,
    // A class belongs to its course.
    class_name:
      read('class_name') || (course === '' || course === placed.course_name ? placed.class_name : ''),
    ...(answers.length > 0 && { answers }),
  };
}
