import type { MeetingFigure, WeekFigures } from '@gurukul/contract/figures';
import { weeksBefore } from '@gurukul/contract/figures';
import { paidStatus } from '@gurukul/contract/payments';
import { sumOf } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Temporal } from 'temporal-polyfill';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import { isRegisterOf } from '#server/db/registers.ts';
import { offeredForMs } from '#server/features/attendance/roll-rules.ts';
import { sumPayments } from '#server/features/payments/queries.ts';
import type { About } from './reach.ts';
import { classesAbout, isAbout, isOfSomebody, marksByDay } from './reach.ts';

/** From a Monday to a Sunday, yyyy-mm-dd. */
export interface Week {
  readonly from: string;
  readonly to: string;
  readonly is_current: boolean;
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

const dayIn = (zone: string, now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();

export const todayIn = (zone: string, now: Date): string => dayIn(zone, now).toString();

/** The week of a day, or the present one on the provider's clock. */
export function weekOf(day: string | undefined, zone: string, now: Date): Week {
  const today = dayIn(zone, now);
  const from = mondayOf(day === undefined ? today : Temporal.PlainDate.from(day));
  return {
    from: from.toString(),
    to: from.add({ days: 6 }).toString(),
    is_current: from.equals(mondayOf(today)),
  };
}

/** The Monday so many weeks earlier. */
export const earlier = ({ from }: Pick<Week, 'from'>, weeks: number): string =>
  Temporal.PlainDate.from(from).subtract({ weeks }).toString();

/** The days of the weeks that a week is compared with. */
export const weeksUntil = ({ from }: Pick<Week, 'from'>) => ({
  from: earlier({ from }, weeksBefore),
  to: Temporal.PlainDate.from(from).subtract({ days: 1 }).toString(),
});

/**
 * The planned meetings of the week, as a statement. The roll of one of a day counts with its first mark. `called_at`: of
 * one whose class had students that day.
 */
export const meetingsOf = (about: About, { from, to }: Week): Sql => sql`
  select m.*, r.taken_at as called_at
  from (
    select
      m.class_id, m.course_id, k.class_name, k.course_name, m.slot_id, m.on_date, m.held_on, m.starts_at, m.ends_at,
      m.teacher_id, m.state = 'extra' as is_extra,
      case when m.state = 'canceled' then 'canceled' when m.ends_at <= now() then 'held' else 'to_come' end as state,
      m.state <> 'canceled' and m.ends_at <= now() and exists (
        select from enrolments e
        where e.class_id = m.class_id and e.started_on <= m.held_on
          and (e.ended_on is null or e.ended_on > m.held_on) and ${isOfSomebody}
      ) as is_due
    from (${classesAbout(about)}) k
    -- class by class, as for reminders
    cross join lateral meetings_of(array[k.id], ${from}::date, ${to}::date) m
    where m.state <> 'day_off' and m.starts_at >= m.slot_made_at
    -- each time is derived once, and not for every figure
    offset 0
  ) m
  left join lateral (
    select r.taken_at
    from attendance_registers r
    where m.is_due and ${isRegisterOf({
      classId: sql`m.class_id`,
      day: sql`m.held_on`,
      slotId: sql`m.slot_id`,
      onDate: sql`m.on_date`,
      isExtra: sql`m.is_extra`,
    })}
      and exists (
        select from attendance a
        where a.class_id = r.class_id and a.attendance_date = r.attendance_date and a.register_id = r.id
      )
    order by r.slot_id
    limit 1
  ) r on true
`;

const inTime = sql`m.called_at <= m.ends_at + make_interval(secs => ${offeredForMs / 1000})`;

/** Conditions on a meeting `m` of these. */
export const isCounted: Readonly<Record<MeetingFigure, Sql>> = {
  planned: sql`true`,
  held: sql`m.state = 'held'`,
  canceled: sql`m.state = 'canceled'`,
  to_come: sql`m.state = 'to_come'`,
  due: sql`m.is_due`,
  on_time: sql`(m.is_due and ${inTime})`,
  late: sql`(m.is_due and not ${inTime})`,
  not_called: sql`(m.is_due and m.called_at is null)`,
};

const meetingsRow = row({
  planned: int,
  held: int,
  canceled: int,
  to_come: int,
  due: int,
  on_time: int,
  late: int,
  not_called: int,
});

const countMeetings = (db: Db, about: About, week: Week) =>
  one(
    db,
    meetingsRow,
    sql`
      select
        count(*) as planned,
        count(*) filter (where ${isCounted.held}) as held,
        count(*) filter (where ${isCounted.canceled}) as canceled,
        count(*) filter (where ${isCounted.to_come}) as to_come,
        count(*) filter (where ${isCounted.due}) as due,
        count(*) filter (where ${isCounted.on_time}) as on_time,
        count(*) filter (where ${isCounted.late}) as late,
        count(*) filter (where ${isCounted.not_called}) as not_called
      from (${meetingsOf(about, week)}) m
    `,
  );

const attendanceRow = row({ marks: int, present: int, marks_before: int, present_before: int });

const countMarks = (db: Db, about: About, week: Week) =>
  one(
    db,
    attendanceRow,
    sql`
      select
        coalesce(sum(a.marks) filter (where a.day >= ${week.from}::date), 0)::bigint as marks,
        coalesce(sum(a.present) filter (where a.day >= ${week.from}::date), 0)::bigint as present,
        coalesce(sum(a.marks) filter (where a.day < ${week.from}::date), 0)::bigint as marks_before,
        coalesce(sum(a.present) filter (where a.day < ${week.from}::date), 0)::bigint as present_before
      from ${marksByDay(about, { from: weeksUntil(week).from, to: week.to })}
    `,
  );

/**
 * The enrolments `e` of those who joined in the week: they begin in it, and their student was not there when it began.
 * A move is no joining.
 */
export const joinedIn = (about: About, { from, to }: Week): Sql => sql`
  select distinct on (e.student_id) e.student_id, e.started_on as day, e.course_id, e.class_id
  from enrolments e
  where e.started_on between ${from}::date and ${to}::date and ${isAbout(about)} and ${isOfSomebody}
    and not exists (
      select from enrolments other
      where ${isAbout(about, 'other')} and other.student_id = e.student_id and other.started_on < ${from}::date
        and (other.ended_on is null or other.ended_on >= ${from}::date)
    )
  order by e.student_id, e.started_on, e.id
`;

/** The enrolments of those who left in the week: they end in it, and their student is not there when it is over. */
export const leftIn = (about: About, { from, to }: Week): Sql => sql`
  select distinct on (e.student_id) e.student_id, e.ended_on as day, e.course_id, e.class_id
  from enrolments e
  where e.ended_on between ${from}::date and ${to}::date and ${isAbout(about)} and ${isOfSomebody}
    and not exists (
      select from enrolments other
      where ${isAbout(about, 'other')} and other.student_id = e.student_id and other.started_on <= ${to}::date
        and (other.ended_on is null or other.ended_on > ${to}::date)
    )
  order by e.student_id, e.ended_on desc, e.id desc
`;

const movesRow = row({ joined: int, left: int });

const countMoves = (db: Db, about: About, week: Week) =>
  one(
    db,
    movesRow,
    sql`
      select (select count(*) from (${joinedIn(about, week)}) j) as joined,
        (select count(*) from (${leftIn(about, week)}) l) as left
    `,
  );

/** As the list of payments adds it up; classes have no payments of their own. */
/** What was received on some days, by currency; null for who sees no money. */
export async function readMoney(
  db: Db,
  { caller, courseId, classId }: About,
  { from, to }: Pick<Week, 'from' | 'to'>,
) {
  if (caller.role === 'teacher' || classId !== null) return null;
  const courseadminId = caller.role === 'admin' ? null : caller.id;
  const sums = await sumPayments(db, { courseadminId, course_id: courseId, from, to });
  return sums
    .filter(({ status }) => status === paidStatus)
    .map(({ currency, count, amount }) => ({
      currency,
      payments: count,
      received: sumOf([amount], currency),
    }))
    .toSorted((a, b) => (a.currency ?? '~').localeCompare(b.currency ?? '~'));
}

export async function readWeek(db: Db, about: About, week: Week): Promise<WeekFigures> {
  const meetings = await countMeetings(db, about, week);
  const attendance = await countMarks(db, about, week);
  const moves = await countMoves(db, about, week);
  return { ...week, meetings, attendance, money: await readMoney(db, about, week), ...moves };
}
