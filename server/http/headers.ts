import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isSecure } from './require-https.ts';

const pinned = 'max-age=31536000; includeSubDomains';

/** What the portal's pages may load. `filesOrigin`: where uploads go when not to the portal itself. */
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
 * What helmet says to an answer. It says the same to all of them and puts it together anew for each, which took longer
 * than many a call: so it is asked once.
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
    // Over plain http it would be ignored, and on this machine it would harm other local servers.
    strictTransportSecurity: false,
  });
  // Nothing is there, which it says as it would say anything.
  const { headers } = await asked.inject('/');
  await asked.close();
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofEveryServer.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Nothing of a device is asked for, so nothing that runs here may. */
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
  'publickey-credentials-get',
  'serial',
  'usb',
];
const permissions = devices.map((device) => `${device}=()`).join(', ');

/** What any answer has without helmet. */
const ofEveryServer: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
]);

/** Security headers on every answer, errors included. */
export async function sendSecurityHeaders(app: FastifyInstance, filesOrigin: string | null): Promise<void> {
  const always = await headersOfHelmet(filesOrigin);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('permissions-policy', permissions).header('x-request-id', request.id);
    if (isSecure(request)) reply.header('strict-transport-security', pinned);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/** For answers written to a bare socket, where no request could be read and only the settings tell of https. */
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
