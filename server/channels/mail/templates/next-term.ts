import type { PortalLanguage } from '@gurukul/contract/provider';
import { pairOf } from '../../../plain.ts';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { dayIn, momentIn, weekIn, weekOnClocks, zoneOf } from './event-times.ts';
import { moneyIn } from './money.ts';

/** Names are on one line. Times are the first meetings of the next term, ISO 8601, UTC. */
interface NextTermData {
  /** The reader's name. */
  readonly fullname: string;
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  readonly course_name: string;
  /** yyyy-mm-dd */
  readonly starts_on: string;
}

export interface ClassAgainData extends NextTermData {
  /** Of the link. */
  readonly secret: string;
  readonly classes: readonly {
    readonly class_name: string;
    readonly starts: readonly string[];
    /** The clock of each. Absent: of a version before. */
    readonly zones?: readonly string[];
  }[];
  /** They were asked before, and have not answered. */
  readonly is_again?: true;
}

export interface PlaceKeptData extends NextTermData {
  /** Whether the place is still kept is read anew when the mail leaves. Absent: of a version before, or nothing is kept. */
  readonly course_id?: number;
  readonly student_id: number;
  /** Empty: in no class yet. */
  readonly class_name: string;
  readonly starts: readonly string[];
  /** The clock of the class. */
  readonly class_zone?: string;
  /** The first meeting that takes place, ISO 8601, UTC. */
  readonly first_at?: string;
  readonly price?: { readonly amount: string; readonly currency: string };
  /** yyyy-mm-dd */
  readonly until: string;
  /** The next term was taken back after this reader was asked, as a student or as a teacher. */
  readonly is_gone?: true;
}

/** Asks a teacher whether they teach their classes again. */
export function classAgainMail(data: ClassAgainData, { appUrl, language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.nextTerm;
  const count = data.classes.length;
  const day = dayIn(language, data.starts_on);
  return {
    subject: words[data.is_again ? 'againSubject' : 'askedSubject']({ course: data.course_name, count }),
    preview: words.asked({ course: data.course_name, day, count }),
    parts: [
      text(texts.event.greeting({ student: data.fullname })),
      text(words.asked({ course: data.course_name, day, count })),
      ...(data.is_again ? [text(words.again)] : []),
      {
        kind: 'facts',
        facts: data.classes.map(({ class_name, starts, zones }): Fact => [
          class_name,
          weekOnClocks(language, zoneOf(data.timezone), starts, zones),
        ]),
      },
      { kind: 'button', label: words.answer, url: `${appUrl}/cover/${data.secret}` },
      note(words.untilThen),
    ],
  };
}

/** The week on the reader's clock, and on that of the class where it differs. */
function weeksOf({ starts, timezone, class_zone = '' }: PlaceKeptData, language: PortalLanguage): Fact[] {
  const texts = textsIn(language);
  const own = weekIn(language, zoneOf(timezone), starts);
  const there = weekIn(language, zoneOf(class_zone || timezone), starts);
  if (starts.length === 0) return [];
  return own === there
    ? [[texts.nextTerm.when, own]]
    : [
        [texts.event.yourTime, own],
        [texts.event.classTime, there],
      ];
}

/** Tells a student that their place in the next term is kept until a day. */
export function placeKeptMail(data: PlaceKeptData, { language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.nextTerm;
  if (data.is_gone === true) {
    const gone = words.gone({ course: data.course_name, day: dayIn(language, data.starts_on) });
    return {
      subject: words.goneSubject({ course: data.course_name }),
      preview: gone,
      parts: [text(texts.event.greeting({ student: data.fullname })), text(gone)],
    };
  }
  const until = dayIn(language, data.until);
  const name = pairOf(data.class_name, data.course_name);
  const facts: Fact[] = [
    [words.course, name],
    data.first_at === undefined
      ? [words.begins, dayIn(language, data.starts_on)]
      : [words.first, momentIn(language, zoneOf(data.timezone), data.first_at)],
    ...weeksOf(data, language),
    ...(data.price === undefined
      ? []
      : [[words.price, moneyIn(language, data.price.amount, data.price.currency)] as const]),
  ];
  return {
    subject: words.keptSubject({ course: data.course_name, day: until }),
    preview: words.kept({ student: data.fullname, day: until }),
    parts: [
      text(texts.greeting),
      text(words.kept({ student: data.fullname, day: until })),
      { kind: 'facts', facts },
      note(words.how),
    ],
  };
}

const dayMs = 86_400_000;

/** Nobody needs a mail about a place that is free again: the day has ended everywhere. */
export const isAnswerDayOver = ({ until }: PlaceKeptData, now: Date): boolean =>
  Date.parse(until) + 2 * dayMs <= now.getTime();
