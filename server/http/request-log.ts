import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';
import { Repeats } from './repeats.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call about an account: whose it is, where the caller did not sign in first. */
    accountId: number | null;
    /** What the answer's `message` said, of a call about an account. */
    outcome: string | null;
  }
}

/** Nobody signed in, not allowed, too many. */
const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Said of a flood's every request otherwise. */
const floodedStatuses: ReadonlySet<number> = new Set([429, 503]);

/** Signing in and out, passwords, codes, invitations, roles; and whatever was refused for who asked. */
const concernsSecurity = (method: string, call: string | undefined, status: number) =>
  refusedStatuses.has(status) || (method !== 'GET' && call?.startsWith('accounts.') === true);

const saneId = /^[\w.-]{1,100}$/;

/** What the client calls the request, beside our own id: whoever asks chooses it. */
export function clientRequestIdOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : undefined;
}

/**
 * One line per request, of named facts only: no address with its values, no header, no body can slip in. Those that
 * concern security are written whatever the level of the log, with where they came from. Of many that one network hears
 * "too many" or "busy" to, the first is written and then how often that was repeated.
 */
export function logRequests(app: FastifyInstance): void {
  const refusals = new Repeats();
  app.decorateRequest('accountId', null);
  app.decorateRequest('outcome', null);
  const log = (request: FastifyRequest, reply: FastifyReply) => {
    // Put together anew each time that it is read.
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
