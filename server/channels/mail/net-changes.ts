import { meetingStates, takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isSameHour, weeklyTime } from '#server/time/slots.ts';
import { namesOf } from '../../plain.ts';
import { wasTold } from './was-told.ts';
import type { CoverMailData } from './templates/cover.ts';
import type { MeetingMailData, ToldMeeting } from './templates/meeting-change.ts';
import { listedInMail, newsOf, subjectOf } from './templates/meeting-change.ts';

/*
 * What a mail about meetings says is decided when it leaves: how they stand then, against what its reader knew before.
 * What came to nothing meanwhile is not told.
 */

export interface MeetingKey {
  readonly slot_id: number;
  readonly on_date: string;
  readonly is_extra: boolean;
}

const presentRow = row({
  slot_id: int,
  on_date: date,
  is_extra: bool,
  state: oneOf(meetingStates),
  starts_at: instant,
  ends_at: instant,
  zone: text,
  teacher_id: int.nullable(),
  teacher_name: text.nullable(),
  is_covered: bool,
  join_link: text.nullable(),
  recording_link: text.nullable(),
  weekly: weeklyTime,
});
type Present = RowOf<typeof presentRow>;

const nameOf = ({ slot_id, on_date, is_extra }: MeetingKey) => `${slot_id} ${on_date} ${is_extra}`;

/** These meetings as they stand now. One that is gone is missing. */
async function findPresent(db: Db, keys: readonly MeetingKey[]): Promise<ReadonlyMap<string, Present>> {
  if (keys.length === 0) return new Map();
  const found = await many(
    db,
    presentRow,
    sql`
      with asked as (
        select a.*, s.class_id, x.recording_link, jsonb_build_object(
            'class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'), 'zone', s.time_zone,
            'minutes', s.duration_minutes
          ) as weekly, coalesce(x.held_on, a.on_date) as day
        from unnest(
          ${keys.map(({ slot_id }) => slot_id)}::bigint[], ${keys.map(({ on_date }) => on_date)}::date[],
          ${keys.map(({ is_extra }) => is_extra)}::boolean[]
        ) a (slot_id, on_date, is_extra)
        join class_slots s on s.id = a.slot_id
        join classes k on k.id = s.class_id and k.deleted_at is null
        left join meetings x on x.slot_id = a.slot_id and x.on_date = a.on_date
          and (x.state is not distinct from 'extra') = a.is_extra
      )
      select distinct m.slot_id, m.on_date, a.is_extra, m.state, m.starts_at, m.ends_at, m.time_zone as zone, m.teacher_id,
        p.fullname as teacher_name, m.is_covered, join_link_of(m.slot_id, m.on_date, a.is_extra) as join_link,
        a.recording_link, a.weekly
      from meetings_of(
        array(select distinct a.class_id from asked a), (select min(a.day) from asked a), (select max(a.day) from asked a)
      ) m
      join asked a on a.slot_id = m.slot_id and a.on_date = m.on_date and a.is_extra = (m.state = 'extra')
      left join people p on p.id = m.teacher_id
    `,
  );
  return new Map(found.map((one) => [nameOf(one), one]));
}

const nextRow = row({ slot_id: int, on_date: date, own: date.nullable() });

/** In days: how far the next meeting of a weekly time is looked for. */
const lookedAhead = 92;

/** The meetings by which news of weekly times are told when they leave: who teaches one hears of the first of their own. */
async function withNextMeetings(db: Db, meetings: readonly ToldMeeting[]): Promise<readonly ToldMeeting[]> {
  const slots = meetings.flatMap((one) => (subjectOf(one) === 'slot' ? (one.meeting?.slot_id ?? []) : []));
  if (slots.length === 0) return meetings;
  const found = await many(
    db,
    nextRow,
    sql`
      select m.slot_id, min(m.on_date) as on_date, min(m.on_date) filter (where not m.is_covered) as own
      from meetings_of(
        array(select s.class_id from class_slots s where s.id = any(${slots}::bigint[])), current_date - 1,
        current_date + ${lookedAhead}::integer
      ) m
      where m.slot_id = any(${slots}::bigint[]) and m.state = 'planned' and m.ends_at > now()
      group by m.slot_id
    `,
  );
  const next = new Map(found.map((one) => [one.slot_id, one]));
  return meetings.map((one) => {
    const there = subjectOf(one) === 'slot' && one.meeting && next.get(one.meeting.slot_id);
    if (!there) return one;
    const isTheirs = ['teaches', 'teaches_again'].includes(newsOf(one));
    const on_date = (isTheirs ? there.own : null) ?? there.on_date;
    return { ...one, meeting: { slot_id: there.slot_id, on_date, is_extra: false } };
  });
}

