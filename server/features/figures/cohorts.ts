import type { Cohort } from '@gurukul/contract/figures';
import { cohortMonths, cohortSteps } from '@gurukul/contract/figures';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Temporal } from 'temporal-polyfill';
import { date, int, list, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { About } from './reach.ts';
import { isAbout } from './reach.ts';

/** The first day of the month of a day. */
export const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** `month` plus so many months, yyyy-mm-01. */
export const monthFrom = (month: string, months: number) =>
  Temporal.PlainDate.from(month).add({ months }).toString();

/** The last day of the month that begins there. */
export const lastDayOf = (month: string) =>
  Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 }).toString();

/**
 * Students `s` with the day on which they joined, and the day on which they left for good; infinity: they still come.
 * `offset 0`: the enrolments are read from end to end, and not each by an index in the order of students.
 */
const staysAbout = (about: About): Sql => sql`
  select s.student_id, s.day, s.until
  from (
    select e.student_id, min(e.started_on) as day, max(coalesce(e.ended_on, 'infinity')) as until
    from (select e.student_id, e.started_on, e.ended_on from enrolments e where ${isAbout(about)} offset 0) e
    group by e.student_id
  ) s
  where s.until = 'infinity' or (select p.deleted_at is null from people p where p.id = s.student_id)
`;

/** Condition on one of these, `s`: they still came so many months after they joined. */
const stillCame = (months: number) => sql`s.until > (s.day + make_interval(months => ${months}))::date`;

/** Those who joined in a month, or of them those who still came so many months later. */
export const cohortOf = (about: About, month: string, after: number | undefined): Sql => sql`
  select s.student_id, s.day
  from (${staysAbout(about)}) s
  where s.day >= ${month}::date and s.day < ${month}::date + interval '1 month'
    and ${after === undefined ? sql`true` : stillCame(after)}
`;

const cohortRow = row({ month: date, joined: int, stayed: list(int) });

/** Oldest first. What is not over for everybody of a month is not counted. */
export async function readCohorts(db: Db, about: About, today: string): Promise<Cohort[]> {
  const oldest = monthFrom(monthOf(today), 1 - cohortMonths);
  const counted = await many(
    db,
    cohortRow,
    sql`
      select date_trunc('month', s.day)::date as month, sum(s.students)::bigint as joined,
        array[${join(
          cohortSteps.map((months) => sql`coalesce(sum(s.students) filter (where ${stillCame(months)}), 0)`),
        )}]::integer[] as stayed
      -- first by day, since months are derived slowly
      from (select s.day, s.until, count(*) as students from (${staysAbout(about)}) s group by s.day, s.until) s
      where s.day >= ${oldest}::date and s.day < ${monthFrom(monthOf(today), 1)}::date
      group by month
    `,
  );
  const known = new Map(counted.map((one) => [one.month, one]));
  return Array.from({ length: cohortMonths }, (_, n) => {
    const month = monthFrom(oldest, n);
    const { joined = 0, stayed = [] } = known.get(month) ?? {};
    const isOver = (months: number) => monthFrom(month, 1 + months) <= today;
    return {
      month,
      joined,
      stayed: cohortSteps.map((months, place) => (isOver(months) ? (stayed[place] ?? 0) : null)),
    };
  });
}
