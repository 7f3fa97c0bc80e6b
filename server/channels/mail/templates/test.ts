import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { momentIn, shortSpanIn, spanIn, zoneOf } from './event-times.ts';
import { safeLink } from './safe-link.ts';

export type TestNews = 'booked' | 'moved' | 'canceled';

/** A test by appointment. Names are on one line; times are ISO 8601, UTC. */
interface TestMailData {
  /** The reader's name. */
  readonly fullname: string;
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  /** That of the other one, the examiner or the student; null: not known. */
  readonly other_zone: string | null;
  readonly student_name: string;
  readonly examiner_name: string;
  readonly course_name: string;
  readonly portion_name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly join_link: string | null;
}

export interface TestNewsData extends TestMailData {
  readonly news: TestNews;
  /** To the student or guardian; else to the examiner. */
  readonly is_family: boolean;
  /** When it was to be before. */
  readonly was: { readonly starts_at: string; readonly ends_at: string } | null;
  /** Why it is canceled; empty: not said. */
  readonly reason: string;
}

export interface TestReminderData extends TestMailData {
  readonly test_id: number;
  readonly which: ReminderTime;
}

function factsOf(data: TestMailData, isFamily: boolean, language: PortalLanguage): Fact[] {
  const words = textsIn(language).test;
  const { starts_at, ends_at } = data;
  const zone = zoneOf(data.timezone);
  const there = data.other_zone === null ? zone : zoneOf(data.other_zone);
  const shown = (of: string) => shortSpanIn(language, of, starts_at, ends_at);
  const own = spanIn(language, zone, starts_at, ends_at);
  const times: Fact[] =
    shown(zone) === shown(there)
      ? [[words.when, own]]
      : [
          [words.yourTime, own],
          [isFamily ? words.examinersTime : words.studentsTime, spanIn(language, there, starts_at, ends_at)],
        ];
  return [
    ...times,
    [words.portion, data.portion_name],
    [words.course, data.course_name],
    [words.student, data.student_name],
    [words.examiner, data.examiner_name],
  ];
}

const buttonOf = (link: string | null, label: string) => {
  const url = link === null ? null : safeLink(link);
  return url === null ? [] : [{ kind: 'button', label, url } as const];
};

/** Tells the family or the examiner that a test is booked, has another time or examiner, or is off. */
export function testNewsMail(data: TestNewsData, { language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.test;
  const zone = zoneOf(data.timezone);
  const { news, portion_name: portion, is_family: isFamily, was } = data;
  const isOn = news !== 'canceled';
  return {
    subject: words.subject({ news, portion, when: momentIn(language, zone, data.starts_at) }),
    preview: spanIn(language, zone, data.starts_at, data.ends_at),
    parts: [
      text(texts.event.greeting({ student: data.fullname })),
      text(words.body({ news })),
      ...(data.reason === '' ? [] : [{ kind: 'quote', text: data.reason } as const]),
      {
        kind: 'facts',
        facts: [
          ...factsOf(data, isFamily, language),
          ...(was === null
            ? []
            : [[words.before, spanIn(language, zone, was.starts_at, was.ends_at)] as const]),
        ],
      },
      ...(isOn ? buttonOf(data.join_link, texts.reminder.join) : []),
      ...(isOn && isFamily ? [note(words.change)] : []),
    ],
  };
}

/** Nobody needs a mail about a test that is over. */
export const isTestOver = ({ ends_at }: TestMailData, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();

export function testReminderMail(data: TestReminderData, { language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.test;
  const zone = zoneOf(data.timezone);
  return {
    subject: words.reminderSubject({
      portion: data.portion_name,
      when: momentIn(language, zone, data.starts_at),
    }),
    preview: spanIn(language, zone, data.starts_at, data.ends_at),
    parts: [
      text(texts.event.greeting({ student: data.fullname })),
      text(words.reminder),
      { kind: 'facts', facts: factsOf(data, true, language) },
      ...buttonOf(data.join_link, texts.reminder.join),
    ],
  };
}
