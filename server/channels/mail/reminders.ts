import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import type { RowOf } from '../../db/columns.ts';
import { bool, date, instant, int, list, oneOf, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { many } from '../../db/rows.ts';
import { byMailbox, listMailReaders } from './readers.ts';
import type { MailboxReaders, MailReader } from './readers.ts';
import { isReminderDue, longestAhead } from './reminder-times.ts';
import { zoneOf } from './templates/event-times.ts';
import { inLine } from '../../plain.ts';

/*
 * Who is reminded of what. Nothing is stored in advance: both the look that writes the mails and the sending of each
 * mail read it here, from the meetings and events as they are then. See docs/decisions/0070.
 */

/** A meeting by its name, or an event. */
const subject = {
  slot_id: int.nullable(),
  on_date: date.nullable(),
  is_extra: bool,
  event_id: int.nullable(),
};

const startRow = row({ ...subject, starts_at: instant, reminders: list(oneOf(reminderTimes)) });
export type Start = RowOf<typeof startRow>;
type Subject = Pick<Start, keyof typeof subject>;

/** The meetings and published events of which somebody may be reminded now, the earliest first. */
export const listStarts = (db: Db, now: Date): Promise<Start[]> => {
  const until = new Date(now.getTime() + longestAhead.day);
  return many(
    db,
    startRow,
    sql`
      select m.slot_id, m.on_date, m.state = 'extra' as is_extra, null::bigint as event_id, m.starts_at, k.reminders
      from classes k
      -- class by class: all at once takes half as long, but half a minute before the tables have statistics
      cross join lateral meetings_of(
        array[k.id],
        (${now}::timestamptz at time zone 'UTC')::date - 1, (${until}::timestamptz at time zone 'UTC')::date + 1
      ) m
      where k.reminders <> '{}' and k.deleted_at is null
        and m.state not in ('canceled', 'day_off') and m.starts_at > ${now} and m.starts_at < ${until}
      union all
      select null, null, false, e.id, e.starts_at, e.reminders
      from events e
      where e.reminders <> '{}' and e.deleted_at is null and e.live_status = 'published'
        and e.starts_at > ${now} and e.starts_at < ${until}
      order by starts_at, slot_id, event_id, on_date, is_extra
    `,
  );
};

/** A reminder that is to be written, for everybody or for some students. */
export interface ReminderOrder extends Subject {
  readonly which: ReminderTime;
  readonly starts_at: string;
  readonly students?: readonly number[];
}

export interface ReminderMailData extends Subject {
  readonly which: ReminderTime;
  /** In lower case. */
  readonly mailbox: string;
  readonly students: readonly number[];
  /** Their names. */
  readonly names: readonly string[];
  /** IANA zone: the one by which the reader reads times. */
  readonly timezone: string;
  /** Of the class or the event. */
  readonly title: string;
  /** Empty: an event without a course. */
  readonly course_name: string;
  readonly teacher_name: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  /** IANA zone of the class. Absent: an event, and in mails of a version before. */
  readonly zone?: string;
  readonly join_link: string | null;
  /** Of an event; empty: none. Absent in mails of a version before. */
  readonly place?: string;
}

/** The reminder of a mailbox, whether or not its time has come. */
export interface Reminder {
  readonly wanted: ReminderOrder;
  readonly course_id: number | null;
  /** The first of those whom it names. */
  readonly to: MailReader;
  readonly data: ReminderMailData;
}

const detailRow = row({
  n: int,
  class_id: int.nullable(),
  held_on: date.nullable(),
  course_id: int.nullable(),
  title: text,
  course_name: text,
  teacher_name: text.nullable(),
  ends_at: instant,
  zone: text.nullable(),
  join_link: text.nullable(),
  place: text,
});
type Detail = RowOf<typeof detailRow>;

/** What takes place as wanted, and is still to be reminded of, by its place in the list. */
const listDetails = (db: Db, wanted: readonly ReminderOrder[]): Promise<Detail[]> =>
  many(
    db,
    detailRow,
    sql`
      with wanted as (
        select * from unnest(
          ${wanted.map(({ slot_id }) => slot_id)}::bigint[], ${wanted.map(({ on_date }) => on_date)}::date[],
          ${wanted.map(({ is_extra }) => is_extra)}::boolean[], ${wanted.map(({ event_id }) => event_id)}::bigint[],
          ${wanted.map(({ starts_at }) => starts_at)}::timestamptz[], ${wanted.map(({ which }) => which)}::text[]
        ) with ordinality as w (slot_id, on_date, is_extra, event_id, starts_at, which, n)
      )
      select w.n, m.class_id, m.held_on, m.course_id, k.class_name as title, c.course_name, t.fullname as teacher_name,
        m.ends_at, m.time_zone as zone, join_link_of(m.slot_id, m.on_date, m.state = 'extra') as join_link,
        '' as place
      from meetings_of(
        array(select s.class_id from class_slots s where s.id in (select v.slot_id from wanted v)),
        (select (min(v.starts_at) at time zone 'UTC')::date - 1 from wanted v),
        (select (max(v.starts_at) at time zone 'UTC')::date + 1 from wanted v)
      ) m
      join wanted w on w.slot_id = m.slot_id and w.on_date = m.on_date and w.is_extra = (m.state = 'extra')
        and w.starts_at = m.starts_at
      join classes k on k.id = m.class_id and k.deleted_at is null and w.which = any(k.reminders)
      join courses c on c.id = m.course_id
      left join people t on t.id = m.teacher_id and t.deleted_at is null
      where m.state not in ('canceled', 'day_off')
      union all
      select w.n, null, null, e.course_id, e.event_name, coalesce(c.course_name, ''), null, e.ends_at, null,
        nullif(trim(e.meeting_link), ''), e.place
      from wanted w
      join events e on e.id = w.event_id and e.deleted_at is null and e.live_status = 'published'
        and e.starts_at = w.starts_at and w.which = any(e.reminders)
      left join courses c on c.id = e.course_id
      where e.course_id is null or c.deleted_at is null
      order by n
    `,
  );

const attendingRow = row({ n: int, student_id: int, is_registered: bool });

/**
 * The students who can come: in the class on that day, without having said that they cannot come; registered for the
 * event, or of its course when all its students were invited.
 */
const listAttending = (db: Db, wanted: readonly ReminderOrder[], details: readonly Detail[]) =>
  many(
    db,
    attendingRow,
    sql`
      with held as (
        select * from unnest(
          ${details.map(({ n }) => n)}::integer[], ${details.map(({ class_id }) => class_id)}::bigint[],
          ${details.map(({ held_on }) => held_on)}::date[], ${details.map(({ course_id }) => course_id)}::bigint[],
          ${details.map(({ n }) => wanted[n - 1]!.slot_id)}::bigint[],
          ${details.map(({ n }) => wanted[n - 1]!.on_date)}::date[],
          ${details.map(({ n }) => wanted[n - 1]!.is_extra)}::boolean[],
          ${details.map(({ n }) => wanted[n - 1]!.event_id)}::bigint[]
        ) as h (n, class_id, held_on, course_id, slot_id, on_date, is_extra, event_id)
      )
      select h.n, e.student_id, false as is_registered
      from held h
      join enrolments e on e.class_id = h.class_id and e.started_on <= h.held_on
        and (e.ended_on is null or e.ended_on > h.held_on)
      where not exists (
        select from answers a
        where a.student_id = e.student_id and a.slot_id = h.slot_id and a.on_date = h.on_date
          and a.is_extra = h.is_extra and a.kind = 'cannot_come' and a.withdrawn_at is null
      )
      union
      select h.n, r.student_id, true
      from held h
      join event_registrations r on r.event_id = h.event_id and r.removed_at is null
      union
      select h.n, e.student_id, false
      from held h
      join events v on v.id = h.event_id and v.announced_at is not null and not v.is_for_registered
      join enrolments e on e.course_id = h.course_id and e.ended_on is null
    `,
  );

const unwillingRow = row({ mailbox: text, unwanted: list(text) });

/** What mailboxes want no mails about, as their readers said on their page. */
export async function listUnwanted(
  db: Db,
  mailboxes: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = await many(
    db,
    unwillingRow,
    sql`
      select g.mailbox, g.unwanted from personal_pages g
      where g.mailbox = any(${mailboxes}::text[]) and g.unwanted <> '{}'
    `,
  );
  return new Map(found.map(({ mailbox, unwanted }) => [mailbox, unwanted]));
}

const longestName = 200;

function reminderOf(wanted: ReminderOrder, detail: Detail, { mailbox, readers }: MailboxReaders): Reminder {
  const [first] = readers;
  const { slot_id, on_date, is_extra, event_id, which, starts_at } = wanted;
  const { title, course_name, teacher_name, ends_at, zone, join_link, place } = detail;
  return {
    wanted,
    course_id: detail.course_id,
    to: first!,
    data: {
      slot_id,
      on_date,
      is_extra,
      event_id,
      which,
      starts_at,
      ends_at,
      ...(zone === null ? {} : { zone }),
      mailbox,
      students: readers.map(({ person_id }) => person_id),
      names: readers.map(({ fullname }) => inLine(fullname, longestName)),
      timezone: zoneOf(first!.timezone),
      title: inLine(title, longestName),
      course_name: inLine(course_name, longestName),
      teacher_name: teacher_name === null ? null : inLine(teacher_name, longestName),
      join_link: join_link === null ? null : inLine(join_link, 2_048),
      place: inLine(place, longestName),
    },
  };
}

/** The reminders of these starts, one per mailbox, in an order that is always the same. */
export async function readReminders(db: Db, wanted: readonly ReminderOrder[]): Promise<Reminder[]> {
  const details = await listDetails(db, wanted);
  if (details.length === 0) return [];
  const attending = (await listAttending(db, wanted, details)).filter(
    ({ n, student_id }) => wanted[n - 1]!.students?.includes(student_id) ?? true,
  );
  const readers = await listMailReaders(
    db,
    sql`select unnest(${[...new Set(attending.map(({ student_id }) => student_id))]}::bigint[])`,
  );
  const readerOf = new Map(readers.map((reader) => [reader.person_id, reader]));
  const unwanted = await listUnwanted(
    db,
    byMailbox(readers).map(({ mailbox }) => mailbox),
  );
  const wants = (mailbox: string, { n, is_registered }: (typeof attending)[number]) => {
    const without = unwanted.get(mailbox) ?? [];
    const isInvitedOnly = wanted[n - 1]!.event_id !== null && !is_registered;
    return !without.includes('reminders') && !(isInvitedOnly && without.includes('events'));
  };
  const attendingAt = Map.groupBy(attending, ({ n }) => n);
  return details.flatMap((detail) => {
    const willing = new Map(
      (attendingAt.get(detail.n) ?? []).flatMap((one) => {
        const reader = readerOf.get(one.student_id);
        return reader !== undefined && wants(reader.email_id.toLowerCase(), one)
          ? [[reader.person_id, reader] as const]
          : [];
      }),
    );
    return byMailbox([...willing.values()].toSorted((a, b) => a.person_id - b.person_id)).map((behind) =>
      reminderOf(wanted[detail.n - 1]!, detail, behind),
    );
  });
}

/**
 * The reminder as it is now; null when it is to be sent no more, or not at this hour. Then its mail is withdrawn, and the
 * look writes it again if its time comes.
 */
export async function stillToRemind(db: Db, data: ReminderMailData): Promise<ReminderMailData | null> {
  const found = await readReminders(db, [data]);
  const now = found.find((one) => one.data.mailbox === data.mailbox)?.data;
  if (now === undefined) return null;
  return isReminderDue(now.which, new Date(now.starts_at), now.timezone, new Date()) ? now : null;
}
