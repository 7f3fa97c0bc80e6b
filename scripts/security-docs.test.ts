import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

// How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1 without a gap.
const sections: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const required = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

/** '1.2.6–1.2.8, 1.3.1' as single numbers. */
const numbersOf = (cell: string) =>
  cell.split(',').flatMap((part) => {
    const [first = '', last = first] = part.trim().split('–');
    const cut = (id: string) =>
      [id.slice(0, id.lastIndexOf('.')), Number(id.slice(id.lastIndexOf('.') + 1))] as const;
    const [section, from] = cut(first);
    const [, to] = cut(last);
    return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
  });

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
const [deviations = '', ...chapters] = read('security-asvs.md').split(/^## V\d/m);
const rows = chapters.flatMap((chapter) =>
  chapter
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => {
      const [, ids = '', holds = '', how = ''] = cellsOf(line);
      return { ids: numbersOf(ids), holds, how };
    }),
);

test('the table answers for every requirement of levels 1 and 2, once', () => {
  expect(required).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(required.toSorted());
});

test('every answer is one of four, says how, and every deviation gives its reason', () => {
  const kinds = new Set(['yes', 'no part', 'deviates', 'operator']);
  expect(rows.filter(({ holds }) => !kinds.has(holds))).toEqual([]);
  expect(rows.filter(({ holds, how }) => holds !== 'deviates' && how.length < 3)).toEqual([]);
  const explained = deviations
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => cellsOf(line)[1] ?? '');
  const deviating = rows.filter(({ holds }) => holds === 'deviates').flatMap(({ ids }) => ids);
  expect(explained.toSorted()).toEqual(deviating.toSorted());
});

test('every line that holds names a test, or says that a document shows it', () => {
  const isShown = ({ how }: (typeof rows)[number]) =>
    /`[\w./*-]+\.(?:test\.tsx?|e2e\.ts)`/.test(how) || /[Bb]y document: .*(?:\]\(|`)/.test(how);
  const met = rows.filter(({ holds }) => holds === 'yes');
  expect(met.filter((row) => !isShown(row)).flatMap(({ ids }) => ids)).toEqual([]);
  // A document alone is for a few things that no test can try.
  expect(met.filter(({ how }) => !/\.(?:test\.tsx?|e2e\.ts)`/.test(how)).length).toBeLessThan(10);
});

test.each(['security.md', 'security-asvs.md'])('%s names only files that exist', (name) => {
  const named = [...read(name).matchAll(/`((?:contract|server|web|e2e|scripts|lab|docs)\/[\w./*-]*)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(15);
  // With a pattern at the end, the folder counts.
  const missing = named.filter((path) => !existsSync(join(root, path.replace(/\*.*$/, ''))));
  expect(missing).toEqual([]);
  const linked = [...read(name).matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
});
