import type { FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** `https` is believed from a trusted proxy only (Fastify's trustProxy). */
export const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

/**
 * Passwords and tokens travel over TLS, or within this machine. The Host is looked at too: a proxy on this machine
 * that forgets to say it spoke https must not pass for local work.
 */
export function requireSafeTransport(request: FastifyRequest): void {
  if (isSecure(request)) return;
  const isLocal =
    loopbackAddress.test(request.socket.remoteAddress ?? '') && loopbackHost.test(request.headers.host ?? '');
  if (!isLocal) throw fail('unsafe_transport');
}
