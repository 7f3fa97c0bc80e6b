import { eventMailKinds } from '@gurukul/contract/mails';
import type { EventMailKind, MailKind } from '@gurukul/contract/mails';
import type { UnwantedMail } from '@gurukul/contract/my-page';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { factorNewsMail } from './templates/factor-news.ts';
import { browserCopiedMail } from './templates/browser-copied.ts';
import { checkEndsMail } from './templates/check-ends.ts';
import { coverAskedMail, coverNobodyMail, haveMeetingsBegun } from './templates/cover.ts';
import { emailChangedMail, emailConfirmMail, emailRefuseMail } from './templates/email-change.ts';
import { enquiryMail } from './templates/enquiry.ts';
import type { ToldEvent } from './templates/event.ts';
import {
  eventCanceledMail,
  eventChangedMail,
  eventOnAgainMail,
  eventPublishedMail,
  isEventOver,
} from './templates/event.ts';
import { actionAskedMail, actionDecidedMail } from './templates/asked-actions.ts';
import {
  intakeKeyEndsMail,
  intakeKeyMadeMail,
  intakeKeyRotatedMail,
  intakeKeysLeftMail,
} from './templates/intake-keys.ts';
import { inviteMail } from './templates/invite.ts';
import type { MailChannel } from './queries.ts';
import type { MailContent, Occasion, WrittenMail } from './templates/content.ts';
import { messageMail } from './templates/message.ts';
import { openidLinkedMail } from './templates/openid-linked.ts';
import { addressChangedMail, addressRefusedMail } from './templates/written-address.ts';
import { areMeetingsOver, meetingChangeMail } from './templates/meeting-change.ts';
import { myPageCodeMail, myPageLinkMail } from './templates/my-page.ts';
import { homeworkMail } from './templates/homework.ts';
import { openCasesMail } from './templates/open-cases.ts';
import { owingMail } from './templates/owing.ts';
import { classAgainMail, isAnswerDayOver, placeKeptMail } from './templates/next-term.ts';
import { moneyBackMail } from './templates/money-back.ts';
import { newDeviceMail } from './templates/new-device.ts';
import { passwordChangedMail } from './templates/password-changed.ts';
import { receiptMail } from './templates/receipt.ts';
import { registrationCodeMail, registrationNewsMail } from './templates/registration.ts';
import { reminderMail } from './templates/reminder.ts';
import { resetCodeMail } from './templates/reset-code.ts';
import { resetLinkMail } from './templates/reset-link.ts';
import { fitForMails } from './templates/rich-text.ts';
import { securityAlarmMail } from './templates/security-alarm.ts';
import { signInBlockedMail } from './templates/sign-in-blocked.ts';
import { reportMail } from './templates/report.ts';
import { isTestOver, testNewsMail, testReminderMail } from './templates/test.ts';
import { testMail } from './templates/test-mail.ts';

interface Kind<Data> {
  readonly write: (data: Data, occasion: Occasion) => MailContent;
  /**
   * The people whose facts the mail has beyond class and event times, such as money. It goes only to an address that
   * counts for all of them; at any other its reader is asked to open their page. Null: it has no such facts.
   */
  readonly facts: ((data: Data) => readonly number[]) | null;
  /**
   * The mail has a secret that is worthless after so many minutes. Then it is neither sent nor stored. Null: no secret.
   */
  readonly worthSendingMinutes: number | null;
  /** Says that the subject of the mail has passed, so that it is no longer sent. */
  readonly isOver: ((data: Data, now: Date) => boolean) | null;
  /** What it says may lapse before it leaves: then it is withdrawn, and its key is free again. */
  readonly mayLapse: boolean;
  /** Its reader may be a student or guardian: the foot links to their own page. */
  readonly hasPage: boolean;
  /** About work: it leaves to nobody of the staff who is suspended or gone by then. Others are about their account. */
  readonly isOfDuty: boolean;
  /** The language that the mail has anyhow. Null: that of its reader. */
  readonly languageOf: ((data: Data) => PortalLanguage) | null;
  /** The language of a reader whose own is not known. */
  readonly otherwise: (data: Data) => PortalLanguage;
  /** Somebody wrote it, in one language. No English stands below. */
  readonly isByHand: boolean;
  /** What its reader can switch off by one press in it. */
  readonly topic: (data: Data) => UnwantedMail | null;
  /** Fields that may have several lines. None of them goes into a header. */
  readonly texts: readonly string[];
}

