import { calls } from '@gurukul/contract/index';
import { errors } from '@gurukul/contract/shared/errors';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import * as hindi from './hi.ts';
import * as telugu from './te.ts';

const languages = [
  { name: 'Telugu', texts: telugu.te, server: telugu.server, letters: /[\u0c00-\u0c7f]/ },
  { name: 'Hindi', texts: hindi.hi, server: hindi.server, letters: /[\u0900-\u097f]/ },
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
  ...calls().flatMap(({ call }) => [...(call.texts ?? []), ...(call.refusal ? [call.refusal] : [])]),
]);

test('there is much to say', () => {
  expect(english.length).toBeGreaterThan(1000);
  expect(said.size).toBeGreaterThan(50);
});

describe.each(languages)('$name', ({ texts, server, letters }) => {
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

  test('has words for all that the server says', () => {
    expect([...said].filter((text) => server[text] === undefined || server[text] === text)).toEqual([]);
  });
});
