import compile from 'icu-minify/compile';

interface Uses {
  readonly arguments: Set<string>;
  /** Those that the text says, and that do not only choose one of its branches. */
  readonly said: Set<string>;
  /** The categories of its plurals. */
  readonly categories: Set<string>;
  /** Those that are written as numbers or decide a plural. */
  readonly numbers: Set<string>;
}

const [select, plural, ordinal, number] = [1, 2, 3, 4];

/** What a compiled message uses. */
function usesIn(message: unknown, uses: Uses): Uses {
  if (!Array.isArray(message)) return uses;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, kind, options]: unknown[] = node;
    if (typeof name !== 'string') continue;
    uses.arguments.add(name);
    if (node.length === 1) uses.said.add(name);
    if (kind === number || kind === plural) uses.numbers.add(name);
    // `<b>` is no part of a text.
    if (node.length > 1 && typeof kind !== 'number') uses.arguments.add(`<${name}>`);
    if (kind === ordinal) uses.arguments.add(`${name}, selectordinal`);
    if ((kind !== select && kind !== plural) || typeof options !== 'object' || options === null) continue;
    if (kind === plural) for (const one of Object.keys(options)) uses.categories.add(one);
    for (const branch of Object.values(options)) usesIn(branch, uses);
  }
  return uses;
}

/** What a message in ICU MessageFormat uses; throws where it is not well-formed. */
export const usesOf = (text: string): Uses =>
  usesIn(compile(text), { arguments: new Set(), said: new Set(), categories: new Set(), numbers: new Set() });

/** The parameters that a key declares: `rows(count: number)` has a number. */
export const declared = (key: string): ReadonlyMap<string, string> =>
  new Map(
    (/\((.+)\)$/.exec(key)?.[1]?.split(', ') ?? []).map((one): [string, string] => {
      const [name = '', type = 'string'] = one.split(': ');
      return [name, type];
    }),
  );

export const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The categories of a language, by CLDR. */
export const categoriesOf = (language: string): readonly string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** What is wrong with a text beside the English one, in the words of somebody who translates; empty: nothing. */
export function faultsOf(language: string, key: string, english: string, text: string): string[] {
  if (!key.includes('(')) {
    const [given, named] = [namesIn(english), namesIn(text)];
    return [
      ...given.filter((name) => !named.includes(name)).map((name) => `{${name}} is missing`),
      ...named.filter((name) => !given.includes(name)).map((name) => `{${name}} is unknown`),
    ];
  }
  const parameters = declared(key);
  try {
    const { arguments: used, categories, numbers } = usesOf(text);
    const known = categoriesOf(language);
    return [
      ...[...usesOf(english).said].filter((name) => !used.has(name)).map((name) => `{${name}} is missing`),
      ...[...used].filter((name) => !parameters.has(name)).map((name) => `{${name}} is unknown`),
      ...[...numbers]
        .filter((name) => parameters.has(name) && parameters.get(name) !== 'number')
        .map((name) => `{${name}} is no number`),
      ...[...categories]
        .filter((one) => !one.startsWith('=') && !known.includes(one))
        .map((one) => `the plural "${one}" is not one of ${known.join(', ')}`),
    ];
  } catch (error) {
    return [`not well-formed: ${String(error)}`];
  }
}
