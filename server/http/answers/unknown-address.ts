import type { NamedCall } from '@gurukul/contract/index';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from './portal.ts';
import { fail } from './problem.ts';
import type { Problem } from './problem.ts';
import { anyAddress } from '../requests/require-https.ts';
import { methodsOf } from '../serve.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

const asPattern = (path: string) =>
  new RegExp(
    `^/api${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  );

const ownPaths: readonly KnownPath[] = [
  { pattern: /^\/api\/(health|health\/all|openapi\.json|docs)$/, methods: ['GET', 'HEAD'] },
];

/**
 * Answers addresses that no route took, before a body is read. A wrong method on a path of the API is 405, any other
 * path below /api is 404, and the rest goes to the portal.
 */
export function answerUnknownAddresses(
  app: FastifyInstance,
  calls: readonly NamedCall[],
  portal: Portal,
): void {
  const known = [
    ...ownPaths,
    ...calls.map(({ call }) => ({ pattern: asPattern(call.path), methods: methodsOf(call) })),
  ];

  const refusalOf = (request: FastifyRequest, reply: FastifyReply): Problem | undefined => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === '/api' || path.startsWith('/api/')) {
      const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
      if (allowed.length === 0) return fail('not_found');
      reply.header('allow', [...new Set(allowed)].join(', '));
      return fail('wrong_method');
    }
    return request.method === 'GET' || request.method === 'HEAD' ? undefined : fail('wrong_method');
  };
  app.addHook('onRequest', (request, reply, done) => {
    const isKnown = !request.is404 && request.routeOptions.url !== anyAddress;
    done(isKnown ? undefined : refusalOf(request, reply));
  });
  // A route of its own, because compression applies to routes only.
  app.route({
    method: ['GET', 'HEAD'],
    url: anyAddress,
    exposeHeadRoute: false,
    handler: async (request, reply) => portal(request, reply),
  });
  app.setNotFoundHandler(async () => Promise.reject(fail('not_found')));
}
