import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** `https` counts only from a trusted proxy (Fastify's trustProxy). */
export const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

/** The request stays within this machine, by its socket and by the host it asks for. */
export const isWithinMachine = (request: FastifyRequest): boolean =>
  loopbackAddress.test(request.socket.remoteAddress ?? '') && loopbackHost.test(request.headers.host ?? '');

/** A proxy said that the browser spoke plain http. A proxy that says nothing may have spoken https. */
export const cameByHttp = (request: FastifyRequest): boolean =>
  !isSecure(request) && request.headers['x-forwarded-proto'] === 'http';

/**
 * Throws unless the request came over TLS or stays within this machine. The Host header counts too: a proxy on this
 * machine that does not say it spoke https must not look like local work.
 */
export function requireSafeTransport(request: FastifyRequest): void {
  if (!isSecure(request) && !isWithinMachine(request)) throw fail('unsafe_transport');
}

/** The network address of the request; empty when the proxy passed on something that is no address. */
export function addressFrom({ ip }: FastifyRequest): string {
  const [address = ''] = (ip ?? '').split('%');
  return isIP(address) === 0 ? '' : address;
}
