import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const sources = ['contract', 'server', 'web', 'e2e', 'scripts'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => `${room}/${file}`),
);

/** Every import of a file, resolved to a path from the root, or to the package's name. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const room = file.split('/')[0];
  const imports = /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(imports)].map((found) => {
    const target = found[1] ?? found[2] ?? found[3] ?? '';
    if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target));
    if (target.startsWith(`#${room}/`)) return target.slice(1);
    if (target.startsWith('@gurukul/contract')) return target.replace('@gurukul/contract', 'contract');
    return target;
  });
}

const edges = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })));
const show = (found: { from: string; to: string }[]) => found.map(({ from, to }) => `${from} -> ${to}`);
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith('server/test/');

test('the rooms import in one direction: web -> contract <- server', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) ||
      (from.startsWith('server/') && to.startsWith('web/')) ||
      (from.startsWith('contract/') && /^(server|web)\//.test(to)),
  );
  expect(show(wrong)).toEqual([]);
});

test('the contract imports its schema library and the table of countries, and nothing else from outside', () => {
  const outside = edges.filter(
    ({ from, to }) =>
      from.startsWith('contract/') &&
      !isTest(from) &&
      !to.startsWith('contract/') &&
      !/^(zod|countries-list)$/.test(to),
  );
  expect(show(outside)).toEqual([]);
});

test('what many features stand on never imports a feature', () => {
  const below = /^(server\/(http|db|storage|time|jobs|mail)|web\/(ui|lib|api|theme|texts))\//;
  const wrong = edges.filter(
    ({ from, to }) => below.test(from) && !isTest(from) && to.includes('/features/'),
  );
  expect(show(wrong)).toEqual([]);
});

test('the kit knows no router and no query', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      from.startsWith('web/ui/') &&
      !isTest(from) &&
      /^(@tanstack\/react-(router|query)$|web\/api\/)/.test(to),
  );
  expect(show(wrong)).toEqual([]);
});

test('no file is a drawer', () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common)\.(ts|tsx|mjs)$/.test(file))).toEqual(
    [],
  );
});

test('environment variables are handed to the settings by the commands of the server alone', () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      /process\.env/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(['server/backup/main.ts', 'server/main.ts']);
});

test('HTML is inserted at two places only, and cleaned at both', () => {
  const sinks = sources.filter(
    (file) =>
      file.startsWith('web/') &&
      !isTest(file) &&
      /dangerouslySetInnerHTML|\.innerHTML\s*=|srcdoc/i.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(sinks.toSorted()).toEqual(['web/features/mails/letter-frame.tsx', 'web/ui/rich-text.tsx']);
});

test('questions are asked at one place, which asks each of them once', () => {
  const asking = sources.filter(
    (file) =>
      !isTest(file) && /openConfirmModal|openContextModal/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(asking).toEqual(['web/ui/confirm.tsx']);
});

test('decision records are numbered without gaps', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((file) => Number(file.slice(0, 4)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});
