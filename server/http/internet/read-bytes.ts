/** It has more bytes than are read. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor() {
    super('the answer is too large');
  }
}

/** The bytes of an answer from outside, of which no more than these are kept. */
export async function readBytes(answer: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > mostBytes) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The same as text. */
export const readText = async (answer: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> =>
  (await readBytes(answer, mostBytes)).toString('utf8');

/** Undefined: it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
