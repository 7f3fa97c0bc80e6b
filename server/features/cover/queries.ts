import type { CoverCandidate, CoverState } from '@gurukul/contract/cover';
import { coverStates } from '@gurukul/contract/cover';
import type { Meeting } from '@gurukul/contract/meetings';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { plannedOnce } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isBooked } from '#server/db/tests.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses } from '#server/http/identity/scope.ts';

const candidateRow = row({ place: int, teacher_id: int, fullname: text, covers: int, is_unchecked: bool });

/**
 * Who can take each of these meetings: other teachers of the course who are not away and free at that time in every
 * course, those with the fewest covers of the last 90 days first. Who may not teach the children of the class is no
 * candidate, or comes last where the provider warns only.
 */
export async function listCandidates(
  db: Db,
  meetings: readonly Meeting[],
): Promise<(CoverCandidate & { place: number })[][]> {
  const found = await many(
    db,
    candidateRow,
    sql`
      with asked as (
        select *
        from unnest(
          ${meetings.map(({ course_id }) => course_id)}::bigint[], ${meetings.map(({ teacher_id }) => teacher_id)}::bigint[],
          ${meetings.map(({ held_on }) => held_on)}::date[], ${meetings.map(({ starts_at }) => starts_at)}::timestamptz[],
          ${meetings.map(({ ends_at }) => ends_at)}::timestamptz[], ${meetings.map(({ class_id }) => class_id)}::bigint[]
        ) with ordinality a (course_id, teacher_id, held_on, starts_at, ends_at, class_id, place)
      ),
      candidate as (
        select a.place, a.held_on, a.starts_at, a.ends_at, p.id, p.fullname, n.is_unchecked
        from asked a
        join course_teachers ct on ct.course_id = a.course_id and ct.associated
        join present_staff p on p.id = ct.teacher_id and 'teacher' in (p.main_role, p.as_role)
        join classes k on k.id = a.class_id
        cross join provider v
        cross join lateral (
          select v.children_rule <> 'off' and k.for_children and coalesce(checked_until(p.id) < a.held_on, true)
            as is_unchecked
        ) n
        where p.id is distinct from a.teacher_id and not (n.is_unchecked and v.children_rule = 'refuse')
      ),
      busy as (
        select m.teacher_id, m.starts_at, m.ends_at
        from meetings_of(
          array(
            select s.class_id
            from slot_teachers t
            join class_slots s on s.id = t.slot_id and s.deleted_at is null
            where t.ended_at is null and t.teacher_id in (select c.id from candidate c)
            union
            select m.class_id from meetings m where m.teacher_id in (select c.id from candidate c)
          ),
          (select min(a.held_on) - 2 from asked a), (select max(a.held_on) + 2 from asked a)
        ) m
        where m.state not in ('canceled', 'day_off')
      )
      select
        c.place, c.id as teacher_id, c.fullname, c.is_unchecked,
        (
          select count(*)
          from cover_requests r
          where r.taken_by = c.id and r.closed_at is null and r.taken_at > now() - interval '90 days'
        ) as covers
      from candidate c
      where not exists (
          select from busy b where b.teacher_id = c.id and b.starts_at < c.ends_at and b.ends_at > c.starts_at
        )
        and not exists (
          select from tests x
          where x.examiner_id = c.id and ${isBooked} and x.starts_at < c.ends_at and x.ends_at > c.starts_at
        )
        and not exists (
          select from away w where w.teacher_id = c.id and c.held_on between w.from_date and w.until_date
        )
      order by c.place, c.is_unchecked, covers, c.fullname collate natural_order, c.id
    `,
  );
  const byPlace = Map.groupBy(found, ({ place }) => place);
  return meetings.map((_, index) => byPlace.get(index + 1) ?? []);
}

