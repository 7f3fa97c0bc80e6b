import type { Meeting } from '@gurukul/contract/meetings';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, idRow, int, oneOf, row } from '#server/db/columns.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { hourColumns } from '#server/db/weekly-was.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { MeetingName } from './actions.ts';
import { holdSlot, lockSlot, reachMeeting } from './actions.ts';
import {
  hoursOfSubstitutes,
  isAhead,
  lookedAhead,
  misledReaders,
  nextOfSlot,
  nextOfTeacher,
} from './slot-news.ts';
import { daysAround, hasOnlyState, listMeetings } from './queries.ts';
import { correct, listReaders, tellReaders } from './tell.ts';
import { cancelTelling } from '../messages/send.ts';
import { wasTold } from '#server/channels/mail/was-told.ts';

const dayMs = 86_400_000;

/** The meeting that is on or the next one, and where people join: a meeting with a link within a day. Null for none. */
export function nextMeetings(meetings: readonly Meeting[], now: Date) {
  const moment = now.getTime();
  const ahead = meetings.filter((one) => isAhead(one, now));
  const [next] = ahead;
  const joined = ahead.find(
    ({ join_link, starts_at }) => join_link !== null && Date.parse(starts_at) < moment + dayMs,
  );
  return {
    next: next ? { slot_id: next.slot_id, starts_at: next.starts_at, zone: next.zone } : null,
    join: joined
      ? { join_link: joined.join_link, starts_at: joined.starts_at, ends_at: joined.ends_at }
      : null,
  };
}

const teaches = async ({ db, person }: Ctx, slotId: number) =>
  (await maybeOne(
    db,
    idRow,
    sql`
      select t.id
      from slot_teachers t
      where t.slot_id = ${slotId} and t.teacher_id = ${person.id} and t.ended_at is null
    `,
  )) !== null;

interface NewLink {
  readonly slot_id: number;
  /** Of one meeting; of the slot when absent. */
  readonly on_date?: string | undefined;
  readonly extra?: boolean | undefined;
  /** '' for none, of a meeting: as the slot's. */
  readonly join_link: string;
  /** Writes to the class. */
  readonly tell: boolean;
}

const listAhead = ({ db, person }: Ctx, classes: Sql, now: Date) =>
  listMeetings(db, person, classes, daysAround(now, 1, lookedAhead));

/** The next meeting that has the link. */
async function nextOf(ctx: Ctx, classId: number, { slot_id, on_date, extra = false }: NewLink, now: Date) {
  const meetings = await listAhead(ctx, sql`k.id = ${classId}`, now);
  if (on_date === undefined) return nextOfSlot(meetings, slot_id, now);
  return meetings.find(
    (one) =>
      one.slot_id === slot_id &&
      isAhead(one, now) &&
      one.on_date === on_date &&
      (one.state === 'extra') === extra,
  );
}

/** What of a weekly time a change was about. */
const undoneKinds = ['as_before', 'teacher_again', 'weekly_again', 'link_again'] as const;
const slotRow = row({ slot_id: int, class_id: int, kinds: oneOf(undoneKinds).array() });
const teachesRow = row({ slot_id: int, teacher_id: int });

const studentRow = row({ student_id: int });

/** Who has a message to one of these classes that told of a change: several changes are told by one message. */
async function listTold({ db }: Ctx, changeId: number, classes: readonly number[]): Promise<number[]> {
  const told = await many(
    db,
    studentRow,
    sql`
      select distinct e.student_id
      from enrolments e
      where e.class_id = any(${classes}::bigint[]) and e.ended_on is null
        and ${wasTold({ classId: sql`e.class_id`, change: sql`${changeId}::bigint`, reader: sql`e.student_id` })}
    `,
  );
  return told.map(({ student_id }) => student_id);
}

const movedRow = row({ student_id: int, class_id: int, is_in: bool });

