/** A letter before it is laid out: the same parts make the plain text and the HTML. */
export interface Letter {
  readonly subject: string;
  /** What mail clients show beside the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string };

/** What every letter may need besides its own data. */
export interface Occasion {
  /** Origin of the portal, without a slash at the end. */
  readonly appUrl: string;
  /** When the letter was asked for. */
  readonly at: Date;
}

export const text = (words: string): Part => ({ kind: 'text', text: words });
export const note = (words: string): Part => ({ kind: 'note', text: words });

// People live in many zones and the portal does not know theirs; the office's is named.
const officeTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

export const officeMoment = (at: Date): string => `${officeTime.format(at)} (India time)`;
