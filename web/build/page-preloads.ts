import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { paths } from '../paths.ts';

interface BuiltChunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** Where the server looks for it; what begins with a dot is sent to nobody. */
const note = '.preloads.json';

const outside = ['login', 'signup', 'forgotPassword'] as const satisfies readonly (keyof typeof paths)[];

/** `[paths.student('$id')]: lazyRouteComponent(() => import('./features/students/student-page.tsx'), ...` */
const inTable = /\[paths\.(\w+)(?:\('\$id'\))?\]: lazyRouteComponent\(\s*\(\) => import\('\.\/([^']+)'\)/g;
const ofConstant = /const (\w+)Page = lazyRouteComponent\(\s*\(\) => import\('\.\/([^']+)'\)/g;
const anyPage = /lazyRouteComponent\(\s*\(\) => import\('\.\/features\//g;

/** Each address in the router's notation with the module of its page, as the routes declare them. */
function pagesIn(routes: string): [path: string, module: string][] {
  const pages: [string, string][] = [];
  for (const [, name = '', module = ''] of routes.matchAll(inTable)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the routes would not compile with another name
    const path = paths[name as keyof typeof paths];
    pages.push([typeof path === 'function' ? path('$id') : path, module]);
  }
  for (const [, name = '', module = ''] of routes.matchAll(ofConstant)) {
    const key = outside.find((each) => each.toLowerCase() === name.toLowerCase());
    if (key) pages.push([paths[key], module]);
    // An invitation's hash follows.
    if (key === 'signup') pages.push([`${paths.signup}/$`, module]);
  }
  if (pages.length !== [...routes.matchAll(anyPage)].length + 1) {
    throw new Error('A page is declared in routes.tsx in a way that its preloads cannot be told from');
  }
  return pages;
}

const frameOf = (path: string) =>
  outside.some((name) => path === paths[name] || path.startsWith(`${paths[name]}/`))
    ? '/web/layout/signed-out.tsx'
    : '/web/signed-in.tsx';

/**
 * Tells the server which files an address needs beyond those that the page of HTML names, so that a browser asks for all
 * of them at once, and not for each when the one before it has run.
 */
export function pagePreloads(): Plugin {
  return {
    name: 'gurukul-page-preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map<string, BuiltChunk>();
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);

      const closure = (files: Set<string>, name: string) => {
        const chunk = chunks.get(name);
        if (chunk === undefined || files.has(name)) return files;
        files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        for (const imported of chunk.imports) closure(files, imported);
        return files;
      };
      const chunkOf = (module: string) => {
        const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (chunk === undefined) throw new Error(`${module} is no chunk of its own`);
        return chunk.fileName;
      };

      const named = new Set<string>();
      for (const { isEntry, fileName } of chunks.values()) if (isEntry) closure(named, fileName);
      const routes = readFileSync(new URL('../routes.tsx', import.meta.url), 'utf8');
      const preloads = pagesIn(routes).map(([path, module]) => {
        const files = closure(closure(new Set(), chunkOf(frameOf(path))), chunkOf(`/web/${module}`));
        return [path, [...files].filter((file) => !named.has(file))];
      });
      this.emitFile({ type: 'asset', fileName: note, source: JSON.stringify(preloads) });
    },
  };
}
