import type { FastifyInstance } from 'fastify';

/** One line per request, of named facts only: no address with its values, no header, no body can slip in. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        call: request.routeOptions.config.call,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        person_id: request.person?.id,
        intake_key_id: request.intakeKey?.id,
      },
      'request',
    );
  });
}
