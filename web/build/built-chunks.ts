import type { Rollup } from 'vite';

const nounOf = (id: string) =>
  /\/contract\/texts\/(?<noun>[\w-]+)\.(?<language>[\w-]+)\.json$/.exec(id)?.groups;

/** The scripts of a build, and the files that each of them needs. */
export function builtChunks(bundle: Rollup.OutputBundle) {
  const chunks = new Map<string, Rollup.OutputChunk>();
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);

  /** Adds a script with its styles and its static imports. Code that it loads on demand is not included. */
  function addFile(files: Set<string>, name: string): void {
    const chunk = chunks.get(name);
    if (chunk === undefined || files.has(name)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) addFile(files, imported);
  }

  /** The same for the script of a module of the web folder, or of a part of the contract. */
  function addModule(files: Set<string>, module: string): void {
    const end = module.startsWith('contract:') ? module : `/web/${module}`;
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
    if (chunk === undefined) throw new Error(`${module} is no chunk of its own`);
    addFile(files, chunk.fileName);
  }

  /** The texts of another language that the files need, by the language. */
  function wordsFor(files: ReadonlySet<string>): Readonly<Record<string, readonly string[]>> {
    const nouns = new Set(
      [...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []).flatMap((id) => nounOf(id)?.noun ?? []),
    );
    const words: Record<string, string[]> = {};
    for (const { facadeModuleId, fileName } of chunks.values()) {
      const { noun, language } = nounOf(facadeModuleId ?? '') ?? {};
      if (noun === undefined || language === undefined || language === 'en' || !nouns.has(noun)) continue;
      (words[language] ??= []).push(fileName);
    }
    return words;
  }

  return { chunks, addFile, addModule, wordsFor };
}
