import { attendanceLabels, attendanceStatuses } from '@gurukul/contract/attendance';
import type { AttendanceStatus, HistoryRow, historySorts } from '@gurukul/contract/attendance';
import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { likeText, personSoundsLike } from '#server/db/like.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, joined, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { timesOfTwo } from './day-rolls.ts';

type Sort = (typeof historySorts)[number];

export interface ClassOfHistory {
  readonly class_id: number;
  readonly class_name: string;
  readonly course_name: string;
}

/** The filters of the marks. An absent or empty one filters nothing. */
export interface HistoryFilter {
  readonly search?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
  readonly status?: AttendanceStatus | null | undefined;
  readonly sort?: Sort | `-${Sort}` | '' | null | undefined;
}

/** The marks of these classes, which the caller has found within reach. */
export interface History extends HistoryFilter {
  readonly classes: readonly ClassOfHistory[];
}

/** The names of the few classes are known here, so the database searches only the students' names. */
function searchCondition(search: string, classes: readonly ClassOfHistory[]): Sql {
  const wanted = search.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const classIds = classes
    .filter(({ class_name, course_name }) => has(class_name) || has(course_name))
    .map(({ class_id }) => class_id);
  const statuses = attendanceStatuses.filter((status) => has(attendanceLabels[status]));
  return sql`(
    lower(p.fullname) like ${likeText(search)}
    or ${personSoundsLike(sql`p.id`, search)}
    or a.class_id = any(${classIds}::bigint[])
    or a.status = any(${statuses}::text[])
  )`;
}

// Only the conditions that were asked for: one plan cannot serve a list with and without them.
const isMeant = ({ classes, search, start_date, end_date, status }: History): Sql =>
  join(
    [
      sql`a.class_id = any(${classes.map(({ class_id }) => class_id)}::bigint[])`,
      ...(start_date ? [sql`a.attendance_date >= ${start_date}::date`] : []),
      ...(end_date ? [sql`a.attendance_date <= ${end_date}::date`] : []),
      ...(status ? [sql`a.status = ${status}`] : []),
      ...(search ? [searchCondition(search, classes)] : []),
    ],
    ' and ',
  );

const registerGroup = row({ class_id: int, attendance_date: date, marks: int });
const studentGroup = row({ student_id: int, marks: int });

interface Order {
  /** The key of a group's marks; of `attendance a`. */
  readonly key: Sql;
  /** The key, and the number of its marks. */
  readonly group: typeof registerGroup | typeof studentGroup;
  /** Condition: group `g` contains mark `a`. */
  readonly holds: Sql;
  /** Names of groups `g` with their class `k` and course `c`, or student `p`. The order is total. */
  readonly named: Sql;
  readonly groups: Sql;
  readonly within: Sql;
}

const byClass = raw(`lower(k.class_name), k.id`);
const byStudent = raw(`lower(p.fullname), p.id`);

const ofRegisters = (groups: string): Order => ({
  key: raw('a.class_id, a.attendance_date'),
  group: registerGroup,
  holds: raw('a.class_id = g.class_id and a.attendance_date = g.attendance_date'),
  named: raw('join classes k on k.id = g.class_id join courses c on c.id = k.course_id'),
  groups: raw(groups),
  within: byStudent,
});

const orders: Readonly<Record<Sort, (direction: 'asc' | 'desc') => Order>> = {
  attendence_date: (direction) => ofRegisters(`g.attendance_date ${direction}, lower(k.class_name), k.id`),
  course_name: (direction) =>
    ofRegisters(`lower(c.course_name) ${direction}, c.id, g.attendance_date desc, lower(k.class_name), k.id`),
  class_name: (direction) => ofRegisters(`lower(k.class_name) ${direction}, k.id, g.attendance_date desc`),
  fullname: (direction) => ({
    key: raw('a.student_id'),
    group: studentGroup,
    holds: raw('a.student_id = g.student_id'),
    named: raw('join people p on p.id = g.student_id'),
    groups: raw(`lower(p.fullname) ${direction}, p.id`),
    within: sql`a.attendance_date desc, ${byClass}`,
  }),
};

const sortNames: readonly string[] = Object.keys(orders);
const isSort = (name: string): name is Sort => sortNames.includes(name);

/** The latest first, unless the request says otherwise. */
function orderOf(sort: HistoryFilter['sort']): Order {
  const name = sort?.replace(/^-/, '') ?? '';
  if (!sort || !isSort(name)) return orders.attendence_date('desc');
  return orders[name](sort.startsWith('-') ? 'desc' : 'asc');
}

/** The student of mark `a`, if not deleted. */
const living = raw('join people p on p.id = a.student_id and p.deleted_at is null');
/** The same without reading all people, because few are deleted. */
const isOfDeleted = raw(
  'exists (select from people d where d.id = a.student_id and d.deleted_at is not null)',
);

/**
 * The history in groups: the registers or the students that order it, each with the number of its marks and of the
 * marks before it. An index finds them and tells where every page begins, so names are read only for the shown rows.
 */
const placed = (history: History, order: Order) => sql`
  groups as materialized (
    select ${order.key}, count(*) as marks
    from attendance a
    ${history.search ? living : sql``}
    where ${isMeant(history)}
      ${history.search ? sql`` : sql`and not ${isOfDeleted}`}
    group by ${order.key}
  ),
  placed as materialized (
    select g.*, sum(g.marks) over (order by ${order.groups} rows unbounded preceding)::bigint - g.marks as before
    from groups g
    ${order.named}
  )
`;

