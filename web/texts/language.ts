import {
  finishedLanguages,
  isPortalLanguage,
  languageRows,
  portalLanguages,
  type PortalLanguage,
} from '@gurukul/contract/shared/words/languages';

export const languageName = (of: PortalLanguage): string => languageRows[of].name;

/** The languages that the provider offers, and the one that is chosen already. */
export const offered = ({ languages = finishedLanguages }: { readonly languages?: readonly string[] }) =>
  portalLanguages.filter((each) => each === language || languages.includes(each));

const key = 'language';

/** The language chosen on this device; English where nothing is stored, as in a worker. */
function chosen(): PortalLanguage {
  try {
    const kept = globalThis.localStorage?.getItem(key) ?? null;
    return isPortalLanguage(kept) ? kept : 'en';
  } catch {
    return 'en';
  }
}

/** The server reads it to name the words of a page early, before the page has asked for them. */
const tellServer = (wanted: PortalLanguage) => {
  document.cookie = `${key}=${wanted}; Path=/; Max-Age=31536000; SameSite=Lax`;
};

/** The language of this page until it is reloaded: modules read their texts once. */
export const language = chosen();

/** How dates and numbers are written: English as the office wrote them before there was a choice. */
export const { locale } = languageRows[language];

export const isEnglish = language === 'en';

// The choice may be older than the cookie. A worker has no document.
if (!isEnglish && typeof document !== 'undefined') tellServer(language);

/** For the next page; this one stays in its language. */
export function storeLanguage(wanted: PortalLanguage): void {
  localStorage.setItem(key, wanted);
  tellServer(wanted);
}
