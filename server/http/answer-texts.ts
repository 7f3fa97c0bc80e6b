import type { Call } from '@gurukul/contract/shared/call';
import * as z from 'zod';

/** Letters from which V8 lays a text in memory of its own, fresh for each. */
const longText = 128 * 1024;
/** Above, an answer is sent and forgotten. */
const mostLetters = 1024 * 1024;
const mostKept = 4;

interface Kept {
  readonly call: Call;
  readonly answer: unknown;
  readonly bytes: Buffer;
}

/**
 * The JSON of answers: parsed on the way out too, so that keys that the contract does not name never leave.
 *
 * Of the last long ones the bytes are kept beside what they say: a list that everybody asks for changes seldom, and seeing
 * that it did not takes a fifth of parsing and writing it again. Nothing is ever answered that the handler has not just
 * said, so there is no moment in which a kept answer is an old one.
 */
export class AnswerTexts {
  /** The last used first. */
  #kept: readonly Kept[] = [];

  write(call: Call, answer: unknown): string | Buffer {
    const known = this.#kept.find((kept) => kept.call === call && isSame(kept.answer, answer));
    if (known !== undefined) {
      this.#keep(known);
      return known.bytes;
    }
    const text = textOf(call, answer);
    const body = bodyOf(text);
    if (typeof body !== 'string' && text.length <= mostLetters) this.#keep({ call, answer, bytes: body });
    return body;
  }

  #keep(used: Kept): void {
    this.#kept = [used, ...this.#kept.filter((kept) => kept !== used)].slice(0, mostKept);
  }
}

export const textOf = (call: Call, answer: unknown): string => JSON.stringify(z.parse(call.output, answer));

/**
 * A long text as its bytes: it would be copied twice into fresh memory on its way, to be counted and to be put behind its
 * headers. A short one is written as it is, since each buffer is announced to the collector.
 */
export const bodyOf = (text: string): string | Buffer => (text.length > longText ? Buffer.from(text) : text);

/**
 * Whether two answers say the same. Anything but texts, numbers, lists and plain objects is taken for different, so the
 * worst that can happen is that an answer is written once more.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, place) => isSame(item, other[place]))
    );
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  let more = 0;
  for (const name in one) {
    const value = one[name];
    if (!isSame(value, other[name])) return false;
    if (value === undefined && !Object.hasOwn(other, name)) return false;
    more += 1;
  }
  for (const _ in other) more -= 1;
  return more === 0;
}

const isPlain = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype;
