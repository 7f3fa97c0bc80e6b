import type { MeetingState } from '@gurukul/contract/meetings';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import { nextMeeting } from '#server/time/slots.ts';
import type { WeeklyTime } from '#server/time/slots.ts';
import { momentIn, spanIn, spansOf, weekIn, zoneOf } from './event-times.ts';
import type { CalendarEntry, Fact, MailContent, Occasion, Part } from './content.ts';
import { note, text } from './content.ts';
import { inLine, isolated, namesOf, pairOf } from '../../../plain.ts';
import { safeLink } from './safe-link.ts';

/**
 * What a reader hears of a meeting. `yours`: they take it for another teacher; `released`: they no longer do;
 * `substitute` and `usual`: the others hear who takes it. `link` is of all meetings to come, `meeting_link` of one.
 * `recording`: who was absent hears where it is watched. `as_before`: a change that was told is not to be.
 * `teacher_again`, `no_teacher`, `weekly_again`, `link_again`, `no_link`: the same, where it was about that alone.
 * `weekly`, `teaches`, `teaches_again`, `taught`: of the weekly time whose next meeting this is. `stays`, `not_yours`: a
 * student is in this class again, or not in it, because their move to another class was taken back.
 */
export type MeetingNews =
  | Exclude<MeetingState, 'planned'>
  | 'on_again'
  | 'substitute'
  | 'usual'
  | 'yours'
  | 'released'
  | GivenNews;

/** News that do not follow from how the meeting stands and stood. */
export type GivenNews =
  | 'link'
  | 'meeting_link'
  | 'recording'
  | 'as_before'
  | 'teacher_again'
  | 'no_teacher'
  | 'weekly_again'
  | 'link_again'
  | 'no_link'
  | 'weekly'
  | 'teaches'
  | 'teaches_again'
  | 'taught'
  | 'stays'
  | 'not_yours';

