/** The languages of the portal, by the tags of browsers; each is named in itself. */
export const languageNames = { en: 'English', te: 'తెలుగు', hi: 'हिन्दी' } as const;
export type Language = keyof typeof languageNames;
export const languages = ['en', 'te', 'hi'] as const satisfies readonly Language[];

/** The languages that the provider offers, and the one that is chosen already. */
export const offered = (provider: { readonly languages?: readonly string[] }): readonly Language[] =>
  languages.filter((each) => each === language || (provider.languages?.includes(each) ?? true));

const key = 'language';

const isLanguage = (value: string | null): value is Language =>
  value !== null && Object.hasOwn(languageNames, value);

/** The language chosen on this device; English where nothing is stored, as in a worker. */
function chosen(): Language {
  try {
    const kept = globalThis.localStorage?.getItem(key) ?? null;
    return isLanguage(kept) ? kept : 'en';
  } catch {
    return 'en';
  }
}

/** The language of this page until it is reloaded: modules read their texts once. */
export const language = chosen();

/** How dates and numbers are written: English as the office wrote them before there was a choice. */
export const locale = { en: 'en-US', te: 'te-IN', hi: 'hi-IN' }[language];

export const isEnglish = language === 'en';

export function chooseLanguage(wanted: Language): void {
  localStorage.setItem(key, wanted);
  location.reload();
}
