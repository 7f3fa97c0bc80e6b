import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SqlTemplate {
  /** Below `server`. */
  readonly file: string;
  readonly line: number;
  /** With the templates inside it. */
  readonly text: string;
}

/** Where the template ends that begins at this backtick. */
function endOf(source: string, start: number): number {
  const open = ['`'];
  let at = start + 1;
  while (open.length > 0 && at < source.length) {
    const char = source[at];
    const isText = open.at(-1) === '`';
    if (isText && char === '\\') at += 1;
    else if (isText && char === '$' && source[at + 1] === '{') {
      open.push('{');
      at += 1;
    } else if (char === '`') {
      if (isText) open.pop();
      else open.push('`');
    } else if (!isText && char === '{') open.push('{');
    else if (!isText && char === '}') open.pop();
    else if (!isText && char === "'") at = source.indexOf("'", at + 1);
    at += 1;
  }
  return at;
}

/** The SQL in the sources of the server, without tests and the seed. */
export async function sqlTemplates(): Promise<SqlTemplate[]> {
  const root = join(import.meta.dirname, '..');
  const files = await Array.fromAsync(
    glob('**/*.ts', { cwd: root, exclude: ['node_modules', 'test', 'db/seed'] }),
  );
  const found: SqlTemplate[] = [];
  for (const file of files.filter((one) => !one.endsWith('.test.ts')).toSorted()) {
    const source = await readFile(join(root, file), 'utf8');
    let end = 0;
    for (const { index } of source.matchAll(/\bsql`/g)) {
      if (index < end) continue;
      end = endOf(source, index + 'sql'.length);
      found.push({ file, line: source.slice(0, index).split('\n').length, text: source.slice(index, end) });
    }
  }
  return found;
}
