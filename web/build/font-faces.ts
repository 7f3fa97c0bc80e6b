import type { Plugin } from 'vite';

const faces = /\/@fontsource(?:-variable)?\/[\w-]+\/(?:wght|600)\.css$/;
const ours = /-latin(?:-ext)?-(?:wght|600)-normal \*\//;
const olderFormat = /, url\([^)]+\.woff\) format\('woff'\)/g;

/**
 * Keeps only the Latin letters of the portal's fonts, including letters with marks above and below for Indian names.
 * The others are eleven font faces in the first style sheet of every visit, and devices have fonts of their own for
 * them. Every browser of today reads woff2.
 */
export const fontFaces = (): Plugin => ({
  name: 'gurukul-font-faces',
  enforce: 'pre',
  transform(code, id) {
    if (!faces.test(id)) return null;
    const kept = code.split(/(?=\/\* [\w-]+ \*\/)/).filter((face) => ours.test(face));
    if (kept.length !== 2) this.error(`${id} describes its fonts in another way than is read here`);
    return { code: kept.join('').replaceAll(olderFormat, ''), map: null };
  },
});