const kind = <Data>(
  write: Kind<Data>['write'],
  more: Pick<Kind<Data>, 'facts'> & Partial<Omit<Kind<Data>, 'write' | 'facts'>>,
): Kind<Data> => ({
  write,
  worthSendingMinutes: null,
  isOver: null,
  mayLapse: false,
  hasPage: false,
  isOfDuty: false,
  languageOf: null,
  otherwise: () => 'en',
  isByHand: false,
  topic: () => null,
  texts: [],
  ...more,
});

const days = 24 * 60;
const ofNobody = { facts: null } as const;
const ofDuty = { ...ofNobody, isOfDuty: true } as const;
const aboutEvent = { ...ofDuty, isOver: isEventOver, hasPage: true, texts: ['description'] } as const;
const reminder = {
  ...ofDuty,
  mayLapse: true,
  hasPage: true,
  topic: () => 'reminders' as const,
} as const;

/** Every kind of mail there is. */
export const templates = {
  invite: kind(inviteMail, { ...ofNobody, worthSendingMinutes: 7 * days }),
  reset_code: kind(resetCodeMail, { ...ofNobody, worthSendingMinutes: 10 }),
  password_changed: kind(passwordChangedMail, ofNobody),
  sign_in_blocked: kind(signInBlockedMail, ofNobody),
  new_device: kind(newDeviceMail, ofNobody),
  security_alarm: kind(securityAlarmMail, ofDuty),
  reset_link: kind(resetLinkMail, { ...ofNobody, worthSendingMinutes: 60 }),
  email_confirm: kind(emailConfirmMail, { ...ofNobody, worthSendingMinutes: 7 * days }),
  email_refuse: kind(emailRefuseMail, { ...ofNobody, worthSendingMinutes: 7 * days }),
  email_changed: kind(emailChangedMail, ofNobody),
  browser_copied: kind(browserCopiedMail, ofNobody),
  deed_asked: kind(actionAskedMail, ofDuty),
  deed_decided: kind(actionDecidedMail, ofDuty),
  openid_linked: kind(openidLinkedMail, ofNobody),
  factor_news: kind(factorNewsMail, ofNobody),
  intake_key_made: kind(intakeKeyMadeMail, ofDuty),
  intake_key_rotated: kind(intakeKeyRotatedMail, ofDuty),
  intake_key_ends: kind(intakeKeyEndsMail, ofDuty),
  intake_keys_left: kind(intakeKeysLeftMail, ofDuty),
  event_published: kind(eventPublishedMail, { ...aboutEvent, topic: () => 'events' }),
  event_changed: kind(eventChangedMail, aboutEvent),
  event_canceled: kind(eventCanceledMail, aboutEvent),
  event_on_again: kind(eventOnAgainMail, aboutEvent),
  meeting_reminder: kind(reminderMail, reminder),
  event_reminder: kind(reminderMail, reminder),
  meeting_change: kind(meetingChangeMail, {
    ...ofDuty,
    isOver: areMeetingsOver,
    mayLapse: true,
    hasPage: true,
  }),
  cover_asked: kind(coverAskedMail, {
    ...ofDuty,
    worthSendingMinutes: 14 * days,
    isOver: haveMeetingsBegun,
    mayLapse: true,
  }),
  cover_nobody: kind(coverNobodyMail, { ...ofDuty, isOver: haveMeetingsBegun, mayLapse: true }),
  receipt: kind(receiptMail, { facts: ({ about }) => about ?? [], hasPage: true }),
  owing_reminder: kind(owingMail, {
    facts: ({ debts }) => debts.map(({ student_id }) => student_id),
    hasPage: true,
  }),
  my_page_link: kind(myPageLinkMail, { ...ofNobody, hasPage: true }),
  my_page_code: kind(myPageCodeMail, {
    ...ofNobody,
    worthSendingMinutes: 10,
    otherwise: ({ language }) => language,
  }),
  address_changed: kind(addressChangedMail, { ...ofNobody, worthSendingMinutes: days }),
  address_refused: kind(addressRefusedMail, ofNobody),
  enquiry: kind(enquiryMail, { ...ofNobody, texts: ['message'] }),
  message: kind(messageMail, {
    hasPage: true,
    ...ofDuty,
    languageOf: ({ language }) => language,
    isByHand: true,
    texts: ['body'],
    topic: ({ is_newsletter }) => (is_newsletter ? 'newsletters' : null),
  }),
  report: kind(reportMail, ofDuty),
  open_cases: kind(openCasesMail, { ...ofDuty, mayLapse: true }),
  homework_decided: kind(homeworkMail, {
    facts: ({ decided = [], tests = [], certificates = [] }) =>
      [...decided, ...tests, ...certificates].map(({ student_id }) => student_id),
    mayLapse: true,
    hasPage: true,
  }),
  test_news: kind(testNewsMail, { ...ofDuty, isOver: isTestOver, hasPage: true }),
  test_reminder: kind(testReminderMail, reminder),
  registration_code: kind(registrationCodeMail, {
    ...ofNobody,
    worthSendingMinutes: 10,
    otherwise: ({ language }) => language,
  }),
  registration_news: kind(registrationNewsMail, {
    ...ofNobody,
    hasPage: true,
    mayLapse: true,
    otherwise: ({ language }) => language,
    texts: ['reason'],
  }),
  class_again: kind(classAgainMail, { ...ofDuty, worthSendingMinutes: 60 * days, mayLapse: true }),
  place_kept: kind(placeKeptMail, {
    facts: ({ student_id }) => [student_id],
    isOfDuty: true,
    hasPage: true,
    isOver: isAnswerDayOver,
    mayLapse: true,
  }),
  check_ends: kind(checkEndsMail, ofDuty),
  money_back: kind(moneyBackMail, { facts: ({ about }) => about, mayLapse: true, hasPage: true }),
  test_mail: kind(testMail, ofNobody),
} satisfies Record<MailKind, unknown>;

