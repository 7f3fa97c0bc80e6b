import type { UnwantedMail } from '@gurukul/contract/my-page';
import type { PortalLanguage, ProviderSettings } from '@gurukul/contract/provider';
import type { Drawing } from '../../../pdf/content.ts';

/** The contents of a mail before layout. The same parts make the plain text and the HTML. */
export interface MailContent {
  readonly subject: string;
  /** Mail clients show it beside the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
  /** The address for replies. Absent: that of the provider, if there is one. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Absent: says where replies go. */
  readonly footer?: string;
  /** For the reader's calendar, as attached files. */
  readonly calendarEntries?: readonly CalendarEntry[];
  /** Attached as a PDF. */
  readonly receipt?: Drawing;
  readonly file?: AttachedFile;
}

export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A mail of the provider as it is now. */
export interface WrittenMail extends MailContent {
  readonly language: PortalLanguage;
  /** The same mail in English, which stands below one in another language. */
  readonly english?: MailContent;
  readonly provider: ProviderSettings;
  /** The address of the reader's own page, for the foot. */
  readonly myPage?: string;
  readonly stop?: StopLink;
}

/** Where the reader switches off mails of this kind, in the foot and for the button of mail programs (RFC 8058). */
export interface StopLink {
  readonly topic: UnwantedMail;
  readonly url: string;
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

/** One event or meeting, as calendars store it. */
export interface CalendarEntry {
  readonly isCanceled: boolean;
  /** Of two entries of one event the higher one wins, in any order of arrival. */
  readonly sequence: number;
  /** The same as in the calendars of teachers, without the host. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly location: string;
}

/** The data that every mail may need besides its own. */
export interface Occasion {
  readonly language: PortalLanguage;
  /** The portal's origin, without a slash at the end. */
  readonly appUrl: string;
  /** The moment when the mail was requested. */
  readonly at: Date;
  readonly provider: ProviderSettings;
  /** The address of the reader's own page; absent where they have none. */
  readonly myPage?: string;
  readonly stop?: StopLink;
  /** Where the office is written to, in mails that ask for it. */
  readonly office?: string;
}

export const text = (words: string): Part => ({ kind: 'text', text: words });
export const note = (words: string): Part => ({ kind: 'note', text: words });
