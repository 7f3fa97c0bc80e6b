import { plainHeading } from '@gurukul/contract/shared/files/find-columns';
import { isCurrency } from '@gurukul/contract/shared/money/money';
import { choiceOf, placesIn, type Choice } from '#web/lib/files/columns.ts';
import type { Table } from '#web/lib/files/table.ts';

/**
 * What was chosen for the columns of former files, by their headings: the same service sends the same file every month.
 * A line for each kind of file, the newest first: the door, the headings, `amount=3,full_name=1+2`, and the currency
 * of amounts that name none, if somebody chose one. Tabs separate them.
 */
const key = 'columns of files';
const kindsMax = 24;

export interface Remembered<Field extends string> {
  /** Null: no such file came before, or nobody has chosen its columns. */
  readonly choice: Choice<Field> | null;
  readonly currency: string;
}

const kindOf = (door: string, header: readonly string[]) =>
  `${door}\t${header.map(plainHeading).join('|')}\t`;

const linesKept = () => (localStorage.getItem(key) ?? '').split('\n').filter((line) => line !== '');

/** Null for what was stored otherwise, or of another width. */
function parse<Field extends string>(
  text: string,
  fields: readonly Field[],
  width: number,
): Choice<Field> | null {
  const said = new Map(text.split(',').map((part) => [part.split('=')[0], part.split('=')[1]] as const));
  const entries = fields.flatMap((field) => {
    const places = said.get(field)?.split('+').map(Number);
    return places === undefined ? [] : [[field, places] as const];
  });
  const isSound = entries.every(([, places]) => places.every((at) => Number.isInteger(at) && at < width));
  if (entries.length === 0 || !isSound) return null;
  return choiceOf(entries);
}

/** What was chosen for a file with these headings. */
export function rememberedColumns<Field extends string>(
  door: string,
  { header, lines }: Pick<Table, 'header' | 'lines'>,
  fields: readonly Field[],
): Remembered<Field> {
  const kind = kindOf(door, header);
  const line = linesKept().find((kept) => kept.startsWith(kind)) ?? kind;
  const [places = '', currency = ''] = line.slice(kind.length).split('\t');
  const width = 1 + Math.max(-1, ...placesIn({ header, lines }));
  return { choice: parse(places, fields, width), currency: isCurrency(currency) ? currency : '' };
}

/** Remembers what is given, besides what was remembered of such a file. */
export function rememberColumns(
  door: string,
  header: readonly string[],
  said: { readonly choice?: Choice<string>; readonly currency?: string },
) {
  const kind = kindOf(door, header);
  const kept = linesKept();
  const before = kept.find((line) => line.startsWith(kind)) ?? kind;
  const [placesBefore = '', currencyBefore = ''] = before.slice(kind.length).split('\t');
  const places =
    said.choice &&
    Object.entries(said.choice)
      .filter(([, at]) => at !== undefined && at.length > 0)
      .map(([field, at]) => `${field}=${(at ?? []).join('+')}`)
      .join(',');
  const line = `${kind}${places ?? placesBefore}\t${said.currency ?? currencyBefore}`;
  localStorage.setItem(
    key,
    [line, ...kept.filter((each) => !each.startsWith(kind))].slice(0, kindsMax).join('\n'),
  );
}
