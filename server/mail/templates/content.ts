/** A mail before it is laid out: the same parts make the plain text and the HTML. */
export interface MailContent {
  readonly subject: string;
  /** What mail clients show beside the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
  /** Whom a reply goes to; absent, replies are not read. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Absent: that replies are not read. */
  readonly footer?: string;
  /** For the reader's calendar, as a file that goes along. */
  readonly calendarEntry?: CalendarEntry;
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Facts in a row each. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** HTML that has passed the sanitiser, and the same in words. */
  | { readonly kind: 'rich'; readonly html: string; readonly text: string }
  /** What somebody else wrote, line by line. */
  | { readonly kind: 'quote'; readonly text: string };

export type Fact = readonly [label: string, value: string];

/** One event as calendars keep it. */
export interface CalendarEntry {
  readonly isCanceled: boolean;
  /** Of two entries of one event the higher one holds, in whatever order they arrive. */
  readonly sequence: number;
  readonly eventId: number;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly location: string;
}

/** What every mail may need besides its own data. */
export interface Occasion {
  /** Origin of the portal, without a slash at the end. */
  readonly appUrl: string;
  /** When the mail was asked for. */
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
