import type { DayOff, DayOffScope, MeetingEffect } from '@gurukul/contract/meetings';
import { dayOffScopes } from '@gurukul/contract/meetings';
import sql from 'sql-template-tag';
import { bool, date, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import type { Caller } from '#server/http/scope.ts';
import { ownClasses, ownCourses, scope } from '#server/http/scope.ts';
import { effectOf, tryOut } from './deeds.ts';
import type { MeetingName } from './deeds.ts';
import { listMeetings } from './queries.ts';
import type { Days } from './queries.ts';

const dayOffRow = row({
  day_off_id: int,
  from: date,
  to: date,
  name: text,
  scope: oneOf(dayOffScopes),
  course_id: int.nullable(),
  course_name: text.nullable(),
  class_id: int.nullable(),
  class_name: text.nullable(),
  is_own: bool,
});

/** The days off of everybody, and of the courses and classes within reach. */
export const listDaysOff = (db: Db, caller: Caller, { from, to }: Days): Promise<DayOff[]> =>
  many(
    db,
    dayOffRow,
    sql`
      select
        o.id as day_off_id, o.from_date as from, o.until_date as to, o.name,
        case when o.class_id is not null then 'class' when o.course_id is not null then 'course' else 'provider' end as scope,
        c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        ${caller.role === 'admin'} or (${caller.role === 'courseadmin'} and c.id is not null) as is_own
      from days_off o
      left join courses c on c.id = o.course_id
      left join classes k on k.id = o.class_id
      where o.from_date <= ${to}::date and o.until_date >= ${from}::date
        and (
          o.course_id is null
          or (c.deleted_at is null and (
            (o.class_id is null and ${ownCourses(caller)}) or (k.deleted_at is null and ${ownClasses(caller)})
          ))
        )
      order by o.from_date, o.id
    `,
  );

interface NewDayOff extends Days {
  readonly name: string;
  readonly scope: DayOffScope;
  readonly id: number | null;
  readonly except: readonly MeetingName[];
  readonly preview?: boolean | undefined;
}

/** The course and class of a scope within reach. Everybody's days off are for account admins. */
async function placeOf({ db, person }: Ctx, { scope: of, id }: NewDayOff) {
  if (of === 'provider') {
    if (person.role !== 'admin') throw fail('not_allowed');
    return { courseId: null, classId: null };
  }
  if (of === 'course') {
    await scope(db, person).course(id!);
    return { courseId: id!, classId: null };
  }
  const { course_id } = await scope(db, person).class(null, id!);
  return { courseId: course_id, classId: id! };
}

const nameOf = ({ slot_id, on_date }: MeetingName) => `${slot_id} ${on_date}`;

/** Meetings whose roll was called took place, so they stay, like those that the person excepts. */
export async function addDayOff(ctx: Ctx, input: NewDayOff): Promise<MeetingEffect> {
  const { db, person } = ctx;
  const { courseId, classId } = await placeOf(ctx, input);
  const which = sql`
    coalesce(c.id = ${courseId}, true) and coalesce(k.id = ${classId}, true)
  `;
  const before = await listMeetings(db, person, which, input);
  const excepted = new Set(input.except.map(nameOf));
  if (!excepted.isSubsetOf(new Set(before.map(nameOf)))) throw fail('not_found');
  const planned = before.filter(({ state }) => state === 'planned');
  const kept = planned.filter((meeting) => meeting.has_roll || excepted.has(nameOf(meeting)));
  return tryOut(db, input, async () => {
    await run(
      db,
      sql`
        insert into meetings (course_id, class_id, slot_id, on_date, state, created_by)
        select s.course_id, s.class_id, s.id, kept.on_date, 'planned', ${person.id}
        from unnest(
          ${kept.map(({ slot_id }) => slot_id)}::bigint[], ${kept.map(({ on_date }) => on_date)}::date[]
        ) kept (slot_id, on_date)
        join class_slots s on s.id = kept.slot_id
        on conflict do nothing
      `,
    );
    await run(
      db,
      sql`
        insert into days_off (from_date, until_date, name, course_id, class_id, created_by)
        values (${input.from}, ${input.to}, ${input.name}, ${courseId}, ${classId}, ${person.id})
      `,
    );
    const now = await listMeetings(db, person, which, input);
    const wasPlanned = new Set(planned.map(nameOf));
    return effectOf(now.filter((meeting) => meeting.state === 'day_off' && wasPlanned.has(nameOf(meeting))));
  });
}

const heldRow = row({ course_id: int.nullable() });

export async function deleteDayOff({ db, person }: Ctx, dayOffId: number): Promise<void> {
  const found = await maybeOne(
    db,
    heldRow,
    sql`select o.course_id from days_off o where o.id = ${dayOffId} for update`,
  );
  if (found === null) throw fail('not_found');
  if (found.course_id !== null) await scope(db, person).course(found.course_id);
  else if (person.role !== 'admin') throw fail('not_allowed');
  await run(db, sql`delete from days_off o where o.id = ${dayOffId}`);
}
