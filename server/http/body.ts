import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const { config } = request.routeOptions;
      if (config.signed === true) request.rawBody = bytes;
      done(null, parseBody(request, bytes, config.elements));
    } catch (error) {
      done(error instanceof Error ? error : fail('bad_json'));
    }
  });
}

/** Compressed bodies could unfold beyond every bound, so none is taken. */
export function refuseEncodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw fail('wrong_type');
}

function parseBody(request: FastifyRequest, bytes: Buffer, elements?: number): unknown {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw fail('wrong_type');
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  checkTree(value, elements);
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
  const entries = Object.entries(value);
  if (entries.length > mostKeys) throw fail('too_large');
  for (const [key, inner] of entries) {
    checkTree(key);
    if (key === '__proto__') Reflect.deleteProperty(value, key);
    else checkTree(inner, elements, depth + 1);
  }
}
