import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** `https` is believed from a trusted proxy only (Fastify's trustProxy). */
export const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

/** From this machine to this machine, by the socket and by the name it asks for. */
export const isWithinMachine = (request: FastifyRequest): boolean =>
  loopbackAddress.test(request.socket.remoteAddress ?? '') && loopbackHost.test(request.headers.host ?? '');

/** A proxy says that the browser spoke plain http. One that says nothing may well have spoken https itself. */
export const cameByHttp = (request: FastifyRequest): boolean =>
  !isSecure(request) && request.headers['x-forwarded-proto'] === 'http';

/**
 * Passwords and tokens travel over TLS, or within this machine. The Host is looked at too: a proxy on this machine
 * that forgets to say it spoke https must not pass for local work.
 */
export function requireSafeTransport(request: FastifyRequest): void {
  if (!isSecure(request) && !isWithinMachine(request)) throw fail('unsafe_transport');
}

/** The network address a request came from; empty where a proxy passed on something else as one. */
export function addressFrom({ ip }: FastifyRequest): string {
  const [address = ''] = (ip ?? '').split('%');
  return isIP(address) === 0 ? '' : address;
}
