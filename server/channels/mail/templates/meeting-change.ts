import type { MeetingState } from '@gurukul/contract/meetings';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { textsIn } from '../texts.ts';
import type { MailTexts } from '../texts.ts';
import { spanIn, zoneOf } from './event-times.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { inLine, isolated, pairOf } from '../../../plain.ts';

/** A meeting as it stands now. Times are ISO 8601, UTC. */
export interface ToldMeeting {
  readonly class_name: string;
  readonly course_name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** When it was to take place before it was moved. */
  readonly was: { readonly starts_at: string; readonly ends_at: string } | null;
  readonly state: MeetingState;
  readonly reason: string;
  /** Where it is joined; null for none. */
  readonly join_link: string | null;
  /** Who takes it, when that is not the usual teacher. */
  readonly teacher_name: string | null;
}

export interface MeetingMailData {
  /** The reader's name. */
  readonly fullname: string;
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  readonly meetings: readonly ToldMeeting[];
  /** Further meetings, which are not listed. */
  readonly more: number;
}

const longestName = 200;
const longestInSubject = 80;

function factsOf(meeting: ToldMeeting, zone: string, language: PortalLanguage): Fact[] {
  const words = textsIn(language).meetingChange;
  const { state, was, teacher_name, reason, join_link } = meeting;
  const span = (of: { readonly starts_at: string; readonly ends_at: string }) =>
    spanIn(language, zone, of.starts_at, of.ends_at);
  return [
    [words.class, pairOf(meeting.class_name, meeting.course_name)],
    [words.states[state], span(meeting)],
    ...(was === null ? [] : [[words.insteadOf, span(was)] as const]),
    ...(teacher_name === null ? [] : [[words.teacher, inLine(teacher_name, longestName)] as const]),
    ...(join_link === null ? [] : [[words.join, join_link] as const]),
    ...(reason === '' ? [] : [[words.reason, inLine(reason, longestName)] as const]),
  ];
}

function subjectOf(meetings: readonly ToldMeeting[], words: MailTexts['meetingChange']): string {
  const [first] = meetings;
  const name = inLine(first?.class_name ?? '', longestInSubject);
  if (meetings.length === 1 && first) return `${words.states[first.state]}: ${isolated(name)}`;
  return meetings.some(({ state }) => takesPlace(state))
    ? words.changed({ count: meetings.length })
    : words.off({ count: meetings.length });
}

/** Says how meetings of a class stand after somebody changed them. */
export function meetingChangeMail(
  { fullname, timezone, meetings, more }: MeetingMailData,
  { language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.meetingChange;
  const zone = zoneOf(timezone);
  const facts = meetings.map((meeting) => factsOf(meeting, zone, language));
  return {
    subject: subjectOf(meetings, words),
    preview: facts[0]?.[1]?.[1] ?? '',
    parts: [
      text(
        fullname === '' ? texts.greeting : texts.event.greeting({ student: inLine(fullname, longestName) }),
      ),
      text(words.body({ count: meetings.length })),
      ...facts.map((of) => ({ kind: 'facts', facts: of }) as const),
      ...(more === 0 ? [] : [note(words.more({ count: more }))]),
      note(words.rest),
    ],
  };
}

/** Nobody needs a mail about meetings that are over. */
export const areMeetingsOver = ({ meetings }: MeetingMailData, now: Date): boolean =>
  meetings.every(({ ends_at, was }) =>
    [ends_at, was?.ends_at ?? ends_at].every((end) => Date.parse(end) <= now.getTime()),
  );
