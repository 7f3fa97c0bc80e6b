import type { MeetingOfDay } from '@gurukul/contract/shared/meetings/roll';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, idRow, instant, int, joined, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { meetingOfRegister, timeOfRegister } from '#server/db/registers.ts';
import type { isRegisterOf } from '#server/db/registers.ts';
import { many, one } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { withinReachOn } from './queries.ts';
import type { ClassOnDate } from './queries.ts';

/* Which rolls a class has on a day: one for each meeting, or one of the whole day. */

/** A class on a day and, where the caller says it, which of its meetings. */
export interface RollAsked extends ClassOnDate {
  readonly slot_id?: number | null;
  /** As the date when absent. */
  readonly on_date?: string | undefined;
  readonly extra?: boolean | undefined;
}

/** Condition: answer `w` says that somebody cannot come to meeting `m`; of a whole day, to one that was on it. */
export const isExcuse = (m: Parameters<typeof isRegisterOf>[0]): Sql => sql`
  w.kind = 'cannot_come' and w.withdrawn_at is null and (
    w.slot_id = ${m.slotId} and w.on_date = ${m.onDate} and w.is_extra = ${m.isExtra}
    or ${m.slotId} is null and w.class_id = ${m.classId} and w.held_on = ${m.day}
  )
`;

/**
 * The registers of days on which a class has two, with the local time of their meetings: `id`, `time`. It has no rows
 * nearly always. `which`: a condition on `attendance_registers r`.
 */
export const timesOfTwo = (which: Sql): Sql => sql`
  select r.id, r.attendance_date, ${timeOfRegister} as time
  from (
    select r.*, count(*) over (partition by r.class_id, r.attendance_date) as registers
    from attendance_registers r
    where ${which}
  ) r
  ${meetingOfRegister}
  where r.registers > 1
`;

const dayRow = joined(
  { slot_id: int.nullable(), on_date: date.nullable(), extra: bool, register_id: int.nullable() },
  {
    course_name: text,
    class_name: text,
    is_future: bool,
    starts_at: instant.nullable(),
    ends_at: instant.nullable(),
    zone: text.nullable(),
    join_link: text.nullable(),
    is_of_slot: bool.nullable(),
  },
);

/** A roll to take or taken, and its meeting if it has one. */
export interface DayRoll extends Omit<MeetingOfDay, 'has_roll'> {
  readonly course_name: string;
  readonly class_name: string;
  readonly join_link: string | null;
  /** Null: nobody has opened it yet. */
  readonly register_id: number | null;
}

type DayRow = RowOf<typeof dayRow>;

const readDay = (db: Db, person: Person, { course_id, class_id, attendance_date }: ClassOnDate) =>
  many(
    db,
    dayRow,
    sql`
      select
        c.course_name, k.class_name, ${attendance_date}::date > today_in_kolkata() as is_future,
        x.slot_id, x.on_date, x.extra, x.register_id, x.starts_at, x.ends_at, x.zone, x.join_link,
        x.is_of_slot
      from classes k
      join courses c on c.id = k.course_id
      left join lateral (
        select coalesce(m.slot_id, r.slot_id) as slot_id, coalesce(m.on_date, r.on_date) as on_date,
          coalesce(m.is_extra, r.is_extra) as extra, r.id as register_id, m.starts_at, m.ends_at, m.zone,
          m.join_link, m.is_of_slot
        from (
          select t.slot_id, t.on_date, t.state = 'extra' as is_extra, t.starts_at, t.ends_at, t.time_zone as zone,
            join_link_of(t.slot_id, t.on_date, t.state = 'extra') as join_link,
            t.starts_at >= t.slot_made_at as is_of_slot
          from meetings_of(array[k.id], ${attendance_date}::date, ${attendance_date}::date) t
          where t.state not in ('canceled', 'day_off')
        ) m
        full join (
          select r.* from attendance_registers r where r.class_id = k.id and r.attendance_date = ${attendance_date}::date
        ) r on r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = m.is_extra
      ) x on true
      where k.id = ${class_id} and k.course_id = ${course_id} and ${withinReachOn(person, attendance_date)}
      order by x.starts_at, x.slot_id, x.on_date
    `,
  );

