import { call } from '@gurukul/contract/shared/call';
import { answer } from '@gurukul/contract/shared/fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AnswerTexts, isSame } from './answer-texts.ts';

const everyone = { admin: 'any', courseadmin: 'any', teacher: 'any' } as const;
const line = z.object({ id: z.int(), name: z.string().nullable(), can: z.object({ edit: z.boolean() }) });
const lines = (path: `/${string}`) =>
  call(
    `GET ${path}`,
    { summary: 'Lines', who: everyone },
    z.object({}),
    answer({ data: z.array(line), total: z.int().optional() }),
  );
const [first, second] = [lines('/first'), lines('/second')];

const name = 'పేరు of a line that is one of a few and takes its time '.repeat(100);
const said = (count: number, of: string | null = name) => ({
  status: 200,
  message: 'success',
  data: Array.from({ length: count }, (_, id) => ({ id, name: of, can: { edit: true } })),
});
/** Lines of an answer that is long, and of one that is not kept for it. */
const long = 30;
const tooLong = 250;

describe('what is written', () => {
  test('a short answer is a text, a long one its bytes', () => {
    const texts = new AnswerTexts();
    expect(texts.write(first, said(3))).toBe(JSON.stringify(said(3)));
    const bytes = texts.write(first, said(long));
    expect(Buffer.isBuffer(bytes)).toBe(true);
    expect(bytes.toString()).toBe(JSON.stringify(said(long)));
  });

  test('an answer that says the same is not written again', () => {
    const texts = new AnswerTexts();
    expect(texts.write(first, said(long))).toBe(texts.write(first, said(long)));
    expect(texts.write(first, said(3))).toBe(JSON.stringify(said(3)));
  });

  test('another call says the same in its own words', () => {
    const texts = new AnswerTexts();
    expect(texts.write(second, said(long))).not.toBe(texts.write(first, said(long)));
  });

  test('one value that differs, anywhere in it, is answered', () => {
    const texts = new AnswerTexts();
    texts.write(first, said(long));
    for (const change of [
      (all: ReturnType<typeof said>) => (all.data[long - 1]!.name = null),
      (all: ReturnType<typeof said>) => (all.data[0]!.can = { edit: false }),
      (all: ReturnType<typeof said>) => all.data.pop(),
      (all: ReturnType<typeof said>) => all.data.push(all.data.shift()!),
      (all: ReturnType<typeof said>) => Object.assign(all, { total: 5 }),
    ]) {
      const other = said(long);
      change(other);
      expect(JSON.parse(texts.write(first, other).toString())).toEqual(other);
    }
    expect(JSON.parse(texts.write(first, said(long)).toString())).toEqual(said(long));
  });

  test('what the contract does not name never leaves, and what it refuses is refused, also beside a kept answer', () => {
    const texts = new AnswerTexts();
    const kept = texts.write(first, said(long));
    const withSecret = said(long);
    Object.assign(withSecret.data[7]!, { password_hash: 'secret' });
    expect(texts.write(first, withSecret).toString()).toBe(kept.toString());
    const wrong = said(long);
    Object.assign(wrong.data[7]!, { id: 'seven' });
    expect(() => texts.write(first, wrong)).toThrow(z.ZodError);
  });

  test('what was answered later does not change what was kept before', () => {
    const texts = new AnswerTexts();
    const before = texts.write(first, said(long)).toString();
    texts.write(first, said(long, `other ${name}`));
    expect(texts.write(first, said(long)).toString()).toBe(before);
  });

  test('only the last long answers are kept, and none that is very long', () => {
    const texts = new AnswerTexts();
    const oldest = texts.write(first, said(long));
    for (let number = 1; number < 4; number += 1) texts.write(first, said(long, `${number} ${name}`));
    expect(texts.write(first, said(long))).toBe(oldest);
    for (let number = 1; number < 5; number += 1) texts.write(first, said(long, `${number} ${name}`));
    expect(texts.write(first, said(long))).not.toBe(oldest);
    expect(texts.write(first, said(tooLong))).not.toBe(texts.write(first, said(tooLong)));
  });
});

describe('what is the same', () => {
  const json = fc.json({ maxDepth: 4 });

  test('a value and its copy', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(isSame(JSON.parse(text), JSON.parse(text))).toBe(true);
      }),
    );
  });

  test('never two values that are written differently', () => {
    const few = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, undefined, 0, 1, '', 'a', true, false),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
        fc.array(tie('value'), { maxLength: 2 }),
      ),
    })).value;
    const seen = { same: 0, other: 0 };
    fc.assert(
      fc.property(few, few, (one, other) => {
        const isOne = isSame(one, other);
        seen[isOne ? 'same' : 'other'] += 1;
        if (isOne) expect(other).toStrictEqual(one);
        else expect(one).not.toStrictEqual(other);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.same, seen.other)).toBeGreaterThan(100);
  });

  test('nothing of which one cannot tell', () => {
    const day = new Date(0);
    for (const [one, other] of [
      [new Date(0), new Date(0)],
      [new Map(), new Map()],
      [Buffer.from('a'), Buffer.from('a')],
      [Number.NaN, Number.NaN],
      [[1], { 0: 1 }],
    ])
      expect(isSame(one, other)).toBe(false);
    expect(isSame({ day }, { day })).toBe(true);
  });
});
