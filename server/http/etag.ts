import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The ETag of some content: the same from every process, whenever and wherever it was built. Weak, since it is sent
 * packed in several ways.
 */
export const etagOf = (content: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url')}"`;

/** Notes the ETag; true when whoever asks has this very content, so that 304 and nothing more is the answer. */
export function isKept({ method, headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  if (method !== 'GET' && method !== 'HEAD') return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = new Set((headers['if-none-match'] ?? '').split(',').map(bare));
  if (!known.has('*') && !known.has(bare(etag))) return false;
  reply.code(304);
  return true;
}
