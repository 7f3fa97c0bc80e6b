import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../requests/require-https.ts';

/** `__Host-` binds a cookie to this origin over TLS. Over plain http on this machine browsers would refuse it. */
const fullName = (request: FastifyRequest, name: string) => (isSecure(request) ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: string): string | null {
  const wanted = fullName(request, name);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === wanted)?.[1] ?? null;
}

/**
 * Sets a cookie. The value must need no encoding: base64url, for example. A page that people open from their mail needs
 * `Lax`: a browser sends no strict cookie with a link of another site.
 */
export function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAgeSeconds: number,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): void {
  const secure = isSecure(request) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${fullName(request, name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`,
  );
}

/** Removes a cookie from the browser at once. */
export const clearCookie = (request: FastifyRequest, reply: FastifyReply, name: string): void =>
  writeCookie(request, reply, name, '', 0);