/** What is left of the news about who takes it. */
function teacherNews(told: readonly ToldMeeting[], now: Present | undefined): ToldMeeting['news'] | null {
  const { reader, before, news } = told[0]!;
  const wasTheirs = before?.is_covered === true && before.teacher_id === reader;
  if (wasTheirs && now?.teacher_id !== reader) return 'released';
  if (!now || !takesPlace(now.state) || !before || before.teacher_id === now.teacher_id) return null;
  // Somebody else takes it by now, and they have not heard that they were to.
  if (news === 'yours' && now.teacher_id !== reader) return null;
  // They have the hour of one meeting in their calendar, and it is the same again.
  if (told.every(({ weekly_was }) => weekly_was !== undefined) && isWeeklyAsBefore(told, now)) return null;
  if (now.is_covered) return now.teacher_id === reader ? 'yours' : 'substitute';
  if (!before.is_covered) return null;
  return now.teacher_id === null ? 'no_teacher' : 'usual';
}

/** The same, about when it takes place. */
function timeNews(told: readonly ToldMeeting[], now: Present | undefined): ToldMeeting['news'] | null {
  const { known } = told[0]!;
  const last = told.at(-1)!;
  const wasOn = known === undefined ? undefined : known !== null && takesPlace(known.state);
  const isOn = now !== undefined && takesPlace(now.state);
  if (!isOn && wasOn === false) return null;
  if (now === undefined) return takesPlace(last.state) ? null : newsOf(last);
  if (isOn && wasOn && known!.starts_at === now.starts_at && known!.ends_at === now.ends_at) return null;
  return now.state === 'planned' ? 'on_again' : now.state;
}

/** The same, about its link. */
function linkNews(told: readonly ToldMeeting[], now: Present | undefined): ToldMeeting['news'] | null {
  const news = newsOf(told.at(-1)!);
  if (news === 'recording') return now?.recording_link ? news : null;
  if (news === 'as_before') return news;
  if (news === 'link_again') return now?.join_link ? news : 'no_link';
  const isNew = now !== undefined && now.join_link !== null && now.join_link !== told[0]!.known?.join_link;
  return isNew && takesPlace(now.state) ? news : null;
}

/**
 * The same, about its weekly time and who teaches it, which says more. Who began and ended to teach it within the minute
 * hears nothing; who ended and began again hears of its time alone.
 */
function slotNews(told: readonly ToldMeeting[], now: Present | undefined): ToldMeeting['news'] | null {
  if (now === undefined) return null;
  const all = told.map(newsOf);
  const teaching = all.filter((news) => news !== 'weekly');
  const [first] = teaching;
  if (first !== undefined && first === teaching.at(-1)) return first;
  const hearsOfTime = first === undefined || first === 'taught';
  return hearsOfTime && all.includes('weekly') && !isWeeklyAsBefore(told, now) ? 'weekly' : null;
}

/** The weekly time that its reader knew. */
const weeklyWas = (told: readonly ToldMeeting[]) =>
  told.find(({ weekly_was }) => weekly_was !== undefined)?.weekly_was;

/** Its weekly time was changed, and is what it was before the first of these changes. */
function isWeeklyAsBefore(told: readonly ToldMeeting[], now: Present): boolean {
  const was = weeklyWas(told);
  return was !== undefined && isSameHour(was, now.weekly) && was.minutes === now.weekly.minutes;
}

/** The same, about who teaches it again, every week. A substitute is not named as that. */
function usualTeacherNews(told: readonly ToldMeeting[], now: Present | undefined): ToldMeeting['news'] {
  if (now === undefined || now.is_covered) return 'as_before';
  return now.teacher_id === null ? 'no_teacher' : newsOf(told.at(-1)!);
}

const newsBySubject = {
  teacher: teacherNews,
  time: timeNews,
  link: linkNews,
  recording: linkNews,
  slot: slotNews,
  'usual teacher': usualTeacherNews,
  weekly: (told: readonly ToldMeeting[]) => newsOf(told.at(-1)!),
  place: (told: readonly ToldMeeting[]) => newsOf(told.at(-1)!),
};

