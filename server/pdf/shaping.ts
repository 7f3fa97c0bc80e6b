import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Buffer as Letters, Face, Font, shape } from 'harfbuzzjs';

/*
 * Letters of Telugu and Devanagari join, move and stack. HarfBuzz says which glyphs a word needs and where they lie.
 * PDFKit's own shaper (fontkit) fails on words like శ్రీకృష్ణ.
 */

const { resolve } = createRequire(import.meta.url);
const bytesOf = (file: string) => readFileSync(resolve(`@expo-google-fonts/${file}.ttf`));

export type Script = 'latin' | 'telugu' | 'devanagari';
export type Weight = 'regular' | 'bold';

const files: Readonly<Record<Script, Readonly<Record<Weight, string>>>> = {
  latin: {
    regular: 'noto-sans/400Regular/NotoSans_400Regular',
    bold: 'noto-sans/700Bold/NotoSans_700Bold',
  },
  telugu: {
    regular: 'noto-sans-telugu/400Regular/NotoSansTelugu_400Regular',
    bold: 'noto-sans-telugu/700Bold/NotoSansTelugu_700Bold',
  },
  devanagari: {
    regular: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular',
    bold: 'noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold',
  },
};

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
  readonly bytes: Uint8Array;
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
  const file = files[script][weight];
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

const scriptOf = (letter: string): Script | null => {
  if (/\p{Script=Telugu}/u.test(letter)) return 'telugu';
  if (/\p{Script=Devanagari}/u.test(letter)) return 'devanagari';
  return shared.test(letter) ? null : 'latin';
};

/** The parts of a text that have one typeface each. */
export function runsOf(text: string): Run[] {
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script = scriptOf(letter);
    // A digit or a sign may lack in the other typefaces.
    const stays = last !== undefined && typefaceOf(last.script, 'regular').has(letter.codePointAt(0) ?? 0);
    const wanted = script ?? (stays ? last.script : 'latin');
    if (last?.script === wanted) last.text += letter;
    else runs.push({ script: wanted, text: letter });
  }
  return runs;
}