/** After a move to another class was taken back: who read of the new class hears which one they have. */
export async function tellOfUndoneMove(ctx: Ctx, changeId: number): Promise<number> {
  const told = await cancelTelling(ctx, changeId);
  if (told.length === 0) return 0;
  const places = await many(
    ctx.db,
    movedRow,
    sql`
      select distinct on (p.student_id) p.student_id, p.class_id, p.is_in
      from audit_entries e
      left join enrolments n on n.id = e.row_id::bigint
      cross join lateral (values
        (n.student_id, case when n.ended_on is null then n.class_id end, true),
        (coalesce(n.student_id, (e.after ->> 'student_id')::bigint), (e.after ->> 'class_id')::bigint, false)
      ) p (student_id, class_id, is_in)
      where e.change_id = ${changeId} and e.table_name = 'enrolments' and p.class_id is not null
        and p.student_id = any(${told}::bigint[])
      order by p.student_id, p.is_in desc
    `,
  );
  const now = new Date();
  const classes = sql`k.id = any(${places.map(({ class_id }) => class_id)}::bigint[])`;
  const ahead = (await listAhead(ctx, classes, now)).filter((one) => isAhead(one, now));
  const readers = await listMailReaders(ctx.db, sql`select unnest(${told}::bigint[])`);
  return tellReaders(
    ctx,
    readers.map((reader) => ({
      ...reader,
      isStudent: true,
      meetings: places
        .filter(({ student_id }) => student_id === reader.person_id)
        .flatMap(({ class_id, is_in }) => {
          const next = ahead.find((one) => one.class_id === class_id);
          return next === undefined
            ? []
            : [{ ...next, news: is_in ? ('stays' as const) : ('not_yours' as const) }];
        }),
    })),
  );
}

/**
 * After a change of weekly times or of their link was taken back: what has not left is withdrawn, and who was told
 * hears how it is again, by the next meeting. Returns the number of mails.
 */
export async function tellOfUndoneSlots(ctx: Ctx, changeId: number): Promise<number> {
  const slots = await many(
    ctx.db,
    slotRow,
    sql`
      with undone as (
        select e.row_id::bigint as slot_id, coalesce(s.class_id, (e.after ->> 'class_id')::bigint) as class_id, k.kind
        from audit_entries e
        left join class_slots s on s.id = e.row_id::bigint
        cross join lateral (values
          ('weekly_again', e.action = 'update' and e.after ?| ${hourColumns}),
          ('link_again', e.action = 'update' and e.after ? 'join_link'),
          ('as_before', e.action <> 'update' or e.after ? 'deleted_at')
        ) k (kind, is_it)
        where e.change_id = ${changeId} and e.table_name = 'class_slots' and k.is_it
        union all
        select s.id, s.class_id, 'teacher_again'
        from audit_entries e
        join slot_teachers t on t.id = e.row_id::bigint
        join class_slots s on s.id = t.slot_id
        where e.change_id = ${changeId} and e.table_name = 'slot_teachers'
      )
      select u.slot_id, u.class_id, array_agg(distinct u.kind) as kinds
      from undone u
      group by u.slot_id, u.class_id
    `,
  );
  const byMessage = [
    ...(await cancelTelling(ctx, changeId)),
    ...(await listTold(
      ctx,
      changeId,
      slots.map(({ class_id }) => class_id),
    )),
  ];
  // The link of one meeting.
  if (slots.length === 0) return correct(ctx, changeId, { news: 'link_again' });
  const { told } = await ctx.mail.withdraw(ctx.db, { change_id: changeId });
  const heard = new Set([...told.map(({ person_id }) => person_id), ...byMessage]);
  const now = new Date();
  const classes = sql`k.id = any(${slots.map(({ class_id }) => class_id)}::bigint[])`;
  const ahead = (await listAhead(ctx, classes, now)).filter((one) => isAhead(one, now));
  // A slot that was added is gone: then by the next meeting of its class.
  const meetings = slots.flatMap(
    ({ slot_id, class_id }) =>
      ahead.find((one) => one.slot_id === slot_id) ?? ahead.find((one) => one.class_id === class_id) ?? [],
  );
  // A substitute has the hour of one meeting in their calendar.
  const hours = Map.groupBy(
    slots.flatMap(({ slot_id }) => hoursOfSubstitutes(ahead, slot_id, now)),
    ({ teacher_id }) => teacher_id,
  );
  const asBefore = slots.flatMap(({ slot_id, class_id, kinds }) => {
    const next = ahead.find((one) => one.slot_id === slot_id);
    if (next === undefined || kinds.includes('as_before')) {
      const other = next ?? ahead.find((one) => one.class_id === class_id);
      return other === undefined ? [] : [{ ...other, news: 'as_before' as const }];
    }
    return kinds.map((news) => ({
      ...((news === 'teacher_again' ? nextOfTeacher(ahead, slot_id, now) : undefined) ?? next),
      news,
    }));
  });
  const again = await many(
    ctx.db,
    teachesRow,
    sql`
      select t.slot_id, t.teacher_id
      from audit_entries e
      join slot_teachers t on t.id = e.row_id::bigint and t.ended_at is null
      where e.change_id = current_change() and e.table_name = 'slot_teachers'
    `,
  );
  const readers = (await listReaders(ctx, asBefore, now))
    .filter(({ person_id }) => !hours.has(person_id))
    .map((reader) => ({
      ...reader,
      meetings: reader.meetings.map((one) => {
        const isAgain = again.some(
          ({ slot_id, teacher_id }) =>
            ['as_before', 'teacher_again'].includes(one.news ?? '') &&
            slot_id === one.slot_id &&
            teacher_id === reader.person_id,
        );
        if (!isAgain) return one;
        return { ...(nextOfTeacher(ahead, one.slot_id, now) ?? one), news: 'teaches_again' as const };
      }),
    }));
  const rest = [...heard.difference(new Set(readers.map(({ person_id }) => person_id)))];
  // They read that they teach it, and do not.
  const taught = meetings.map((one) => ({ ...one, news: 'taught' as const }));
  const others = await listMailReaders(
    ctx.db,
    sql`
      select t.teacher_id
      from slot_teachers t
      where t.slot_id = any(${slots.map(({ slot_id }) => slot_id)}::bigint[])
        and t.teacher_id = any(${rest}::bigint[])
      union
      select (e.before ->> 'teacher_id')::bigint
      from audit_entries e
      where e.change_id = current_change() and e.table_name = 'slot_teachers' and e.action = 'delete'
        and (e.before ->> 'teacher_id')::bigint = any(${rest}::bigint[])
    `,
  );
  const substitutes = await listMailReaders(
    ctx.db,
    sql`select unnest(${[...heard].filter((id) => hours.has(id))}::bigint[])`,
  );
  return tellReaders(ctx, [
    ...substitutes.map((reader) => ({
      ...reader,
      isStudent: false,
      meetings: hours.get(reader.person_id) ?? [],
    })),
    ...readers.filter(({ person_id }) => heard.has(person_id)),
    ...others.map((reader) => ({ ...reader, isStudent: false, meetings: taught })),
    ...(await misledReaders(ctx, ahead, now)).filter(({ person_id }) => !heard.has(person_id)),
  ]);
}

