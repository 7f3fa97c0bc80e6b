import { importColumns, requiredColumns } from '@gurukul/contract/student-import';
import type { ImportColumn, StudentImportRow } from '@gurukul/contract/student-import';
import { keyed } from '@gurukul/contract/shared/keyed';
import { personWords } from '@gurukul/contract/shared/person-words/en';
import { plainHeading } from '#web/lib/files/sheet.ts';

/** The headings of the template. In every language of the portal they are the same, as files go from hand to hand. */
export const columnNames: Readonly<Record<ImportColumn, string>> = {
  ...personWords,
  course_name: 'Course',
  class_name: 'Class',
};

/** What offices write above a column besides its name; compared without case, blanks and signs. */
const otherHeadings: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  first_name: ['givenname', 'forename'],
  last_name: ['surname', 'familyname'],
  email_id: ['emailaddress', 'mail', 'mailid'],
  phone_number: [
    'phoneno',
    'mobile',
    'mobilenumber',
    'mobileno',
    'contact',
    'contactnumber',
    'contactno',
    'whatsapp',
    'whatsappnumber',
    'telephone',
  ],
  class_name: ['batch', 'batchname'],
  gender: ['sex'],
  dob: ['birthdate', 'birthday'],
  address: ['streetaddress', 'street'],
  city: ['town'],
  state: ['province'],
  pincode: ['pin', 'postalcode', 'postcode', 'zip', 'zipcode'],
  timezone: ['zone', 'tz'],
};
const fullNameHeadings = ['fullname', 'name', 'studentname', 'student', 'nameofstudent', 'nameofthestudent'];

const required: readonly ImportColumn[] = requiredColumns;

type Target = ImportColumn | 'full_name';

const targets = new Map<string, Target>(
  importColumns.flatMap((column) =>
    [column, columnNames[column], ...(otherHeadings[column] ?? [])].map(
      (heading) => [plainHeading(heading), column] as const,
    ),
  ),
);
for (const word of fullNameHeadings) targets.set(word, 'full_name');

export interface ColumnPlan {
  /** Where each known column stands; the first of two that mean the same. */
  readonly places: ReadonlyMap<Target, number>;
  /** Headings nobody asked for. */
  readonly ignored: readonly string[];
  readonly missing: readonly ImportColumn[];
}

export function planColumns(header: readonly string[]): ColumnPlan {
  const places = new Map<Target, number>();
  const ignored: string[] = [];
  for (const [index, heading] of header.entries()) {
    const target = targets.get(plainHeading(heading));
    if (target && !places.has(target)) places.set(target, index);
    else if (heading.trim() !== '') ignored.push(heading.trim());
  }
  const isNamed = places.has('full_name');
  const missing = required.filter(
    (column) => !places.has(column) && !(isNamed && (column === 'first_name' || column === 'last_name')),
  );
  return { places, ignored, missing };
}

/** Longest cell the server takes; it reports longer ones than it stores as problems of their row. */
const cellMax = 500;

/** One line of the sheet as a row of the import. `row` is its number in the spreadsheet. */
export function importRowOf({ places }: ColumnPlan, cells: readonly string[], row: number): StudentImportRow {
  const read = (target: Target) => (cells[places.get(target) ?? -1] ?? '').trim().slice(0, cellMax);
  const optional = [...places.keys()].filter(
    (target): target is ImportColumn =>
      target !== 'full_name' && !required.includes(target) && read(target) !== '',
  );
  const [first = '', ...others] = read('full_name').split(/\s+/u);
  const hasParts = read('first_name') !== '' || read('last_name') !== '';
  return {
    ...Object.fromEntries(optional.map((column) => [column, read(column)])),
    row,
    ...keyed<Record<(typeof requiredColumns)[number], string>>(requiredColumns, read),
    ...(hasParts ? {} : { first_name: first, last_name: others.join(' ') }),
  };
}
