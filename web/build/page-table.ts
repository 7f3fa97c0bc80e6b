import type * as table from '../pages.ts';
import type { Page } from '../pages.ts';

/**
 * Reads the table when the build asks for it. As a part of the configuration it would load all the pages that it
 * imports.
 */
export async function readPages(): Promise<readonly Page[]> {
  const { pages }: typeof table = await import(new URL('../pages.ts', import.meta.url).href);
  return pages;
}

/** The module of a page's component, by its import: `() => import('./features/courses/courses-page.tsx')`. */
export function moduleOf({ path, importer }: Page): string {
  const module = /import\('\.\/([^']+)'\)/.exec(String(importer))?.[1];
  if (module === undefined) throw new Error(`Where the code of ${path} stands cannot be told`);
  return module;
}
