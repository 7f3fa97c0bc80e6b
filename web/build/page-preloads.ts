import type { Plugin } from 'vite';
import { paths } from '../paths.ts';
import { builtChunks } from './built-chunks.ts';
import { moduleOf, readPages } from './page-table.ts';

/** The path at which the server reads the file. The server sends nobody a file whose name begins with a dot. */
const note = '.preloads.json';

/** The pages before sign-in, with their frame. */
const outside = [
  [paths.login, 'features/accounts/sign-in/login-page.tsx'],
  [paths.forgotPassword, 'features/accounts/sign-in/forgot-password-page.tsx'],
  [paths.newEmail, 'features/accounts/sign-in/new-email-page.tsx'],
  [paths.stop, 'features/approvals/stop-page.tsx'],
  [paths.signup, 'features/accounts/sign-in/sign-up-page.tsx'],
  // The hash of an invitation follows the slash.
  [`${paths.signup}/$`, 'features/accounts/sign-in/sign-up-page.tsx'],
  [`${paths.cover}/$secret`, 'features/cover/offers-page.tsx'],
  ['/openid/$service', 'features/accounts/sign-in/openid-return-page.tsx'],
] as const;

/** Each address in the router's notation with the modules that it needs. */
const readNeeds = async () => [
  ...outside.map(([path, module]) => [path, ['layout/signed-out.tsx', module]] as const),
  ...(await readPages()).map((page) => [page.path, ['signed-in.tsx', moduleOf(page)]] as const),
];

/**
 * Tells the server which files an address needs. A browser then asks for all of them at once, instead of finding each
 * one after the other. Files that the HTML page names as well come first: a browser reads the head of an answer before
 * the page. Without HTTP/2 it uses at most six connections to a server. The script that shows the top of the page would
 * wait there behind forty small files. The rest goes from large to small.
 * @param first The script that is not a module and runs by itself.
 */
export function pagePreloads(first: { readonly file: () => string }): Plugin {
  return {
    name: 'gurukul-page-preloads',
    apply: 'build',
    async generateBundle(_, bundle) {
      const { chunks, addFile, addModule, wordsFor } = builtChunks(bundle);
      const named = new Set<string>();
      for (const { isEntry, fileName } of chunks.values()) if (isEntry) addFile(named, fileName);
      // Style sheets block the first paint.
      const weight = (file: string) => chunks.get(file)?.code.length ?? Infinity;
      const bySize = (files: ReadonlySet<string>) =>
        [...files].toSorted((one, other) => {
          const [here, there] = [weight(one), weight(other)];
          return here === there ? 0 : there - here;
        });
      // The entry only imports other files, and the HTML page names those.
      const entry = bySize(new Set([...named].filter((file) => !chunks.get(file)?.isEntry)));
      const preloads = (await readNeeds()).map(([path, modules]) => {
        const files = new Set<string>();
        for (const module of modules) addModule(files, module);
        const others = new Set([...files].filter((file) => !named.has(file)));
        return [path, [...entry, ...bySize(others)], [first.file()], wordsFor(new Set([...named, ...files]))];
      });
      this.emitFile({ type: 'asset', fileName: note, source: JSON.stringify(preloads) });
    },
  };
}
