import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The ETag of some content. Every process computes the same one. It is weak, because the content is sent in several
 * encodings.
 */
export const etagOf = (content: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url')}"`;

/** Sets the ETag. Returns true when the client has this content already: then the answer is 304 without a body. */
export function isNotModified(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
): boolean {
  reply.header('etag', etag);
  if (method !== 'GET' && method !== 'HEAD') return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = new Set((headers['if-none-match'] ?? '').split(',').map(bare));
  if (!known.has('*') && !known.has(bare(etag))) return false;
  reply.code(304);
  return true;
}