const requestRow = row({
  cover_id: int,
  course_id: int,
  class_id: int,
  slot_id: int,
  course_name: text,
  class_name: text,
  on_date: date,
  is_extra: bool,
  held_on: date,
  starts_at: instant,
  ends_at: instant,
  zone: text,
  reason: text,
  state: oneOf(coverStates),
  teacher_id: int,
  teacher_name: text,
  taken_by: int.nullable(),
  taken_by_name: text.nullable(),
  asks_others: bool,
  topic: text,
  asked_by: int,
});
export type CoverRequest = RowOf<typeof requestRow> & { readonly state: CoverState };

/** Condition on `cover_requests r`: who took it has asked others in turn. */
const isPassedOn = sql`exists (
  select from cover_requests n
  where n.slot_id = r.slot_id and n.on_date = r.on_date and n.is_extra = r.is_extra and n.id > r.id
    and n.closed_at is null and n.teacher_id = r.taken_by
)`;

/** The requests that a condition on `cover_requests r`, `courses c` and `classes k` chooses, by the time of the meeting. */
export const listRequests = (db: Db, which: Sql): Promise<CoverRequest[]> =>
  many(
    db,
    requestRow,
    plannedOnce(sql`
      with chosen as (
        select r.*, c.course_name, c.start_date, k.class_name, s.time_zone, s.duration_minutes
        from cover_requests r
        join courses c on c.id = r.course_id and c.deleted_at is null
        join classes k on k.id = r.class_id and k.deleted_at is null
        join class_slots s on s.id = r.slot_id
        where ${which}
      ),
      met as (
        select m.*
        from meetings_of(
          array(select distinct r.class_id from chosen r),
          (select min(r.starts_at)::date - 8 from chosen r), (select max(r.starts_at)::date + 8 from chosen r)
        ) m
        where m.state not in ('canceled', 'day_off')
      )
      select
        r.id as cover_id, r.course_id, r.class_id, r.slot_id, r.course_name, r.class_name, r.on_date, r.is_extra,
        coalesce(m.held_on, (r.starts_at at time zone r.time_zone)::date) as held_on, r.starts_at,
        coalesce(m.ends_at, r.starts_at + make_interval(mins => r.duration_minutes)) as ends_at,
        r.time_zone as zone, r.reason, r.teacher_id, p.fullname as teacher_name, r.taken_by,
        by.fullname as taken_by_name, ${isPassedOn} as asks_others, r.asked_by,
        case
          when r.closed_at is not null then 'closed'
          when r.taken_by is not null
            then case when r.starts_at > now() and m.teacher_id is distinct from r.taken_by then 'moved' else 'taken' end
          when r.starts_at <= now() then 'over'
          when m.slot_id is null or m.teacher_id is distinct from r.teacher_id then 'moved'
          else 'open'
        end as state,
        coalesce((
          select string_agg(t.topic_name, ', ' order by t.position, t.id)
          from topics t
          where t.course_id = r.course_id and t.week_count = (r.starts_at::date - r.start_date) / 7 + 1
        ), '') as topic
      from chosen r
      join people p on p.id = r.teacher_id
      left join people by on by.id = r.taken_by
      left join met m on m.slot_id = r.slot_id and m.on_date = r.on_date and (m.state = 'extra') = r.is_extra
        and m.starts_at = r.starts_at
      order by r.starts_at, r.id
    `),
  );

/** Condition on `cover_requests r` and `courses c`: those that the caller may see in lists. */
export const coversInReach = (caller: Caller): Sql =>
  caller.role === 'teacher'
    ? sql`(
        r.teacher_id = ${caller.id}
        or exists (select from cover_offers o where o.request_id = r.id and o.teacher_id = ${caller.id})
      )`
    : sql`(${ownCourses(caller)} and not ${isPassedOn})`;

const offerRow = row({
  request_id: int,
  teacher_id: int,
  fullname: text,
  has_declined: bool,
  /** They may still accept: they are here and of the course. */
  is_left: bool,
});