export type DataOf<K extends MailKind> = Parameters<(typeof templates)[K]['write']>[0];

/** One mail to one mailbox. */
export type Mail = {
  readonly [K in MailKind]: {
    readonly kind: K;
    readonly to: string;
    /** Absent: a mail. */
    readonly channel?: MailChannel;
    /**
     * Names the reason of this mail, such as `invite:17`. A second mail with the same key is not sent. It contains no
     * secrets.
     */
    readonly dedupeKey: string;
    readonly data: DataOf<K>;
    readonly event_id?: number;
    readonly course_id?: number;
    readonly receipt_id?: number;
    readonly message_id?: number;
    /** The recipient. Absent: the person who has the address. */
    readonly person_id?: number;
  };
}[MailKind];

/** A student with the fields that mails about events need. */
export interface ToldStudent {
  readonly person_id: number;
  readonly email_id: string;
  readonly fullname: string;
  /** IANA zone: the one by which they read times. */
  readonly timezone: string;
}

/**
 * The mail that tells one student about an event. The same mail always has the same key, so nobody is invited twice.
 * Later news about the event are sent once per version.
 */
export function eventMail(kindOfMail: EventMailKind, event: ToldEvent, student: ToldStudent): Mail {
  const { event_id, version } = event;
  const { person_id, email_id, fullname, timezone } = student;
  return {
    kind: kindOfMail,
    to: email_id,
    dedupeKey: `${kindOfMail}:${event_id}:${person_id}${kindOfMail === 'event_published' ? '' : `:${version}`}`,
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
      place: oneLine(event.place ?? ''),
      description: fitForMails(event.description),
      fullname: oneLine(fullname),
      timezone: oneLine(timezone),
    },
  };
}

