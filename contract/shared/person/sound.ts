import { tokensOf, wordsOf } from './name-words.ts';

/*
 * One Latin skeleton for the spellings of an Indian name: లక్ష్మి, लक्ष्मी, Lakṣmī, Lakshmi and Laxmee are `laksmi`. It
 * serves comparison only and is never shown. The skeleton of half a word is mostly the beginning of the whole word's. The
 * database has the same rules as `sounds_of`; server/db/sounds.test.ts compares the two.
 */

/** Begins the skeleton of a Tamil word: Tamil writes k and g, t and d, p and b, s and ch with one letter each. */
const tamil = '~';

/**
 * The Latin letters of a block of Unicode. The nine blocks from Devanagari to Malayalam have the same letters at the same
 * places. Aspirates and the kinds of s and n are one letter; A is the long a, M the
 * dot of Shankar, R the vowel of Krishna, Y ai, W au.
 */
const places =
  '-nM--aAiiuuRleeeYoooWkkggnccjjnttddnttddnnppbbmyrrlllvsssh----AiiuuRReeeYoooW---------------r-------------------n---------------';
const letters = /[\u0900-\u0d7f]/g;
/** Letters at places of their own, and the Tamil s. */
const ownLetters = new Map(
  Object.entries({ ৎ: 't', ৰ: 'r', ৱ: 'v', ൺ: 'n', ൻ: 'n', ർ: 'r', ൽ: 'l', ൾ: 'l', ൿ: 'k', ச: 's' }),
);

const inBlocks = (...ranges: readonly (readonly [from: number, to: number])[]) =>
  Array.from({ length: 9 }, (_, block) => 0x09_00 + block * places.length)
    .flatMap((block) => ranges.map((range) => range.map((at) => String.fromCodePoint(block + at)).join('-')))
    .join('');
const consonants = `${inBlocks([0x15, 0x39], [0x5c, 0x5c])}ৰৱ`;
const signsOfVowels = inBlocks([0x3e, 0x4d]);

type Rules = readonly (readonly [RegExp, string])[];

/** Each reads what the ones before it wrote. */
const scripts: Rules = [
  [/^(?=[\u0b80-\u0bff])/g, tamil],
  // chopra, which Devanagari writes with a dotted d
  [/[\u0921\u0922]\u093c|[\u09a1\u09a2]\u09bc/g, 'र'],
  [/[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, ''],
  [new RegExp(`([${consonants}])(?![${signsOfVowels}])`, 'g'), '$1a'],
];
const sounds: Rules = [
  // రావు, राव
  [/Av[au]?$/g, 'ao'],
  [/M(?=[cdgjkstv])/g, 'n'],
  [/M/g, 'm'],
  [/A/g, 'a'],
  [/R/g, 'ri'],
  [/Y/g, 'ai'],
  [/W|ou|ow/g, 'au'],
  [/x/g, 'ks'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  // kozhikode, from the south
  [/zh/g, 'l'],
  [/[zj]h?/g, 'j'],
  [/q/g, 'k'],
  [/f/g, 'p'],
  [/chh?/g, 'c'],
  // gyana, gnana, jnana
  [/g(?:ny|n|y)|dny|jn/g, 'jn'],
  // krishna, krushna
  [/([^aeiou~])ru(?=[^aeiouy])/g, '$1ri'],
  // of aspirates and sibilants: dharma, shiva, bhaskar, brahma
  [/([bcdgjkpst])h/g, '$1'],
  [/h(?=[^aeiou])/g, ''],
  [/([^~])h$/g, '$1'],
  // vamsi, vansi
  [/m(?=s)/g, 'n'],
  [/e[iy]/g, 'ai'],
  [/y/g, 'i'],
  // viswanadh, viswanath
  [/nada?$/g, 'nat'],
  [/([a-z])\1+/g, '$1'],
  // jagadish, jagdish: an a counts in the first syllable only
  [/^([^aeiou]*)a/g, '$1@'],
  [/a(?![iou])/g, ''],
  [/@/g, 'a'],
];
const change = (word: string, rules: Rules) =>
  rules.reduce((changed, [from, into]) => changed.replace(from, into), word);

const latinOf = (word: string) =>
  change(word, scripts)
    .replaceAll(
      letters,
      (letter) => ownLetters.get(letter) ?? places[letter.codePointAt(0)! % places.length]!,
    )
    .replaceAll('-', '');

const known = new Map<string, string>();
/** Words of a provider are few. The map is emptied before it grows without end. */
const mostKnown = 50_000;

/** The skeleton of one word in lower case without accents. */
export function skeletonOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const skeleton = change(/[\u0900-\u0d7f]/.test(word) ? latinOf(word) : word, sounds);
  if (known.size >= mostKnown) known.clear();
  known.set(word, skeleton);
  return skeleton;
}

/** The skeletons of the words of a name, and of its rest from each word on, because some write several words as one. */
export function soundsOf(name: string): string[] {
  const words = wordsOf(name);
  const rests = words.map((_, n) => words.slice(n).join(''));
  return [...new Set([...words, ...rests].map(skeletonOf))].filter(Boolean).toSorted();
}

const asInTamil: Readonly<Record<string, string>> = { b: 'p', c: 's', d: 't', g: 'k' };

/** What a typed word sounds like. A Tamil name is found by its Latin spellings. */
function variantsOf(word: string): string[] {
  const sound = skeletonOf(word);
  if (sound === '' || sound.startsWith(tamil)) return [sound];
  return [sound, tamil + sound.replaceAll(/[bcdg]/g, (letter) => asInTamil[letter]!)];
}

/** Letters, and the signs that people write between names. */
const isName = /^(?:[\p{L}\p{M}\s.,;:'’`"()&/-]|\u200c|\u200d)+$/u;

/**
 * The beginnings that a typed text looks for among the sounds of a name: all words of one of these sets, each in one of
 * its variants. The words may stand in any order, or all be written as one; TV may be T. V. Null: a number, an address,
 * one sound only.
 */
function wantedSounds(typed: string): string[][][] | null {
  const words = tokensOf(typed);
  const joined = variantsOf(words.join(''));
  if (!isName.test(typed) || joined[0]!.replace(tamil, '').length < 2) return null;
  const wanted = (all: readonly string[]) => all.map(variantsOf).filter(([sound]) => sound !== '');
  if (words.length === 1) return [wanted(words)];
  const initials = words.flatMap((word) =>
    /^[b-df-hj-np-tv-xz]{2,3}$/.test(word) ? word.split('') : [word],
  );
  return [wanted(words), ...(initials.length > words.length ? [wanted(initials)] : []), [joined]];
}

/** The same as the query of a PostgreSQL text search, for the result of `sounds_of`. */
export function soundQuery(typed: string): string | null {
  const quoted = (sound: string) => `'${sound.replaceAll(/['\\]/g, '$&$&')}':*`;
  const oneOf = (parts: readonly string[]) => `(${parts.join('|')})`;
  const sets = wantedSounds(typed)?.map((words) =>
    words.map((variants) => oneOf(variants.map(quoted))).join('&'),
  );
  return sets === undefined ? null : oneOf(sets);
}

/** Whether a search for the text finds somebody of that name: by a part of it in any case, or by its sound. */
export function isNamedLike(name: string, typed: string): boolean {
  const text = typed.trim();
  if (name.toLowerCase().includes(text.toLowerCase())) return true;
  const sets = wantedSounds(text);
  if (sets === null) return false;
  const all = soundsOf(name);
  const isThere = (variants: readonly string[]) =>
    variants.some((variant) => all.some((sound) => sound.startsWith(variant)));
  return sets.some((words) => words.every(isThere));
}
