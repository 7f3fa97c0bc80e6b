import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isSameSecret } from '#server/secrets.ts';
import { isWithinMachine } from '../requests/require-https.ts';

/** The request carries METRICS_TOKEN. */
export function hasMetricsToken(
  { headers }: FastifyRequest,
  { metricsToken: token }: Pick<Config, 'metricsToken'>,
): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== null && given !== undefined && isSameSecret(given, token);
}

/** Behind a proxy every request comes from this machine, so with an https APP_URL nobody counts as on it. */
export const isOnThisMachine = (request: FastifyRequest, { https }: Pick<Config, 'https'>): boolean =>
  !https && isWithinMachine(request);