/** Who was asked to take these meetings, in that order. */
export const listOffers = (db: Db, requests: readonly number[]) =>
  many(
    db,
    offerRow,
    sql`
      select o.request_id, o.teacher_id, p.fullname, o.declined_at is not null as has_declined,
        o.declined_at is null and coalesce(ct.associated, false)
          and exists (select from present_staff s where s.id = o.teacher_id) as is_left
      from cover_offers o
      join cover_requests r on r.id = o.request_id
      join people p on p.id = o.teacher_id
      left join course_teachers ct on ct.course_id = r.course_id and ct.teacher_id = o.teacher_id
      where o.request_id = any(${requests}::bigint[])
      order by o.id
    `,
  );

const awayRow = row({ away_id: int, from: date, to: date });

/** The days to come on which a teacher is away. */
export const listAway = (db: Db, teacherId: number) =>
  many(
    db,
    awayRow,
    sql`
      select w.id as away_id, w.from_date as from, w.until_date as to
      from away w
      where w.teacher_id = ${teacherId} and w.until_date >= current_date
      order by w.from_date, w.id
    `,
  );

const hoursRow = row({
  teacher_id: int,
  fullname: text,
  meetings: int,
  minutes: int,
  covers: int,
  covered: int,
});

/**
 * The meetings from one day to another whose roll was called, by the teacher who took them: the substitute, or else
 * the one to whom the slot was assigned then. It reads the rolls, so that meetings stay when their slot is changed or
 * deleted. `covered` counts, for the slot's own teacher, those that somebody else took.
 */
export const listHours = (db: Db, caller: Caller, from: string, to: string) =>
  many(
    db,
    hoursRow,
    sql`
      with called as materialized (
        select r.class_id, r.attendance_date, r.slot_id, r.on_date, r.is_extra
        from attendance_registers r
        join courses c on c.id = r.course_id and c.deleted_at is null
        where r.attendance_date between ${from}::date and ${to}::date
          and ${caller.role === 'teacher' ? sql`true` : ownCourses(caller)}
      ),
      held as (
        select s.id as slot_id, x.teacher_id, coalesce(x.duration_minutes, s.duration_minutes) as minutes,
          class_instant(r.attendance_date + coalesce(x.local_time, s.local_time), s.time_zone) as starts_at
        from called r
        join class_slots s on s.id = r.slot_id
        left join meetings x on x.slot_id = r.slot_id and x.on_date = r.on_date
          and (x.state is not distinct from 'extra') = r.is_extra
        union all
        -- A roll of the whole day is that of each meeting without its own.
        select m.slot_id, case when m.is_covered then m.teacher_id end,
          extract(epoch from m.ends_at - m.starts_at)::integer / 60, m.starts_at
        from meetings_of(
          array(select distinct r.class_id from called r where r.slot_id is null), ${from}::date, ${to}::date
        ) m
        join called r on r.class_id = m.class_id and r.attendance_date = m.held_on and r.slot_id is null
        where m.state not in ('canceled', 'day_off')
          and not exists (
            select from called own
            where own.slot_id = m.slot_id and own.on_date = m.on_date and own.is_extra = (m.state = 'extra')
          )
      ),
      taught as (
        select coalesce(h.teacher_id, own.teacher_id) as teacher_id, own.teacher_id as own_id, h.minutes
        from held h
        left join slot_teachers own on own.slot_id = h.slot_id and own.assigned_at <= h.starts_at
          and (own.ended_at is null or own.ended_at > h.starts_at)
        where h.starts_at + make_interval(mins => h.minutes) <= now()
      )
      select p.id as teacher_id, p.fullname,
        count(*) filter (where h.teacher_id = p.id) as meetings,
        coalesce(sum(h.minutes) filter (where h.teacher_id = p.id), 0) as minutes,
        count(*) filter (where h.teacher_id = p.id and h.own_id is distinct from p.id) as covers,
        count(*) filter (where h.own_id = p.id and h.teacher_id <> p.id) as covered
      from taught h
      join people p on p.id in (h.teacher_id, h.own_id)
      where ${caller.role === 'teacher' ? sql`p.id = ${caller.id}` : sql`true`}
      group by p.id, p.fullname
      order by p.fullname collate natural_order, p.id
    `,
  );
