import type { ErrorBody, ErrorCode } from '@gurukul/contract/shared/errors';
import { errors } from '@gurukul/contract/shared/errors';
import type { TeacherOverlap } from '@gurukul/contract/shared/overlap';
import type { PaymentPreview } from '@gurukul/contract/shared/payment-preview';
import type { Roll } from '@gurukul/contract/shared/roll';
import type { UndoReason } from '@gurukul/contract/shared/undo-reason';

export interface ProblemDetail {
  /** Another text than the code's own, where a call fixes one. */
  readonly message?: string;
  /** Dotted field path to what is wrong with it. */
  readonly problems?: Readonly<Record<string, string>>;
  /** How it stands, where the person expected another state. */
  readonly present?: string;
  /** What a teacher's other classes say against a timing. */
  readonly overlap?: TeacherOverlap;
  /** What an upload would do by now. */
  readonly preview?: PaymentPreview;
  /** What is recorded by now where somebody else marked the same students. */
  readonly roll?: Roll;
  /** What stands in the way of an undo; `problems` says it in English. */
  readonly reasons?: readonly UndoReason[];
  /** From when on the same request may work. */
  readonly retryAt?: Date | null;
  readonly cause?: unknown;
}

/** A refusal on its way to the caller. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: Readonly<Record<string, string>> | undefined;
  readonly present: string | undefined;
  readonly overlap: TeacherOverlap | undefined;
  readonly preview: PaymentPreview | undefined;
  readonly roll: Roll | undefined;
  readonly reasons: readonly UndoReason[] | undefined;
  readonly retryAt: Date | undefined;

  constructor(code: ErrorCode, detail: ProblemDetail = {}) {
    super(detail.message ?? errors[code].message, { cause: detail.cause });
    this.code = code;
    this.status = errors[code].status;
    this.problems = detail.problems;
    this.present = detail.present;
    this.overlap = detail.overlap;
    this.preview = detail.preview;
    this.roll = detail.roll;
    this.reasons = detail.reasons;
    this.retryAt = detail.retryAt ?? undefined;
  }
}

/** `throw fail('not_found')` */
export const fail = (code: ErrorCode, detail?: ProblemDetail): Problem => new Problem(code, detail);

export const problemBody = (problem: Problem, requestId: string): ErrorBody => ({
  status: problem.status,
  message: problem.message,
  request_id: requestId,
  ...(problem.problems === undefined ? {} : { problems: problem.problems }),
  ...(problem.present === undefined ? {} : { present: problem.present }),
  ...(problem.overlap === undefined ? {} : { overlap: problem.overlap }),
  ...(problem.preview === undefined ? {} : { preview: problem.preview }),
  ...(problem.roll === undefined ? {} : { roll: problem.roll }),
  ...(problem.reasons === undefined ? {} : { reasons: problem.reasons }),
  ...(problem.retryAt === undefined ? {} : { retry_at: problem.retryAt.toISOString() }),
});

/** Part of every call that turns something round: what the person saw when deciding has to be how it stands. */
export function refuseUnexpected(expected: string | undefined, present: string): void {
  if (expected !== undefined && expected !== present) throw fail('state_changed', { present });
}
