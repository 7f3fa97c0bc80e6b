import type { Plugin } from 'vite';
import { builtChunks } from './built-chunks.ts';
import { moduleOf, readPages } from './page-table.ts';

/**
 * The files of the build that a phone stores for times without a network: those that the given modules and the offline
 * pages need. Code that they load on demand (PDF drawing, the editor) is not included.
 */
export function offlineFiles(modules: readonly string[]) {
  const files = new Set<string>();

  const plugin: Plugin = {
    name: 'offline-files',
    apply: 'build',
    async generateBundle(_, bundle) {
      const { addModule } = builtChunks(bundle);
      const pages = (await readPages()).filter(({ isOffline }) => isOffline);
      // A renamed module fails the build. Otherwise it would be missing on a device without a network.
      for (const module of [...modules, ...pages.map(moduleOf)]) addModule(files, module);
    },
  };

  return { plugin, has: (file: string) => files.has(file) };
}
