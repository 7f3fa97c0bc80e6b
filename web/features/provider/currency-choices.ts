import { currencies } from '@gurukul/contract/shared/money/money';
import { locale } from '#web/texts/language.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';

const currencyName = new Intl.DisplayNames(locale, { type: 'currency' });
export const currencyChoices = [
  { value: '', label: receiptsTexts.settings.noCurrency },
  ...currencies.map((code) => ({ value: code, label: `${code}, ${currencyName.of(code)}` })),
];