/** A meeting as it stands now. Times are ISO 8601, UTC. */
export interface ToldMeeting {
  /** Names the meeting. Absent in mails of a version before. */
  readonly key?: string;
  /** Where it is found when the mail leaves. */
  readonly meeting?: { readonly slot_id: number; readonly on_date: string; readonly is_extra: boolean };
  /** Whom it is told. */
  readonly reader?: number;
  /** The names of those whom it concerns. Absent: all readers of the mail. */
  readonly whose?: string;
  /** The change that it is told of. */
  readonly change?: number;
  /** How it stood before; null: it was not there. Absent where that is not known. */
  readonly known?: {
    readonly state: MeetingState;
    readonly starts_at: string;
    readonly ends_at: string;
    readonly join_link: string | null;
  } | null;
  /** Who had it before another teacher took it. */
  readonly before?: {
    readonly teacher_id: number | null;
    readonly teacher_name: string | null;
    readonly is_covered: boolean;
  };
  /** Its weekly time before that was changed. */
  readonly weekly_was?: WeeklyTime;
  /** Absent in mails of a version before. */
  readonly news?: MeetingNews;
  readonly class_name: string;
  readonly course_name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** IANA zone of the class. Absent in mails of a version before. */
  readonly zone?: string;
  /** When it was to take place before it was moved. */
  readonly was: { readonly starts_at: string; readonly ends_at: string } | null;
  readonly state: MeetingState;
  /** Empty: none, or it is not for this reader. */
  readonly reason: string;
  /** Where it is joined, or its recording is watched; null for none. */
  readonly join_link: string | null;
  /** Who takes it; null: nobody. */
  readonly teacher_name: string | null;
  /** In whose place the reader takes it. */
  readonly teacher_before?: string | null;
  /** For the calendar of one who takes it for another, or no longer does. */
  readonly entry?: { readonly uid: string; readonly sequence: number };
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

/** A mail lists so many meetings. */
export const listedInMail = 30;
const longestName = 200;
const longestInSubject = 80;

export const newsOf = ({ news, state }: ToldMeeting): MeetingNews =>
  news ?? (state === 'planned' ? 'on_again' : state);

/** The class is theirs no more, so that its link is not for them. */
const isNotTheirs = (news: MeetingNews) => ['released', 'taught', 'not_yours'].includes(news);

function factsOf(meeting: ToldMeeting, zone: string, language: PortalLanguage): Fact[] {
  const words = textsIn(language).meetingChange;
  const {
    news,
    was,
    weekly_was,
    starts_at,
    teacher_name,
    teacher_before = null,
    reason,
    join_link,
    whose = null,
  } = meeting;
  const linkLabel = news === 'recording' ? words.link : words.join;
  const named = (label: string, name: string | null): Fact[] =>
    name === null ? [] : [[label, inLine(name, longestName)]];
  return [
    [words.class, pairOf(meeting.class_name, meeting.course_name)],
    ...named(words.whose, whose),
    ...spansOf(language, zone, meeting.zone ?? zone, meeting.starts_at, meeting.ends_at),
    ...(was === null ? [] : [[words.insteadOf, spanIn(language, zone, was.starts_at, was.ends_at)] as const]),
    ...(news === 'weekly' && weekly_was
      ? [[words.insteadOf, weekIn(language, zone, [nextMeeting(weekly_was, new Date(starts_at))])] as const]
      : []),
    // A substitute has the hour before in their calendar; who takes it anew knew none.
    ...(news === 'yours' && weekly_was && teacher_before === null
      ? [[words.movedFrom, weekIn(language, zone, [nextMeeting(weekly_was, new Date(starts_at))])] as const]
      : []),
    ...named(words.teacher, teacher_name),
    ...named(words.insteadOf, teacher_before),
    ...(join_link === null || isNotTheirs(newsOf(meeting)) ? [] : [[linkLabel, join_link] as const]),
    ...(reason === '' ? [] : [[words.reason, inLine(reason, longestName)] as const]),
  ];
}

const entryOf = (meeting: ToldMeeting): CalendarEntry[] =>
  meeting.entry === undefined
    ? []
    : [
        {
          ...meeting.entry,
          isCanceled: meeting.news === 'released',
          summary: pairOf(meeting.class_name, meeting.course_name),
          description: '',
          startsAt: meeting.starts_at,
          endsAt: meeting.ends_at,
          location: meeting.news === 'released' ? '' : (safeLink(meeting.join_link ?? '') ?? ''),
        },
      ];

const shortName = (name: string) => isolated(inLine(name, longestInSubject));

/** Of several changes: that a class does not take place comes first. */
function subjectOfSeveral(
  groups: readonly (readonly [MeetingNews, readonly ToldMeeting[]])[],
  count: number,
  zone: string,
  language: PortalLanguage,
): string {
  const words = textsIn(language).meetingChange;
  const off = groups.find(([news]) => news === 'canceled' || news === 'day_off');
  if (off === undefined) {
    const names = groups.flatMap(([, some]) => some.map(({ class_name }) => class_name));
    return words.changed({ count, names: shortName([...new Set(names)].join(', ')) });
  }
  const [news, some] = off;
  const { class_name, starts_at } = some[0]!;
  const fact = {
    count: some.length,
    name: shortName(class_name),
    when: momentIn(language, zone, starts_at),
    teacher: '',
  };
  return words.andMore({ fact: words.subjects[news](fact), count: count - some.length });
}

/** Says what became of meetings of a class, the fact first. */
export function meetingChangeMail(
  { fullname, timezone, meetings, more }: MeetingMailData,
  { language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.meetingChange;
  const zone = zoneOf(timezone);
  const groups = [...Map.groupBy(meetings, newsOf)];
  const [first] = meetings;
  const count = meetings.length + more;
  const when = first === undefined ? '' : momentIn(language, zone, first.starts_at);
  const name = shortName(first?.class_name ?? '');
  const [[news] = ['on_again' as const]] = groups;
  const lines = groups.map(([of, some]) =>
    words.lines[of]({ count: some.length, teacher: inLine(some[0]!.teacher_name ?? '', longestName) }),
  );
  return {
    subject:
      groups.length === 1
        ? words.subjects[news]({ count, name, when, teacher: shortName(first?.teacher_name ?? '') })
        : subjectOfSeveral(groups, count, zone, language),
    preview: lines[0] ?? '',
    parts: [
      text(
        fullname === '' ? texts.greeting : texts.event.greeting({ student: inLine(fullname, longestName) }),
      ),
      ...groups.flatMap(([, some], index): Part[] => [
        text(lines[index]!),
        ...some.map((one) => ({ kind: 'facts', facts: factsOf(one, zone, language) }) as const),
      ]),
      ...(more === 0 ? [] : [note(words.more({ count: more }))]),
    ],
    calendarEntries: meetings.flatMap(entryOf),
  };
}

/** What one piece of news replaces: of one meeting only the latest about its time, its teacher or its link is said. */
export function subjectOf(
  meeting: ToldMeeting,
): 'time' | 'teacher' | 'link' | 'recording' | 'slot' | 'place' | 'usual teacher' | 'weekly' {
  const news = newsOf(meeting);
  if (news === 'recording') return news;
  if (['weekly', 'teaches', 'teaches_again', 'taught'].includes(news)) return 'slot';
  if (['stays', 'not_yours'].includes(news)) return 'place';
  if (news === 'weekly_again') return 'weekly';
  if (['teacher_again', 'no_teacher'].includes(news)) return 'usual teacher';
  if (['link', 'meeting_link', 'as_before', 'link_again', 'no_link'].includes(news)) return 'link';
  return ['substitute', 'usual', 'yours', 'released'].includes(news) ? 'teacher' : 'time';
}

/** Several changes for one mailbox, oldest first, as one mail: it names all readers, and whom each meeting concerns. */
export function joinedChanges(changes: readonly MeetingMailData[]): MeetingMailData {
  const fullname = namesOf(changes);
  return {
    ...changes.at(-1)!,
    fullname,
    meetings: changes.flatMap((one) =>
      one.meetings.map((meeting) =>
        one.fullname === fullname ? meeting : { ...meeting, whose: one.fullname },
      ),
    ),
    more: changes.reduce((sum, { more }) => sum + more, 0),
  };
}

/** Nobody needs a mail about meetings that are over, but for a recording. */
export const areMeetingsOver = ({ meetings }: MeetingMailData, now: Date): boolean =>
  meetings.every(
    ({ news, ends_at, was }) =>
      news !== 'recording' &&
      [ends_at, was?.ends_at ?? ends_at].every((end) => Date.parse(end) <= now.getTime()),
  );