/** One student's odd name must not stop thousands of other mails. */
export const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

export const isMailKind = (name: string): name is MailKind => Object.hasOwn(templates, name);

// A row's data was sealed together with its kind. The compiler cannot follow this by name.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kindOf = (name: MailKind) => templates[name] as unknown as Kind<unknown>;

/** Writes a mail of any kind, in the reader's language and whole in English below. The data must be of that kind. */
export function writeMail(name: MailKind, data: unknown, occasion: Occasion): WrittenMail {
  const { write, languageOf, isByHand, hasPage: isWithPage } = kindOf(name);
  const { provider, myPage, stop } = occasion;
  const language = languageOf?.(data) ?? occasion.language;
  const isDoubled = language !== 'en' && !isByHand;
  return {
    ...write(data, { ...occasion, language }),
    language,
    ...(isDoubled ? { english: write(data, { ...occasion, language: 'en' }) } : {}),
    provider,
    ...(myPage === undefined || !isWithPage ? {} : { myPage }),
    ...(stop === undefined ? {} : { stop }),
  };
}

/** Says whether the subject of the mail has passed. */
export const isOver = (name: MailKind, data: unknown, now: Date): boolean =>
  kindOf(name).isOver?.(data, now) ?? false;

/** The people whose facts the mail has; null: of nobody. */
export const factsOf = (name: MailKind, data: unknown): readonly number[] | null =>
  kindOf(name).facts?.(data) ?? null;

export const mayLapse = (name: MailKind): boolean => kindOf(name).mayLapse;

const ordinaryKinds: ReadonlySet<MailKind> = new Set<MailKind>([
  ...eventMailKinds,
  'meeting_reminder',
  'event_reminder',
  'meeting_change',
  'cover_asked',
  'cover_nobody',
  'receipt',
  'owing_reminder',
  'enquiry',
  'message',
  'report',
  'open_cases',
  'homework_decided',
  'test_news',
  'test_reminder',
  'class_again',
  'place_kept',
  'check_ends',
  'money_back',
]);

/** It does not go to an address at which nobody is. What is about an account, a sign-in or a key always goes. */
export const isOrdinary = (kind: MailKind): boolean => ordinaryKinds.has(kind);

/** Says that it is about work, which rests for a suspended colleague. */
export const isOfDuty = (name: string): boolean => isMailKind(name) && kindOf(name).isOfDuty;

/** Says that students get it. */
export const isToStudents = (name: string): boolean =>
  isMailKind(name) && (kindOf(name).hasPage || name === 'message');

/** What its reader can switch off by one press in it. */
export const topicOf = (name: MailKind, data: unknown): UnwantedMail | null => kindOf(name).topic(data);

/** The language of a reader whose own is not known. */
export const otherwiseOf = (name: MailKind, data: unknown): PortalLanguage => kindOf(name).otherwise(data);

/** Says whether the foot links to the reader's own page. */
export const hasPage = (name: MailKind): boolean => kindOf(name).hasPage;

/** The fields of a kind that may have several lines. */
export const textsOf = (name: MailKind): readonly string[] => kindOf(name).texts;

/** Says whether the kind has a secret, which is deleted as soon as the mail cannot be sent. */
export const holdsSecret = (name: string): boolean =>
  !isMailKind(name) || kindOf(name).worthSendingMinutes !== null;

export type { ToldEvent } from './templates/event.ts';
