import type { Plugin } from 'vite';

const faces = /\/@fontsource-variable\/[\w-]+\/wght\.css$/;
const ours = /-latin(?:-ext)?-wght-normal \*\//;

/**
 * Of the portal's fonts the Latin letters alone, those with marks below and above included, with which names from India
 * are written. The others are eleven descriptions in the first style sheet of every visit, and a device has letters of
 * its own for them.
 */
export const fontFaces = (): Plugin => ({
  name: 'gurukul-font-faces',
  enforce: 'pre',
  transform(code, id) {
    if (!faces.test(id)) return null;
    const kept = code.split(/(?=\/\* [\w-]+ \*\/)/).filter((face) => ours.test(face));
    if (kept.length !== 2) this.error(`${id} describes its fonts in another way than is read here`);
    return { code: kept.join(''), map: null };
  },
});
