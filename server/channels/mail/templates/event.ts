import { eventZone } from '@gurukul/contract/events';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailTexts } from '../texts.ts';
import { spanIn, zoneOf } from './event-times.ts';
import type { CalendarEntry, Fact, MailContent, Occasion, Part } from './content.ts';
import { note, text } from './content.ts';
import { inLine, namesOf, pairOf } from '../../../plain.ts';
import { fitForMails, wordsOf } from './rich-text.ts';
import { safeLink } from './safe-link.ts';

/** An event for its mails. Names come from the database, the description is HTML. */
export interface ToldEvent {
  readonly event_id: number;
  /** The number of saves. Mails requested before this was counted have none. */
  readonly version?: number;
  readonly event_name: string;
  /** Empty: it has none, and is the provider's. */
  readonly course_name: string;
  /** ISO 8601, UTC. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly meeting_link: string;
  /** Empty: none. Absent in mails of a version before. */
  readonly place?: string;
  readonly description: string;
}

export interface EventMailData extends ToldEvent {
  /** The student's name. */
  readonly fullname: string;
  /** IANA zone: the one by which the student reads times. */
  readonly timezone: string;
}

const longestName = 200;
const longestInSubject = 100;

interface EventLetter {
  readonly event: string;
  /** Whose event it is: the course, or else the provider. */
  readonly of: string;
  readonly student: string;
  readonly when: string;
  readonly facts: readonly Fact[];
  readonly entry: Omit<CalendarEntry, 'isCanceled' | 'sequence'>;
  readonly description: string;
  readonly link: string | null;
}

function told(data: EventMailData, { language, provider }: Occasion): EventLetter {
  const words = textsIn(language).event;
  const event = inLine(data.event_name, longestName);
  const course = inLine(data.course_name, longestName);
  const zone = zoneOf(data.timezone);
  const link = safeLink(data.meeting_link);
  const place = inLine(data.place ?? '', longestName);
  const description = fitForMails(data.description);
  const when = spanIn(language, zone, data.starts_at, data.ends_at);
  const officeFact: Fact = [words.officeTime, spanIn(language, eventZone, data.starts_at, data.ends_at)];
  return {
    event,
    of: course || nameOfProvider(provider),
    student: inLine(data.fullname, longestName),
    when,
    facts: [
      [words.event, event],
      ...(course === '' ? [] : [[words.course, course] as const]),
      [zone === eventZone ? words.when : words.yourTime, when],
      ...(zone === eventZone ? [] : [officeFact]),
      ...(place === '' ? [] : [[words.place, place] as const]),
    ],
    description,
    link,
    entry: {
      uid: `event-${data.event_id}`,
      summary: pairOf(event, course),
      description: wordsOf(description),
      startsAt: data.starts_at,
      endsAt: data.ends_at,
      location: link ?? place,
    },
  };
}

const greetingOf = (student: string, { greeting, event }: MailTexts): Part =>
  text(student === '' ? greeting : event.greeting({ student }));

/** Says that an event takes place, and how to join it. */
const takesPlace =
  (kind: 'eventPublished' | 'eventChanged' | 'eventOnAgain') =>
  (data: EventMailData, occasion: Occasion): MailContent => {
    const texts = textsIn(occasion.language);
    const words = texts[kind];
    const { event, of, student, when, facts, entry, description, link } = told(data, occasion);
    return {
      subject: words.subject({ event: inLine(event, longestInSubject) }),
      preview: when,
      parts: [
        greetingOf(student, texts),
        text(words.body({ course: of })),
        { kind: 'facts', facts },
        ...(description === ''
          ? []
          : [{ kind: 'rich', html: description, text: wordsOf(description) } as const]),
        ...(link === null ? [] : [{ kind: 'button', label: words.button, url: link } as const]),
        note(link === null ? words.calendar : `${words.calendar} ${texts.event.linkAbove}`),
      ],
      calendarEntries: [{ ...entry, isCanceled: false, sequence: data.version ?? 0 }],
    };
  };

export const eventPublishedMail = takesPlace('eventPublished');
export const eventChangedMail = takesPlace('eventChanged');
export const eventOnAgainMail = takesPlace('eventOnAgain');

export function eventCanceledMail(data: EventMailData, occasion: Occasion): MailContent {
  const texts = textsIn(occasion.language);
  const words = texts.eventCanceled;
  const { event, of, student, facts, entry } = told(data, occasion);
  return {
    subject: words.subject({ event: inLine(event, longestInSubject) }),
    preview: words.preview,
    parts: [
      greetingOf(student, texts),
      text(words.body({ course: of })),
      { kind: 'facts', facts },
      note(words.calendar),
    ],
    calendarEntries: [{ ...entry, description: '', isCanceled: true, sequence: data.version ?? 1 }],
  };
}

/** One mail to several students behind one mailbox, the newest last. */
export const joinedEvents = (mails: readonly EventMailData[]): EventMailData => ({
  ...mails.at(-1)!,
  fullname: namesOf(mails),
});

/** Nobody needs a mail about an event that is over. */
export const isEventOver = ({ ends_at }: EventMailData, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();
