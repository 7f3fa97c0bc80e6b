import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { PlainErrorCode } from '@gurukul/contract/shared/words/messages';
import { codeOfDatabaseError } from '../../db/errors.ts';
import { codeOf } from '../../error-code.ts';
import { StorageAway } from '../../storage/storage-away.ts';
import { bodyInSlices } from '../requests/long-lists.ts';
import { fail, Problem, problemBody } from './problem.ts';
import { Repeats } from '../requests/repeats.ts';

const frameworkCodes: Readonly<Record<string, PlainErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_NOT_FOUND: 'not_found',
};

const fullDisk = new Set(['ENOSPC', 'EDQUOT']);

/** The refusal that the caller gets for an error; null when the error is a fault of the server. */
function refusalOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const code = codeOfDatabaseError(error);
  if (code !== null) return fail(code, { cause: error });
  if (!(error instanceof Error)) return null;
  // The request is fine: the caller can retry once there is room.
  if (error instanceof StorageAway || fullDisk.has(codeOf(error) ?? ''))
    return fail('busy', { cause: error });
  const { code: frameworkCode = '', statusCode = 500 }: Partial<FastifyError> = error;
  const known = frameworkCodes[frameworkCode];
  if (known !== undefined) return fail(known);
  // Errors of Fastify about a request, and errors of file serving about its headers (412, 416), which carry `expose`.
  const isAboutRequest = frameworkCode.startsWith('FST_') || 'expose' in error;
  return isAboutRequest && statusCode < 500 ? fail('bad_input') : null;
}

/** Groups the log lines by the part that is busy, because thousands of requests may fail in the same minute. */
const busy = new Repeats();

function logRefusal({ log }: FastifyRequest, problem: Problem): void {
  const { cause } = problem;
  if (problem.code !== 'busy') {
    log.warn({ err: cause ?? problem }, 'request refused');
    return;
  }
  busy.say(
    cause instanceof Error ? cause.message : 'no room',
    // Without a cause a queue is full, and the log needs no stack.
    () => log.warn(cause === undefined ? {} : { err: cause }, 'request refused, the portal is busy'),
    (repeated) => log.warn({ repeated }, 'more requests refused, the portal was busy'),
  );
}

/** The refusal for an error, which is logged if it is the server's. Sets the headers that go with it. */
export function problemFor(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const refusal = refusalOf(error);
  const problem = refusal ?? fail('internal');
  if (refusal === null) {
    const { call } = request.routeOptions.config;
    request.log.error({ err: error, call, person_id: request.person?.id }, 'request failed');
  } else if (problem.status >= 500) logRefusal(request, problem);

  if (problem.status === 503 || problem.status === 429) {
    reply.header('retry-after', secondsUntil(problem.retryAt));
  }
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return problem;
}

/** The one place where an error becomes an answer. No stack, no SQL and no framework text leaves the server. */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = problemFor(error, request, reply);
  // A refusal may carry the preview of a long file.
  const text = await bodyInSlices(problemBody(problem, request.id));
  return reply
    .code(problem.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}

/** The value of Retry-After in seconds: a few when no moment is known. */
const secondsUntil = (retryAt: Date | undefined): string =>
  retryAt === undefined ? '2' : String(Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1000)));
