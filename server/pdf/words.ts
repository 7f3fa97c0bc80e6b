import type { PortalLanguage } from '@gurukul/contract/provider';
import type english from '@gurukul/contract/texts/paper.en.json';
import { translated } from '#server/texts.ts';

/** Every text on receipts and statements. */
export const paperTexts = translated<typeof english>('paper');

/** The languages that have letters and numerals for paper. */
export const paperLanguages = ['en', 'te', 'hi'] as const satisfies readonly PortalLanguage[];
export type PaperLanguage = (typeof paperLanguages)[number];

/** The language of a document for somebody who reads this one. */
export const paperLanguage = (language: PortalLanguage): PaperLanguage =>
  paperLanguages.find((one) => one === language) ?? 'en';

const locales = { en: 'en-GB', te: 'te-IN', hi: 'hi-IN' } as const;

/** yyyy-mm-dd as people read it. */
export const dayOn = (day: string, language: PaperLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(`${day}T00:00:00Z`));

/** INR 1,25,000.00: the code is the same in every language, and rupees are grouped as in India. */
export function amountOn(amount: string, currency: string): string {
  const [whole = '0', part] = amount.split('.');
  const groups = currency === 'INR' ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return `${currency} ${whole.replaceAll(groups, ',')}${part === undefined ? '' : `.${part}`}`;
}
