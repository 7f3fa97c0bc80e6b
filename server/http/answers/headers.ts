import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { isSecure } from '../requests/require-https.ts';

const pinned = 'max-age=31536000; includeSubDomains';

/**
 * The sources that the portal's pages may load. `filesOrigin` is the place of uploads when it is not the portal itself.
 */
const contentPolicy = (filesOrigin: string | null) => {
  const files = filesOrigin === null ? [] : [filesOrigin];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'connect-src': ["'self'", ...files],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default', 'dompurify'],
  };
};

/**
 * The headers of helmet. They are the same for every answer, and computing them takes longer than many calls, so this
 * asks helmet once.
 */
async function headersOfHelmet(filesOrigin: string | null): Promise<Readonly<Record<string, string>>> {
  const asked = fastify();
  await asked.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(filesOrigin) },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Browsers ignore it over plain http, and on this machine it would harm other local servers.
    strictTransportSecurity: false,
  });
  // The route does not exist; its answer carries the same headers as any other.
  const { headers } = await asked.inject('/');
  await asked.close();
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofEveryServer.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** The portal uses no device but authenticators, so its pages may use none of these. */
const devices = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const permissions = devices.map((device) => `${device}=()`).join(', ');

/** Headers that every answer has without helmet. */
const ofEveryServer: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
]);

/** Adds the security headers to every answer, errors included. */
export async function sendSecurityHeaders(app: FastifyInstance, filesOrigin: string | null): Promise<void> {
  const always = await headersOfHelmet(filesOrigin);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('permissions-policy', permissions).header('x-request-id', request.id);
    if (isSecure(request)) reply.header('strict-transport-security', pinned);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/**
 * Headers for answers that are written to a bare socket. The request could not be read, so only the settings say
 * whether https is in use.
 */
export const bareHeaders = ({ https }: Pick<Config, 'https'>): readonly string[] => [
  'content-type: application/json; charset=utf-8',
  'cache-control: no-store',
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: no-referrer',
  `permissions-policy: ${permissions}`,
  'cross-origin-opener-policy: same-origin',
  'cross-origin-resource-policy: same-origin',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  ...(https ? [`strict-transport-security: ${pinned}`] : []),
  'connection: close',
];
