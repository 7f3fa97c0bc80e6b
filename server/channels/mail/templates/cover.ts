import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import { momentIn, spansOf, zoneOf } from './event-times.ts';
import type { MailContent, Occasion, Part } from './content.ts';
import { note, text } from './content.ts';
import { inLine, pairOf } from '../../../plain.ts';

/** Meetings that their teacher cannot take. Times are ISO 8601, UTC. */
export interface CoverMailData {
  /** The reader's name. */
  readonly fullname: string;
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  /** Who cannot take them. */
  readonly teacher_name: string;
  readonly reason: string;
  readonly meetings: readonly {
    /** Absent in mails of a version before. */
    readonly cover_id?: number;
    readonly class_name: string;
    readonly course_name: string;
    readonly starts_at: string;
    readonly ends_at: string;
    /** IANA zone of the class. Absent in mails of a version before. */
    readonly zone?: string;
  }[];
}

export interface CoverAskedData extends CoverMailData {
  /** Of the link. */
  readonly secret: string;
}

const longestName = 200;

/** When the first of them takes place, on the reader's clock. */
const firstOf = ({ meetings, timezone }: CoverMailData, language: PortalLanguage): string => {
  const [first] = meetings.map(({ starts_at }) => starts_at).toSorted();
  return first === undefined ? '' : momentIn(language, zoneOf(timezone), first);
};

function partsOf(data: CoverMailData, body: string, language: PortalLanguage): Part[] {
  const texts = textsIn(language);
  const words = texts.cover;
  const own = zoneOf(data.timezone);
  return [
    text(
      data.fullname === ''
        ? texts.greeting
        : texts.event.greeting({ student: inLine(data.fullname, longestName) }),
    ),
    text(body),
    ...(data.reason === '' ? [] : [{ kind: 'quote', text: inLine(data.reason, longestName) } as const]),
    ...data.meetings.map(
      ({ class_name, course_name, starts_at, ends_at, zone }) =>
        ({
          kind: 'facts',
          facts: [
            [words.class, pairOf(class_name, course_name)],
            ...spansOf(language, own, zone ?? own, starts_at, ends_at),
          ],
        }) as const,
    ),
  ];
}

export function coverAskedMail(data: CoverAskedData, { appUrl, language }: Occasion): MailContent {
  const words = textsIn(language).cover;
  const teacher = inLine(data.teacher_name, longestName);
  const count = data.meetings.length;
  return {
    subject: words.askedSubject({ teacher, count, when: firstOf(data, language) }),
    preview: words.askedPreview,
    parts: [
      ...partsOf(data, words.asked({ teacher, count }), language),
      { kind: 'button', label: words.button, url: `${appUrl}/cover/${data.secret}` },
      note(words.rules),
    ],
  };
}

export function coverNobodyMail(data: CoverMailData, { appUrl, language }: Occasion): MailContent {
  const words = textsIn(language).cover;
  const teacher = inLine(data.teacher_name, longestName);
  const count = data.meetings.length;
  return {
    subject: words.nobodySubject({ teacher, count, when: firstOf(data, language) }),
    preview: words.nobodyPreview,
    parts: [
      ...partsOf(data, words.nobody({ teacher, count }), language),
      { kind: 'button', label: words.nobodyButton, url: `${appUrl}/Cover` },
    ],
  };
}

/** Nobody needs a mail about meetings that have begun. */
export const haveMeetingsBegun = ({ meetings }: CoverMailData, now: Date): boolean =>
  meetings.every(({ starts_at }) => Date.parse(starts_at) <= now.getTime());
