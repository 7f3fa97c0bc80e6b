import { countryNamed } from '@gurukul/contract/shared/countries';

/** For `tel:`: the digits, with a plus in front if there is one. Null for a text without a number. */
export function dialled(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '');
  if (digits.length < 5) return null;
  return phone.trim().startsWith('+') ? `+${digits}` : digits;
}

/** E.164 allows no more digits. */
const longest = 15;

/**
 * The number with its country code and without a plus, as wa.me wants it. Without a code in the number, the country's is
 * put in front. Null where the country is unknown: a guess would reach a stranger.
 */
export function internationalDigits(phone: string, country: string): string | null {
  const text = phone.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 7 || digits.length > longest) return null;
  if (text.startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const code = countryNamed(country)?.calling_code;
  if (code === undefined) return null;
  const isWhole = digits.startsWith(code) && digits.length >= code.length + 10;
  return isWhole ? digits : `${code}${digits.replace(/^0/, '')}`;
}
