import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const home = dirname(require.resolve('pdfjs-dist/package.json'));
const { version }: { version: string } = require('pdfjs-dist/package.json');

/** The version is in the address, because browsers keep files under /assets for ever. */
const place = `assets/pdf-${version}/`;

/** Fonts that PDF files expect, tables of Asian fonts, and decoders of scans that need no WebAssembly. */
const files = [
  ...readdirSync(join(home, 'standard_fonts')).map((name) => `standard_fonts/${name}`),
  ...readdirSync(join(home, 'cmaps')).map((name) => `cmaps/${name}`),
  'wasm/jbig2_nowasm_fallback.js',
  'wasm/openjpeg_nowasm_fallback.js',
];
const byName = new Map(files.map((path) => [basename(path), join(home, path)]));

/**
 * Serves the files that pdfjs-dist fetches while it reads a PDF from our own origin; `PDF_DATA_ADDRESS` is their
 * address.
 */
export function pdfData(): Plugin {
  return {
    name: 'gurukul-pdf-data',
    config: () => ({ define: { PDF_DATA_ADDRESS: JSON.stringify(`/${place}`) } }),
    generateBundle() {
      for (const [name, file] of byName) {
        this.emitFile({ type: 'asset', fileName: place + name, source: readFileSync(file) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${place.slice(0, -1)}`, (request, response, next) => {
        const name = basename(request.url?.split('?', 1)[0] ?? '');
        const file = byName.get(name);
        if (file === undefined) return next();
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        return createReadStream(file).pipe(response);
      });
    },
  };
}
