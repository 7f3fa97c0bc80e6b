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
      .replaceAll(/[ßæœøđłı]/gu, (letter) => plainLetters[letter] ?? letter)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean)
  );
}

const titles = new Set(
  'mr mrs ms miss master dr prof adv shri shree smt srimathi srimati shrimati kum kumari డా డాక్టర్ శ్రీమతి కుమారి डॉ श्रीमती कुमारी सुश्री'.split(
    ' ',
  ),
);
/** Titles before a whole name, but the beginning of Sri Devi. */
const halfTitles = new Set(['sri', 'శ్రీ', 'श्री']);
const honours = new Set(['garu', 'ji', 'గారు', 'जी']);

/** The words of a name, without titles. */
export function tokensOf(text: string): readonly string[] {
  const words = wordsOf(text);
  const isTitle = (word: string) => titles.has(word) || (halfTitles.has(word) && words.length > 2);
  while (words.length > 1 && isTitle(words[0]!)) words.shift();
  while (words.length > 1 && honours.has(words.at(-1)!)) words.pop();
  return words;
}
