import type { Meeting, MeetingOverlap, MeetingEffect } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import { refuseUnchecked } from '../checks/refuse-unchecked.ts';
import { lockAssociated } from '../staff/lock-teachers.ts';
import type { ChangeOptions } from './actions.ts';
import { carryOut, holdSlot } from './actions.ts';
import { daysAround, hasOnlyState, listClashes, listMeetings } from './queries.ts';
import type { Days } from './queries.ts';

/** Gives these meetings of one slot to another teacher; null: to the slot's own. */
export const storeTeacher = async (
  db: Db,
  person: Pick<Person, 'id'>,
  meetings: readonly Meeting[],
  teacherId: number | null,
): Promise<void> => {
  await run(
    db,
    sql`
      insert into meetings as m (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes,
        teacher_id, created_by)
      select s.course_id, s.class_id, s.id, given.on_date, old.state, old.held_on, old.local_time, old.duration_minutes,
        case when ${teacherId}::bigint is distinct from own.teacher_id then ${teacherId}::bigint end, ${person.id}
      from unnest(
        ${meetings.map(({ slot_id }) => slot_id)}::bigint[], ${meetings.map(({ on_date }) => on_date)}::date[],
        ${meetings.map(({ state }) => state === 'extra')}::boolean[]
      ) given (slot_id, on_date, is_extra)
      join class_slots s on s.id = given.slot_id
      left join slot_teachers own on own.slot_id = s.id and own.ended_at is null
      left join meetings old on old.slot_id = s.id and old.on_date = given.on_date
        and (old.state is not distinct from 'extra') = given.is_extra
      on conflict (slot_id, on_date, (state is not distinct from 'extra')) do update
        set teacher_id = excluded.teacher_id
    `,
  );
  await run(
    db,
    sql`
      delete from meetings m
      where m.slot_id = any(${meetings.map(({ slot_id }) => slot_id)}::bigint[])
        and m.state is null and ${hasOnlyState}
    `,
  );
};

/** The teacher's other meetings at the time of these. */
export async function clashesOf(
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  meetings: readonly Meeting[],
): Promise<MeetingOverlap[]> {
  const clashes: MeetingOverlap[] = [];
  for (const meeting of meetings) {
    if (meeting.teacher_id === null) continue;
    const days = daysAround(new Date(meeting.held_on), 1, 1);
    clashes.push(...(await listClashes(db, ownCourses(person), meeting, days)));
  }
  return clashes;
}

interface NewTeacher extends Days, ChangeOptions {
  readonly slot_id: number;
  /** Null: the slot's own teacher again. */
  readonly teacher_id: number | null;
}

/** Another teacher for the meetings of a slot from one day to another; the weekly assignment stays. */
export async function changeTeacher(ctx: Ctx, input: NewTeacher): Promise<MeetingEffect> {
  const { db, person } = ctx;
  const { course_id, class_id } = await holdSlot(ctx, input.slot_id);
  if (input.teacher_id !== null) await lockAssociated(db, course_id, input.teacher_id);
  const ofSlot = async () =>
    (await listMeetings(db, person, sql`k.id = ${class_id}`, input)).filter(
      ({ slot_id }) => slot_id === input.slot_id,
    );
  const before = (await ofSlot()).filter(({ state, has_roll }) => takesPlace(state) && !has_roll);
  if (before.length === 0) throw fail('not_found');
  return carryOut(ctx, input, async () => {
    await storeTeacher(db, person, before, input.teacher_id);
    const teacherBefore = new Map(before.map((meeting) => [nameOf(meeting), meeting]));
    const meetings = (await ofSlot()).flatMap((meeting) => {
      const before = teacherBefore.get(nameOf(meeting));
      return before && before.teacher_id !== meeting.teacher_id ? [{ ...meeting, before }] : [];
    });
    if (meetings.length === 0) throw fail('same_teacher');
    const covered = meetings.filter(({ is_covered }) => is_covered);
    await refuseUnchecked(db, person, covered, input);
    const clashes = await clashesOf(ctx, meetings);
    if (clashes.length > 0 && input.allow_overlap !== true && input.preview !== true)
      throw fail('meeting_clashes', { clashes });
    return { meetings, clashes };
  });
}

const nameOf = ({ on_date, state }: Meeting) => `${on_date} ${state === 'extra'}`;
