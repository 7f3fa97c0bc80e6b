import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientRequestIdOf } from '../http/request-log.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; null where nobody collects. */
    span: OpenSpan | null;
  }
}

/** Asked every few seconds by machines, and about nobody's work. */
const unwatched: ReadonlySet<string | undefined> = new Set(['/api/health', '/metrics']);

/** A span for each request, named by its route: addresses hold tokens, searches and numbers of people. */
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
    // Also when whoever asked has left.
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
  // A body arrives by events of the connection, which know of no request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span === null) done();
    else tracing.within(request.span, done);
  });
}

/** Believed like all that a proxy says: more than one address on the way means that a trusted one handed it over. */
function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  const isHandedOver = (request.ips?.length ?? 0) > 1;
  return isHandedOver && typeof traceparent === 'string' ? traceparent : undefined;
}
