import { fit, nameOf } from './names.ts';

/*
 * One Latin skeleton for the spellings of an Indian name: లక్ష్మి, लक्ष्मी, Lakṣmī, Lakshmi and Laxmee are `laksmi`. It
 * serves comparison only and is never shown.
 */

/** The first code points of Devanagari and Telugu. Both blocks have the same letters at the same places. */
const blocks = [0x0900, 0x0c00];

/** By place in the block: independent vowels, consonants with their inherent a, vowel signs. */
const vowels: Readonly<Record<number, string>> = Object.fromEntries(
  [...'a aa i ii u uu r l e e e ai o o o au'.split(' ').entries()].map(([n, latin]) => [0x05 + n, latin]),
);
const consonants: Readonly<Record<number, string>> = Object.fromEntries(
  'k kh g gh n c ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'
    .split(' ')
    .map((latin, n) => [0x15 + n, latin]),
);
const signs: Readonly<Record<number, string>> = {
  ...Object.fromEntries('aa i ii u uu r r e e e ai o o o au'.split(' ').map((latin, n) => [0x3e + n, latin])),
  0x01: 'n',
  0x02: 'm',
  0x03: 'h',
};
/** Takes the inherent a away. */
const virama = 0x4d;

const isIndian = /[\u0900-\u097f\u0c00-\u0c7f]/;

/** Writes Telugu and Devanagari in Latin letters; other letters stay. */
function toLatin(text: string): string {
  let latin = '';
  let holdsA = false;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const block = blocks.find((first) => code >= first && code < first + 0x80);
    const place = block === undefined ? -1 : code - block;
    const isSign = place === virama || (place >= 0x3e && place <= 0x4c);
    if (holdsA && !isSign) latin += 'a';
    holdsA = consonants[place] !== undefined;
    if (block === undefined) latin += letter;
    else latin += consonants[place] ?? vowels[place] ?? signs[place] ?? '';
  }
  return holdsA ? `${latin}a` : latin;
}

/** In this order: each reads what the ones before it wrote. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/ou|ow/g, 'au'],
  [/w/g, 'v'],
  [/[zj]h?/g, 'j'],
  [/q/g, 'k'],
  [/f/g, 'p'],
  [/chh?/g, 'c'],
  // gyana, gnana, jnana
  [/g(?:ny|n|y)|dny|jn/g, 'jn'],
  // of aspirates and sibilants: dharma, shiva, bhaskar, brahma
  [/(?<=[bcdgjkpst])h/g, ''],
  [/h(?=[^aeiou]|$)/g, ''],
  // samkara, sankara
  [/m(?=[cdgjkstv])/g, 'n'],
  [/ey|ei|ay(?=[^aeiou]|$)/g, 'ai'],
  [/(.)\1+/g, '$1'],
  // krishna, krushna, kṛṣṇa
  [/(?<=[^aeiou])r[iu](?=[^aeiouy])/g, 'r'],
  [/i?y(?=[aeou])|i(?=[aeou])/g, 'y'],
  // viswanadh, viswanath
  [/nad$/, 'nat'],
  [/(?<=..)a$/, ''],
  [/y$/, 'i'],
];

const known = new Map<string, string>();
/** Words of a provider are few. The map is emptied before it grows without end. */
const mostKnown = 50_000;

/** The skeleton of one word in lower case without accents. */
export function skeletonOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  let skeleton = isIndian.test(word) ? toLatin(word) : word;
  if (skeleton.length > 1) for (const [from, into] of rules) skeleton = skeleton.replace(from, into);
  if (known.size >= mostKnown) known.clear();
  known.set(word, skeleton);
  return skeleton;
}

/** A name as skeletons of its words. */
export const skeletonName = (text: string) => nameOf(nameOf(text).tokens.map(skeletonOf).join(' '));

/** How two names fit, as they are written and as they sound: లక్ష్మి is Lakshmi. */
export const fitsOf = (one: string, other: string) => [
  fit(nameOf(one), nameOf(other)),
  fit(skeletonName(one), skeletonName(other)),
];
