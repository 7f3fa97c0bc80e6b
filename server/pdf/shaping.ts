import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Buffer as Letters, Face, Font, shape } from 'harfbuzzjs';

/*
 * Letters of the scripts of India join, move and stack. HarfBuzz says which glyphs a word needs and where they lie.
 * PDFKit's own shaper (fontkit) fails on words like శ్రీకృష్ణ.
 */

const { resolve } = createRequire(import.meta.url);
const bytesOf = (file: string) => readFileSync(resolve(`@expo-google-fonts/${file}.ttf`));

export type Weight = 'regular' | 'bold';

/**
 * Package and file of each typeface, and the letters that it is for. Signs that several scripts share, such as the
 * danda, are those of each. Where several typefaces have a letter, the first one writes it.
 */
const typefaces = {
  latin: ['noto-sans', 'NotoSans', /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u],
  telugu: ['noto-sans-telugu', 'NotoSansTelugu', /\p{scx=Telugu}/u],
  devanagari: ['noto-sans-devanagari', 'NotoSansDevanagari', /\p{scx=Devanagari}/u],
  tamil: ['noto-sans-tamil', 'NotoSansTamil', /\p{scx=Tamil}/u],
  kannada: ['noto-sans-kannada', 'NotoSansKannada', /\p{scx=Kannada}/u],
  malayalam: ['noto-sans-malayalam', 'NotoSansMalayalam', /\p{scx=Malayalam}/u],
  bengali: ['noto-sans-bengali', 'NotoSansBengali', /\p{scx=Bengali}/u],
  gujarati: ['noto-sans-gujarati', 'NotoSansGujarati', /\p{scx=Gujarati}/u],
  gurmukhi: ['noto-sans-gurmukhi', 'NotoSansGurmukhi', /\p{scx=Gurmukhi}/u],
  odia: ['noto-sans-oriya', 'NotoSansOriya', /\p{scx=Oriya}/u],
  chinese: ['noto-sans-sc', 'NotoSansSC', /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uff00-\uffef]/u],
} as const;
export type Script = keyof typeof typefaces;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys
const scripts = Object.keys(typefaces) as readonly Script[];

/** Chinese has one weight: the other one would add 6 MB to a release. */
function fileOf(script: Script, weight: Weight): string {
  const [folder, name] = typefaces[script];
  const cut = weight === 'bold' && script !== 'chinese' ? '700Bold' : '400Regular';
  return `${folder}/${cut}/${name}_${cut}`;
}

/** One glyph; distances in units of the font. */
export interface PlacedGlyph {
  readonly id: number;
  /** The letters that this glyph begins; empty for the further glyphs of a syllable. */
  readonly letters: string;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

export interface Typeface {
  readonly bytes: Buffer;
  readonly has: (codePoint: number) => boolean;
  readonly shape: (text: string) => PlacedGlyph[];
  /** In units of the font, of which a size has 1,000. */
  readonly widthOf: (text: string) => number;
}

const letters = new Letters();

function openTypeface(file: string): Typeface {
  const bytes = bytesOf(file);
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  const known = new Set(face.collectUnicodes());
  const placeAll = (text: string) => {
    letters.reset();
    letters.addText(text);
    letters.guessSegmentProperties();
    shape(font, letters);
    return letters.getGlyphPositions();
  };
  return {
    bytes,
    has: (codePoint) => known.has(codePoint),
    shape(text) {
      const positions = placeAll(text);
      const glyphs = letters.getGlyphInfos();
      const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), text.length].toSorted(
        (a, b) => a - b,
      );
      return glyphs.map(({ codepoint: id, cluster }, index) => {
        const { xAdvance, xOffset, yOffset } = positions[index]!;
        const begins = cluster !== glyphs[index - 1]?.cluster;
        const syllable = begins ? text.slice(cluster, starts[starts.indexOf(cluster) + 1]) : '';
        return { id, letters: syllable, xAdvance, xOffset, yOffset };
      });
    },
    widthOf: (text) => placeAll(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
}

const open = new Map<string, Typeface>();

/** Opened when it is first needed: most processes draw nothing. */
export function typefaceOf(script: Script, weight: Weight): Typeface {
  const file = fileOf(script, weight);
  let typeface = open.get(file);
  if (typeface === undefined) open.set(file, (typeface = openTypeface(file)));
  return typeface;
}

export interface Run {
  readonly script: Script;
  readonly text: string;
}

/** Letters that belong to every script: they stay with the letter before them. */
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** They say how their neighbours join. */
const joiner = /[\u200c\u200d]/;

/** The script whose typeface writes this letter after one of `last`; null: no typeface has it. Opens what it asks. */
function scriptOf(letter: string, last: Script | undefined): Script | null {
  if (joiner.test(letter)) return last ?? 'latin';
  const before = shared.test(letter) && last !== undefined ? [last] : [];
  const own = scripts.filter((script) => typefaces[script][2].test(letter));
  const code = letter.codePointAt(0) ?? 0;
  return (
    [...before, ...own, 'latin' as const].find((script) => typefaceOf(script, 'regular').has(code)) ?? null
  );
}

/** The parts of a printable text that have one typeface each. */
export function runsOf(text: string): Run[] {
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script = scriptOf(letter, last?.script) ?? 'latin';
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}

/** Emoji, and what nobody sees, such as marks of direction. */
const dropped = /\p{RGI_Emoji}|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gv;
/** Further pictures and their parts, and what steers devices: nobody misses them in a name. */
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cc}\p{Cf}]/u;

/**
 * A text as paper can say it. Emoji are left out, and a letter such as 𝓐 becomes its plain form. `isWhole` is false
 * when letters lack that no typeface has, or when nothing is left.
 */
export function printable(text: string): { readonly text: string; readonly isWhole: boolean } {
  const has = (letters: string) => Array.from(letters).every((each) => scriptOf(each, undefined) !== null);
  let isWhole = true;
  let kept = '';
  for (const letter of text.replaceAll(dropped, '').replaceAll('\t', ' ')) {
    const plain = letter.normalize('NFKC');
    if (letter === '\n' || has(letter)) kept += letter;
    else if (has(plain)) kept += plain;
    else isWhole &&= picture.test(letter);
  }
  if (kept !== text) kept = kept.replaceAll(/ {2,}/g, ' ').trim();
  return { text: kept, isWhole: isWhole && (kept !== '' || text === '') };
}
