import { plainHeading } from '#web/lib/files/sheet.ts';
import { isCurrency } from '@gurukul/contract/shared/money/money';
import { everyColumn, uploadColumns, type ColumnChoice } from './columns.ts';

/**
 * What was chosen for the columns of former files, by their headings: the same service sends the same file every month.
 * A line for each kind of file, the newest first: headings, a tab, the places for each of `uploadColumns`, and where
 * somebody chose one another tab and the currency.
 */
const key = 'payment columns';
const kindsMax = 8;

const kindOf = (header: readonly string[]) => header.map(plainHeading).join('|');

const linesKept = () => (localStorage.getItem(key) ?? '').split('\n').filter((line) => line.includes('\t'));

/** Columns that came later stand behind the others; a line that lacks some is planned as a new file. */
function parse(text: string, width: number): ColumnChoice | null {
  const parts = text.split(',');
  if (parts.length !== uploadColumns.length || !parts.every((part) => /^(?:\d+(?:\+\d+)*)?$/.test(part)))
    return null;
  const places = parts.map((part) => (part === '' ? [] : part.split('+').map(Number)));
  if (places.flat().some((place) => place >= width)) return null;
  return everyColumn((column) => places[uploadColumns.indexOf(column)] ?? []);
}

const lineOf = (header: readonly string[]) => {
  const kind = kindOf(header);
  const [, places = null, currency = ''] =
    linesKept()
      .find((kept) => kept.startsWith(`${kind}\t`))
      ?.split('\t') ?? [];
  return { places, currency: isCurrency(currency) ? currency : '' };
};

function keepLine(header: readonly string[], places: string, currency: string) {
  const kind = kindOf(header);
  const line = [kind, places, ...(currency === '' ? [] : [currency])].join('\t');
  const others = linesKept().filter((kept) => !kept.startsWith(`${kind}\t`));
  localStorage.setItem(key, [line, ...others].slice(0, kindsMax).join('\n'));
}

export const rememberedColumns = {
  /** null: no file with these headings came before. `width` bounds the places, the header's own cells may be fewer. */
  of(header: readonly string[], width = header.length): ColumnChoice | null {
    const { places } = lineOf(header);
    return places === null ? null : parse(places, width);
  },
  /** '' where nobody chose one. */
  currencyOf: (header: readonly string[]): string => lineOf(header).currency,
  keep(header: readonly string[], choice: ColumnChoice) {
    const places = uploadColumns.map((column) => choice[column].join('+')).join(',');
    keepLine(header, places, lineOf(header).currency);
  },
  keepCurrency(header: readonly string[], currency: string) {
    keepLine(header, lineOf(header).places ?? '', currency);
  },
};
