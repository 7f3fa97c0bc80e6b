import { tokensOf, wordsOf } from './name-words.ts';

/*
 * One skeleton for the spellings of a name: లక్ష్మి, लक्ष्मी, Lakṣmī, Lakshmi and Laxmee are `laksmi`, Мария and Maria
 * `mari`. It serves comparison only and is never shown. The skeleton of half a word is mostly the beginning of the whole
 * word's. The database has the same rules as `sounds_of`; server/db/sounds.test.ts compares the two.
 */

/** A table of letters, each with what it stands for. */
const tableOf = (pairs: string) =>
  new Map(pairs.split(' ').map((pair): [letter: string, text: string] => [pair.charAt(0), pair.slice(2)]));

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
const alphabets = /[\u0370-\u052f]/g;
/** Letters at places of their own, and the Tamil s. */
const ownLetters = tableOf('ৎ:t ৰ:r ৱ:v ൺ:n ൻ:n ർ:r ൽ:l ൾ:l ൿ:k ச:s ୟ:y ୱ:v');

/** Letters of Cyrillic and Greek, each with its Latin spelling. */
const latinSpellings = tableOf(
  'а:a б:b в:v г:g ґ:g ғ:g д:d е:e є:ye ә:a ж:zh җ:zh з:z и:i і:i ј:j к:k қ:k л:l љ:lj м:m н:n ң:n њ:nj о:o ө:o п:p ' +
    'р:r с:s т:t ћ:ch ђ:dj у:u ү:u ұ:u ф:f х:kh һ:h ц:ts ч:ch џ:dzh ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ' +
    'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o',
);

const inBlocks = (...ranges: readonly (readonly [from: number, to: number])[]) =>
  Array.from({ length: 9 }, (_, block) => 0x09_00 + block * places.length)
    .flatMap((block) => ranges.map((range) => range.map((at) => String.fromCodePoint(block + at)).join('-')))
    .join('');
const consonants = `${inBlocks([0x15, 0x39], [0x5c, 0x5c])}ৰৱୟୱ`;
const signsOfVowels = inBlocks([0x3e, 0x4d]);

type Rules = readonly (readonly [RegExp, string])[];

