import type { EventMailKind, MailCounts, MailKind, MailState, UnsentRow } from '@gurukul/contract/mails';
import { eventMailKinds, mailKinds, mailStates, unsentReasons } from '@gurukul/contract/mails';
import { unwantedMails } from '@gurukul/contract/my-page';
import type { UnwantedMail } from '@gurukul/contract/my-page';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { isNamed, likeText } from '#server/db/like.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, idRow, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne, one } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses, ownEvents } from '#server/http/identity/scope.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { ToldEvent } from '#server/channels/mail/templates.ts';

export interface MailFilter {
  readonly kind: MailKind | null;
  readonly eventId: number | null;
  /** To its present students. */
  readonly classId: number | null;
  readonly studentId: number | null;
  /** yyyy-mm-dd, in Kolkata; '' for no limit. */
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

const kindsOfEvents: readonly EventMailKind[] = eventMailKinds;

/**
 * Conditions on `mails m`: an admin sees all mails, a course admin those about events and meetings of their own courses.
 */
function inReach(caller: Caller): Sql[] {
  if (caller.role === 'admin') return [];
  return [
    sql`(
      (
        m.kind = any(${kindsOfEvents}::text[])
        and m.event_id = any(array(
          select e.id
          from events e
          left join courses c on c.id = e.course_id
          where e.deleted_at is null and ${ownEvents(caller)}
        ))
      )
      or m.course_id = any(array(select c.id from courses c where c.deleted_at is null and ${ownCourses(caller)}))
    )`,
  ];
}

/** Condition on `mails m`: to one of these people, also in a mail that carried theirs. */
const isTo = (people: Sql): Sql => sql`m.id = any(array(
  select coalesce(o.carried_by, o.id) from mails o where o.person_id = any(${people})
))`;

const conditions = (
  caller: Caller,
  { kind, eventId, classId, studentId, from, to, search }: MailFilter,
): Sql[] => [
  ...inReach(caller),
  ...(kind === null ? [] : [sql`m.kind = ${kind}`]),
  ...(eventId === null ? [] : [sql`m.event_id = ${eventId}`]),
  ...(classId === null
    ? []
    : [
        isTo(sql`array(
          select e.student_id from enrolments e where e.class_id = ${classId} and e.ended_on is null
        )`),
      ]),
  ...(from === '' ? [] : [sql`m.enqueued_at >= ${from}::timestamp at time zone 'Asia/Kolkata'`]),
  ...(to === '' ? [] : [sql`m.enqueued_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`]),
  ...(studentId === null ? [] : [isTo(sql`array[${studentId}::bigint]`)]),
  ...(search === ''
    ? []
    : [
        sql`(
          lower(m.recipient) like ${likeText(search)}
          or m.person_id = any(array(
            select p.id
            from people p
            where ${isNamed(search)}
          ))
        )`,
      ]),
];

const loggedMail = row({
  mail_id: int,
  kind: oneOf(mailKinds),
  recipient: text,
  fullname: text.nullable(),
  event_id: int.nullable(),
  event_name: text.nullable(),
  state: oneOf(mailStates),
  enqueued_at: instant,
  sent_at: instant.nullable(),
  failed_at: instant.nullable(),
  failure: text.nullable(),
  tries: int,
  can_retry: bool,
  is_kept: bool,
  changes: int,
});
export type LoggedMail = RowOf<typeof loggedMail>;

const isKept = sql`exists (select from kept_mails k where k.mail_id = m.id)`;

/** SQL: the state of the mail `m` as people see it. Null: there is none. */
export const shownState = sql`
  case
    when m.id is null then null
    when m.state <> 'sent' then m.state
    when m.bounced_at is not null then 'bounced'
    when ${isKept} then 'kept'
    else 'sent'
  end
`;

const inState = (state: MailState): Sql => {
  if (state === 'bounced') return sql`m.bounced_at is not null`;
  if (state === 'kept') return sql`m.state = 'sent' and m.bounced_at is null and ${isKept}`;
  return state === 'sent'
    ? sql`m.state = 'sent' and m.bounced_at is null and not ${isKept}`
    : sql`m.state = ${state}`;
};

/** Others left in a mail that has their change too. */
const isMail = sql`m.carried_by is null`;

/** One page of the log, newest first. It reads the ids from an index, then the rows. */
export const listMails = (
  db: Db,
  caller: Caller,
  filter: MailFilter,
  state: MailState | 'all',
  window: Window,
): Promise<LoggedMail[]> =>
  many(
    db,
    loggedMail,
    sql`
      with page as (
        select m.id
        from mails m
        where ${allOf([...conditions(caller, filter), isMail, ...(state === 'all' ? [] : [inState(state)])])}
        order by m.id desc
        ${limitTo(window)}
      )
      select
        m.id as mail_id, m.kind,
        case m.channel when 'whatsapp' then 'WhatsApp +' || m.recipient else m.recipient end as recipient, p.fullname, m.event_id, e.event_name,
        ${shownState} as state, m.enqueued_at, m.sent_at,
        m.failed_at,
        case when m.state in ('queued', 'failed') then m.failure else m.bounce end as failure, m.tries,
        m.state = 'failed' and m.sealed is not null as can_retry, ${isKept} as is_kept,
        -- siblings read of one change in one mail
        greatest(1, (select count(distinct o.change_id) from mails o where m.id in (o.id, o.carried_by))) as changes
      from page
      join mails m on m.id = page.id
      left join people p on p.id = m.person_id
      left join events e on e.id = m.event_id
      order by m.id desc
    `,
  );

const mailsRow = row({
  sent: int,
  kept: int,
  queued: int,
  failed: int,
  bounced: int,
  withdrawn: int,
});

/**
 * The number of filtered mails by state. Of a million nearly all were sent. So the few others are counted by state, and
 * all of them through the smallest index.
 */
export const countMails = (db: Db, caller: Caller, filter: MailFilter): Promise<Required<MailCounts>> =>
  one(
    db,
    mailsRow,
    sql`
      select
        total.n - carried.n - coalesce(sum(rare.n), 0)::bigint - kept.n - bounced.n as sent, kept.n as kept, bounced.n as bounced,
        coalesce(sum(rare.n) filter (where rare.state = 'queued'), 0)::bigint as queued,
        coalesce(sum(rare.n) filter (where rare.state = 'failed'), 0)::bigint as failed,
        coalesce(sum(rare.n) filter (where rare.state = 'withdrawn'), 0)::bigint as withdrawn
      from (select count(*) as n from mails m where ${allOf(conditions(caller, filter))}) total
      left join (
        select m.state, count(*) as n
        from mails m
        where ${allOf([...conditions(caller, filter), sql`m.state = any('{queued,failed,withdrawn}')`])}
        group by m.state
      ) rare on true
      cross join (
        select count(*) as n from mails m where ${allOf([...conditions(caller, filter), sql`m.carried_by is not null`])}
      ) carried
      cross join (
        select count(*) as n
        from kept_mails k
        join mails m on m.id = k.mail_id
        where ${allOf([...conditions(caller, filter), sql`m.state = 'sent'`, sql`m.bounced_at is null`, isMail])}
      ) kept
      cross join (
        select count(*) as n
        from mails m
        where ${allOf([...conditions(caller, filter), sql`m.bounced_at is not null`, isMail])}
      ) bounced
      group by total.n, carried.n, kept.n, bounced.n
    `,
  );

const unsentMail = row({
  event_id: int,
  event_name: text,
  course_name: text,
  event_date: date,
  reason: oneOf(unsentReasons),
});

/** More than any student has in sight. */
const unsentMax = 50;

/**
 * Events of a student's courses, or with their registration, that they got no mail about. The reason follows from the
 * rules of docs/decisions/0021: an announced event wrote to everybody it concerned at that time.
 */
export const listUnsent = (db: Db, caller: Caller, studentId: number): Promise<UnsentRow[]> =>
  many(
    db,
    unsentMail,
    sql`
      select
        e.id as event_id, e.event_name, c.course_name, e.event_date,
        case
          when e.live_status = 'pending' then 'not_published'
          when e.live_status = 'canceled' then 'canceled'
          when e.announced_at is null then 'not_announced'
          when exists (
            select from people p
            left join guardians r on r.student_id = p.id and r.may_see
            left join people of_guardian on of_guardian.id = r.guardian_id
            join personal_pages g on g.mailbox in (lower(p.email_id), lower(of_guardian.email_id))
            where p.id = ${studentId} and 'events' = any(g.unwanted)
          ) then 'unwanted'
          else 'not_there_then'
        end as reason
      from events e
      left join courses c on c.id = e.course_id
      where e.deleted_at is null
        and e.ends_at > now() - interval '30 days'
        and ${ownEvents(caller)}
        and (
          exists (
            select from enrolments n
            where n.student_id = ${studentId} and n.course_id = e.course_id and n.ended_on is null
          )
          or exists (
            select from event_registrations r
            where r.student_id = ${studentId} and r.event_id = e.id and r.removed_at is null
          )
        )
        and not exists (
          select from mails m
          where m.event_id = e.id
            and m.person_id = ${studentId}
            and m.kind = any(${kindsOfEvents}::text[])
        )
      order by e.starts_at desc, e.id desc
      limit ${unsentMax}
    `,
  );

const unwantedRow = row({ unwanted: list(oneOf(unwantedMails)) });

/** What the reader of the student's mails wants none about, as they said on their page or by a press in a mail. */
export async function listUnwanted(db: Db, studentId: number): Promise<UnwantedMail[]> {
  const [reader] = await listMailReaders(db, sql`select ${studentId}::bigint`);
  const found = await maybeOne(
    db,
    unwantedRow,
    sql`select g.unwanted from personal_pages g where g.mailbox = ${reader?.email_id.toLowerCase() ?? ''}`,
  );
  return found?.unwanted ?? [];
}

const keptMail = row({
  kind: oneOf(mailKinds),
  dedupe_key: text,
  recipient: text,
  person_id: int.nullable(),
  sealed: text,
  enqueued_at: instant,
});
export type KeptMail = RowOf<typeof keptMail>;

export const findKept = (db: Db, caller: Caller, id: number): Promise<KeptMail | null> =>
  maybeOne(
    db,
    keptMail,
    sql`
      select m.kind, m.dedupe_key, m.recipient, m.person_id, k.sealed, m.enqueued_at
      from kept_mails k
      join mails m on m.id = k.mail_id
      where ${allOf([sql`m.id = ${id}`, ...inReach(caller)])}
    `,
  );

/** The ids of this list whose mails the caller may see. */
export const findMails = async (db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> => {
  const rows = await many(
    db,
    idRow,
    sql`
      select m.id from mails m
      where ${allOf([sql`m.id = any(${ids}::bigint[])`, ...inReach(caller)])}
    `,
  );
  return rows.map(({ id }) => id);
};

export const listFailed = async (db: Db, caller: Caller, eventId: number): Promise<number[]> => {
  const rows = await many(
    db,
    idRow,
    sql`
      select m.id from mails m
      where ${allOf([sql`m.event_id = ${eventId}`, sql`m.state = 'failed'`, ...inReach(caller)])}
    `,
  );
  return rows.map(({ id }) => id);
};

const toldEventRow = row({
  event_id: int,
  version: int,
  event_name: text,
  course_name: text,
  starts_at: instant,
  ends_at: instant,
  meeting_link: text,
  place: text,
  description: text,
});

/** The fields of an event for its mails. The caller has checked the reach. */
export const findToldEvent = (db: Db, eventId: number): Promise<ToldEvent> =>
  one(
    db,
    toldEventRow,
    sql`
      select e.id as event_id, e.version, e.event_name, coalesce(c.course_name, '') as course_name,
        e.starts_at, e.ends_at, e.meeting_link, e.place, e.description
      from events e
      left join courses c on c.id = e.course_id
      where e.id = ${eventId}
    `,
  );