const columns = raw(`
  p.id as student_id, p.fullname, c.course_name, k.class_name, a.attendance_date as attendence_date,
  w.time, a.status as attendence, a.id as student_attendance_id, a.corrected_at is not null as corrected`);

const toldRow = row({
  student_id: int,
  fullname: text,
  course_name: text,
  class_name: text,
  attendence_date: date,
  time: text.nullable(),
  attendence: oneOf(attendanceStatuses),
  student_attendance_id: int,
  corrected: bool,
});
type DayRow = RowOf<typeof toldRow>;

const pageRow = joined(toldRow.shape, { total_count: int });

/** Only a corrected row says so, with the mark's id; nearly all rows have nothing to say, and no time either. */
const told = ({ student_attendance_id, corrected, time, ...row }: DayRow): HistoryRow => {
  const mark = time === null ? row : { ...row, time };
  return corrected ? { ...mark, student_attendance_id, corrected } : mark;
};

const rowsIn = (history: History, order: Order, groups: Sql) => sql`
  from ${groups} g
  join attendance a on ${order.holds}
  ${living}
  join classes k on k.id = a.class_id
  join courses c on c.id = k.course_id
  left join twice w on w.id = a.register_id
  where ${isMeant(history)}
  order by g.before, ${order.within}, w.time
`;

/** The registers of days with two. */
const twice = ({ classes }: History) =>
  sql`twice as materialized (${timesOfTwo(sql`r.class_id = any(${classes.map(({ class_id }) => class_id)}::bigint[])`)})`;

/** One page, and the number of all marks. */
export async function readHistoryPage(db: Db, history: History, { page, pageSize }: Window) {
  const order = orderOf(history.sort);
  const from = (page - 1) * pageSize;
  const rows = await many(
    db,
    pageRow,
    sql`
      with ${placed(history, order)},
      ${twice(history)},
      chosen as (
        select * from placed where before < ${from + pageSize} and before + marks > ${from}
      ),
      shown as (
        select row_number() over (order by g.before, ${order.within}, w.time) as place, ${columns}
        ${rowsIn(history, order, sql`chosen`)}
        limit ${pageSize}::bigint
        offset ${from}::bigint - (select coalesce(min(before), ${from}::bigint) from chosen)
      )
      select t.total_count, s.student_id, s.fullname, s.course_name, s.class_name, s.attendence_date, s.time, s.attendence,
        s.student_attendance_id, s.corrected
      from (select coalesce(sum(marks), 0)::bigint as total_count from groups) t
      left join shown s on true
      order by s.place
    `,
  );
  const data = rows
    .filter((row) => row.student_id !== null)
    .map(({ total_count: _total, ...row }) => told(row));
  return { data, total_count: rows[0]!.total_count };
}

/** The whole history at once. */
export async function listHistory(db: Db, history: History): Promise<HistoryRow[]> {
  const order = orderOf(history.sort);
  const rows = await many(
    db,
    toldRow,
    sql`
      with ${placed(history, order)}, ${twice(history)}
      select ${columns} ${rowsIn(history, order, sql`placed`)}
    `,
  );
  return rows.map(told);
}

const markedRow = row({ register_id: int, student_id: int });

/** The marks of a history, in no order. */
export const listMarked = (db: Db, history: History) =>
  many(
    db,
    markedRow,
    sql`select a.register_id, a.student_id from attendance a ${living} where ${isMeant(history)}`,
  );

interface Group {
  readonly class_id?: number;
  readonly attendance_date?: string;
  readonly student_id?: number;
  readonly marks: number;
}

/** The parts of the history. */
export const listGroups = (db: Db, history: History): Promise<Group[]> => {
  const order = orderOf(history.sort);
  return many(
    db,
    order.group,
    sql`with ${placed(history, order)} select ${order.key}, a.marks from placed a order by a.before`,
  );
};

const mostMarks = 2000;

function* partsOf(groups: readonly Group[]): Generator<Group[]> {
  let part: Group[] = [];
  let marks = 0;
  for (const group of groups) {
    part.push(group);
    marks += group.marks;
    if (marks < mostMarks) continue;
    yield part;
    part = [];
    marks = 0;
  }
  if (part.length > 0) yield part;
}

const groupRows = (groups: readonly Group[]) => sql`
  unnest(
    ${groups.map(({ class_id }) => class_id ?? null)}::bigint[],
    ${groups.map(({ attendance_date }) => attendance_date ?? null)}::date[],
    ${groups.map(({ student_id }) => student_id ?? null)}::bigint[]
  ) with ordinality as
`;

/**
 * The rows of those groups, part by part. Each part is a statement of its own, so that no connection waits for a slow
 * reader.
 */
export async function* historyRows(
  db: Db,
  history: History,
  groups: readonly Group[],
): AsyncGenerator<HistoryRow[]> {
  const order = orderOf(history.sort);
  for (const part of partsOf(groups)) {
    const listed = sql`(
      select * from ${groupRows(part)} given (class_id, attendance_date, student_id, before)
    )`;
    const rows = await many(
      db,
      toldRow,
      sql`with ${twice(history)} select ${columns} ${rowsIn(history, order, listed)}`,
    );
    yield rows.map(told);
  }
}
