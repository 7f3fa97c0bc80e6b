import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mapInSlices, nextSlice } from '../../slices.ts';
import { fail } from '../answers/problem.ts';

const usualElements = 5000;
const mostKeys = 2000;
const mostDepth = 20;

// The decoder keeps a byte order mark, so that a body that begins with one is no JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The longest array that a body of this route may contain. */
    elements?: number;
    /** The route needs the raw bytes, because a signature covers them. */
    signed?: boolean;
  }
  interface FastifyRequest {
    rawBody?: Buffer;
  }
}

/** Accepts bodies in JSON and UTF-8 only. Every other body is refused before a byte of it is parsed. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const { config } = request.routeOptions;
      if (config.signed === true) request.rawBody = bytes;
      return parseBody(request, bytes, config.elements);
    },
  );
}

/** Refuses compressed bodies, because they could grow beyond every limit. */
export function refuseEncodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw fail('wrong_type');
}

async function parseBody(request: FastifyRequest, bytes: Buffer, elements?: number): Promise<unknown> {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw fail('wrong_type');
  if (bytes.length === 0) return {};
  // Several long bodies may arrive in one turn of the event loop.
  if (elements !== undefined) await nextSlice();
  const value = parseJson(bytes);
  if (elements === undefined) checkTree(value);
  else await checkLong(value, elements);
  return value;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    throw fail('bad_json');
  }
}

/**
 * Checks depth, keys and elements, drops `__proto__` keys, and refuses text that PostgreSQL cannot store. Throws the
 * refusal.
 */
export function checkTree(value: unknown, elements = usualElements, depth = 0): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) throw fail('bad_input');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= mostDepth) throw fail('too_deep');
  if (Array.isArray(value)) {
    if (value.length > elements) throw fail('too_large');
    for (const item of value) checkTree(item, elements, depth + 1);
    return;
  }
  for (const inner of checkedNames(value)) checkTree(inner, elements, depth + 1);
}

/** The same as `checkTree` for long bodies. It checks the rows of a table, at the top or under a name, in slices. */
async function checkLong(value: unknown, elements: number, depth = 0): Promise<void> {
  if (Array.isArray(value)) {
    if (value.length > elements) throw fail('too_large');
    await mapInSlices(value, (row) => checkTree(row, elements, depth + 1));
  } else if (depth === 0 && typeof value === 'object' && value !== null) {
    for (const inner of checkedNames(value)) await checkLong(inner, elements, 1);
  } else checkTree(value, elements, depth);
}

/** The values of an object, after a check of the number and the text of its keys. */
function checkedNames(value: object): unknown[] {
  const entries = Object.entries(value);
  if (entries.length > mostKeys) throw fail('too_large');
  return entries.flatMap(([key, inner]: [string, unknown]) => {
    checkTree(key);
    if (key !== '__proto__') return [inner];
    Reflect.deleteProperty(value, key);
    return [];
  });
}
