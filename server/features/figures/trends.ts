import type { TrendFigures } from '@gurukul/contract/figures';
import { trendLines, trendWeeks, weeksBefore } from '@gurukul/contract/figures';
import sql from 'sql-template-tag';
import { int, joined, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { About } from './reach.ts';
import { marksByDay } from './reach.ts';
import type { Week } from './week.ts';
import { earlier } from './week.ts';

const countedRow = joined(
  { course_id: int, name: text, line_count: int },
  {
    /** 0: everything. */
    place: int,
    class_id: int.nullable(),
    /** The place of the week, from 0. */
    n: int,
    marks: int,
    present: int,
  },
);

/**
 * The marks of each week: of everything, and of the lines with the lowest attendance of the weeks before this one, the
 * lowest first. Lines are classes of a course, or courses.
 */
function countWeeks(db: Db, about: About, week: Week) {
  const isOfCourse = about.courseId !== null || about.classId !== null;
  const from = earlier(week, trendWeeks - 1);
  return many(
    db,
    countedRow,
    sql`
      with counted as materialized (
        select k.course_id, ${isOfCourse ? sql`k.id` : sql`null::bigint`} as class_id,
          min(${isOfCourse ? sql`k.class_name` : sql`k.course_name`}) as name,
          (a.day - ${from}::date) / 7 as n, sum(a.marks) as marks, sum(a.present) as present
        from ${marksByDay(about, { from, to: week.to })}
        group by 1, 2, 4
      ),
      line as (
        select l.course_id, l.class_id, l.name, count(*) over () as line_count,
          row_number() over (order by l.present / l.marks, l.marks desc, l.course_id, l.class_id) as place
        from (
          select c.course_id, c.class_id, min(c.name) as name, sum(c.marks) as marks, sum(c.present) as present
          from counted c
          where c.n between ${trendWeeks - 1 - weeksBefore}::integer and ${trendWeeks - 2}::integer
          group by c.course_id, c.class_id
        ) l
        order by place
        limit ${trendLines}
      )
      select 0 as place, null::bigint as course_id, null::bigint as class_id, null::text as name,
        null::bigint as line_count, c.n, sum(c.marks)::bigint as marks, sum(c.present)::bigint as present
      from counted c
      group by c.n
      union all
      select l.place, l.course_id, l.class_id, l.name, l.line_count, c.n, c.marks::bigint, c.present::bigint
      from line l
      join counted c on c.course_id = l.course_id and c.class_id is not distinct from l.class_id
      order by place, n
    `,
  );
}

interface Counts {
  readonly n: number;
  readonly marks: number;
  readonly present: number;
}

const nothing = { marks: 0, present: 0 };

function byWeek(counted: readonly Counts[]) {
  const at = new Map(counted.map((one) => [one.n, one]));
  const weeks = Array.from({ length: trendWeeks }, (_, n) => at.get(n) ?? nothing);
  return { marks: weeks.map(({ marks }) => marks), present: weeks.map(({ present }) => present) };
}

/** The attendance by week: of everything, and of the courses or classes with the lowest. */
export async function readTrends(db: Db, about: About, week: Week): Promise<TrendFigures> {
  const [all = [], ...lines] = Map.groupBy(await countWeeks(db, about, week), ({ place }) => place).values();
  return {
    weeks: Array.from({ length: trendWeeks }, (_, n) => earlier(week, trendWeeks - 1 - n)),
    ...byWeek(all),
    lines: lines.flatMap((counted) => {
      const [line] = counted;
      if (!line || line.course_id === null) return [];
      const { course_id, class_id, name } = line;
      return { course_id, class_id, name, ...byWeek(counted) };
    }),
    line_count: lines[0]?.[0]?.line_count ?? 0,
  };
}