/** Each reads what the ones before it wrote. */
const scripts: Rules = [
  [/^(?=[\u0b80-\u0bff])/g, tamil],
  // chopra, which Devanagari writes with a dotted d
  [/[\u0921\u0922]\u093c|[\u09a1\u09a2]\u09bc/g, 'र'],
  [/[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, ''],
  // singh, but narasimha
  [/(?<!नर)सिंह$/g, 'सिंघ'],
  [/સિંહ$/g, 'સિંઘ'],
  // shah
  [/([\u093e\u09be\u0a3e\u0abe])[हহਹહ]$/g, '$1h'],
  // mehta, mehra
  [/ेह(?=[तर])/g, 'े'],
  [/^મહેત/g, 'મેત'],
  // Tamil: lakshmi, raman, chandran, krishnan
  [/ட்ச(?:ு(?=ம))?/g, 'க்ஷ்'],
  [/(~)இ(?=ர[^ு]|லக்ஷ்)/g, '$1'],
  [/([கதப])ி(?=ர)/g, '$1்'],
  // Malayalam
  [/റ്റ/g, 'ട്ട'],
  [new RegExp(`([${consonants}])(?![${signsOfVowels}])`, 'g'), '$1a'],
];
const greek: Rules = [
  [/ου/g, 'ou'],
  [/([αε])υ/g, '$1v'],
  [/^μπ/g, 'b'],
  [/μπ/g, 'mb'],
  [/^ντ/g, 'd'],
  [/^γκ/g, 'g'],
  [/γ(?=[γκχξ])/g, 'n'],
];
const sounds: Rules = [
  // yelena, schmidt, szymon, kowalczyk; müller is mueller, søren soeren
  [/^ye/g, 'e'],
  [/^sch/g, 'sh'],
  [/sz/g, 'sh'],
  [/cz/g, 'ch'],
  [/([aou])e(?=[^aeiouy])/g, '$1'],
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
  // chander, chandra; banerjee, banarji
  [/([^~]{2}[^aeiou~])era?$/g, '$1r'],
  [/er(?=ji)/g, 'r'],
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
  // sarah, but shah
  [/([^~]..)h$/g, '$1'],
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
  // bandyopadhyay is banerjee, and so on
  [/^(ban|cat|muk)(?:di?)?opdiai$/g, '$1rji'],
  [/^gangopdiai$/g, 'ganguli'],
  [/^([bc])[ei]([nt])rji$/g, '$1a$2rji'],
];
const change = (word: string, rules: Rules) =>
  rules.reduce((changed, [from, into]) => changed.replace(from, into), word);

const latinOf = (word: string) =>
  change(word, scripts).replaceAll(letters, (letter) =>
    (ownLetters.get(letter) ?? places[letter.codePointAt(0)! % places.length]!).replace('-', ''),
  );
const latinOfAlphabets = (word: string) =>
  change(word, greek).replaceAll(alphabets, (letter) => latinSpellings.get(letter) ?? letter);

/*
 * Arabic does not write short vowels, so the skeleton of its words are Arabic consonants, w and y, one letter for each
 * sound. A point ends it: of a short one the beginning says too little.
 */
const end = '.';
const isArabic = /[\u0600-\u06ff]/;
const arabicLetters: readonly [letters: string, kept: string] = [
  'ىئیےؤآأإٱعءہهخکقثطٹذظژضڈصشچگڑںۃ',
  'ييييوااااااححكككتتتزززددسسسغرنة',
];
const arabic: Rules = [
  [/[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06be\u06d6-\u06ed]/g, ''],
  // the article
  [/^ال(?=..)/g, ''],
];
const arabicTwice: Rules = [
  [/لل/g, 'ل'],
  [/وو/g, 'و'],
];
const arabicEnds: Rules = [[/^ا[اوي]+/g, 'ا'], [/(.)ا+/g, '$1'], ...arabicTwice, [/(..)[يوحة]+$/g, '$1']];
const keptOfArabic = (word: string) =>
  change(word, arabic).replaceAll(
    new RegExp(`[${arabicLetters[0]}]`, 'g'),
    (letter) => arabicLetters[1][arabicLetters[0].indexOf(letter)]!,
  );
function skeletonInArabic(word: string): string {
  const skeleton = change(keptOfArabic(word), arabicEnds);
  return isArabic.test(skeleton) ? skeleton + end : skeleton;
}

const inArabic: Rules = [
  [/sch|[cs]h/g, 's'],
  [/([dgkt])h/g, '$1'],
  [/ph/g, 'f'],
  [/dj/g, 'j'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/([^aeiouwy])\1+/g, '$1'],
];
const arabicFor = tableOf('b:ب d:د f:ف g:غ h:ح j:ج k:ك l:ل m:م n:ن p:پ r:ر s:س t:ت v:و z:ز');
/** What Arabic may write of some vowels together. */
const vowelsInArabic = (vowels: string): readonly string[] =>
  /y|ee|[ae]i|i[aou]/.test(vowels)
    ? ['ي']
    : /w|oo|[ao]u/.test(vowels)
      ? ['و']
      : /[ie]/.test(vowels)
        ? ['', 'ي']
        : /[ou]/.test(vowels)
          ? ['', 'و']
          : [''];

/** Every way to go through the parts. What would make too many takes the first of each. */
const ways = (parts: readonly (readonly string[])[], most = 8) =>
  parts.reduce<readonly string[]>(
    (heads, choices) =>
      heads.length * choices.length > most
        ? heads.map((head) => head + choices[0]!)
        : heads.flatMap((head) => choices.map((choice) => head + choice)),
    [''],
  );

/** The skeletons by which Arabic may write a Latin word, without their end. */
function arabicOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const all = [word, word.replace(/^[ae]l(?=[^aeiouy])/, '')].flatMap((each) => {
    const parts = change(each, inArabic).match(/[aeiouwy]+|./g) ?? [];
    return ways(
      parts.flatMap((part, n) => {
        const consonant = arabicFor.get(part);
        if (consonant !== undefined) return [[consonant]];
        if (n > 0) return [vowelsInArabic(part)];
        if (!/^[wy]/.test(part)) return [['ا']];
        return [[part.startsWith('y') ? 'ي' : 'و'], vowelsInArabic(part.slice(1))];
      }),
    );
  });
  return [...new Set(all.map((each) => change(each, arabicEnds)))].filter((each) => each.length > 1);
}

