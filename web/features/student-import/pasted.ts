import type { StudentImportRow } from '@gurukul/contract/student-import';
import { datesIn, readDate } from '@gurukul/contract/shared/written/date';
import { plainDigits, withoutUnseen } from '@gurukul/contract/shared/written/text';
import { unusedIn } from '#web/lib/files/columns.ts';
import { importRowOf, planColumns, type PlaceNames, type StudentColumns } from './columns.ts';

/** Why a pasted line, or a part of it, was not used. */
export type UnreadReason = 'noContact' | 'noName' | 'leftOver';

/** A part of the text that nobody could make sense of. */
export interface Unread {
  readonly line: number;
  readonly text: string;
  readonly reason: UnreadReason;
}

export interface PastedStudents {
  readonly rows: readonly StudentImportRow[];
  readonly unread: readonly Unread[];
  /** Headings of columns that are not used. */
  readonly ignored: readonly string[];
}

interface Line {
  readonly line: number;
  readonly text: string;
}

const address = /[^\s@,;:<>()[\]"|]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/u;
const addresses = new RegExp(address, 'gu');
const phone = /(?<![\p{L}\d])(?:\+|00)?\d(?:[\s().-]{0,2}\d){6,14}(?!\d)/u;
const chat = String.raw`(?:\[[^\]]*\d:\d{2}[^\]]*\]|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?\s?m\.?)?\s+[-–]\s)[^:]*:\s*`;
/**
 * "> " of a quoted mail, "[23/11/26, 10:15] Ravi:" and "23/11/26, 10:15 - Ravi:" of WhatsApp, "1." and "•" of lists.
 */
const before = new RegExp(
  String.raw`^(?:\s*>)*\s*(?:${chat})?(?:\(?\d{1,4}[.)\]:](?!\d)\s*|[-*•·–—‣▪◦●○✓✅]\s+)?`,
  'iu',
);
const labels =
  /(?<!\p{L})(?:full name|student name|student|name|e-?mail(?: id)?|mail(?: id)?|phone|ph|mobile|mob|cell|contact|whatsapp|tel|dob|born)(?: no)?\s*[.:=]+/giu;

const today = new Date().toISOString().slice(0, 10);
const isWord = (text: string) => /\p{L}/u.test(text);
const separators = ['\t', ';', ','] as const;

/** The cells of a line; a separator within quotes belongs to its cell. */
const cellsOf = (text: string, separator: string): string[] =>
  text.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`)).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );

interface Headed {
  readonly header: readonly string[];
  readonly choice: StudentColumns;
  readonly separator: string;
}

/** The columns that a first line names, and what separates them. */
function headerOf(text: string): Headed | null {
  if (address.test(text)) return null;
  const plans = separators.map((separator) => {
    const header = cellsOf(text, separator);
    return { header, separator, ...planColumns(header) };
  });
  return plans.find(({ known }) => known > 1) ?? null;
}

/** One line may name several people, as the addresses of a mail do. */
const peopleIn = ({ line, text }: Line): Line[] =>
  (text.match(addresses)?.length ?? 0) < 2
    ? [{ line, text }]
    : text.split(/(?<=@[^\s,;<>]+>?)\s*[,;]\s*/u).map((part) => ({ line, text: part }));

interface ReadLine {
  readonly person: Omit<StudentImportRow, 'row'> | null;
  readonly unread: readonly Omit<Unread, 'line'>[];
}

/** What a line without column names says: name, address, number and birthday in any order. */
function readFree(whole: string, { course_name, class_name }: PlaceNames): ReadLine {
  let rest = (/(?!\d)\p{Nd}/u.test(whole) ? plainDigits(whole) : whole)
    .replace(before, '')
    .replaceAll(/mailto:/giu, '');
  const take = (pattern: RegExp): string => {
    const found = pattern.exec(rest)?.[0] ?? '';
    if (found !== '') rest = rest.replace(found, ' | ');
    return found;
  };
  const email = take(address);
  const dob = datesIn(rest)
    .map(([found]) => found)
    .find((found) => readDate(found, today, 'birthday') !== null);
  if (dob !== undefined) rest = rest.replace(dob, ' | ');
  // A second number is a further one.
  const numbers: string[] = [];
  for (let found = take(phone); found !== ''; found = take(phone)) numbers.push(found.trim());
  const number = numbers.join(' / ');
  const parts = rest
    // "Rao, Asha" in quotes is one name.
    .replaceAll(/"([^",]*,[^",]*)"/g, (_, name: string) => name.split(',').toReversed().join(' '))
    .replaceAll(labels, ' | ')
    .split(/[\t|,;:<>"]|\s[-–—~]+(?=\s|$)/u)
    // A bracket around what was taken, and the number of a row, which may stand before the name.
    .map((part) => part.replaceAll(/^[\s.')\]-]+|[\s'([-]+$/gu, '').replace(/^\d{1,4}\s+(?=\p{L})/u, ''))
    .filter((part) => part !== '' && !/^\d{1,4}$/u.test(part));
  if (email === '' && number === '') {
    return { person: null, unread: [{ text: whole.trim(), reason: 'noContact' }] };
  }
  const [first = '', second = '', ...others] = parts;
  if (!isWord(first)) return { person: null, unread: [{ text: whole.trim(), reason: 'noName' }] };
  // Two cells of one word each are the first and the last name.
  const isSplit = !/\s/u.test(first) && second !== '' && !/[\s\d]/u.test(second);
  const [given = '', ...family] = (isSplit ? `${first} ${second}` : first).split(/\s+/u);
  const left = isSplit || second === '' ? others : [second, ...others];
  return {
    person: {
      first_name: given,
      last_name: family.join(' '),
      email_id: email,
      phone_number: number,
      course_name,
      class_name,
      ...(dob === undefined ? {} : { dob }),
    },
    unread: left.map((text) => ({ text, reason: 'leftOver' })),
  };
}

/**
 * The students in a text from anywhere: a mail, a chat, a sheet. With column names in its first line it is read as a
 * sheet, else every line by itself. Rows are numbered as people are named, from 1.
 */
export function studentsInText(text: string, placed: PlaceNames): PastedStudents {
  const lines = withoutUnseen(text.normalize('NFC'))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .split(/\r\n|\r|\n/)
    .map((each, index): Line => ({ line: index + 1, text: each }))
    .filter((line) => line.text.trim() !== '');
  const header = headerOf(lines[0]?.text ?? '');
  const rows: StudentImportRow[] = [];
  const unread: Unread[] = [];
  if (header) {
    for (const { text: line } of lines.slice(1)) {
      rows.push(importRowOf(header.choice, cellsOf(line, header.separator), rows.length + 1, placed));
    }
    const ignored = unusedIn(header.choice, { header: header.header, lines: [] });
    return { rows, unread, ignored: ignored.map((place) => header.header[place]!.trim()) };
  }
  for (const line of lines.flatMap(peopleIn)) {
    const { person, unread: left } = readFree(line.text, placed);
    if (person) rows.push({ ...person, row: rows.length + 1 });
    unread.push(...left.map((each) => ({ ...each, line: line.line })));
  }
  return { rows, unread, ignored: [] };
}
