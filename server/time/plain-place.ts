/**
 * The name of a place as it is compared: "St. John’s" as "st johns". Without case, accents and punctuation; other scripts
 * stay.
 */
export const plainPlace = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, (mark) => (/[\u0300-\u036f]/.test(mark) ? '' : mark))
    .toLowerCase()
    .replaceAll(/['’‘ʻ`.]/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replaceAll(/\bsaint\b/g, 'st')
    .replaceAll(/\bmount\b/g, 'mt')
    .replaceAll(/\bfort\b/g, 'ft');
