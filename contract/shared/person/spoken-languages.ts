const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The languages of ISO 639-1 by their English names, such as Telugu: te. Read once, when they are first needed. */
let codes: ReadonlyMap<string, string> | undefined;
const codesByName = () =>
  (codes ??= new Map(
    letters.flatMap((first) =>
      letters.flatMap((second): [string, string][] => {
        const name = english.of(first + second);
        return name === undefined ? [] : [[name, first + second]];
      }),
    ),
  ));

/** The languages that a student may speak where the provider chose no others, by ISO 639. */
export const usualLanguages: readonly string[] = ['te', 'en', 'sa', 'hi'];

/** What a person speaks is stored by its English name. */
export const spokenName = (code: string): string => english.of(code) ?? code;

export const spokenCode = (name: string): string | undefined => codesByName().get(name);

/** By their codes. */
export const allSpoken = (): readonly string[] => [...codesByName().values()];

/** A language as people write it: its English name in any case, its code, or its own name. Null: none is called so. */
export function spokenLanguageNamed(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  for (const [name, code] of codesByName()) {
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code);
    if ([name, code, own].some((each) => each?.toLowerCase() === wanted)) return name;
  }
  return null;
}
