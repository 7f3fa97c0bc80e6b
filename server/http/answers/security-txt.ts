import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { fail } from './problem.ts';

export const securityTxt = '/.well-known/security.txt';

/** RFC 9116 asks for less than a year. Each answer counts from its own day. */
const validDays = 330;
const dayMs = 24 * 60 * 60 * 1000;

/** Says where people report a weakness (RFC 9116), if the operator says it. */
export function answerSecurityTxt(
  app: FastifyInstance,
  { appUrl, securityContact: contact }: Pick<Config, 'appUrl' | 'securityContact'>,
): void {
  app.get(securityTxt, async (_request, reply) => {
    if (contact === null) throw fail('not_found');
    const expires = new Date(Date.now() + validDays * dayMs).toISOString().replace(/T.*/, 'T00:00:00Z');
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
          `Expires: ${expires}`,
          `Canonical: ${appUrl}${securityTxt}`,
          '',
        ].join('\n'),
      );
  });
}
