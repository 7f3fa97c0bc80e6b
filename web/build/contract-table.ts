import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const contractModule = /^@gurukul\/contract\/((?:[a-z-]+\/)*[a-z-]+)$/;
const prefix = '\0contract:';

const fileOf = (module: string) => fileURLToPath(new URL(`../../contract/${module}.ts`, import.meta.url));

/** Modules without schemas and calls, such as the roles, are plain code and stay as they are. */
const hasCalls = (module: string) =>
  /^import (?!type).* from '(?:zod|\.\/index\.ts)';$/m.test(readFileSync(fileOf(module), 'utf8'));

interface DeclaredCall {
  method: string;
  path: string;
  changes?: boolean;
  alsoPost?: boolean;
  file?: readonly string[];
}

const isCall = (value: unknown): value is DeclaredCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value;

/**
 * The source text of a contract export as far as a browser needs it at run time; undefined for parts that a browser
 * must not have.
 */
function sourceOf(value: unknown): string | undefined {
  if (isSchema(value) || typeof value === 'function') return undefined;
  if (value instanceof RegExp) return String(value);
  if (isCall(value)) {
    const { method, path, changes, alsoPost, file } = value;
    return JSON.stringify({
      method,
      path,
      ...(changes && { changes }),
      ...(alsoPost && { alsoPost }),
      ...(file && { file }),
    });
  }
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, sourceOf(inner)] as const)
    .filter(([, source]) => source !== undefined);
  return `{${entries.map(([key, source]) => `${JSON.stringify(key)}:${source}`).join(',')}}`;
}

/**
 * Replaces the contract's modules in the browser by a table of method, path, `changes`, `alsoPost` and `file` per call,
 * with their plain constants; tables of calls are nothing else. The browser uses the schemas as types only. Shipping zod
 * with them would cost every visitor about 25 KB.
 */
export function contractTable(): Plugin {
  return {
    name: 'gurukul-contract-table',
    enforce: 'pre',
    resolveId(id) {
      const module = contractModule.exec(id)?.[1];
      return module && hasCalls(module) ? prefix + module : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = fileOf(id.slice(prefix.length));
      this.addWatchFile(file);
      // The time stamp makes a changed declaration visible without a restart of the development server.
      const declared: Record<string, unknown> = await import(
        `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`
      );
      return Object.entries(declared)
        .map(([name, value]) => [name, sourceOf(value)] as const)
        .filter(([, source]) => source !== undefined)
        .map(([name, source]) => `export const ${name} = ${source};`)
        .join('\n');
    },
  };
}
