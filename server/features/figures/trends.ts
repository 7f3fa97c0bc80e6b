import type { TrendFigures } from '@gurukul/contract/figures';
import { trendLines, trendWeeks, weeksBefore } from '@gurukul/contract/figures';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { About } from './reach.ts';
import { classesAbout } from './reach.ts';
import type { Week } from './week.ts';
import { earlier } from './week.ts';

const weekRow = row({ n: int, marks: int, present: int });

/** The classes `k` and their marks `a` of some weeks before the end of a week, for `with` and for `from`. */
const marksOf = (about: About, week: Week, weeks: number) => ({
  classes: sql`k as materialized (${classesAbout(about)})`,
  marks: sql`
    k join attendance a on a.class_id = k.id
      and a.attendance_date between ${earlier(week, weeks - 1)}::date and ${week.to}::date
  `,
});

const present = sql`count(*) filter (where a.status = 'present')`;

/** The place of the week of mark `a`, from 0. */
const placeOf = (week: Week) => sql`(a.attendance_date - ${earlier(week, trendWeeks - 1)}::date) / 7`;

function countWeeks(db: Db, about: About, week: Week) {
  const { classes, marks } = marksOf(about, week, trendWeeks);
  return many(
    db,
    weekRow,
    sql`
      with ${classes}
      select ${placeOf(week)} as n, count(*) as marks, ${present} as present
      from ${marks}
      group by n
    `,
  );
}

const chosenRow = row({ course_id: int, class_id: int.nullable(), name: text, line_count: int });

/** The lines with the lowest attendance of the last weeks, the lowest first: classes of a course, or courses. */
function chooseLines(db: Db, about: About, week: Week) {
  const isOfCourse = about.courseId !== null || about.classId !== null;
  const { classes, marks } = marksOf(about, week, weeksBefore);
  return many(
    db,
    chosenRow,
    sql`
      with ${classes}
      select k.course_id, ${isOfCourse ? sql`k.id` : sql`null::bigint`} as class_id,
        ${isOfCourse ? sql`min(k.class_name)` : sql`min(k.course_name)`} as name, count(*) over () as line_count
      from ${marks}
      group by k.course_id${isOfCourse ? sql`, k.id` : sql``}
      order by ${present}::numeric / count(*), count(*) desc, k.course_id, class_id
      limit ${trendLines}
    `,
  );
}

const lineRow = row({ line: int, n: int, marks: int, present: int });

type Line = Awaited<ReturnType<typeof chooseLines>>[number];

const countLines = (db: Db, about: About, week: Week, lines: readonly Line[]) =>
  many(
    db,
    lineRow,
    sql`
      select line.place as line, ${placeOf(week)} as n, count(*) as marks, ${present} as present
      from unnest(
        ${lines.map(({ course_id }) => course_id)}::bigint[], ${lines.map(({ class_id }) => class_id)}::bigint[]
      ) with ordinality as line (course_id, class_id, place)
      join (${classesAbout(about)}) k on k.course_id = line.course_id and (line.class_id is null or k.id = line.class_id)
      join attendance a on a.class_id = k.id
        and a.attendance_date between ${earlier(week, trendWeeks - 1)}::date and ${week.to}::date
      group by line.place, n
    `,
  );

interface Counted {
  readonly n: number;
  readonly marks: number;
  readonly present: number;
}

const nothing = { marks: 0, present: 0 };

function byWeek(counted: readonly Counted[]) {
  const at = new Map(counted.map((one) => [one.n, one]));
  const weeks = Array.from({ length: trendWeeks }, (_, n) => at.get(n) ?? nothing);
  return { marks: weeks.map(({ marks }) => marks), present: weeks.map(({ present }) => present) };
}

/** The attendance by week: of everything, and of the courses or classes with the lowest. */
export async function readTrends(db: Db, about: About, week: Week): Promise<TrendFigures> {
  const all = await countWeeks(db, about, week);
  const chosen = await chooseLines(db, about, week);
  const counted = chosen.length === 0 ? [] : await countLines(db, about, week, chosen);
  return {
    weeks: Array.from({ length: trendWeeks }, (_, n) => earlier(week, trendWeeks - 1 - n)),
    ...byWeek(all),
    lines: chosen.map(({ course_id, class_id, name }, place) => ({
      course_id,
      class_id,
      name,
      ...byWeek(counted.filter(({ line }) => line === place + 1)),
    })),
    line_count: chosen[0]?.line_count ?? 0,
  };
}
