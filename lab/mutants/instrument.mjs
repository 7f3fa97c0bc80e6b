// Writes every change of these files into them, behind switches, and prints the list of the changes. What is no rule is
// left alone: texts and keys, patterns of letters (the tables of the readers have those), and empty lists, which would get
// a text that no type allows.
import { readFile, writeFile } from 'node:fs/promises';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const isNoRule = ({ node }) =>
  node.type === 'ArrayExpression' && node.elements.length === 0 ? 'empty list' : undefined;
const log = { isDebugEnabled: () => false, debug() {}, info() {} };
const names = process.argv.slice(2);
const files = await Promise.all(
  names.map(async (name) => ({ name, mutate: true, content: await readFile(name, 'utf8') })),
);
const { files: changed, mutants } = await new Instrumenter(log).instrument(files, {
  excludedMutations: ['StringLiteral', 'ObjectLiteral', 'Regex'],
  ignorers: [{ shouldIgnore: isNoRule }],
  plugins: null,
});
for (const { name, content } of changed) await writeFile(name, `// @ts-nocheck\n${content}`);
const made = mutants
  .filter(({ status }) => status !== 'Ignored')
  .map(({ id, fileName, mutatorName, location, replacement }) => ({
    id,
    fileName,
    mutatorName,
    replacement,
    from: location.start,
    to: location.end,
  }));
process.stdout.write(JSON.stringify(made));
