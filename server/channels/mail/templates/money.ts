import type { PortalLanguage } from '@gurukul/contract/provider';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import { isolated } from '../../../plain.ts';

/** How days, times, lists and amounts are written in each language of the portal. */
export const localeOf = (language: PortalLanguage): string =>
  language === 'en' ? 'en-GB' : languageRows[language].locale;

const isNumeric = (amount: string): amount is `${number}` => /^\d+(\.\d+)?$/.test(amount);

/** "₹2,500.00". The amount stays text: a float would lose cents. */
export const moneyIn = (language: PortalLanguage, amount: string, currency: string): string =>
  isNumeric(amount)
    ? new Intl.NumberFormat(language === 'en' && currency === 'INR' ? 'en-IN' : localeOf(language), {
        style: 'currency',
        currency,
      }).format(amount)
    : amount;

/** "Asha, Ravi and Sita". A name from right to left turns nothing but itself. */
export const listIn = (language: PortalLanguage, names: readonly string[]): string =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names.map(isolated));
