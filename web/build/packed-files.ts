import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const packers = {
  br: async (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: async (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

const worthIt = /\.(?:js|mjs|css|html|svg|webmanifest|json)$/;
/** In bytes. Below this size the headers of an answer weigh more than compression saves. */
const smallest = 1024;

/**
 * Writes a `.br` and a `.gz` beside each text file of the build, compressed as far as possible. This happens once here
 * instead of once per visitor, where the server would compress less to answer quickly.
 */
export function packedFiles(): Plugin {
  let config: ResolvedConfig;

  async function pack(path: string) {
    const content = await readFile(path);
    if (content.length < smallest) return;
    const packed = await Promise.all(
      Object.entries(packers).map(async ([ending, packer]) => [ending, await packer(content)] as const),
    );
    await Promise.all(
      packed
        .filter(([, { length }]) => length < content.length)
        .map(([ending, bytes]) => writeFile(`${path}.${ending}`, bytes)),
    );
  }

  return {
    name: 'gurukul-packed-files',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // The service worker is written after all other files.
      order: 'post',
      sequential: true,
      async handler() {
        const root = resolve(config.root, config.build.outDir);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && worthIt.test(entry.name));
        await Promise.all(files.map(async (entry) => pack(join(entry.parentPath, entry.name))));
      },
    },
  };
}