/** A slot that was made later has meetings before it, by its rule alone. They are not asked for beside a taken roll. */
function rollsOf(rows: readonly DayRow[]): DayRoll[] {
  const found = rows.flatMap(({ extra, is_future: _future, is_of_slot, ...row }) =>
    extra === null ? [] : [{ ...row, extra, isOfSlot: is_of_slot !== false }],
  );
  const isTaken = found.some(({ register_id }) => register_id !== null);
  const whole = found.find(({ slot_id }) => slot_id === null);
  const met = found
    .filter(({ slot_id }) => slot_id !== null)
    .filter(
      ({ register_id, isOfSlot }) => register_id !== null || isOfSlot || !isTaken || whole !== undefined,
    )
    .map(({ isOfSlot: _made, ...roll }) => ({
      ...roll,
      register_id: roll.register_id ?? whole?.register_id ?? null,
    }));
  if (whole === undefined || met.some(({ register_id }) => register_id === whole.register_id)) return met;
  const { isOfSlot: _made, ...ofDay } = whole;
  return [...met, ofDay];
}

const isNamed = (roll: DayRoll, { slot_id, on_date, extra = false, attendance_date }: RollAsked) =>
  roll.slot_id === slot_id && roll.on_date === (on_date ?? attendance_date) && roll.extra === extra;

const keyOf = ({ register_id, slot_id, on_date, extra }: DayRoll) =>
  register_id === null ? `${slot_id} ${on_date} ${extra}` : `${register_id}`;

export const isHalfNamed = ({ on_date, extra = false }: RollAsked) => on_date !== undefined || extra;

/**
 * The roll that the caller means. Throws 404 for a class out of reach, and refuses a day that has not come in Kolkata,
 * and a day of several meetings without the name of one.
 */
export async function chooseRoll({ db, person }: Ctx, asked: RollAsked): Promise<DayRoll> {
  // A name without its slot is none.
  if (!asked.slot_id && isHalfNamed(asked)) throw fail('bad_input');
  const rows = await readDay(db, person, asked);
  const [first] = rows;
  if (first === undefined) throw fail('not_found');
  if (first.is_future) throw fail('wrong_date');
  const rolls = rollsOf(rows);
  const named = asked.slot_id ? rolls.filter((roll) => isNamed(roll, asked)) : rolls;
  if (new Set(named.map(keyOf)).size === 1) return named[0]!;
  if (rolls.length > 0) {
    const meetings = rolls.map(({ slot_id, on_date, extra, starts_at, ends_at, zone, register_id }) => ({
      slot_id,
      on_date,
      extra,
      starts_at,
      ends_at,
      zone,
      has_roll: register_id !== null,
    }));
    throw fail('several_meetings', { meetings });
  }
  const { course_name, class_name } = first;
  return { course_name, class_name, ...wholeDay };
}

const wholeDay = {
  slot_id: null,
  on_date: null,
  extra: false,
  register_id: null,
  starts_at: null,
  ends_at: null,
  zone: null,
  join_link: null,
};

/**
 * Opens the register of a chosen roll if there is none yet, and locks it. The second of two people who mark one class
 * waits here, so that each batch is whole. The update only takes the lock.
 */
export async function openRegister(tx: Db, person: Person, day: ClassOnDate, roll: DayRoll): Promise<number> {
  const { slot_id, on_date, extra, register_id } = roll;
  const opened =
    register_id === null
      ? sql`
          insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, is_extra, taken_by)
          values (${day.course_id}, ${day.class_id}, ${day.attendance_date}, ${slot_id}, ${on_date}, ${extra},
            ${person.id})
          on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
          returning id
        `
      : sql`select r.id from attendance_registers r where r.id = ${register_id} for no key update`;
  const { id } = await one(tx, idRow, opened);
  return id;
}
