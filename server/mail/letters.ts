import type { EventLetterKind, LetterKind } from '@gurukul/contract/mails';
import { browserCopiedLetter } from './letters/browser-copied.ts';
import { enquiryLetter } from './letters/enquiry.ts';
import type { ToldEvent } from './letters/event.ts';
import {
  eventCanceledLetter,
  eventChangedLetter,
  eventOnAgainLetter,
  eventPublishedLetter,
  isEventOver,
} from './letters/event.ts';
import { intakeKeyMadeLetter, intakeKeysLeftLetter } from './letters/intake-keys.ts';
import { inviteLetter } from './letters/invite.ts';
import type { Letter, Occasion } from './letters/letter.ts';
import { passwordChangedLetter } from './letters/password-changed.ts';
import { resetCodeLetter } from './letters/reset-code.ts';
import { resetLinkLetter } from './letters/reset-link.ts';
import { fitForLetters } from './letters/rich-text.ts';
import type { RowOf } from '../db/columns.ts';
import { int, row, text } from '../db/columns.ts';
import { signInBlockedLetter } from './letters/sign-in-blocked.ts';

interface Kind<Data> {
  readonly write: (data: Data, occasion: Occasion) => Letter;
  /** Carries a secret that is worthless after that long: then it is neither sent nor kept. Null: no secret. */
  readonly worthSendingMinutes: number | null;
  /** What it is about has passed, so that it is not sent any more. */
  readonly isOver: ((data: Data, now: Date) => boolean) | null;
  /** Fields that may have several lines; the letter makes headers of none of them. */
  readonly texts: readonly string[];
}

const kind = <Data>(
  write: Kind<Data>['write'],
  more: Partial<Omit<Kind<Data>, 'write'>> = {},
): Kind<Data> => ({ write, worthSendingMinutes: null, isOver: null, texts: [], ...more });

const days = 24 * 60;
const aboutEvent = { isOver: isEventOver, texts: ['description'] } as const;

/** Every kind of mail there is. */
export const letters = {
  invite: kind(inviteLetter, { worthSendingMinutes: 7 * days }),
  reset_code: kind(resetCodeLetter, { worthSendingMinutes: 10 }),
  password_changed: kind(passwordChangedLetter),
  sign_in_blocked: kind(signInBlockedLetter),
  reset_link: kind(resetLinkLetter, { worthSendingMinutes: 60 }),
  browser_copied: kind(browserCopiedLetter),
  intake_key_made: kind(intakeKeyMadeLetter),
  intake_keys_left: kind(intakeKeysLeftLetter),
  event_published: kind(eventPublishedLetter, aboutEvent),
  event_changed: kind(eventChangedLetter, aboutEvent),
  event_canceled: kind(eventCanceledLetter, aboutEvent),
  event_on_again: kind(eventOnAgainLetter, aboutEvent),
  enquiry: kind(enquiryLetter, { texts: ['message'] }),
} satisfies Record<LetterKind, unknown>;

export type MailKind = keyof typeof letters;
type DataOf<K extends MailKind> = Parameters<(typeof letters)[K]['write']>[0];

/** One letter to one mailbox. */
export type Mail = {
  readonly [K in MailKind]: {
    readonly kind: K;
    readonly to: string;
    /** Says which event this letter is about, such as `invite:17`; the same key again sends nothing. No secrets. */
    readonly dedupeKey: string;
    readonly data: DataOf<K>;
    readonly event_id?: number;
    /** Whom it goes to; absent, whoever has the address. */
    readonly person_id?: number;
  };
}[MailKind];

/** A student as letters about events need one. */
export const toldStudent = row({
  person_id: int,
  email_id: text,
  fullname: text,
  /** IANA zone. */
  timezone: text,
  /** Name of a country. */
  region: text,
});
export type ToldStudent = RowOf<typeof toldStudent>;

/**
 * The letter that tells one student about an event: the same again, whoever asks for it, is the same letter. Nobody is
 * invited twice; what becomes of the event later is told once per version.
 */
export function eventMail(kindOfLetter: EventLetterKind, event: ToldEvent, student: ToldStudent): Mail {
  const { event_id, version } = event;
  const { person_id, email_id, fullname, timezone, region } = student;
  return {
    kind: kindOfLetter,
    to: email_id,
    dedupeKey: `${kindOfLetter}:${event_id}:${person_id}${kindOfLetter === 'event_published' ? '' : `:${version}`}`,
    event_id,
    person_id,
    data: {
      event_id,
      version,
      event_name: oneLine(event.event_name),
      course_name: oneLine(event.course_name),
      starts_at: event.starts_at,
      ends_at: event.ends_at,
      meeting_link: oneLine(event.meeting_link),
      description: fitForLetters(event.description),
      fullname: oneLine(fullname),
      timezone: oneLine(timezone),
      region: oneLine(region),
    },
  };
}

/** One student's odd name must not keep thousands of others from hearing. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

export const isMailKind = (name: string): name is MailKind => Object.hasOwn(letters, name);

// A row's data was sealed together with its kind, which the compiler cannot follow by name.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kindOf = (name: MailKind) => letters[name] as unknown as Kind<unknown>;

/** Writes the letter of any kind; the data is what was enqueued with that kind. */
export const writeLetter = (name: MailKind, data: unknown, occasion: Occasion): Letter =>
  kindOf(name).write(data, occasion);

/** Whether what the letter is about has passed. */
export const isOver = (name: MailKind, data: unknown, now: Date): boolean =>
  kindOf(name).isOver?.(data, now) ?? false;

/** Fields of a kind that may have several lines. */
export const textsOf = (name: MailKind): readonly string[] => kindOf(name).texts;

/** Whether it carries a secret, which is forgotten as soon as it cannot be sent. */
export const holdsSecret = (name: string): boolean =>
  !isMailKind(name) || kindOf(name).worthSendingMinutes !== null;

export type { ToldEvent } from './letters/event.ts';
