import { messages, type MessageCode } from '@gurukul/contract/shared/words/messages';
import { namesIn } from '@gurukul/contract/test/check-said';
import { describe, expect, test } from 'vitest';
import * as en from './en.ts';
import { actions } from './en/actions.ts';
import * as hindi from './hi.ts';
import { actions as hindiActions } from './hi/actions.ts';
import * as telugu from './te.ts';
import { actions as teluguActions } from './te/actions.ts';

const languages = [
  { name: 'Telugu', texts: { ...telugu, actions: teluguActions }, letters: /[\u0c00-\u0c7f]/ },
  { name: 'Hindi', texts: { ...hindi, actions: hindiActions }, letters: /[\u0900-\u097f]/ },
] as const;

type Leaf = string | ((...input: never[]) => string);

/** Every text by its dotted key. */
function leavesOf(node: object, trail = ''): [string, Leaf][] {
  return Object.entries(node).flatMap(([key, value]: [string, Leaf | object]): [string, Leaf][] => {
    const path = trail === '' ? key : `${trail}.${key}`;
    return typeof value === 'object' ? leavesOf(value, path) : [[path, value]];
  });
}

const english = leavesOf({ ...en, actions });

const withoutFacts = (text: string) => text.replaceAll(/\{\w+\}/g, '');

test('there is much to say', () => {
  expect(english.length).toBeGreaterThan(1000);
  expect(Object.keys(messages).length).toBeGreaterThan(200);
});

describe.each(languages)('$name', ({ texts: { server, ...texts }, letters }) => {
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

  test('has a text for every code that the server may send', () => {
    expect(Object.keys(server).toSorted()).toEqual(Object.keys(messages).toSorted());
    const inEnglish = Object.entries(server).filter(([, text]) => !letters.test(withoutFacts(text)));
    expect(inEnglish.map(([code]) => code)).toEqual([]);
  });

  test('tells the same facts', () => {
    const others = Object.entries(messages).filter(
      ([code, text]) =>
        String(namesIn(text).toSorted()) !== String(namesIn(server[code as MessageCode]).toSorted()),
    );
    expect(others).toEqual([]);
  });
});
