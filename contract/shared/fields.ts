import * as z from 'zod';
import { countryNamed } from './countries.ts';
import { isHttpsUrl } from './https-url.ts';
import { siteOriginOf } from './site-origin.ts';
import { isCurrency } from './money/money.ts';
import { isPersonName, tidyName } from './person/person-name.ts';
import { isModest } from './rich-text.ts';
import { code, coded, text } from './words/said.ts';

const badId = code('no_id');

/** A positive whole number. Digits in a string are accepted, because browser storage and paths contain text. */
export const id = z.union(
  [
    z.int().positive(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ],
  badId,
);

/** An id, or 0 for "all of mine". */
export const idOrAll = z.union(
  [
    z.int().nonnegative(),
    z
      .string()
      .regex(/^(0|[1-9]\d{0,14})$/)
      .transform(Number),
  ],
  badId,
);

/** An id that old clients send as null, '' or 0 when there is none yet. All of these become null. */
export const idOrNone = z
  .union([id, z.literal(''), z.literal(0), z.null()], badId)
  .optional()
  .transform((value) => (typeof value === 'number' && value > 0 ? value : null));

/** Yes or no, also in an address. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

/** The caller's own id, sent by older clients beside the token. '' and null count as absent. */
export const actorId = z
  .union([id, z.literal(''), z.null()], badId)
  .optional()
  .transform((value) => (typeof value === 'number' ? value : undefined));

// One line. No control characters, so that no value can break out of a mail header or a log line. No marks that change
// the reading order, so that no name can look like another. No half of a surrogate pair.
export const oneLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
const onOneLine = code('several_lines');

/** Trimmed single-line text of at most `max` characters (may be empty). */
export const line = (max = 200) => z.string().trim().max(max).regex(oneLine, onOneLine);

/** Trimmed single-line text that must not be empty. */
export const requiredLine = (max = 200) => z.string().trim().min(1).max(max).regex(oneLine, onOneLine);

/** Trimmed plain text of several lines and at most `max` characters (may be empty). */
export const lines = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().refine((text) => text.split('\n').every((one) => oneLine.test(one)), code('not_right')));

/** HTML that the server sanitises before it is stored. */
export const richText = z
  .string()
  .max(100_000)
  .refine((html) => isModest(html), code('too_formatted'));

/**
 * One mailbox, in one spelling only. Before the @ are no characters that separate a list, name a person or quote, and
 * no invisible ones; after it are the parts of a host name with one dot between them. Two letters are refused, because
 * PostgreSQL and JavaScript disagree on their lower case: Turkish I with a dot, and Greek sigma at the end of a word.
 */
export const emailPattern =
  /^(?!.*[\u0130\u03a3])[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** One mailbox, NFKC-normalised. Case is stored for display; look-ups ignore it. */
export const email = z
  .string()
  .trim()
  .max(254)
  .transform((value) => value.normalize('NFKC'))
  .pipe(z.string().regex(emailPattern, code('no_email')));

/** A person's first or last name, tidied by `tidyName` and checked by `isPersonName`. */
export const personName = z.string().max(500).transform(tidyName).pipe(z.string().refine(isPersonName));

/** A country by name or code; becomes its name in the table. */
export const region = z
  .string()
  .max(100)
  .refine((text) => countryNamed(text) !== undefined)
  .transform((text) => countryNamed(text)?.country_name ?? '');

/** True for yyyy-mm-dd of a day that exists. */
export const isCalendarDate = (text: string) => z.regexes.date.test(text);

/** A calendar date, yyyy-mm-dd, that exists (30 February does not). */
export const date = z.string().refine(isCalendarDate, code('no_date')).meta({ format: 'date' });

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A calendar date as yyyy-mm-dd or YYYY-MMM-DD (English month, from the course admin's form); becomes yyyy-mm-dd. */
export const looseDate = z
  .string()
  .transform((text) => {
    const named = /^(\d{4})-([A-Za-z]{3})-(\d{2})$/.exec(text);
    if (!named) return text;
    const month = months.indexOf(named[2]!.toLowerCase()) + 1;
    return `${named[1]}-${String(month).padStart(2, '0')}-${named[3]}`;
  })
  .pipe(date);

/** An instant, ISO 8601. The format alone would allow any number of decimals. */
export const instant = z.iso.datetime({ offset: true }).max(40);

const readLocalTime = (text: string) => {
  const parts = /^(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([AaPp])[Mm])?$/.exec(text);
  if (!parts) return text;
  const half = parts[3]?.toLowerCase();
  const hour = Number(parts[1]);
  if (half && (hour < 1 || hour > 12)) return text;
  const hour24 = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return `${String(hour24).padStart(2, '0')}:${parts[2]}`;
};

/** A local time: 18:30, 18:30:00 or 06:30 PM; becomes 18:30. */
export const localTime = z
  .string()
  .trim()
  .max(12)
  .transform(readLocalTime)
  .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('no_time')));

