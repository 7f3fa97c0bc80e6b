/** The contents of a mail before layout. The same parts make the plain text and the HTML. */
export interface MailContent {
  readonly subject: string;
  /** Mail clients show it beside the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
  /** The address for replies. Absent: nobody reads replies. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Absent: says that nobody reads replies. */
  readonly footer?: string;
  /** For the reader's calendar, as an attached file. */
  readonly calendarEntry?: CalendarEntry;
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Facts, one per row. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** HTML that has passed the sanitiser, and the same as text. */
  | { readonly kind: 'rich'; readonly html: string; readonly text: string }
  /** Somebody else's text, line by line. */
  | { readonly kind: 'quote'; readonly text: string };

export type Fact = readonly [label: string, value: string];

/** One event, as calendars store it. */
export interface CalendarEntry {
  readonly isCanceled: boolean;
  /** Of two entries of one event the higher one wins, in any order of arrival. */
  readonly sequence: number;
  readonly eventId: number;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly location: string;
}

/** The data that every mail may need besides its own. */
export interface Occasion {
  /** The portal's origin, without a slash at the end. */
  readonly appUrl: string;
  /** The moment when the mail was requested. */
  readonly at: Date;
}

export const text = (words: string): Part => ({ kind: 'text', text: words });
export const note = (words: string): Part => ({ kind: 'note', text: words });

// People live in many zones that the portal does not know, so mails name the office's zone.
const officeTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

export const officeMoment = (at: Date): string => `${officeTime.format(at)} (India time)`;
