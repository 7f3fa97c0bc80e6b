import { plainHeading } from '#web/lib/files/sheet.ts';
import { isCurrency } from '@gurukul/contract/shared/money/money';
import { planUploadColumns, uploadColumns, type ColumnChoice } from './columns.ts';

/**
 * What was chosen for the columns of former files, by their headings: the same service sends the same file every month.
 * A line for each kind of file, the newest first: headings, a tab, the places for each of `uploadColumns`, and where
 * somebody chose one another tab and the currency.
 */
const key = 'payment columns';
const kindsMax = 8;

const kindOf = (header: readonly string[]) => header.map(plainHeading).join('|');

const linesKept = () => (localStorage.getItem(key) ?? '').split('\n').filter((line) => line.includes('\t'));

/** Without the currency, which was not stored at first, and stands behind the others. */
const columnsMin = uploadColumns.length - 1;

function parse(text: string, header: readonly string[], width: number): ColumnChoice | null {
  const parts = text.split(',');
  if (parts.length === columnsMin) {
    const place = planUploadColumns(header).currency.join('+');
    parts.push(parts.includes(place) ? '' : place);
  }
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
    currency: at('currency'),
  };
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
    return places === null ? null : parse(places, header, width);
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
