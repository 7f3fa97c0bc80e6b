import type { Rollup } from 'vite';

/** The scripts of a build, and what each of them cannot do without. */
export function builtChunks(bundle: Rollup.OutputBundle) {
  const chunks = new Map<string, Rollup.OutputChunk>();
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);

  /** Adds a script with its styles and all that it imports. What it loads on demand stays out. */
  function addFile(files: Set<string>, name: string): void {
    const chunk = chunks.get(name);
    if (chunk === undefined || files.has(name)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) addFile(files, imported);
  }

  /** The same for the script of a module. */
  function addModule(files: Set<string>, module: string): void {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/web/${module}`),
    );
    if (chunk === undefined) throw new Error(`${module} is no chunk of its own`);
    addFile(files, chunk.fileName);
  }

  return { chunks, addFile, addModule };
}
