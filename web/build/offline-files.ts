import type { Plugin } from 'vite';

interface BuiltChunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/**
 * Which files of the build a phone keeps for when there is no network: those that the given modules cannot do without,
 * followed through their imports. What they load on demand (drawings of PDF files, the editor) stays out.
 */
export function offlineFiles(modules: readonly string[]) {
  const files = new Set<string>();

  const plugin: Plugin = {
    name: 'offline-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map<string, BuiltChunk>();
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
      const follow = (name: string) => {
        const chunk = chunks.get(name);
        if (chunk === undefined || files.has(name)) return;
        files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        for (const imported of chunk.imports) follow(imported);
      };
      for (const module of modules) {
        const entry = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(`/web/${module}`),
        );
        // A page that was renamed would be missing only when somebody stands there without a network.
        if (entry === undefined) this.error(`${module} is to work offline and is no chunk of its own`);
        follow(entry.fileName);
      }
    },
  };

  return { plugin, has: (file: string) => files.has(file) };
}
