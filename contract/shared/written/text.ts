/**
 * Marks that nobody sees: WhatsApp, Word and browsers put them around names and numbers. The joiners of Indian scripts
 * (U+200C, U+200D) belong to the spelling. The overrides (U+202D, U+202E) change the order of letters, so they are left
 * for the checks, which refuse them.
 */
const unseen = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]/gu;

// Most cells are plain, and a file has some hundred thousand of them.
const isPlain = (text: string) => /^[\u0020-\u007e]*$/u.test(text);
const isTidy = (text: string) => isPlain(text) && !text.includes('  ') && text === text.trim();

export const withoutUnseen = (text: string) => (isPlain(text) ? text : text.replaceAll(unseen, ''));

/** A cell on one line: one spelling of each letter, no hard spaces, and no marks that nobody sees. */
export const tidyText = (text: string) =>
  isTidy(text)
    ? text
    : withoutUnseen(text.normalize('NFC'))
        .replaceAll(/[\s\u0085]+/gu, ' ')
        .trim();

/** What people and programs wrote, on one line that `oneLine` takes, of at most so many characters. */
export const lineOf = (text: string, longest: number) =>
  tidyText(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/[\u202d\u202e]/gu, ''),
  )
    .slice(0, longest)
    .replace(/\p{Cs}$/u, '')
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
  isPlain(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Nd}/gu, plainDigit)
        .replaceAll(/[\u2010-\u2015\u2212]/gu, '-');

const noneWords =
  /^(?:[-–—.,/*x]+|n\.?\/?a\.?|nil|none|null|no|not (?:given|available|applicable)|no (?:e-?mail|mail)(?: id)?)$/iu;

/** True for what people write in place of nothing: N/A, nil, "-". */
export const isNothing = (text: string) => noneWords.test(text.trim());
