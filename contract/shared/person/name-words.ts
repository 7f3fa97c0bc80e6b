/* The words of a name in comparable form: without case, blanks, accents and signs. */

// Letters that Unicode does not split into letter and accent.
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  ə: 'a',
  ħ: 'h',
  ŋ: 'n',
  þ: 'th',
};

export function wordsOf(text: string): string[] {
  // Most names are plain, and there may be a hundred thousand of them.
  if (/^[a-z .]*$/iu.test(text)) return text.toLowerCase().split(/[ .]+/u).filter(Boolean);
  return (
    text
      .normalize('NFKD')
      // The vowel of Krishna, which learned texts write ṛ.
      .replaceAll(/(r)\u0323/giu, '$1i')
      // Accents of Latin letters only. Vowel signs of Indian scripts are marks too, and belong to the name.
      .replaceAll(/[\u0300-\u036f\u200b-\u200d'’`]/gu, '')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[ßæœøđłıðəħŋþ]/gu, (letter) => plainLetters[letter] ?? letter)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean)
  );
}

/**
 * Titles that are hardly ever a name, and those that are titles with a point alone, as "Chi." is beside Chi Nguyen. The
 * last are given names too, as in "Sri Lakshmi", and titles before two words.
 */
const always =
  'mr|mrs|ms|mx|miss|master|mstr|dr|prof|shri|smt|shrimati|srimati|srimathi|kum|श्री|श्रीमती|डॉ|डा|कुमारी|सुश्री|శ్రీమతి|డాక్టర్|డా|కుమారి|திரு|திருமதி|செல்வி|செல்வன்|m/s|herr|frau|mme|mlle|sra|srta|г-н|г-жа|السيد|السيدة';
const pointed =
  'er|adv|ca|capt|col|lt|maj|gen|sgt|rev|fr|pt|sow|chi|chy|ku|late|sr|sri|sree|shree|कु|सौ|स्व|चि|సౌ|చి|శ్రీ';
const half = '(?:sri|sree|shree|kumari|శ్రీ)';
const titled = new RegExp(
  String.raw`^[\s(]*(?:(?:(?:&|and)\s*)?(?:${always})(?:\.|(?=[\s)]))|(?:${pointed})\.|late(?=\s+(?:${always}|sri)\b)|${half}(?=(?:\s+${half})*\s+\S+\s+\S))\)?\s*`,
  'iu',
);

/** The titles before a name, each as it is written, and the name. A text of titles alone is a name. */
export function titlesOf(text: string): { titles: string[]; name: string } {
  const titles: string[] = [];
  let name = text;
  for (let found = titled.exec(name); found !== null; found = titled.exec(name)) {
    const rest = name.slice(found[0].length);
    if (!/\p{L}/u.test(rest)) break;
    titles.push(found[0]);
    name = rest;
  }
  return { titles, name };
}

const honours = new Set(['garu', 'ji', 'గారు', 'जी']);

/** The words of a name, without titles. */
export function tokensOf(text: string): readonly string[] {
  const words = wordsOf(titlesOf(text).name);
  while (words.length > 1 && honours.has(words.at(-1)!)) words.pop();
  return words;
}
