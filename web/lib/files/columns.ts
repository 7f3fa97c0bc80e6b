import type { SheetLine } from './sheet.ts';
import type { Table } from './table.ts';

/** Where each field stands: the places of its columns, read one after the other. A field without any is not in the file. */
export type Choice<Field extends string> = Readonly<Partial<Record<Field, readonly number[]>>>;

type Headed = Pick<Table, 'header' | 'lines'>;

/** A, B, … Z, AA: what spreadsheet programs call the column. */
export function letterOf(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCodePoint(65 + (place % 26));
}

/** Columns with a heading, or with something below it in the first rows. */
export function placesIn({ header, lines }: Headed): readonly number[] {
  const first = lines.slice(0, 200);
  const width = Math.max(header.length, ...first.map(({ cells }) => cells.length));
  const isUsed = (place: number) =>
    (header[place] ?? '').trim() !== '' || first.some(({ cells }) => (cells[place] ?? '').trim() !== '');
  return Array.from({ length: width }, (_, place) => place).filter(isUsed);
}

/** What stands in these columns of a row. */
export const cellAt = (cells: readonly string[], places: readonly number[] = []): string =>
  places
    .map((place) => (cells[place] ?? '').trim())
    .filter((text) => text !== '')
    .join(' ');

/** The first few different things that stand there. */
export function samplesAt(lines: readonly SheetLine[], places: readonly number[], count = 3): string[] {
  const said = new Set<string>();
  for (const { cells } of lines) {
    const text = cellAt(cells, places);
    if (text !== '') said.add(text);
    if (said.size === count) break;
  }
  return [...said];
}

const fieldsOf = <Field extends string>(choice: Choice<Field>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the names of the keys
  Object.entries(choice) as [Field, readonly number[]][];

export const choiceOf = <Field extends string>(
  entries: readonly (readonly [Field, readonly number[]])[],
): Choice<Field> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the keys
  Object.fromEntries(entries) as Choice<Field>;

/** A column is one thing: the field that it was before goes without. */
export function withColumn<Field extends string>(
  choice: Choice<Field>,
  field: Field,
  places: readonly number[],
): Choice<Field> {
  const others = fieldsOf(choice).filter(
    ([each, at]) => each !== field && !at.some((place) => places.includes(place)),
  );
  return choiceOf(places.length === 0 ? others : [...others, [field, places]]);
}

/** Fields that had a column before and have none now, besides the one that was changed. */
export const bereft = <Field extends string>(
  before: Choice<Field>,
  now: Choice<Field>,
  changed: Field,
): Field[] =>
  fieldsOf(before)
    .map(([field]) => field)
    .filter((field) => field !== changed && now[field] === undefined);

/** Columns that no field has. */
export function unusedIn<Field extends string>(choice: Choice<Field>, table: Headed): readonly number[] {
  const used = new Set(fieldsOf(choice).flatMap(([, places]) => places));
  return placesIn(table).filter((place) => !used.has(place));
}

export const isSameChoice = <Field extends string>(a: Choice<Field>, b: Choice<Field>): boolean => {
  const said = (choice: Choice<Field>) =>
    fieldsOf(choice)
      .map(([field, places]) => `${field} ${places.join()}`)
      .toSorted()
      .join('\n');
  return said(a) === said(b);
};
