import type * as table from '../pages.ts';
import type { Page } from '../pages.ts';

/** Read when the build asks: as a part of its configuration, the table would bring all the pages that it leads to. */
export async function readPages(): Promise<readonly Page[]> {
  const { pages }: typeof table = await import(new URL('../pages.ts', import.meta.url).href);
  return pages;
}

/** The module of a page's component: `() => import('./features/courses/courses-page.tsx')` names it. */
export function moduleOf({ path, importer }: Page): string {
  const module = /import\('\.\/([^']+)'\)/.exec(String(importer))?.[1];
  if (module === undefined) throw new Error(`Where the code of ${path} stands cannot be told`);
  return module;
}
