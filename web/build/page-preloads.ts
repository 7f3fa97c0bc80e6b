import type { Plugin } from 'vite';
import { paths } from '../paths.ts';
import { builtChunks } from './built-chunks.ts';
import { moduleOf, readPages } from './page-table.ts';

/** Where the server looks for it; what begins with a dot is sent to nobody. */
const note = '.preloads.json';

/** The pages outside, with their frame. */
const outside = [
  [paths.login, 'features/accounts/login-page.tsx'],
  [paths.forgotPassword, 'features/accounts/forgot-password-page.tsx'],
  [paths.signup, 'features/accounts/sign-up-page.tsx'],
  // An invitation's hash follows.
  [`${paths.signup}/$`, 'features/accounts/sign-up-page.tsx'],
] as const;

/** Each address in the router's notation with the modules that it cannot do without. */
const readNeeds = async () => [
  ...outside.map(([path, module]) => [path, ['layout/signed-out.tsx', module]] as const),
  ...(await readPages()).map((page) => [page.path, ['pages.ts', 'signed-in.tsx', moduleOf(page)]] as const),
];

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
    async generateBundle(_, bundle) {
      const { chunks, addFile, addModule } = builtChunks(bundle);
      const named = new Set<string>();
      for (const { isEntry, fileName } of chunks.values()) if (isEntry) addFile(named, fileName);
      // Styles hold up the first paint of all.
      const weight = (file: string) => chunks.get(file)?.code.length ?? Infinity;
      const bySize = (files: ReadonlySet<string>) =>
        [...files].toSorted((one, other) => {
          const [here, there] = [weight(one), weight(other)];
          return here === there ? 0 : there - here;
        });
      // The entry itself does nothing but import; the page of HTML names what it imports.
      const entry = bySize(new Set([...named].filter((file) => !chunks.get(file)?.isEntry)));
      const preloads = (await readNeeds()).map(([path, modules]) => {
        const files = new Set<string>();
        for (const module of modules) addModule(files, module);
        const others = new Set([...files].filter((file) => !named.has(file)));
        return [path, [...entry, ...bySize(others)], [first.file()]];
      });
      this.emitFile({ type: 'asset', fileName: note, source: JSON.stringify(preloads) });
    },
  };
}