const known = new Map<string, string>();
/** Words of a provider are few. The map is emptied before it grows without end. */
const mostKnown = 50_000;

/** The skeleton of one word in lower case without accents. */
export function skeletonOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const skeleton = /^[a-z]*$/.test(word)
    ? change(word, sounds)
    : change(skeletonInArabic(latinOfAlphabets(latinOf(word))), sounds);
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

const inTamil = (sound: string) =>
  tamil + sound.replaceAll(/[bcdg]/g, (letter) => 'pstk'['bcdg'.indexOf(letter)]!);
/** What one letter of Tamil may stand for. */
const ofTamil = tableOf('k:kg p:pb s:sc t:td');

/** Ends what the whole word must sound like, and not its beginning. */
const whole = '$';
const shortVowels = ['a', 'e', 'i', 'o', 'u'];
const longVowels = new Map([
  ['ا', ['a']],
  ['و', ['u', 'o', 'au', 'v', 'av']],
  ['ي', ['i', 'e', 'ai', 'ie', 'aie']],
]);
const latinFor = new Map([...arabicFor].map(([latin, letter]) => [letter, latin]));

/** What a letter of Arabic and the short vowel behind it may be in Latin. */
function latinFromArabic(letter: string, n: number, letters: readonly string[]): readonly string[] {
  const next = letters[n + 1] ?? '';
  const vowels = longVowels.get(letter);
  if (vowels !== undefined && n > 0) {
    // The article, and a hamza or ain before another vowel.
    if (letter === 'ا' && next === 'ل') return ['a', 'u', 'e'];
    if (letter === 'ا' && longVowels.has(next)) return ['a', ''];
    return letter === 'ي' && next === '' ? [...vowels, 'a'] : vowels;
  }
  if (letter === 'ا') return shortVowels;
  const consonant = letter === 'ي' ? 'y' : (latinFor.get(letter) ?? '');
  if (next === '' || longVowels.has(next)) return [consonant];
  // After h and n it counts whether there is a vowel: ahmed, hind.
  return [...(/[حن]/.test(letter) && n > 0 ? [''] : []), ...shortVowels].map((vowel) => consonant + vowel);
}

/** The sounds of the Latin spellings of an Arabic word. Of a short one the beginning says too little. */
function soundsFromArabic(word: string): string[] {
  // Osman and Othman, Reza and Rida
  const others = word.replaceAll(/[ثضذ]/g, (letter) => ({ ث: 'س', ض: 'ز' })[letter] ?? 'د');
  const sounds = [...new Set([word, others])].flatMap((each) => {
    const kept = change(keptOfArabic(each), [[/ة/g, 'ا'], ...arabicTwice]);
    const isShort = change(kept, arabicEnds).length < 4;
    const letters = (isShort ? kept : kept.replace(/(?<=..)[يوحا]+$/, '')).split('');
    const end = isShort ? whole : '';
    return ways(letters.map(latinFromArabic), 160).map((spelled) => skeletonOf(spelled) + end);
  });
  return [...new Set(sounds)];
}

/** Iyer and Iyengar, whom Indian scripts write అయ్యర్ and అయ్యంగార్. */
const iyers = (sound: string) =>
  sound.replace(/^(?:ie|ai)(?=r$|ng)/, (start) => (start === 'ie' ? 'ai' : 'ie'));