/** Money as a decimal string, '1250.00'. */
export const money = z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, code('no_amount'));

/** A code of ISO 4217 in capital letters. */
export const currency = z
  .string()
  .max(10)
  .trim()
  .transform((text) => text.toUpperCase())
  .refine(isCurrency, code('no_currency'));

/** A full https address, no user:password, at most 2,048 characters; empty when there is none. */
export const httpsUrl = z
  .string()
  .trim()
  .max(2048)
  .regex(oneLine, onOneLine)
  .refine((text) => text === '' || isHttpsUrl(text), code('no_https'));

/** 'https://www.example.org', of any address of that site. It may stand in headers. */
export const siteOrigin = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => siteOriginOf(text) !== null, code('no_https'))
  .transform((text) => siteOriginOf(text) ?? '');

/** The location of a stored file or of a built-in image. The server checks that it exists. */
export const fileUrl = z.string().max(2048).regex(oneLine, onOneLine);

/** The location of an image. Null, '' and an absent key all mean the `usual` one. */
export const picture = (usual: string) => fileUrl.nullish().transform((location) => location || usual);

/** A whole number from `min` to `max`. Digits in a string are accepted. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max));

/** A body that is an array, or an object with one array under any name; becomes the array. */
export const listBody = <S extends z.core.$ZodType>(row: S, max: number) =>
  z.preprocess((body: z.input<S>[] | Readonly<Record<string, z.input<S>[]>>): unknown => {
    if (Array.isArray(body) || typeof body !== 'object' || body === null) return body;
    const lists = Object.values(body).filter(Array.isArray);
    return lists.length === 1 ? lists[0] : body;
  }, z.array(row).max(max));

const clamp = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .transform((value) => Math.min(max, Math.max(min, Math.trunc(value))));

const anyPage = clamp(1, 1_000_000);
const anyPageSize = clamp(1, 100);
export const page = anyPage.optional().transform((value) => value ?? 1);
export const pageSize = anyPageSize.optional().transform((value) => value ?? 10);

/** For a list that can also come as a whole: absent means all. */
export const maybePage = anyPage.optional();
export const maybePageSize = anyPageSize.optional();

/** The column to sort by, with a minus in front for descending; '' or null for the default order. */
export const sortBy = <const Columns extends readonly string[]>(columns: Columns) =>
  z.union([z.templateLiteral([z.enum(['', '-']), z.enum(columns)]), z.literal(''), z.null()]).optional();

/** Success: status 200, a message (with its code where it is not `success`), and the given fields. */
export const answer = <S extends z.core.$ZodLooseShape>(fields: S) =>
  z.object({ status: z.literal(200), message: text, ...coded, ...fields });

/** A code as people type it: without the spaces between, and with digits of any keyboard. */
export const typedCode = z
  .string()
  .max(200)
  .overwrite((written) => written.normalize('NFKC').replaceAll(/[\s\u200B-\u200D\u2060]/gu, ''));

export const done = answer({});

/** An action that may be refused inside a 200: then `message` is `failed`, and `error` and `code` give the reason. */
export const outcome = answer({ error: text.optional() });

/** A streamed file: its headers, and the bytes. Refusals are JSON as everywhere. */
export const fileAnswer = z.object({
  file_name: z.string(),
  media_type: z.string(),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes have no schema, only a type
  bytes: z.unknown() as unknown as z.ZodType<AsyncIterable<Uint8Array>>,
  /** How many rows of a list have been made so far. */
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  rows: z.optional(z.unknown() as unknown as z.ZodType<() => number>),
});
