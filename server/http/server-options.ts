import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { release } from '@gurukul/contract/shared/release';
import type { PlainErrorCode } from '@gurukul/contract/shared/words/messages';
import { LogController } from 'fastify';
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { answerError } from './answers/error-answers.ts';
import { errorFacts } from './answers/error-facts.ts';
import { bareHeaders } from './answers/headers.ts';
import { fail, problemBody } from './answers/problem.ts';

// In bytes: Node's own limit for all headers together, which include the path.
const mostAddress = 16_384;

/** How each line looks: the version, the level as a word, the time in UTC. */
const lines = {
  base: { version: release },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: (error: unknown) => ({ ...errorFacts(error) }) },
};

/** The options of Fastify: names, limits, and our answers where Fastify would send its own. */
export function serverOptions(
  config: Config,
  logger: FastifyServerOptions['logger'],
): FastifyHttpOptions<Server> {
  const { limits } = config;
  return {
    logger: typeof logger === 'object' ? { ...logger, ...lines } : logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxy.length > 0 ? [...config.trustedProxy] : false,
    bodyLimit: limits.jsonBytes,
    requestTimeout: limits.requestTimeoutSeconds * 1000,
    http: {
      headersTimeout: limits.headersTimeoutSeconds * 1000,
      // In milliseconds. By default Node checks every 30 seconds, so a limit of ten could last forty.
      connectionsCheckingInterval: 1000,
      maxHeaderSize: mostAddress,
      // Our own handler refuses a missing Host, in the shape of every refusal.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: mostAddress },
    rewriteUrl: readableUrl,
    clientErrorHandler: refuseUnreadable(config),
    // The router's own errors would contain its texts and the path.
    frameworkErrors(error, request, reply) {
      void answerError(error, request, reply);
    },
    forceCloseConnections: 'idle',
    // Requests that run at shutdown end as usual, and a refusal has our shape.
    return503OnClosing: false,
  };
}

/**
 * The path as all later code reads it. A proxy's absolute form (`http://host/path`) becomes its path. A path with a
 * broken % sequence is treated like any unknown path.
 */
function readableUrl(request: IncomingMessage): string {
  const given = request.url ?? '/';
  if (given.startsWith('/') && !given.includes('%')) return given;
  const url = given.replace(/^https?:\/\/[^/?]*\/?/i, '/');
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.startsWith('/api/') ? '/api/%25' : '/%25';
  }
}

/** The application answers where Node would answer by itself without a body. */
export function answerForNode(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    // With two Host headers a proxy may have read the other one.
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    const isRefused = hosts > 1 || (headers.host === undefined && raw.httpVersion === '1.1');
    done(isRefused ? fail('unreadable') : undefined);
  });
}

const refusals: Readonly<Record<string, PlainErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

/** The bytes were no HTTP request, so the answer goes to the bare socket. */
const refuseUnreadable = (config: Config) => (error: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = fail(refusals[error.code ?? ''] ?? 'unreadable');
  const request_id = randomUUID();
  const body = JSON.stringify(problemBody(problem, request_id));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    ...bareHeaders(config),
    `x-request-id: ${request_id}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
