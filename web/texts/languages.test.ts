import { calls } from '@gurukul/contract/index';
import { errors } from '@gurukul/contract/shared/errors';
import { problemsOf } from '@gurukul/contract/test/problems';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { server as hindiServer } from './hi/server.ts';
import * as hindi from './hi.ts';
import { server as teluguServer } from './te/server.ts';
import * as telugu from './te.ts';

const languages = [
  { name: 'Telugu', texts: telugu.te, server: teluguServer, say: telugu.say, letters: /[\u0c00-\u0c7f]/ },
  { name: 'Hindi', texts: hindi.hi, server: hindiServer, say: hindi.say, letters: /[\u0900-\u097f]/ },
] as const;

type Leaf = string | ((...input: never[]) => string);

/** Every text by its dotted key. */
function leavesOf(node: object, trail = ''): [string, Leaf][] {
  return Object.entries(node).flatMap(([key, value]: [string, Leaf | object]): [string, Leaf][] => {
    const path = trail === '' ? key : `${trail}.${key}`;
    return typeof value === 'object' ? leavesOf(value, path) : [[path, value]];
  });
}

const english = leavesOf(en);

/** What the server may say, by its own words. */
const said = new Set([
  ...Object.values(errors).map(({ message }) => message),
  ...calls().flatMap(({ call }) => [
    ...(call.texts ?? []),
    ...(call.refusal ? [call.refusal] : []),
    ...Object.values(call.fieldTexts ?? {}),
  ]),
]);

const root = join(import.meta.dirname, '../..');

const modulesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => `${folder}/${file}`);

/**
 * Where a sentence is not for the people at the portal: machines that hand things in or read why an undo was refused,
 * programmers, and test data.
 */
const notTold =
  /features\/intake\/|features\/audit\/in-the-way|features\/dashboards\/random-school|http\/(?:docs|metrics|openapi|serve\.ts)/;

/** Sentences that stand in files and calendars, which are in English. */
const inFiles = new Set([
  'All students',
  'Classes and events',
  'Paid on',
  'Payment details',
  'Payment status',
  'Registration status',
  'Student Name',
  'Total Students',
]);

/** A text between quotes that begins like a sentence; statements of SQL and addresses do not. */
const isSentence = (text: string) => /^(?:[A-Z][a-z-]+|E-mail|X)[,;:]? \S/.test(text) && !text.includes('\n');

/** What the modules of the server say themselves, with an X where a number or a name goes. */
const toldByServer = new Set(
  ['server/features', 'server/http']
    .flatMap(modulesOf)
    .filter((file) => !notTold.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        .replaceAll(/startsWith\('[^']*'\)/g, '')
        // Put together in SQL.
        .replaceAll(/' \|\| [\w.]+ \|\| '/g, 'X');
      return [...source.matchAll(/(?<!sql)(['`])((?:\\.|(?!\1)[\s\S])*?)\1/g)];
    })
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, 'X'))
    .filter((text) => isSentence(text) && !inFiles.has(text) && /[a-z]{2} |, |[a-z]$/.test(text)),
);

test('there is much to say', () => {
  expect(english.length).toBeGreaterThan(1000);
  expect(said.size).toBeGreaterThan(50);
  expect(toldByServer.size).toBeGreaterThan(80);
});

describe.each(languages)('$name', ({ texts, server, say, letters }) => {
  const leaves = new Map(leavesOf(texts));

  test('says everything that English says, and nothing else', () => {
    expect([...leaves.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
  });

  test('takes no more than each English text is given', () => {
    const different = english.filter(([key, text]) => {
      const other = leaves.get(key);
      return (
        typeof text !== typeof other ||
        (typeof text === 'function' && typeof other === 'function' && other.length > text.length)
      );
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('is written in its own letters', () => {
    const texts = [...leaves.values()].filter((text) => typeof text === 'string');
    // Names of file kinds, formats and shortcuts stay as they are.
    expect(texts.filter((text) => letters.test(text)).length / texts.length).toBeGreaterThan(0.9);
  });

  test('has words for all that the modules of the server say, whatever the numbers and names', () => {
    expect([...toldByServer].filter((text) => !letters.test(say(text)))).toEqual([]);
  });

  test('fills no hole that is not there', () => {
    const holesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole);
    const isWrong = ([key, text]: [string, string]) =>
      holesOf(text).some((hole) => !holesOf(key).includes(hole));
    expect(Object.entries(server).filter(isWrong)).toEqual([]);
  });

  test('has words for what schemas say of a field', () => {
    const told = new Set(calls().flatMap(({ call }) => problemsOf(call)));
    expect(told.size).toBeGreaterThan(20);
    expect([...told].filter((message) => !letters.test(say(message)))).toEqual([]);
  });

  test('has words for all that the contract lets the server say', () => {
    expect([...said].filter((text) => server[text] === undefined || server[text] === text)).toEqual([]);
  });
});
