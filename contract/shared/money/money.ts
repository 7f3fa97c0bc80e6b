/*
 * Amounts are decimal text, '1250.00', with as many decimals as their currency has. They never become binary fractions,
 * which lose cents. Sums use thousandths: no currency has more than three decimals.
 */

/** The codes of ISO 4217 that the platform knows. */
export const currencies: readonly string[] = Intl.supportedValuesOf('currency');

const known = new Set(currencies);
export const isCurrency = (text: string): boolean => known.has(text);

// Platforms answer with the decimals in daily use, which are fewer than those of ISO 4217 for some currencies.
const digits = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** The number of decimals of a currency by ISO 4217: 2 for INR, 0 for JPY, 3 for KWD. Without a currency: 2. */
export const digitsOf = (code: string | null): number => (code === null ? 2 : (digits.get(code) ?? 2));

/** '0.00' is nothing. */
export const isNothing = (amount: string): boolean => /^[0.]+$/.test(amount);

/** '1250.5' in thousandths. */
export function toMils(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const mils = BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0').slice(0, 3));
  return amount.startsWith('-') ? -mils : mils;
}

/** Thousandths as text with the decimals of that currency. */
export function fromMils(mils: bigint, code: string | null): string {
  const digits = digitsOf(code);
  const size = mils < 0n ? -mils : mils;
  const whole = `${mils < 0n ? '-' : ''}${size / 1000n}`;
  return digits === 0
    ? whole
    : `${whole}.${String(size % 1000n)
        .padStart(3, '0')
        .slice(0, digits)}`;
}

/** The amount with the decimals of its currency; null when it has more than the currency. */
export function inCurrency(amount: string, code: string | null): string | null {
  const mils = toMils(amount);
  const text = fromMils(mils, code);
  return toMils(text) === mils ? text : null;
}

/**
 * An amount that somebody wrote, with the decimals of its currency; null when it has more of them. 1.200 may mean twelve
 * hundred, so its last zeros count too. Two zeros behind yen are the habit of forms.
 */
export function writtenIn(amount: string, code: string | null): string | null {
  const [whole = '', part = ''] = amount.split('.');
  const most = digitsOf(code);
  if (most === 0) return /^0{0,2}$/.test(part) ? whole : null;
  return part.length > most ? null : `${whole}.${part.padEnd(most, '0')}`;
}

export const sumOf = (amounts: readonly string[], code: string | null): string =>
  fromMils(
    amounts.reduce((sum, amount) => sum + toMils(amount), 0n),
    code,
  );
