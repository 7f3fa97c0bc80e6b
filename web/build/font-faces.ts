import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const faces = /\/@fontsource(?:-variable)?\/[\w-]+\/(?:wght|600)\.css$/;
/** Of a font for heads in an Indian script: that script. Its Latin letters are those of the other serif. */
const script = /-(?:telugu|devanagari)-600-normal \*\//;
const ours = /-latin(?:-ext)?-(?:wght|600)-normal \*\//;
const olderFormat = /, url\([^)]+\.woff\) format\('woff'\)/g;
const latinFile = /url\((\.\/files\/[\w-]+-latin-(?:wght|600)-normal\.woff2)\)/;
const rangeOf = /unicode-range: ([^;]+);/;

/** ASCII, and the signs of the portal's own English texts. */
const plainRange = 'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026';

/** All characters of a range as style sheets write it: `U+20-7E,U+A0`. */
const lettersOf = (range: string): readonly string[] =>
  range.split(',').flatMap((part) => {
    const [from = 0, until = from] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: until - from + 1 }, (_, place) => String.fromCodePoint(from + place));
  });

/** The weights that the portal draws; a variable font has more. */
const weights = { min: 400, max: 600 };

const place = fileURLToPath(new URL('../../.cache/fonts', import.meta.url));

/** Writes some letters of a font into a file beside the build, and returns its path. */
async function writePart(font: string, name: string, letters: readonly string[]): Promise<string> {
  const part = await subsetFont(await readFile(font), letters.join(''), {
    targetFormat: 'woff2',
    keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
    ...(font.includes('-wght-') && { variationAxes: { wght: weights } }),
  });
  await mkdir(place, { recursive: true });
  const file = join(place, basename(font).replace('-latin-', `-${name}-`));
  await writeFile(file, part);
  return file;
}

/**
 * Keeps only the Latin letters of the portal's fonts, including letters with marks above and below for Indian names.
 * The others are eleven font faces in the first style sheet of every visit, and devices have fonts of their own for
 * them. Every browser of today reads woff2.
 *
 * Most pages need plain letters only, so the Latin letters are two files: a page with é in a name loads the second too.
 * Where ranges overlap, a browser asks the last face first.
 */
export const fontFaces = (): Plugin => ({
  name: 'gurukul-font-faces',
  enforce: 'pre',
  async transform(code, id) {
    if (!faces.test(id)) return null;
    const all = code.split(/(?=\/\* [\w-]+ \*\/)/);
    const own = all.find((face) => script.test(face));
    if (own) return { code: own.replaceAll(olderFormat, ''), map: null };
    const kept = all.filter((face) => ours.test(face));
    const [, file] = latinFile.exec(kept[1] ?? '') ?? [];
    const [, range] = rangeOf.exec(kept[1] ?? '') ?? [];
    const [extended, latin] = kept;
    if (kept.length !== 2 || !latin || !file || !range)
      return this.error(`${id} describes its fonts in another way than is read here`);
    const folder = dirname(id);
    const faceOf = async (name: string, letters: readonly string[], of: string) => {
      const part = await writePart(join(folder, file), name, letters);
      return latin.replace(file, relative(folder, part)).replace(rangeOf, `unicode-range: ${of};`);
    };
    const plain = lettersOf(plainRange);
    const marked = lettersOf(range).filter((letter) => !plain.includes(letter));
    const parts = [await faceOf('latin', marked, range), await faceOf('plain', plain, plainRange)];
    return { code: [extended, ...parts].join('').replaceAll(olderFormat, ''), map: null };
  },
});
