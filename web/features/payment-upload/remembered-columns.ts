import { plainHeading } from '#web/lib/sheet.ts';
import { uploadColumns, type ColumnChoice } from './columns.ts';

/**
 * What was chosen for the columns of former files, by their headings: the same service sends the same file every month.
 * A line for each kind of file, the newest first: headings, a tab, and the places for each of `uploadColumns`.
 */
const key = 'payment columns';
const kindsMax = 8;

const kindOf = (header: readonly string[]) => header.map(plainHeading).join('|');

const linesKept = () => (localStorage.getItem(key) ?? '').split('\n').filter((line) => line.includes('\t'));

function parse(text: string, width: number): ColumnChoice | null {
  const parts = text.split(',');
  if (parts.length !== uploadColumns.length || !parts.every((part) => /^(?:\d+(?:\+\d+)*)?$/.test(part)))
    return null;
  const places = parts.map((part) => (part === '' ? [] : part.split('+').map(Number)));
  if (places.flat().some((place) => place >= width)) return null;
  const at = (column: (typeof uploadColumns)[number]) => places[uploadColumns.indexOf(column)] ?? [];
  return {
    payment_id: at('payment_id'),
    amount: at('amount'),
    created_at: at('created_at'),
    status: at('status'),
    full_name: at('full_name'),
    email_id: at('email_id'),
    phone_number: at('phone_number'),
    course_name: at('course_name'),
  };
}

export const rememberedColumns = {
  /** null: no file with these headings came before. `width` bounds the places, the header's own cells may be fewer. */
  of(header: readonly string[], width = header.length): ColumnChoice | null {
    const kind = kindOf(header);
    const line = linesKept().find((kept) => kept.startsWith(`${kind}\t`));
    return line === undefined ? null : parse(line.slice(kind.length + 1), width);
  },
  keep(header: readonly string[], choice: ColumnChoice) {
    const kind = kindOf(header);
    const line = `${kind}\t${uploadColumns.map((column) => choice[column].join('+')).join(',')}`;
    const others = linesKept().filter((kept) => !kept.startsWith(`${kind}\t`));
    localStorage.setItem(key, [line, ...others].slice(0, kindsMax).join('\n'));
  },
};
