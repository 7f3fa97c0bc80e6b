import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../limits/network.ts';
import { Repeats } from './repeats.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that a call was about, when the caller was not signed in. */
    accountId: number | null;
    /** The `message` of the answer, of a call about an account. */
    outcome: string | null;
  }
}

/** Not signed in, not allowed, too many requests. */
const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Statuses that a flood would log for every request. */
const floodedStatuses: ReadonlySet<number> = new Set([429, 503]);

/** Sign-in, sign-out, passwords, codes, invitations, roles, and every refusal for lack of rights. */
const concernsSecurity = (method: string, call: string | undefined, status: number) =>
  refusedStatuses.has(status) ||
  (method !== 'GET' && (call?.startsWith('accounts.') === true || call?.startsWith('openid.') === true));

const saneId = /^[\w.-]{1,100}$/;

/** The client's own id for the request, logged beside ours. The client chooses it freely. */
export function clientRequestIdOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : undefined;
}

/**
 * Logs one line per request with named facts only, so that no query, header or body can slip in. Security events are
 * logged at any level, with the network address. When one network gets many 429 or 503 answers, the first is logged and
 * then their number.
 */
export function logRequests(app: FastifyInstance): void {
  const refusals = new Repeats();
  app.decorateRequest('accountId', null);
  app.decorateRequest('outcome', null);
  const log = (request: FastifyRequest, reply: FastifyReply) => {
    // Fastify builds this object anew at each access.
    const { config, url } = request.routeOptions;
    const facts = {
      call: config.call,
      method: request.method,
      route: url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      person_id: request.person?.id,
      intake_key_id: request.intakeKey?.id,
      client_request_id: clientRequestIdOf(request),
    };
    if (!concernsSecurity(facts.method, facts.call, facts.status)) {
      request.log.info(facts, 'request');
      return;
    }
    const security = {
      account_id: request.accountId ?? undefined,
      outcome: request.outcome ?? undefined,
      from: request.ip,
    };
    const info = (more: object) =>
      request.log.child({}, { level: 'info' }).info({ ...facts, ...security, ...more }, 'security');
    if (!floodedStatuses.has(facts.status)) info({});
    else {
      const from = networkOf(request.ip);
      refusals.say(
        `${facts.status} ${facts.call} ${from}`,
        () => info({}),
        (repeated) => info({ from, repeated }),
      );
    }
  };
  app.addHook('onResponse', (request, reply, done) => {
    log(request, reply);
    done();
  });
}
