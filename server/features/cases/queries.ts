import type { CaseKind, CaseNote, CaseRow, CaseWhy, CaseLineState } from '@gurukul/contract/cases';
import {
  caseEvents,
  caseKinds,
  caseOutcomes,
  caseStates,
  portalOutcomes,
  teacherCaseKinds,
} from '@gurukul/contract/cases';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { bool, date, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import { isInState } from '#server/db/held-lines.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, one } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCases } from '#server/http/identity/scope.ts';
import { reachedBy } from '../students/children.ts';

/**
 * Condition on a person `p` and a line `x`: they see the line in one of their roles. `x` has `kind`, `course_id`,
 * `class_id`.
 */
const sees: Sql = sql`(
  p.main_role = 'admin'
  or exists (
    select from courses c where c.id = x.course_id and c.deleted_at is null and c.courseadmin_id = p.id
  )
  or x.kind = any(${teacherCaseKinds}::text[]) and exists (
    select from slot_teachers st
    join class_slots s on s.id = st.slot_id and s.deleted_at is null
    where s.class_id = x.class_id and st.teacher_id = p.id and st.ended_at is null
  )
)`;

/** Condition on a person `p` and a line `x`: the caller may make them the owner. */
function mayBeAsked({ id, role }: Caller): Sql {
  if (role === 'admin') return sql`true`;
  if (role === 'courseadmin') return sql`(p.id = ${id} or p.main_role <> 'admin')`;
  return sql`(p.id = ${id} or exists (select from courses c where c.id = x.course_id and c.courseadmin_id = p.id))`;
}

interface CasePlace {
  readonly kind: CaseKind;
  readonly course_id: number | null;
  readonly class_id: number | null;
}

const ownerRow = row({ user_id: int, fullname: text });

/** Who sees each of these lines, and may be asked by the caller. */
export const listOwners = (
  db: Db,
  caller: Caller,
  places: readonly CasePlace[],
  only: number | null = null,
) =>
  many(
    db,
    ownerRow,
    sql`
      with place as materialized (
        select distinct *
        from unnest(
          ${places.map(({ kind }) => kind)}::text[], ${places.map(({ course_id }) => course_id)}::bigint[],
          ${places.map(({ class_id }) => class_id)}::bigint[]
        ) x (kind, course_id, class_id)
      )
      select p.id as user_id, p.fullname
      from present_staff p
      where (${only}::bigint is null or p.id = ${only})
        and not exists (select from place x where not (${sees} and ${mayBeAsked(caller)}))
      order by p.id <> ${caller.id}, p.fullname collate natural_order, p.id
      limit 200
    `,
  );

const storedCase = row({
  id: int,
  line: text,
  owner: object({ user_id: int, fullname: text }).nullable(),
  due_on: date.nullable(),
  quiet_until: date.nullable(),
  state: oneOf(caseStates),
  version: int,
  kind: oneOf(caseKinds),
  course_id: int.nullable(),
  course_name: text.nullable(),
  class_id: int.nullable(),
  class_name: text.nullable(),
  student_id: int.nullable(),
  student_name: text.nullable(),
  phone_number: text.nullable(),
  country: text.nullable(),
  since: date.nullable(),
  is_overdue: bool,
  outcome: oneOf([...caseOutcomes, ...portalOutcomes]).nullable(),
  reason: text,
  opened_at: instant,
  closed_at: instant.nullable(),
  closed_by: text.nullable(),
});

const isOverdue = sql`(x.state = 'open' and x.due_on < today_in_kolkata()) is true`;

/** `which`: chooses rows of `cases x`, in their order. */
const casesFrom = (person: Caller, which: Sql): Sql => sql`
  select
    x.id, x.line, x.kind, x.due_on, x.quiet_until, x.state, x.version, x.since, x.outcome, x.reason, x.opened_at,
    x.closed_at, (${isOverdue}) as is_overdue,
    case when o.id is not null then json_build_object('user_id', o.id, 'fullname', o.fullname) end as owner,
    c.id as course_id, c.course_name, k.id as class_id, k.class_name, p.id as student_id, p.fullname as student_name,
    ${reachedBy(person).phone_number} as phone_number, p.country, b.fullname as closed_by
  from (${which}) x
  left join people o on o.id = x.owner_id
  left join courses c on c.id = x.course_id
  left join classes k on k.id = x.class_id
  left join people p on p.id = x.student_id
  left join people b on b.id = x.closed_by
`;

const inOrder = sql`order by (${isOverdue}) desc, x.due_on, x.id`;

export interface CaseFilter {
  readonly mine: boolean;
  readonly owner_id: number | null;
  readonly state: 'all' | CaseLineState;
  readonly kind?: CaseKind | null | undefined;
  readonly course_id: number | null;
  readonly student_id: number | null;
  readonly overdue: boolean;
}

const countRow = row({ count: int });

export async function listCases(
  db: Db,
  person: Caller,
  asked: CaseFilter,
  window: Window,
): Promise<{ data: CaseRow[]; total_count: number }> {
  const which = allOf([
    ownCases(person),
    ...(asked.state === 'all' ? [] : [isInState[asked.state]]),
    ...(asked.mine ? [sql`x.owner_id = ${person.id}`] : []),
    ...(asked.owner_id === null ? [] : [sql`x.owner_id = ${asked.owner_id}`]),
    ...(asked.kind ? [sql`x.kind = ${asked.kind}`] : []),
    ...(asked.course_id === null ? [] : [sql`x.course_id = ${asked.course_id}`]),
    ...(asked.student_id === null ? [] : [sql`x.student_id = ${asked.student_id}`]),
    ...(asked.overdue ? [isOverdue] : []),
  ]);
  const { count } = await one(db, countRow, sql`select count(*) as count from cases x where ${which}`);
  const page = sql`select x.* from cases x where ${which} ${inOrder} ${limitTo(window)}`;
  return { data: await many(db, storedCase, sql`${casesFrom(person, page)} ${inOrder}`), total_count: count };
}

export const findCase = (db: Db, person: Caller, id: number): Promise<CaseRow | null> =>
  maybeOne(
    db,
    storedCase,
    casesFrom(person, sql`select x.* from cases x where x.id = ${id} and ${ownCases(person)}`),
  );

const noteRow = row({
  note_id: int,
  text,
  is_private: bool,
  written_by: text.nullable(),
  written_at: instant,
});

/** The newest first. A teacher reads no private ones. */
export const listNotes = (db: Db, { role }: Caller, id: number): Promise<CaseNote[]> =>
  many(
    db,
    noteRow,
    sql`
      select n.id as note_id, n.body as text, n.readers = 'office' as is_private, p.fullname as written_by,
        n.created_at as written_at
      from notes n
      left join people p on p.id = n.created_by
      where n.case_id = ${id} and n.deleted_at is null and (${role !== 'teacher'} or n.readers = 'teachers')
      order by n.id desc
      limit 200
    `,
  );

const eventRow = row({ at: instant, by: text.nullable(), what: oneOf(caseEvents) });

/** What was done with a case, the newest first, by the audit trail. */
export const listEvents = (db: Db, id: number) =>
  many(
    db,
    eventRow,
    sql`
      select e.at, p.fullname as by,
        case
          when e.action = 'insert' then 'opened'
          when e.after ->> 'state' in ('done', 'dismissed') then e.after ->> 'state'
          when e.after ->> 'state' = 'open' then 'reopened'
          when e.after ->> 'quiet_until' is not null then 'put_off'
          when e.after ? 'owner_id' or e.after ? 'due_on' then 'assigned'
          else 'changed'
        end as what
      from audit_entries e
      left join people p on p.id = e.person_id
      where e.table_name = 'cases' and e.row_id = ${String(id)} and e.after - 'gone_at' - 'version' <> '{}'
      order by e.id desc
      limit 200
    `,
  );

const share = object({ held: int, present: int });
const whyRow = row({
  absences: list(object({ date, is_excused: bool })),
  last_weeks: share,
  weeks_before: share,
});

/** The absences of a row, and the marks of eight weeks; for other kinds nothing. */
export const explain = async (db: Db, found: CaseRow): Promise<CaseWhy | null> =>
  found.kind !== 'three_absences' || found.since === null
    ? null
    : one(
        db,
        whyRow,
        sql`
          with mark as materialized (
            select a.attendance_date as day, a.status,
              a.status = 'absent' and is_excused(a.student_id, a.class_id, a.attendance_date, a.register_id) as is_excused
            from attendance a
            where a.student_id = ${found.student_id} and a.class_id = ${found.class_id}
              and a.attendance_date >= least(${found.since}::date, today_in_kolkata() - 55)
          )
          select
            coalesce(
              (
                select json_agg(json_build_object('date', m.day, 'is_excused', m.is_excused) order by m.day)
                from mark m
                where m.day >= ${found.since} and m.status = 'absent'
              ),
              '[]'
            ) as absences,
            (
              select json_build_object('held', count(*), 'present', count(*) filter (where m.status = 'present'))
              from mark m
              where not m.is_excused and m.day > today_in_kolkata() - 28
            ) as last_weeks,
            (
              select json_build_object('held', count(*), 'present', count(*) filter (where m.status = 'present'))
              from mark m
              where not m.is_excused and m.day between today_in_kolkata() - 55 and today_in_kolkata() - 28
            ) as weeks_before
        `,
      );
