import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { fail } from '../answers/problem.ts';

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** `https` counts only from a trusted proxy (Fastify's trustProxy). */
export const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

/** The request stays within this machine, by its socket and by the host it asks for. */
export const isWithinMachine = (request: FastifyRequest): boolean =>
  loopbackAddress.test(request.socket.remoteAddress ?? '') && loopbackHost.test(request.headers.host ?? '');

/** A proxy said that the browser spoke plain http. A proxy that says nothing may have spoken https. */
export function cameByHttp(request: FastifyRequest): boolean {
  const said = [request.headers['x-forwarded-proto'] ?? ''].flat().join(',').split(',').at(-1) ?? '';
  return !isSecure(request) && said.trim().toLowerCase() === 'http';
}

type Origin = Pick<Config, 'https' | 'appUrl'>;

/** The request asks for the host of APP_URL. Behind a proxy its X-Forwarded-Host counts. */
export const isForOwnHost = (request: FastifyRequest, { appUrl }: Pick<Config, 'appUrl'>): boolean =>
  (request.host ?? '').toLowerCase().replace(/:443$/, '') === new URL(appUrl).host;

/**
 * With an https APP_URL: over TLS, for its host. Otherwise also within this machine, unless a proxy says that somebody
 * came over plain http. The Host header counts: a proxy on this machine that passes on plain http looks like local work.
 */
const isSafe = (request: FastifyRequest, origin: Origin): boolean =>
  origin.https
    ? isSecure(request) && isForOwnHost(request, origin)
    : isSecure(request) || (isWithinMachine(request) && !cameByHttp(request));

/**
 * Balancers, Kubernetes and collectors of metrics ask these of a portal itself, by plain http and any host. The answers
 * say nothing about people; that of `/metrics` needs a token.
 */
const asked: ReadonlySet<string> = new Set(['/api/health', '/api/health/all', '/metrics', '/favicon.svg']);

export const isProbe = ({ url }: FastifyRequest): boolean => asked.has(url.split('?', 1)[0] ?? '');

/** The route of every address that no other took: the pages of the portal. */
export const anyAddress = '/*';

/** Refuses plain http for every route. The pages of the portal redirect instead. */
export function requireSafeTransport(app: FastifyInstance, origin: Origin): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isPage = request.routeOptions.url === anyAddress;
    done(isPage || isProbe(request) || isSafe(request, origin) ? undefined : fail('unsafe_transport'));
  });
}

/** The network address of the request; empty when the proxy passed on something that is no address. */
export function addressFrom({ ip }: FastifyRequest): string {
  const [address = ''] = (ip ?? '').split('%');
  return isIP(address) === 0 ? '' : address;
}
