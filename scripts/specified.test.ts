import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@gurukul/contract/index';
import { describe, expect, test } from 'vitest';
import specified from './specified.json' with { type: 'json' };

// The specified texts, rules and calls of the portal, as plain data. This test fails when a change removes one of them,
// or the test that proves it.

const root = join(import.meta.dirname, '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n');
const isTest = (path: string) => /\.(test\.tsx?|e2e\.ts)$/.test(path);
const tests = new Map(files.filter(isTest).map((path) => [path, textOf(path)]));
const product = files
  .filter(
    (path) => /^((web|server|contract)\/.*\.tsx?|contract\/texts\/.*\.json)$/.test(path) && !isTest(path),
  )
  .map(textOf)
  .join('\n');

/** The spellings of a text in a source file, between any quotes. */
const spellings = (text: string) => [
  text,
  text.replaceAll("'", String.raw`\'`),
  JSON.stringify(text).slice(1, -1),
];
const names = (source: string, text: string) => spellings(text).some((spelling) => source.includes(spelling));

test('the data hold as much as was specified', () => {
  expect(specified.messages.flatMap(({ ids }) => ids).length).toBeGreaterThan(120);
  expect(specified.rules).toHaveLength(158);
  expect(specified.routes.length).toBeGreaterThan(45);
  expect(specified.calls.length).toBeGreaterThan(80);
});

describe('texts on the screen', () => {
  test('are in the product, character by character', () => {
    const missing = specified.messages.filter(({ text }) => !names(product, text));
    expect(missing).toEqual([]);
  });

  test('are checked by a test', () => {
    const sources = [...tests.values()].join('\n');
    const missing = specified.messages.filter(({ text }) => !names(sources, text));
    expect(missing).toEqual([]);
  });
});

test.each(specified.rules)('rule $id, at $at, is proved', ({ says, proof }) => {
  const [file = '', title = ''] = proof.split(' > ');
  const source = tests.get(file);
  expect(source, `there is no ${file}`).toBeDefined();
  const titled = ["'", '"', '`'].some((quote) => source?.includes(`${quote}${title}${quote}`));
  expect(titled, `${file} has no test of that name: ${title}`).toBe(true);
  expect(says.filter((text) => !names(source ?? '', text))).toEqual([]);
});

test('a test opens every address of the portal', () => {
  const addresses = tests.get('web/routes.test.tsx') ?? '';
  const asOpened = (route: string) => route.replaceAll(/\{[^}]*\}/g, '7');
  expect(specified.routes.filter((route) => !addresses.includes(`'${asOpened(route)}'`))).toEqual([]);
  expect(textOf('web/routes.tsx')).not.toMatch(/not.?built/i);
});

test('every specified call is declared under its method and path', () => {
  const declared = new Set(calls().map(({ call }) => `${call.method} ${call.path}`));
  expect(specified.calls.filter((promised) => !declared.has(promised))).toEqual([]);
});
