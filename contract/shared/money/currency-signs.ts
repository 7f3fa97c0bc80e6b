import { isCurrency } from './money.ts';

/*
 * Signs and codes of currencies, as people and services write them beside amounts and above columns. The portal reads
 * headings with them, the server cells.
 */

const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'FJD', 'TTD', 'BBD', 'JMD', 'BSD', 'GYD', 'TWD'];

/** A sign that several currencies have stands for each of them. */
const signs = new Map<string, readonly string[]>([
  ...'₹ RS RE RUPEE RUPEES रु रू रुपये रुपए रूपये रुपया రూ రూపాయలు ரூ ரூபாய் ರೂ'
    .split(' ')
    .map((sign) => [sign, ['INR']] as const),
  ['$', dollars],
  ['US$', ['USD']],
  ['C$', ['CAD']],
  ['CA$', ['CAD']],
  ['A$', ['AUD']],
  ['AU$', ['AUD']],
  ['NZ$', ['NZD']],
  ['S$', ['SGD']],
  ['HK$', ['HKD']],
  ['£', ['GBP']],
  ['€', ['EUR']],
  ['EURO', ['EUR']],
  ['EUROS', ['EUR']],
  ['¥', ['JPY', 'CNY']],
  ['₩', ['KRW']],
  ['₽', ['RUB']],
  ['₺', ['TRY']],
  ['₫', ['VND']],
  ['฿', ['THB']],
  ['₦', ['NGN']],
  ['₱', ['PHP']],
  ['₪', ['ILS']],
  ['₴', ['UAH']],
  ['৳', ['BDT']],
  ['DHS', ['AED']],
  ['RM', ['MYR']],
  ['R$', ['BRL']],
  ['ZŁ', ['PLN']],
]);

/** The currencies that a code or sign can stand for; null: it is neither. */
export function currenciesOf(text: string): readonly string[] | null {
  const upper = text.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();
  if (isCurrency(upper)) return [upper];
  return signs.get(upper) ?? signs.get(upper.replace(/\.$/u, '')) ?? null;
}

/** Those that all of these can stand for: 'USD $100' is in USD. */
export const currenciesSaid = (all: readonly (readonly string[])[]): readonly string[] =>
  all.length === 0 ? [] : all.reduce((some, each) => some.filter((code) => each.includes(code)));
