import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { queryOptions } from '@tanstack/react-query';
import { endSession, session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { addressOf, methodOf } from './address.ts';
import { forgetPrefetched, orGivenUp, takePrefetched } from './prefetch.ts';
import { withProof } from './proof.ts';
import { offerSecondPerson } from './second-person.ts';
import { ApiError } from './errors.ts';
import { factorNeed } from './factor.ts';
import type { RefusedAnswer } from './errors.ts';

export const timeoutMs = 60_000;

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Set by `action`, so that a repeated attempt at the same action is done once. */
  idempotencyKey?: string | undefined;
  /** A small request that must arrive even if the person leaves the page at once. */
  keepalive?: boolean | undefined;
}

/** A version 4 UUID, one per user action. `crypto.randomUUID` is missing where the portal is opened by plain http on a local network. */
export function newActionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

interface TextRequest extends RequestInit {
  readonly body?: string;
}

async function reach(url: string, request: TextRequest, token: string, changes: boolean): Promise<Response> {
  if (changes) forgetPrefetched();
  try {
    const prefetched = takePrefetched(url + (request.body ?? ''), token);
    return await (prefetched ? orGivenUp(prefetched, request.signal) : fetch(url, request));
  } catch (cause) {
    const reason: unknown = request.signal?.aborted ? request.signal.reason : null;
    const isTooSlow = reason instanceof DOMException && reason.name === 'TimeoutError';
    if (reason && !isTooSlow) throw cause;
    throw new ApiError({ status: 0, message: texts.errors.unreachable }, cause);
  }
}

type Answer = Partial<RefusedAnswer>;

/** The answer's JSON; empty if a proxy answered with something else. */
async function bodyOf(response: Response): Promise<Answer> {
  try {
    const body: Answer | null = await response.json();
    return body ?? {};
  } catch {
    return {};
  }
}

function refused(response: Response, answer: Answer): ApiError {
  if (answer.code === 'factor_needed') factorNeed.raise();
  const status = response.ok ? (answer.status ?? 500) : response.status;
  return new ApiError({ ...answer, status, message: answer.message ?? texts.errors.wentWrong });
}

/** The refusal or failure in a response. */
export const refusalIn = async (response: Response) => refused(response, await bodyOf(response));

/** Begins a call. Resolves with the response as soon as it begins, with any status. */
export async function begin<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, idempotencyKey, keepalive = false }: SendOptions = {},
): Promise<Response> {
  const { url, body } = addressOf(call, input ?? {});
  const { token } = session;
  const request = {
    method: methodOf(call),
    headers: {
      accept: (call.file ?? ['application/json']).join(', '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.changes && { 'idempotency-key': idempotencyKey ?? newActionKey() }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal && { signal }),
    keepalive,
  };
  const response = await reach(url, request, token, call.changes ?? false);
  if (response.status === 401 && token) endSession(token);
  return response;
}

const changes = new WeakMap<object, number>();
const answersWithKeptMail = new WeakSet<object>();

/** Whether what was asked for wrote a mail that goes no further than the outbox: there is no mail server. */
export const isMailKept = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && answersWithKeptMail.has(answer);

/** The id of the change that an answer reports, if it can be undone (`audit.undo_change`). */
export const changeOf = (answer: object): number | undefined => changes.get(answer);

/** Makes one call. Resolves with the answer of a success; throws ApiError otherwise. */
export async function send<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, ...options }: SendOptions = {},
): Promise<CallOutput<C>> {
  const response = await withProof(() => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    return begin(call, input, { ...options, signal: either });
  });
  const answer = await bodyOf(response);
  const change = response.headers.get('change-id');
  if (change !== null) changes.set(answer, Number(change));
  if (response.headers.get('mails') === 'kept') answersWithKeptMail.add(answer);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server parses every answer by this contract
  if (response.ok && answer.status === 200) return answer as CallOutput<C>;
  throw offerSecondPerson(refused(response, answer), input ?? {});
}

/** The same call as a TanStack Query definition: `useQuery(query(courses.get_all_courses, {}))`. */
export const query = <C extends Call>(call: C, input: CallInput<C>) =>
  queryOptions({
    queryKey: [call.path, input] as const,
    queryFn: ({ signal }) => send(call, input, { signal }),
  });
