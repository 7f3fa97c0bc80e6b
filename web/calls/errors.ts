import type { ErrorBody, ErrorCode, Refusal } from '@gurukul/contract/shared/words/errors';
import { inLanguage, type Spoken } from '#web/texts/refusals.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';

// For a shorter wait the sentence is "in a moment".
const oneMinute = 60_000;

/** The body of an answer that is not a success. Only status and message are certain. */
export type RefusedAnswer = Partial<ErrorBody> & { readonly status: number; readonly message: string };

/** The API refused, or could not be reached (`status` 0). `message` is a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string;
  /** Field path to what is wrong with it. */
  readonly problems: Readonly<Record<string, string>>;
  readonly answer: RefusedAnswer;

  constructor(answer: RefusedAnswer, cause?: unknown) {
    super(inWords(answer), { cause });
    this.name = 'ApiError';
    this.status = answer.status;
    this.requestId = answer.request_id ?? '';
    this.problems = { ...answer.problems, ...problemsIn(answer) };
    this.answer = answer;
  }

  /** Whether the same request may work a moment later. */
  get isPassing() {
    return this.status === 0 || this.status >= 500;
  }

  /** The role may not see this: a retry changes nothing. */
  get isFinal() {
    return this.status === 403;
  }
}

/** In the chosen language; with the time from which the request will work again, if the server knows it. */
function inWords(answer: RefusedAnswer): string {
  const refusal = inLanguage(answer);
  const at = 'retry_at' in answer ? answer.retry_at : undefined;
  if (at === undefined || Date.parse(at) - Date.now() < oneMinute) return refusal;
  const clock = { hour: '2-digit', minute: '2-digit', hour12: true, numberingSystem: 'latn' } as const;
  return texts.errors.tryAgainAt({
    refusal,
    time: new Date(at).toLocaleTimeString(locale, clock).toUpperCase(),
  });
}

const problemsIn = ({ details = {} }: RefusedAnswer) =>
  Object.fromEntries(
    Object.entries(details).map(([field, problems]) => [field, problems.map(inLanguage).join('; ')]),
  );

/** The refusal with its facts, if its code is one of these. */
export function refusedWith<C extends ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): Extract<Refusal, { code: C }> | undefined {
  const answer = error instanceof ApiError ? error.answer : {};
  if (!codes.some((code) => 'code' in answer && answer.code === code)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract says what comes with a code
  return answer as Extract<Refusal, { code: C }>;
}

/** Why a change failed inside an answer with status 200, whose `error` says it. */
export const failureIn = (
  { error, ...said }: Partial<Spoken> & { readonly error?: string | undefined },
  fallback = texts.errors.wentWrong,
) => (error === undefined ? fallback : inLanguage({ ...said, message: error }));

/** The sentence to show for any error. */
export function messageOf(error: unknown, fallback = texts.errors.wentWrong): string {
  return error instanceof ApiError ? error.message : fallback;
}

/** The server's sentence if it refused; the fallback if the call itself failed. */
export function refusalOf(error: unknown, fallback = texts.errors.wentWrong): string {
  return error instanceof ApiError && !error.isPassing ? error.message : fallback;
}

/** The sentence to show if somebody else changed the same thing first: its present state, by its label. */
export function presentOf(error: unknown, labels: Readonly<Record<string, string>>): string | undefined {
  const present = refusedWith(error, 'state_changed')?.present;
  return present === undefined
    ? undefined
    : texts.errors.changedMeanwhile({ state: labels[present] ?? present });
}
