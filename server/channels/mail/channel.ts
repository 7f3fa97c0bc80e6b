import type { ClaimedMail } from './queries.ts';

/** A way to the outside. Claims, tries, pace, log and withdrawal are the same for all of them (see worker.ts). */
export interface Channel {
  /**
   * A second copy does no harm. Otherwise a text that may have arrived is never sent again, and the log says that nobody
   * knows.
   */
  readonly mayRepeat: boolean;
  /**
   * Hands one claimed text to the outside. Throws `Undeliverable`, or a `SendFailure` when it was not, or perhaps not,
   * accepted.
   */
  hand(mail: ClaimedMail): Promise<Handed>;
}

export interface Handed {
  /** What is stored of it; null: nothing. */
  readonly kept: string | null;
  /** Only the way to the reader's page left, without the facts. */
  readonly isLinkOnly: boolean;
}

/** A text that no retry can deliver. */
export class Undeliverable extends Error {}

export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  /** The other side has surely not taken it. */
  readonly isHere: boolean;
  /** A retry cannot help. */
  readonly isForGood: boolean;

  constructor(cause: unknown, { isHere, isForGood }: { isHere: boolean; isForGood: boolean }) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.isHere = isHere;
    this.isForGood = isForGood;
  }
}
