/*
 * Which column of a table is what: by its heading, and by the values below it. Either alone misleads. `order_id` stands
 * before the `id` of a payment, `Fee` beside `Gross`, and a "Transaction Type" is mostly no direction.
 */

import { currenciesOf } from '../money/currency-signs.ts';
import { plainDigits, tidyText } from '../written/text.ts';

/** What a column may be. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  /** The best first. Case, blanks, marks, accents, a currency and what stands in brackets do not count. */
  readonly headings: readonly string[];
  /** True for a value of this field. Without it, every value may be one. */
  readonly looksLike?: (cell: string) => boolean;
  /** True for a value that this field never has. A column of mostly such values is not this field. */
  readonly neverLike?: (cell: string) => boolean;
  /** True for a value that says by itself, under any heading, that the column is this field: `pay_...`. */
  readonly tells?: (cell: string) => boolean;
}

/** `id, order id` as a list. */
export const listed = (headings: string): readonly string[] => headings.trim().split(/,\s+/u);

export interface FoundColumns<Name extends string = string> {
  /** The place of the column of each field. */
  readonly places: Readonly<Partial<Record<Name, number>>>;
  /** Fields for which several columns with different values fit equally well: their places, the chosen one first. */
  readonly unsure: Readonly<Partial<Record<Name, readonly number[]>>>;
  /** Columns with a heading or values that no field took. */
  readonly left: readonly number[];
}

/** So many rows tell what a column is. */
const rowsMax = 200;

/** In lower case, without accents; letters and digits only. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

const brackets = /\([^)]*\)|\[[^\]]*\]|\{[^}]*\}/gu;

/** A currency at the end: `Fees in Rs.`, `Amount USD`. */
const currency = /(?:\s+in)?\s+(?:[A-Z]{3}|(?:[Rr][Ss]|[Rr]upees)\.?|[A-Z]{0,3}\p{Sc})\s*$/u;

const withoutBrackets = (heading: string) => {
  const bare = heading.replaceAll(brackets, ' ');
  const [tail = ''] = currency.exec(bare) ?? [];
  const isCurrency = tail !== '' && currenciesOf(tail.replace(/^\s+in\s/u, '')) !== null;
  return isCurrency ? bare.slice(0, -tail.length) : bare;
};

/** The heading as it is, and without what stands in brackets or is a currency: `Payment ID (Razorpay)`. */
export const readings = (heading: string): readonly [string, string] => [
  plainHeading(heading),
  plainHeading(withoutBrackets(heading)),
];

/** A column that may be a field. The lowest values fit best. */
interface Candidate<Name extends string> {
  readonly field: Field<Name>;
  readonly place: number;
  /** 0: heading and values; 1: values alone; 2: the heading, while the values look like something else. */
  readonly tier: number;
  /** 1: the heading fits without its brackets only. */
  readonly isShortened: number;
  readonly rank: number;
}

const compare = <Name extends string>(a: Candidate<Name>, b: Candidate<Name>) =>
  a.tier - b.tier || a.isShortened - b.isShortened || a.rank - b.rank;

const most = (cells: readonly string[], is: (cell: string) => boolean) =>
  cells.filter(is).length * 2 > cells.length;

/**
 * Finds the columns of these fields. `rows` are the cells below the header; without rows the headings alone count. Each
 * column is one field at most. Of two fields with one heading, the first one takes the column.
 */
export function findColumns<Name extends string>(
  fields: readonly Field<Name>[],
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
): FoundColumns<Name> {
  const first = rows.slice(0, rowsMax);
  const width = Math.max(header.length, ...first.map((cells) => cells.length));
  const cellsAt = Array.from({ length: width }, (_, place) =>
    first.map((cells) => tidyText(plainDigits(cells[place] ?? ''))),
  );
  // A dash stands where there is nothing.
  const filledAt = cellsAt.map((cells) => cells.filter((cell) => !/^-*$/u.test(cell)));
  const said = Array.from({ length: width }, (_, place) => readings(header[place] ?? ''));

  const candidates = fields.flatMap((field) => {
    const words = field.headings.map(plainHeading);
    return said.flatMap(([whole, short], place): Candidate<Name>[] => {
      const filled = filledAt[place]!;
      if (field.neverLike !== undefined && most(filled, field.neverLike)) return [];
      const isAlike = first.length === 0 || most(filled, field.looksLike ?? (() => true));
      const isShortened = words.includes(whole) ? 0 : 1;
      const rank = words.indexOf(isShortened === 0 ? whole : short);
      if (rank !== -1) return [{ field, place, tier: isAlike ? 0 : 2, isShortened, rank }];
      const isTold = field.tells !== undefined && most(filled, field.tells);
      return isTold ? [{ field, place, tier: 1, isShortened: 0, rank: 0 }] : [];
    });
  });

  const chosen = new Map<Name, Candidate<Name>>();
  const taken = new Set<number>();
  for (const candidate of candidates.toSorted(compare)) {
    const { field, place } = candidate;
    if (chosen.has(field.name) || taken.has(place)) continue;
    chosen.set(field.name, candidate);
    taken.add(place);
  }
  const unsure = Array.from(chosen.values(), (best): [Name, number[]] => {
    const isAsGood = (other: Candidate<Name>) =>
      other.field === best.field &&
      compare(other, best) === 0 &&
      !taken.has(other.place) &&
      cellsAt[other.place]!.join('\n') !== cellsAt[best.place]!.join('\n');
    return [best.field.name, [best.place, ...candidates.filter(isAsGood).map(({ place }) => place)]];
  }).filter(([, places]) => places.length > 1);

  const named = <T>(entries: readonly (readonly [Name, T])[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the keys
    Object.fromEntries(entries) as Partial<Record<Name, T>>;
  return {
    places: named(Array.from(chosen.values(), ({ field, place }) => [field.name, place] as const)),
    unsure: named(unsure),
    left: said.flatMap(([whole], place) =>
      !taken.has(place) && (whole !== '' || filledAt[place]!.length > 0) ? [place] : [],
    ),
  };
}
