import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mapInSlices, nextSlice } from '../slices.ts';
import { fail } from './problem.ts';

const usualElements = 5000;
const mostKeys = 2000;
const mostDepth = 20;

// A byte order mark stays where it is, and is no JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Longest array a body of this route may hold. */
    elements?: number;
    /** The bytes are kept, since a signature is over them. */
    signed?: boolean;
  }
  interface FastifyRequest {
    rawBody?: Buffer;
  }
}

/** JSON in UTF-8 is the only body there is; everything else is refused before a byte of it is looked at. */
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

/** Compressed bodies could unfold beyond every bound, so none is taken. */
export function refuseEncodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw fail('wrong_type');
}

async function parseBody(request: FastifyRequest, bytes: Buffer, elements?: number): Promise<unknown> {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw fail('wrong_type');
  if (bytes.length === 0) return {};
  // Several long ones may have arrived in one round.
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

/** Bounds depth, keys and elements, drops `__proto__` keys, and refuses text that PostgreSQL could not store. */
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

/** As `checkTree`, for the bodies that may be long: the rows of a table, at the top or under a name, in slices. */
async function checkLong(value: unknown, elements: number, depth = 0): Promise<void> {
  if (Array.isArray(value)) {
    if (value.length > elements) throw fail('too_large');
    await mapInSlices(value, (row) => checkTree(row, elements, depth + 1));
  } else if (depth === 0 && typeof value === 'object' && value !== null) {
    for (const inner of checkedNames(value)) await checkLong(inner, elements, 1);
  } else checkTree(value, elements, depth);
}

/** What lies under the names, which are as few and as sound as they must be. */
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
