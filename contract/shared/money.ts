/** '1250.5' in hundredths. Sums use these, because binary fractions lose cents. */
export function toCents(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
}

export const fromCents = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

export const sumOf = (amounts: readonly string[]): string =>
  fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n));
