import type { SearchText } from './queries.ts';

const telephone = /^\+?[\d\s().-]{9,}$/;

/** What a text may mean besides a part of a name: an id, with or without #, or a phone number. */
export function wantedOf(typed: string): SearchText {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const [, number = ''] = /^#?([1-9]\d{0,8})$/.exec(text) ?? [];
  const digits = text.replaceAll(/\D/g, '');
  return {
    text: number === '' ? text : number,
    id: number === '' ? null : Number(number),
    phone: telephone.test(text) && digits.length >= 9 ? digits.slice(-9) : null,
  };
}