/** What a typed word sounds like. Names in Tamil and Arabic meet their Latin spellings, carl finds karl. */
function variantsOf(word: string): string[] {
  const sound = skeletonOf(word);
  if (isArabic.test(sound)) return [sound, ...soundsFromArabic(word)];
  if (sound === '') return [sound];
  if (sound.startsWith(tamil)) {
    const letters = sound.slice(1).split('');
    const spelled = ways(letters.map((letter) => (ofTamil.get(letter) ?? letter).split('')));
    return [...new Set([sound, ...spelled, ...spelled.map(iyers)])];
  }
  const plainC = word.replaceAll(/c(?=[aoulrt])/g, 'k').replaceAll(/c(?=[eiy])/g, 's');
  return [
    ...new Set([sound, iyers(sound), skeletonOf(plainC), inTamil(sound), inTamil(iyers(sound))]),
    ...arabicOf(word).map((each) => (each.length > 3 ? each : each + end)),
  ];
}

/**
 * The word as scripts write it that leave out sounds, where a name of one meets a name of another: Tamil, and Arabic
 * without any vowel.
 */
export const sparseSkeletons: readonly {
  isOf: (text: string) => boolean;
  skeletonOf: (word: string) => string;
}[] = [
  {
    isOf: (text) => /[\u0b80-\u0bff]/.test(text),
    skeletonOf: (word) => inTamil(skeletonOf(word).replace(tamil, '')),
  },
  {
    isOf: (text) => isArabic.test(text),
    skeletonOf: (word) => {
      const sound = skeletonOf(word);
      const all = isArabic.test(sound) ? [sound] : arabicOf(/^[a-z]+$/.test(word) ? word : sound);
      return (all[0] ?? sound).replace(end, '').replaceAll(/(?<=.)[يو]/g, '');
    },
  },
];

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
  if (!isName.test(typed) || joined[0]!.replace(/[~.]/, '').length < 2) return null;
  const wanted = (all: readonly string[]) => all.map(variantsOf).filter(([sound]) => sound !== '');
  if (words.length === 1) return [wanted(words)];
  const initials = words.flatMap((word) =>
    /^[b-df-hj-np-tv-xz]{2,3}$/.test(word) ? word.split('') : [word],
  );
  return [wanted(words), ...(initials.length > words.length ? [wanted(initials)] : []), [joined]];
}

/** The same as the query of a PostgreSQL text search, for the result of `sounds_of`. */
export function soundQuery(typed: string): string | null {
  const quoted = (sound: string) =>
    `'${sound.replace(whole, '').replaceAll(/['\\]/g, '$&$&')}'${sound.endsWith(whole) ? '' : ':*'}`;
  const oneOf = (parts: readonly string[]) => `(${parts.join('|')})`;
  const sets = wantedSounds(typed)?.map((words) =>
    words.map((variants) => oneOf(variants.map(quoted))).join('&'),
  );
  return sets === undefined ? null : oneOf(sets);
}

const soundsKnown = new Map<string, string[]>();
function knownSoundsOf(name: string): string[] {
  const before = soundsKnown.get(name);
  if (before !== undefined) return before;
  const sounds = soundsOf(name);
  if (soundsKnown.size >= mostKnown) soundsKnown.clear();
  soundsKnown.set(name, sounds);
  return sounds;
}

/** Says of names whether a search for the text finds them: by a part of it in any case, or by its sound. */
export function namedLike(typed: string): (name: string) => boolean {
  const text = typed.trim();
  const letters = text.toLowerCase();
  const sets = wantedSounds(text);
  return (name) => {
    if (name.toLowerCase().includes(letters)) return true;
    if (sets === null || !/\p{L}/u.test(name)) return false;
    const all = knownSoundsOf(name);
    const isThere = (variants: readonly string[]) =>
      variants.some((variant) => all.some((sound) => (sound + whole).startsWith(variant)));
    return sets.some((words) => words.every(isThere));
  };
}
