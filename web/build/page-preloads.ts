import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { paths } from '../paths.ts';

interface BuiltChunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly code: string;
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
 * Tells the server which files an address needs, so that a browser asks for all of them at once, and not for each when
 * the one before it has run. Those that the page of HTML names as well come first: a browser reads the head of an answer
 * before its page, and speaks with a server over six lines at most where nothing in between speaks HTTP/2. The script
 * that shows the top of the page waited behind forty small ones there. The rest goes from large to small.
 * @param first The script that is no module and runs by itself.
 */
export function pagePreloads(first: { readonly file: () => string }): Plugin {
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
      // Styles hold up the first paint of all.
      const weight = (file: string) => chunks.get(file)?.code.length ?? Infinity;
      const bySize = (files: ReadonlySet<string>) =>
        [...files].toSorted((one, other) => {
          const [here, there] = [weight(one), weight(other)];
          return here === there ? 0 : there - here;
        });
      // The entry itself does nothing but import; the page of HTML names what it imports.
      const entry = bySize(new Set([...named].filter((file) => !chunks.get(file)?.isEntry)));
      const preloads = pagesIn(routes).map(([path, module]) => {
        const files = closure(closure(new Set(), chunkOf(frameOf(path))), chunkOf(`/web/${module}`));
        const others = new Set([...files].filter((file) => !named.has(file)));
        return [path, [...entry, ...bySize(others)], [first.file()]];
      });
      this.emitFile({ type: 'asset', fileName: note, source: JSON.stringify(preloads) });
    },
  };
}
