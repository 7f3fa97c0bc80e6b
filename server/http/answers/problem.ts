import type { ErrorBody, ErrorCode, MoreOf, Refusal } from '@gurukul/contract/shared/words/errors';
import { errors } from '@gurukul/contract/shared/words/errors';
import type { Facts } from '@gurukul/contract/shared/words/fill';
import { said, saidWith } from '@gurukul/contract/shared/words/messages';
import type { FactsOf, PlainCode } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';

type Details = Readonly<Record<string, Sentence | readonly Sentence[]>>;

interface Beside {
  /** What is wrong, by dotted field path. */
  readonly details?: Details;
  /** The same in English only, for refusals without `details`. */
  readonly problems?: Readonly<Record<string, string>>;
  /** The moment from which a retry may succeed. */
  readonly retryAt?: Date | null;
  readonly cause?: unknown;
}

type ProblemDetails<C extends ErrorCode> = (keyof FactsOf<C> extends never
  ? unknown
  : { readonly facts: FactsOf<C> }) &
  MoreOf<C>;
export type ProblemDetail<C extends ErrorCode> = Beside & ProblemDetails<C>;
type DetailGiven<C extends ErrorCode> =
  object extends ProblemDetails<C> ? [ProblemDetail<C>?] : [ProblemDetail<C>];

/** A refusal on its way to the caller. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly refusal: Refusal;
  readonly status: number;
  readonly retryAt: Date | undefined;
  readonly details: Details | undefined;
  readonly facts: Facts | undefined;
  readonly problems: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, detail: Beside & { readonly facts?: Facts } = {}) {
    const { details, problems, retryAt, cause, facts, ...more } = detail;
    super(saidWith(code, facts).message, { cause });
    // `fail` asks for the facts of each code.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    this.refusal = { code, ...more } as Refusal;
    this.facts = facts;
    this.status = errors[code].status;
    this.retryAt = retryAt ?? undefined;
    this.details = details;
    this.problems = problems;
  }

  get code() {
    return this.refusal.code;
  }
}

const mapped = <T>(details: Details, read: (all: readonly Sentence[]) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(details).map(([path, given]) => [path, read([given].flat())]));
const inEnglish = (details: Details) =>
  mapped(details, (all) => all.map(({ message }) => message).join('; '));
const listed = (details: Details) => mapped(details, (all) => all);

/** `throw fail('not_found')` */
export const fail = <C extends ErrorCode>(code: C, ...[detail]: DetailGiven<C>): Problem =>
  new Problem(code, detail);

export function problemBody(problem: Problem, requestId: string): ErrorBody {
  const { status, message, refusal, facts, details, problems, retryAt } = problem;
  return {
    status,
    message,
    request_id: requestId,
    ...refusal,
    ...(facts === undefined ? {} : { facts }),
    ...(details === undefined ? {} : { problems: inEnglish(details), details: listed(details) }),
    ...(problems === undefined ? {} : { problems }),
    ...(retryAt === undefined ? {} : { retry_at: retryAt.toISOString() }),
  };
}

/**
 * Throws when the state that the person saw is no longer the present one. Every call that toggles something uses it.
 */
export function refuseUnexpected(expected: string | undefined, present: string): void {
  if (expected !== undefined && expected !== present) throw fail('state_changed', { present });
}

/** A refusal inside a 200. The transaction commits, so that counters are stored. */
export function refused(code: PlainCode) {
  const { message: error, ...told } = said(code);
  return { status: 200, message: 'failed', error, ...told } as const;
}
