import * as z from 'zod';
import type { Facts } from '../shared/words/fill.ts';
import { fill } from '../shared/words/fill.ts';
import { facts, messages } from '../shared/words/messages.ts';
import type { MessageCode } from '../shared/words/messages.ts';
import { namesIn } from './message-faults.ts';

const isCode = (text: unknown): text is MessageCode =>
  typeof text === 'string' && Object.hasOwn(messages, text);

/** The schema of a text's facts, and no others, including those of a problem quoted in another sentence. */
function shapeOf(code: MessageCode, problem: unknown): z.ZodObject {
  const said = [code, ...(isCode(problem) ? [problem] : [])];
  const names = new Set(said.flatMap((each) => namesIn(messages[each])));
  return z.strictObject(Object.fromEntries(Object.entries(facts).filter(([name]) => names.has(name))));
}

/** Throws unless the code is declared, its facts fit, and the sentence is their English text. */
export function checkSaid(said: { code?: unknown; facts?: Facts }, sentence: unknown): void {
  const { code, facts: given = {} } = said;
  if (!isCode(code)) throw new Error(`"${String(sentence)}" has no declared code: ${String(code)}`);
  z.parse(shapeOf(code, given['problem']), given);
  const english = fill(messages, code, given);
  if (english !== sentence) throw new Error(`${code} says "${english}", the answer "${String(sentence)}"`);
}
