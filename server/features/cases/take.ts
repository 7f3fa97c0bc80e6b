import type { CaseOfLine } from '@gurukul/contract/cases';
import { caseKinds } from '@gurukul/contract/cases';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { date, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { mayDecide, ownCases, ownCourses, ownStudents } from '#server/http/identity/scope.ts';
import { coversInReach } from '../cover/queries.ts';
import { listHeld } from './lines.ts';

export interface InHand {
  readonly lines: readonly string[];
  readonly versions?: readonly number[] | undefined;
}

const placeRow = row({
  kind: oneOf(caseKinds),
  line: text,
  course_id: int.nullable(),
  class_id: int.nullable(),
  student_id: int.nullable(),
  since: date.nullable(),
});

const idsOf = (kind: string, lines: readonly string[]) =>
  lines.flatMap((line) => (line.startsWith(`${kind}:`) ? [Number(line.split(':')[1])] : []));

/** Of these lines those that are due within the caller's reach, from the cache, and computed for stale courses. */
function dueLines(person: Person, lines: readonly string[]): Sql {
  const isCovered = sql`
    x.kind = 'unmarked_class' and exists (
      select from meetings m
      where m.teacher_id = ${person.id} and m.slot_id = x.slot_id and coalesce(m.held_on, m.on_date) = x.on_day
        and x.on_day >= current_date - 9
    )
  `;
  const isAsked = sql`
    x.line = any(${lines}::text[]) and (${ownCases(person)} or ${person.role === 'teacher' ? isCovered : sql`false`})
  `;
  const columns = sql`x.kind, x.line, x.course_id, x.class_id, x.student_id, x.days[1] as since`;
  return sql`
    with stale as materialized (select array(select s.course_id from stale_courses s) as courses)
    select ${columns} from due x cross join stale where x.course_id <> all(stale.courses) and ${isAsked}
    union all
    select ${columns} from stale cross join lateral due_of_courses(stale.courses) x where ${isAsked}
  `;
}

/** Lines that are about no course's cache. */
const otherLines = (person: Person, lines: readonly string[]): Sql => sql`
  select 'failed_mail', 'failed_mail:' || m.id, c.id, null::bigint, null::bigint, null::date
  from other_lines() l
  join mails m on m.id = l.id
  left join events v on v.id = m.event_id
  left join courses c on c.id = coalesce(v.course_id, m.course_id)
  where l.kind = 'failed_mail' and l.id = any(${idsOf('failed_mail', lines)}::bigint[])
    and ${person.role === 'admin' ? sql`true` : sql`c.id is not null and c.deleted_at is null and ${ownCourses(person)}`}
    and ${person.role !== 'teacher'}
  union all
  select 'event_without_link', 'event_without_link:' || v.id, c.id, null, null, null
  from other_lines() l
  join events v on v.id = l.id
  left join courses c on c.id = v.course_id
  where l.kind = 'event_without_link' and l.id = any(${idsOf('event_without_link', lines)}::bigint[])
    and ${ownCourses(person)} and ${person.role !== 'teacher'}
  union all
  select 'open_cover', 'open_cover:' || r.id, r.course_id, r.class_id, null, null
  from other_lines() l
  join cover_requests r on r.id = l.id
  join courses c on c.id = r.course_id
  where l.kind = 'open_cover' and l.id = any(${idsOf('open_cover', lines)}::bigint[])
    and ${coversInReach(person)} and ${person.role !== 'teacher'}
  union all
  select 'homework_to_check', 'homework_to_check:' || h.id, h.course_id, h.class_id, h.student_id, null
  from other_lines() l
  join homework h on h.id = l.id
  where l.kind = 'homework_to_check' and l.id = any(${idsOf('homework_to_check', lines)}::bigint[])
    and exists (
      select from (select 'homework_to_check' as kind, h.course_id, h.class_id) x where ${ownCases(person)}
    )
  union all
  select 'family_answer', 'family_answer:' || w.id, w.course_id, w.class_id, w.student_id, null
  from other_lines() l
  join answers w on w.id = l.id
  where l.kind = 'family_answer' and l.id = any(${idsOf('family_answer', lines)}::bigint[])
    and exists (
      select from (select 'family_answer' as kind, w.course_id, w.class_id) x where ${ownCases(person)}
    )
  union all
  select 'correction', 'correction:' || n.id, null, null, p.id, null
  from other_lines() l
  join corrections n on n.id = l.id
  join people p on p.id = n.person_id
  where l.kind = 'correction' and l.id = any(${idsOf('correction', lines)}::bigint[])
    and ${person.role !== 'teacher'} and ${mayDecide(person, sql`n`)} and ${ownStudents(person)}
  union all
  select 'registered_not_placed', l.line, c.id, null, r.student_id, null
  from other_lines() l
  join registrations r on r.id = l.id
  join courses c on c.id = r.course_id
  where l.kind = 'registered_not_placed' and l.id = any(${idsOf('registered_not_placed', lines)}::bigint[])
    and ${ownCourses(person)} and ${person.role !== 'teacher'}
  union all
  select 'check_ends', 'check_ends:' || e.id, null, null, null, null
  from checks e
  join people p on p.id = e.person_id
  where e.id = any(${idsOf('check_ends', lines)}::bigint[]) and e.id in (select * from ending_checks())
    and ${person.role === 'admin'}
`;

/** What these lines are about. A line stands in Today, or has a case. Throws `not_found` for one out of reach. */
export async function readLines(db: Db, person: Person, lines: readonly string[]) {
  const asked = [...new Set(lines)];
  const found = await many(
    db,
    placeRow,
    sql`
      select distinct on (f.line) f.kind, f.line, f.course_id, f.class_id, f.student_id, f.since
      from (
        select x.kind, x.line, x.course_id, x.class_id, x.student_id, x.since
        from cases x
        where x.line = any(${asked}::text[]) and ${ownCases(person)}
        union all
        select d.* from (${dueLines(person, asked)}) d
        union all
        ${otherLines(person, asked)}
      ) f
      order by f.line
    `,
  );
  if (found.length < asked.length) throw fail('not_found');
  return found;
}

const versionRow = row({ id: int, line: text, version: int });

/** Locks the cases of lines, makes those that do not exist, and returns their ids. Throws `conflict` for an older version. */
export async function takeLines({ db, person }: Ctx, { lines, versions }: InHand): Promise<number[]> {
  const places = await readLines(db, person, lines);
  const made = await many(
    db,
    versionRow,
    sql`
      insert into cases (kind, line, course_id, class_id, student_id, since, opened_by)
      select *, ${person.id}
      from unnest(
        ${places.map(({ kind }) => kind)}::text[], ${places.map(({ line }) => line)}::text[],
        ${places.map(({ course_id }) => course_id)}::bigint[], ${places.map(({ class_id }) => class_id)}::bigint[],
        ${places.map(({ student_id }) => student_id)}::bigint[], ${places.map(({ since }) => since)}::date[]
      ) l
      order by 2
      on conflict (line) do nothing
      returning id, line, version
    `,
  );
  const isNew = new Set(made.map(({ line }) => line));
  const found = await many(
    db,
    versionRow,
    sql`
      select x.id, x.line, x.version from cases x where x.line = any(${lines}::text[]) order by x.id for no key update
    `,
  );
  const seen = new Map(lines.map((line, place) => [line, versions?.[place]]));
  for (const { line, version } of found) refuseOlder(seen.get(line), isNew.has(line) ? 0 : version);
  return found.map(({ id }) => id);
}

/** Changes the cases of lines, and answers them. `change`: what to set. */
export async function changeCases(
  ctx: Ctx,
  inHand: InHand,
  change: Sql,
): Promise<{ line: string; case: CaseOfLine }[]> {
  const ids = await takeLines(ctx, inHand);
  await run(
    ctx.db,
    sql`update cases x set ${change}, version = x.version + 1 where x.id = any(${ids}::bigint[])`,
  );
  return casesOf(ctx.db, inHand.lines);
}

async function casesOf(db: Db, lines: readonly string[]) {
  const found = await listHeld(db, [...new Set(lines)], 'all');
  return found.flatMap((one) => (one.case === null ? [] : [{ line: one.line, case: one.case }]));
}