/** Teachers set the link of their own slots, and of the meetings that they take. It may be set while a meeting is on. */
export async function setJoinLink(ctx: Ctx, input: NewLink) {
  const hold = input.on_date === undefined ? holdSlot : lockSlot;
  const { class_id } = await hold(ctx, input.slot_id);
  const now = new Date();
  const isTold = input.tell && input.join_link !== '';
  const known = isTold ? await nextOf(ctx, class_id, input, now) : undefined;
  await storeJoinLink(ctx, class_id, input);
  if (known === undefined) return;
  const next = (await nextOf(ctx, class_id, input, now)) ?? known;
  const news = input.on_date === undefined ? 'link' : 'meeting_link';
  // One that was stored without a word is new to the class.
  const join_link = known.join_link === next.join_link ? null : known.join_link;
  const changed = { ...next, known: { ...known, join_link }, news } as const;
  await tellReaders(ctx, await listReaders(ctx, [changed], now));
}

async function storeJoinLink(ctx: Ctx, class_id: number, { slot_id, on_date, extra, join_link }: NewLink) {
  const { db, person } = ctx;
  if (on_date === undefined) {
    if (person.role === 'teacher' && !(await teaches(ctx, slot_id))) throw fail('not_found');
    await run(db, sql`update class_slots s set join_link = ${join_link} where s.id = ${slot_id}`);
    return;
  }
  const name = { slot_id, on_date, extra };
  await reachMeeting(ctx, class_id, name);
  await storeLinkOf(ctx, name, 'join_link', join_link);
}

/** Stores a link of one meeting; '' for none. */
export async function storeLinkOf(
  { db, person }: Ctx,
  { slot_id, on_date, extra = false }: MeetingName,
  column: 'join_link' | 'recording_link',
  link: string,
) {
  const itsRow = sql`
    m.slot_id = ${slot_id} and m.on_date = ${on_date}::date and (m.state is not distinct from 'extra') = ${extra}
  `;
  await run(db, sql`update meetings m set ${raw(column)} = nullif(${link}, '') where ${itsRow}`);
  if (link === '') {
    // A row of which nothing differs from the rule.
    await run(db, sql`delete from meetings m where ${itsRow} and m.state is null and ${hasOnlyState}`);
    return;
  }
  await run(
    db,
    sql`
      insert into meetings (course_id, class_id, slot_id, on_date, ${raw(column)}, created_by)
      select s.course_id, s.class_id, s.id, ${on_date}::date, ${link}, ${person.id}
      from class_slots s
      where s.id = ${slot_id} and not exists (select from meetings m where ${itsRow})
    `,
  );
}
