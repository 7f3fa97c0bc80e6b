import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientRequestIdOf } from '../http/requests/request-log.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; null without a collector. */
    span: OpenSpan | null;
  }
}

/** Machines ask these every few seconds, and nobody's work depends on them. */
const unwatched: ReadonlySet<string | undefined> = new Set(['/api/health', '/api/health/all', '/metrics']);

/** Adds a span for each request, named by its route, because paths contain tokens, searches and ids of people. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (unwatched.has(route)) {
      done();
      return;
    }
    const span = tracing.begin(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'taken',
      partOf: traceparentOf(request),
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'gurukul.call': config.call,
        'gurukul.request_id': request.id,
        'gurukul.client_request_id': clientRequestIdOf(request),
      },
    });
    request.span = span;
    // Also when the client has left.
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      span.note({
        'http.response.status_code': statusCode,
        'gurukul.role': request.person?.role ?? (request.intakeKey ? 'machine' : 'nobody'),
        'gurukul.left': reply.raw.writableFinished ? undefined : true,
      });
      if (statusCode >= 500) span.fail(String(statusCode));
      span.end();
    });
    tracing.within(span, done);
  });
  // A body arrives by events of the connection, which have no request context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span === null) done();
    else tracing.within(request.span, done);
  });
}

/** Trusted as other proxy headers are: more than one address on the way means that a trusted proxy passed it on. */
function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  const isHandedOver = (request.ips?.length ?? 0) > 1;
  return isHandedOver && typeof traceparent === 'string' ? traceparent : undefined;
}
