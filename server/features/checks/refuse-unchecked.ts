import { childrenRules } from '@gurukul/contract/shared/person/checks';
import sql from 'sql-template-tag';
import { bool, date, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { officeToday } from '#server/time/office-clock.ts';

/** Who gets a class, or one meeting of it on a day. */
interface Given {
  readonly teacher_id: number | null;
  readonly class_id: number;
  readonly held_on?: string;
}

interface Insists {
  readonly preview?: boolean | undefined;
  readonly allow_unchecked?: boolean | undefined;
}

const uncheckedRow = row({
  rule: oneOf(childrenRules),
  user_id: int,
  class_id: int,
  fullname: text,
  class_name: text,
  until: date.nullable(),
  begins_checked: bool,
});

/** Who of these would teach children without a check that is valid long enough, the worst first. */
export async function readUnchecked(db: Db, given: readonly Given[]) {
  const found = await many(
    db,
    uncheckedRow,
    sql`
      select v.children_rule as rule, p.id as user_id, k.id as class_id, p.fullname, k.class_name, u.until,
        coalesce(u.until >= d.first, false) as begins_checked
      from unnest(
        ${given.map(({ teacher_id }) => teacher_id)}::bigint[], ${given.map(({ class_id }) => class_id)}::bigint[],
        ${given.map(({ held_on }) => held_on ?? null)}::date[]
      ) g (teacher_id, class_id, held_on)
      join classes k on k.id = g.class_id and k.for_children
      join courses c on c.id = k.course_id
      join people p on p.id = g.teacher_id
      join provider v on v.children_rule <> 'off'
      cross join lateral (
        select coalesce(g.held_on, greatest(${officeToday}, c.start_date)) as first,
          coalesce(g.held_on, course_end(c.start_date, c.course_duration) - 1) as last
      ) d
      cross join lateral (select nullif(checked_until(p.id), 'infinity') as until, checked_until(p.id) as ends) u
      where u.ends is null or u.ends < greatest(d.first, d.last)
      order by begins_checked, p.id, k.id
    `,
  );
  return found.map(({ rule, begins_checked, ...one }) => ({
    ...one,
    can_insist: rule === 'warn' || begins_checked,
  }));
}

/**
 * Throws a refusal, and so rolls back the save, when somebody who has no valid check would teach children. What becomes
 * of it is a setting; a check that ends while the class runs is a warning. Every save that gives a class or a meeting to
 * a teacher calls this, and one that marks a class. The rows of the teachers are locked.
 */
export async function refuseUnchecked(
  db: Db,
  { role }: Pick<Caller, 'role'>,
  given: readonly Given[],
  { preview, allow_unchecked }: Insists,
): Promise<void> {
  const found = await readUnchecked(db, given);
  const [worst] = found;
  if (worst === undefined) return;
  const { user_id, fullname, class_name, until, can_insist } = worst;
  if (can_insist && (preview === true || allow_unchecked === true)) return;
  throw fail('teacher_unchecked', {
    check: {
      teacher: { user_id, fullname },
      class_name,
      // Of a colleague's checks a teacher learns no more than that.
      until: role === 'teacher' ? null : until,
      can_insist,
    },
  });
}

const teachesRow = row({ teacher_id: int, held_on: date.nullable() });

/** The same for everybody who teaches a class that is of children from now on. */
export async function refuseUncheckedOf(
  db: Db,
  person: Pick<Caller, 'role'>,
  class_id: number,
  insists: Insists,
): Promise<void> {
  const teachers = await many(
    db,
    teachesRow,
    sql`
      select t.teacher_id, null::date as held_on
      from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      where s.class_id = ${class_id} and t.ended_at is null
      union all
      select m.teacher_id, coalesce(m.held_on, m.on_date)
      from meetings m
      where m.class_id = ${class_id} and m.teacher_id is not null and m.state is distinct from 'canceled'
        and coalesce(m.held_on, m.on_date) >= ${officeToday}
    `,
  );
  const given = teachers.map(({ held_on, teacher_id }) => ({
    teacher_id,
    class_id,
    ...(held_on === null ? {} : { held_on }),
  }));
  await refuseUnchecked(db, person, given, insists);
}
