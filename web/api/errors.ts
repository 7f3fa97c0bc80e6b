import type { ErrorBody } from '@gurukul/contract/shared/errors';
import type { TeacherOverlap } from '@gurukul/contract/shared/overlap';
import type { PaymentPreview } from '@gurukul/contract/shared/payment-preview';
import type { Roll } from '@gurukul/contract/shared/roll';
import type { UndoReason } from '@gurukul/contract/shared/undo-reason';
import { inLanguage } from '#web/texts/catalogue.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';

// Who has to wait less is told to wait a moment.
const oneMinute = 60_000;

/** The API refused, or could not be reached (`status` 0). `message` is fit for people. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's own words, by which refusals are told apart; `message` is the same in the chosen language. */
  readonly said: string;
  readonly requestId: string;
  /** Bad input only: field path to what is wrong with it. */
  readonly problems: Readonly<Record<string, string>>;
  /** Only where something had another state than the person saw: the one it has. */
  readonly present: string | undefined;
  /** Only where a teacher is busy at the timing to be saved. */
  readonly overlap: TeacherOverlap | undefined;
  /** Only where an upload of payments would do something else than the person saw. */
  readonly preview: PaymentPreview | undefined;
  /** Only where somebody else marked a roll otherwise: the roll as it is now. */
  readonly roll: Roll | undefined;
  /** Only where something came after what was to be undone; `problems` has a sentence for each. */
  readonly reasons: readonly UndoReason[];

  constructor(body: Partial<ErrorBody> & { status: number; message: string }, cause?: unknown) {
    super(inWords(body), { cause });
    this.name = 'ApiError';
    this.status = body.status;
    this.said = body.message;
    this.requestId = body.request_id ?? '';
    this.problems = Object.fromEntries(
      Object.entries(body.problems ?? {}).map(([field, problem]) => [field, inLanguage(problem)]),
    );
    this.present = body.present;
    this.overlap = body.overlap;
    this.preview = body.preview;
    this.roll = body.roll;
    this.reasons = body.reasons ?? [];
  }

  /** Whether the same request may work a moment later. */
  get isPassing() {
    return this.status === 0 || this.status >= 500;
  }

  /** The role is not meant to see this: trying again changes nothing. */
  get isFinal() {
    return this.status === 403;
  }
}

/** In the chosen language; where the server knows from when on the same would work, that too. */
function inWords({ message, retry_at: at }: Partial<ErrorBody> & { message: string }): string {
  const refusal = inLanguage(message);
  if (at === undefined || Date.parse(at) - Date.now() < oneMinute) return refusal;
  const clock = { hour: '2-digit', minute: '2-digit', hour12: true, numberingSystem: 'latn' } as const;
  return texts.errors.tryAgainAt(refusal, new Date(at).toLocaleTimeString(locale, clock).toUpperCase());
}

/** What to tell people about any error. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback;
}

/** The server's own words when it refused; the fallback when the call itself failed. */
export function refusalOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && !error.isPassing ? error.message : fallback;
}

/** What to tell people where somebody else turned it round first: how it stands now, by its label. */
export function presentOf(error: unknown, labels: Readonly<Record<string, string>>): string | undefined {
  const present = error instanceof ApiError ? error.present : undefined;
  return present === undefined ? undefined : texts.errors.changedMeanwhile(labels[present] ?? present);
}
