import format, { type CompiledMessage } from 'icu-minify/format';

/** A catalogue as it stands in its file: texts, lists of texts and groups by key. */
export interface Catalogue {
  readonly [key: string]: string | readonly string[] | Catalogue;
}

/** No text, and no list: a list of texts is an array, and so is a compiled message. */
export const isGroup = (value: object | string): value is Catalogue =>
  typeof value === 'object' && !Array.isArray(value);

type Parameter<P extends string> = P extends `${infer Name}: number`
  ? { readonly [K in Name]: number }
  : P extends `${infer Name}: boolean`
    ? { readonly [K in Name]: boolean }
    : { readonly [K in P]: string };
type Given<P extends string> = P extends `${infer First}, ${infer Others}`
  ? Parameter<First> & Given<Others>
  : Parameter<P>;

/**
 * The texts of a catalogue. A key such as "rows(count: number)" is a message in ICU MessageFormat: its text is a function
 * `rows({ count })`. Any other key is a plain text, a list of plain texts, or a group of keys.
 */
export type TextsOf<C> = C extends string | readonly string[]
  ? C
  : {
      readonly [K in keyof C as K extends `${infer Name}(${string})` ? Name : K]: K extends `${string}()`
        ? () => string
        : K extends `${string}(${infer Parameters})`
          ? (given: Given<Parameters>) => string
          : TextsOf<C[K]>;
    };

const once = <Made>(make: (locale: string) => Made) => {
  const made = new Map<string, Made>();
  return (locale: string): Made => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
};

const formatters = {
  getNumberFormat: once((locale) => new Intl.NumberFormat(locale)),
  getPluralRules: once((locale) => new Intl.PluralRules(locale)),
  getDateTimeFormat: once((locale) => new Intl.DateTimeFormat(locale)),
};

type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * The texts of a catalogue whose messages are compiled.
 * @param locale Whose plurals and numbers they use, such as te-IN.
 * @param put What a text becomes before it stands in a message.
 */
export function textsOf<C extends object>(
  catalogue: C,
  locale: string,
  put?: (text: string) => string,
): TextsOf<C> {
  const ready = (given: Facts) =>
    put === undefined
      ? given
      : Object.fromEntries(
          Object.entries(given).map(([name, fact]) => [name, typeof fact === 'string' ? put(fact) : fact]),
        );
  const texts = Object.entries(catalogue).map(([key, value]: [string, object | string]) => {
    const end = key.indexOf('(');
    if (end > 0) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build or the server has compiled it
      const message = value as CompiledMessage;
      return [
        key.slice(0, end),
        // Of nothing but an empty branch it makes an empty list.
        (given: Facts) => String(format(message, locale, ready(given), { formatters })),
      ];
    }
    return [key, isGroup(value) ? textsOf(value, locale, put) : value];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type says the same of the keys
  return Object.fromEntries(texts) as TextsOf<C>;
}
