import type { Plugin } from 'vite';
import { moduleOf, readPages } from './page-table.ts';

/**
 * Counts for each module of the build how many signed-in pages cannot be shown without it. Code that a page loads on
 * demand, such as a dialog's, does not count.
 */
export function sharedModules() {
  const pagesOf = new Map<string, number>();

  const plugin: Plugin = {
    name: 'gurukul-shared-modules',
    apply: 'build',
    async buildEnd(error) {
      if (error) return;
      const modules = new Set((await readPages()).map(moduleOf));
      const ids = [...this.getModuleIds()];
      // Each once: Rolldown copies all it knows of a module for an answer.
      const imports = new Map(ids.map((id) => [id, this.getModuleInfo(id)?.importedIds ?? []]));
      for (const module of modules) {
        const page = ids.find((id) => id.endsWith(`/web/${module}`));
        if (page === undefined) this.error(`${module} is not in the build`);
        for (const id of neededBy(page, imports)) pagesOf.set(id, (pagesOf.get(id) ?? 0) + 1);
      }
    },
  };

  return { plugin, pagesOf: (id: string) => pagesOf.get(id) ?? 0 };
}

/** The module and all that it imports, without what it imports on demand. */
function neededBy(page: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const needed = new Set([page]);
  for (const id of needed) for (const each of imports.get(id) ?? []) needed.add(each);
  return needed;
}
