/** What the portal speaks, by the tags of browsers; each language is named in itself. */
export const languageNames = { en: 'English', te: 'తెలుగు', hi: 'हिन्दी' } as const;
export type Language = keyof typeof languageNames;
export const languages = ['en', 'te', 'hi'] as const satisfies readonly Language[];

const key = 'language';

const isLanguage = (value: string | null): value is Language =>
  value !== null && Object.hasOwn(languageNames, value);

/** Chosen on this device. Where nothing can be kept, such as in a worker, it is English. */
function chosen(): Language {
  try {
    const kept = globalThis.localStorage?.getItem(key) ?? null;
    return isLanguage(kept) ? kept : 'en';
  } catch {
    return 'en';
  }
}

/** Of this page, until it is loaded again: texts are read once, when their module is. */
export const language = chosen();

/** How dates and numbers are written: English as the office wrote them before there was a choice. */
export const locale = { en: 'en-US', te: 'te-IN', hi: 'hi-IN' }[language];

export const isEnglish = language === 'en';

export function chooseLanguage(wanted: Language): void {
  localStorage.setItem(key, wanted);
  location.reload();
}
