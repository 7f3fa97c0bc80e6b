import type { IncomingMessage } from 'node:http';
import { askInternet } from './internet.ts';
import { readBytes, TooLarge } from './read-bytes.ts';

/** The other side was silent, too slow or not there. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The part of `fetch` that clients of a protocol use. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Bounds {
  /** May be asked besides the internet. */
  readonly networks: readonly string[];
  /** From the first byte out to the last one in. */
  readonly mostMs: number;
  readonly mostBytes: number;
}

/** Answers of these statuses have no body. */
const bodyless = new Set([204, 205, 304]);

/** `fetch` for a library, within `askInternet`: https, no private networks, no redirects, and bounds of time and size. */
export const fetchInternet =
  ({ networks, mostMs, mostBytes }: Bounds) =>
  async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`no ${method} is needed`);
    const bytes =
      body instanceof URLSearchParams || typeof body === 'string' ? Buffer.from(String(body)) : undefined;
    const patience = AbortSignal.timeout(mostMs);
    const both = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    const asking = {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(bytes === undefined ? {} : { body: bytes }),
      networks,
      signal: both,
    } as const;
    const address = new URL(url);
    let answer: IncomingMessage | undefined;
    try {
      answer = await askInternet(address, asking);
      const { statusCode = 0, headers: given } = answer;
      const text = await readBytes(answer, mostBytes);
      return new Response(bodyless.has(statusCode) ? null : new Uint8Array(text), {
        status: statusCode,
        headers: { 'content-type': given['content-type'] ?? '' },
      });
    } catch (cause) {
      if (cause instanceof TooLarge) throw cause;
      throw new Unreachable('no answer', { cause });
    } finally {
      answer?.destroy();
    }
  };
