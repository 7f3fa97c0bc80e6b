/**
 * Marks that nobody sees: WhatsApp, Word and browsers put them around names and numbers. The joiners of Indian scripts
 * (U+200C, U+200D) belong to the spelling. The overrides (U+202D, U+202E) change the order of letters, so they are left
 * for the checks, which refuse them.
 */
const unseen = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]/gu;

export const withoutUnseen = (text: string) => text.replaceAll(unseen, '');

/** A cell on one line: one spelling of each letter, no hard spaces, and no marks that nobody sees. */
export const tidyText = (text: string) =>
  withoutUnseen(text.normalize('NFC'))
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim();

/** The zeros of Arabic, Persian and the scripts of South and South-East Asia. The other nine digits follow each of them. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
];

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** A text with 0 to 9 in place of the digits of other scripts, and the usual hyphen in place of other dashes. */
export const plainDigits = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-');
