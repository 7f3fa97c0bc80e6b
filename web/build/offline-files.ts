import type { Plugin } from 'vite';
import { builtChunks } from './built-chunks.ts';
import { moduleOf, readPages } from './page-table.ts';

/**
 * Which files of the build a phone keeps for when there is no network: those that the given modules and the pages that
 * work offline cannot do without. What they load on demand (drawings of PDF files, the editor) stays out.
 */
export function offlineFiles(modules: readonly string[]) {
  const files = new Set<string>();

  const plugin: Plugin = {
    name: 'offline-files',
    apply: 'build',
    async generateBundle(_, bundle) {
      const { addModule } = builtChunks(bundle);
      const pages = (await readPages()).filter(({ isOffline }) => isOffline);
      // A module that was renamed fails the build: it would be missing when somebody stands there without a network.
      for (const module of [...modules, ...pages.map(moduleOf)]) addModule(files, module);
    },
  };

  return { plugin, has: (file: string) => files.has(file) };
}