/** What is left to say of one meeting after all that was written of it, oldest first; null for nothing. */
function netOf(told: readonly ToldMeeting[], findNow: (key: MeetingKey) => Present | undefined) {
  const last = told.at(-1)!;
  const was = last.was === null ? null : told.find((one) => one.was !== null)!.was;
  // Of a version before.
  if (last.meeting === undefined || last.key === undefined) return { ...last, was };
  const now = findNow(last.meeting);
  const news = newsBySubject[subjectOf(last)](told, now);
  if (!news) return null;
  const isOn = now !== undefined && takesPlace(now.state) && news !== 'released';
  const inCalendar = news === 'yours' || news === 'released';
  const state = now?.state ?? last.state;
  const times = isOn ? now : (told[0]!.known ?? last);
  const isLater = was !== null && isOn && (was.starts_at !== now.starts_at || was.ends_at !== now.ends_at);
  const weekly = weeklyWas(told);
  return {
    ...last,
    ...(weekly === undefined ? {} : { weekly_was: weekly }),
    news,
    state,
    starts_at: times.starts_at,
    ends_at: times.ends_at,
    was: isLater && state !== 'planned' ? was : null,
    reason: state === last.state ? last.reason : '',
    teacher_name: now === undefined ? last.teacher_name : now.teacher_name,
    teacher_before: news === 'yours' ? (told[0]!.before?.teacher_name ?? null) : null,
    join_link: news === 'recording' ? now!.recording_link : isOn ? now.join_link : null,
    ...(inCalendar ? { entry: { uid: last.key, sequence: last.change ?? 0 } } : {}),
  };
}

const knowsRow = row({ n: int });

/** Without what their reader has in a message of the office, which told the class of this change or of a later one. */
async function withoutTold(db: Db, meetings: readonly ToldMeeting[]): Promise<readonly ToldMeeting[]> {
  const known = await many(
    db,
    knowsRow,
    sql`
      select a.n
      from unnest(
        ${meetings.map(({ meeting }) => meeting?.slot_id ?? null)}::bigint[],
        ${meetings.map(({ reader }) => reader ?? null)}::bigint[],
        ${meetings.map(({ change }) => change ?? null)}::bigint[]
      ) with ordinality a (slot_id, reader, change, n)
      join class_slots s on s.id = a.slot_id
      where ${wasTold({ classId: sql`s.class_id`, change: sql`a.change`, reader: sql`a.reader` })}
    `,
  );
  const told = new Set(known.map(({ n }) => n));
  return meetings.filter((one, n) => newsOf(one) !== 'weekly' || !told.has(n + 1));
}

/** The news as they are now; null when nothing is left to say. */
export async function netChanges(db: Db, data: MeetingMailData): Promise<MeetingMailData | null> {
  const written = await withNextMeetings(db, await withoutTold(db, data.meetings));
  const present = await findPresent(
    db,
    written.flatMap(({ meeting }) => meeting ?? []),
  );
  const groups = Map.groupBy(written, (one) => {
    if (one.key === undefined) return one;
    const subject = subjectOf(one);
    // On another day of the week its next meeting is another one.
    const thing = subject === 'slot' ? one.meeting?.slot_id : one.key;
    return `${subject} ${thing} ${one.reader ?? ''}`;
  });
  const net = [...groups.values()]
    .flatMap((told): ToldMeeting[] => {
      const net = netOf(told, (key) => present.get(nameOf(key)));
      return net === null ? [] : [net];
    })
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const same = Map.groupBy(net, ({ whose: _whose, reader: _reader, ...news }) => JSON.stringify(news));
  const meetings = [...same.values()].map((some): ToldMeeting => {
    const { whose: _whose, ...news } = some[0]!;
    const names = namesOf(some.map(({ whose = '' }) => ({ fullname: whose })));
    return names === '' || names === data.fullname ? news : { ...news, whose: names };
  });
  if (meetings.length === 0) return null;
  return {
    ...data,
    meetings: meetings.slice(0, listedInMail),
    more: data.more + Math.max(meetings.length - listedInMail, 0),
  };
}

const openRow = row({
  id: int,
  slot_id: int,
  on_date: date,
  is_extra: bool,
  starts_at: instant,
  teacher_id: int,
});

/** The mail with the meetings for which somebody is still sought; null when there is none. */
export async function stillSought<Data extends CoverMailData>(db: Db, data: Data): Promise<Data | null> {
  const ids = data.meetings.flatMap(({ cover_id }) => cover_id ?? []);
  const open = await many(
    db,
    openRow,
    sql`
      select r.id, r.slot_id, r.on_date, r.is_extra, r.starts_at, r.teacher_id
      from cover_requests r
      where r.id = any(${ids}::bigint[]) and r.taken_by is null and r.closed_at is null
    `,
  );
  const present = await findPresent(db, open);
  const sought = new Set(
    open
      .filter((one) => {
        const now = present.get(nameOf(one));
        return (
          now !== undefined &&
          takesPlace(now.state) &&
          now.starts_at === one.starts_at &&
          now.teacher_id === one.teacher_id
        );
      })
      .map(({ id }) => id),
  );
  // Those without a number are of a version before.
  const meetings = data.meetings.filter(({ cover_id }) => cover_id === undefined || sought.has(cover_id));
  return meetings.length === 0 ? null : { ...data, meetings };
}
