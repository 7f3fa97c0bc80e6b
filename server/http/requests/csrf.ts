import type { FastifyRequest } from 'fastify';
import { fail } from '../answers/problem.ts';

/**
 * Refuses a GET that the person did not intend. Three old calls change data by GET. A browser that follows a link,
 * loads an image or prefetches must not be able to make them. Our own client uses POST on the same path.
 */
export function refuseUnintendedGet(request: FastifyRequest): void {
  if (request.method !== 'GET') return;
  const { headers } = request;
  const mode = headers['sec-fetch-mode'];
  const purpose = [headers['purpose'], headers['sec-purpose']].flat().join(' ').toLowerCase();
  const isUnintended =
    mode === 'navigate' ||
    mode === 'no-cors' ||
    headers['sec-fetch-site'] === 'cross-site' ||
    purpose.includes('prefetch');
  if (isUnintended) throw fail('not_allowed');
}
