import type { PayService } from '@gurukul/contract/checkouts';
import { digitsOf, fromMils, inCurrency, toMils } from '@gurukul/contract/shared/money/money';

/* Services count in the smallest unit of a currency, and Stripe has its own opinion about some of them. */

const ofStripe = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
]);

const digitsAt = (service: PayService, currency: string): number =>
  (service === 'stripe' ? ofStripe.get(currency) : undefined) ?? digitsOf(currency);

/** Null: the service does not take such an amount. Of three decimals both want the last one to be zero. */
export function toMinor(service: PayService, amount: string, currency: string): number | null {
  const digits = digitsAt(service, currency);
  const step = 10n ** BigInt(3 - digits);
  const mils = toMils(amount);
  if (mils % (digits === 3 ? 10n : step) !== 0n || mils > 1_000_000_000_000n) return null;
  return Number(mils / step);
}

/** As decimal text. It has more decimals than the currency only where the service says so. */
export function fromMinor(service: PayService, minor: number, currency: string): string {
  const mils = BigInt(minor) * 10n ** BigInt(3 - digitsAt(service, currency));
  return inCurrency(fromMils(mils, 'KWD'), currency) ?? fromMils(mils, 'KWD');
}
