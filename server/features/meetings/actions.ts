import type { Meeting, MeetingOverlap, MeetingEffect } from '@gurukul/contract/meetings';
import { listedMeetings } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import { bool, date, int, row } from '#server/db/columns.ts';
import { maybeOne, one, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { refuseUnchecked } from '../checks/refuse-unchecked.ts';
import { daysAround, hasOnlyState, listClashes, listMeetings } from './queries.ts';
import type { ChangedMeeting } from './tell.ts';
import { listReaders, tellReaders, toldOf, withoutNews } from './tell.ts';

/* What staff do to meetings. A preview does it, reads what became of it, and takes it back. */

export interface MeetingName {
  readonly slot_id: number;
  readonly on_date: string;
  /** The meeting beside the slot on that day. */
  readonly extra?: boolean | undefined;
}

export interface ChangeOptions {
  readonly preview?: boolean | undefined;
  /** Writes to the people whom it concerns. */
  readonly tell: boolean;
  readonly allow_overlap?: boolean | undefined;
  readonly allow_unchecked?: boolean | undefined;
}

const slotRow = row({ course_id: int, class_id: int, duration: int });

/** The slot. Its course is locked, so that actions on one course take turns. */
export async function lockSlot({ db }: Ctx, slotId: number) {
  const slot = await maybeOne(
    db,
    slotRow,
    sql`
      select s.course_id, s.class_id, s.duration_minutes as duration
      from class_slots s
      join courses c on c.id = s.course_id and c.deleted_at is null
      where s.id = ${slotId} and s.deleted_at is null
      for no key update of c
    `,
  );
  if (slot === null) throw fail('not_found');
  return slot;
}

/** The same, within reach. */
export async function holdSlot(ctx: Ctx, slotId: number) {
  const slot = await lockSlot(ctx, slotId);
  await scope(ctx.db, ctx.person).class(slot.course_id, slot.class_id);
  return slot;
}

interface ChangeResult {
  readonly meetings: readonly ChangedMeeting[];
  readonly clashes?: readonly MeetingOverlap[];
}

/** Does it and tells people, or takes it back if only its effect was asked for. */
export async function carryOut(
  ctx: Ctx,
  { preview, tell }: ChangeOptions,
  work: () => Promise<ChangeResult>,
): Promise<MeetingEffect> {
  if (preview === true) await ctx.db.query('savepoint tried');
  const { meetings, clashes = [] } = await work();
  const readers = await listReaders(ctx, meetings, new Date());
  if (preview === true) await ctx.db.query('rollback to savepoint tried');
  else if (tell) await tellReaders(ctx, readers);
  return {
    meeting_count: meetings.length,
    class_count: new Set(meetings.map(({ class_id }) => class_id)).size,
    meetings: meetings.slice(0, listedMeetings).map(withoutNews),
    clashes: [...clashes],
    told: toldOf(readers),
  };
}

const heldOnRow = row({ held_on: date.nullable() });

/** The meeting by its name; null where there is none. */
export async function findMeeting(
  { db, person }: Ctx,
  classId: number,
  name: MeetingName,
): Promise<Meeting | null> {
  const { slot_id, on_date, extra = false } = name;
  const stored = await maybeOne(
    db,
    heldOnRow,
    sql`
      select m.held_on
      from meetings m
      where m.slot_id = ${slot_id} and m.on_date = ${on_date}::date and (m.state is not distinct from 'extra') = ${extra}
    `,
  );
  const day = stored?.held_on ?? on_date;
  const ofDay = await listMeetings(db, person, sql`k.id = ${classId}`, { from: day, to: day });
  return ofDay.find((one) => isNamed(one, name)) ?? null;
}

const isNamed = (one: Meeting, { slot_id, on_date, extra = false }: MeetingName) =>
  one.slot_id === slot_id && one.on_date === on_date && (one.state === 'extra') === extra;

/** The same, for an action: of a teacher, one that they take, also in a foreign class. */
export async function reachMeeting(ctx: Ctx, classId: number, name: MeetingName): Promise<Meeting> {
  const meeting = await findMeeting(ctx, classId, name);
  const isReached = ctx.person.role !== 'teacher' || meeting?.teacher_id === ctx.person.id;
  if (meeting === null || !isReached) throw fail('not_found');
  return meeting;
}

/** The same, and no roll says that it took place. */
async function holdMeeting(ctx: Ctx, classId: number, name: MeetingName): Promise<Meeting> {
  const meeting = await reachMeeting(ctx, classId, name);
  if (meeting.has_roll && takesPlace(meeting.state)) throw fail('meeting_has_roll');
  return meeting;
}

interface Exception {
  readonly state: 'planned' | 'canceled' | 'moved' | 'extra';
  readonly reason: string;
  /** Students and families hear the reason too. */
  readonly tell_reason?: boolean;
  /** Of a moved and an extra one. */
  readonly held?: { readonly day: string; readonly time: string; readonly duration: number };
}

/** Stores how the meeting differs from its slot, in place of what was stored. */
export const storeException = (
  { db, person }: Ctx,
  { slot_id, on_date }: MeetingName,
  { state, reason, tell_reason = false, held }: Exception,
) =>
  run(
    db,
    sql`
      insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes, reason,
        tells_reason, created_by)
      select s.course_id, s.class_id, s.id, ${on_date}::date, ${state}, ${held?.day ?? null}::date,
        ${held?.time ?? null}::time, ${held?.duration ?? null}::integer, ${reason},
        ${tell_reason}, ${person.id}
      from class_slots s
      where s.id = ${slot_id}
      on conflict (slot_id, on_date, (state is not distinct from 'extra')) do update
        set state = excluded.state, held_on = excluded.held_on, local_time = excluded.local_time,
          duration_minutes = excluded.duration_minutes, reason = excluded.reason,
          tells_reason = excluded.tells_reason
    `,
  );

/** As the rule says again. Another teacher, another link and a recording stay. */
export async function dropException({ db }: Ctx, { slot_id, on_date, extra = false }: MeetingName) {
  const itsRow = sql`
    m.slot_id = ${slot_id} and m.on_date = ${on_date}::date and (m.state is not distinct from 'extra') = ${extra}
  `;
  await run(db, sql`delete from meetings m where ${itsRow} and (${hasOnlyState} or m.state = 'extra')`);
  await run(
    db,
    sql`
      update meetings m
      set state = null, held_on = null, local_time = null, duration_minutes = null, reason = '', tells_reason = false
      where ${itsRow}
    `,
  );
}

const inCourseRow = row({ is_in_course: bool });

/**
 * Refuses a time outside the course, and one at which the class itself meets already. Answers the teacher's other
 * meetings at that time; without a person who insists they are a refusal too.
 */
async function checkTime({ db, person }: Ctx, meeting: Meeting, options: ChangeOptions) {
  const { preview, allow_overlap } = options;
  const { is_in_course } = await one(
    db,
    inCourseRow,
    sql`
      select ${meeting.held_on}::date >= c.start_date
        and ${meeting.held_on}::date < course_end(c.start_date, c.course_duration) as is_in_course
      from courses c
      where c.id = ${meeting.course_id}
    `,
  );
  if (!is_in_course) throw fail('meeting_outside_course');
  // A meeting lasts twelve hours at most, so a day before and after is enough in every zone.
  const days = daysAround(new Date(meeting.held_on), 1, 1);
  const ofClass = await listMeetings(db, person, sql`k.id = ${meeting.class_id}`, days);
  const name = { ...meeting, extra: meeting.state === 'extra' };
  const isMet = ofClass.some(
    (other) =>
      takesPlace(other.state) &&
      !isNamed(other, name) &&
      other.starts_at < meeting.ends_at &&
      other.ends_at > meeting.starts_at,
  );
  if (isMet) throw fail('slot_taken');
  if (meeting.is_covered) await refuseUnchecked(db, person, [meeting], options);
  const clashes = meeting.teacher_id === null ? [] : await listClashes(db, ownCourses(person), meeting, days);
  if (clashes.length > 0 && allow_overlap !== true && preview !== true)
    throw fail('meeting_clashes', { clashes });
  return clashes;
}

interface Reason {
  readonly reason: string;
  /** Students and families hear it too. */
  readonly tell_reason: boolean;
}

export async function cancelMeeting(
  ctx: Ctx,
  { reason, tell_reason, ...input }: MeetingName & ChangeOptions & Reason,
): Promise<MeetingEffect> {
  const { class_id } = await lockSlot(ctx, input.slot_id);
  const meeting = await holdMeeting(ctx, class_id, input);
  if (!takesPlace(meeting.state)) throw fail('meeting_is_off');
  return carryOut(ctx, input, async () => {
    if (meeting.state === 'extra') await dropException(ctx, input);
    else await storeException(ctx, input, { state: 'canceled', reason, tell_reason });
    const was_extra = meeting.state === 'extra';
    return { meetings: [{ ...meeting, state: 'canceled', reason, tell_reason, was_extra, known: meeting }] };
  });
}

interface NewTime extends Reason {
  readonly time: string;
  /** In minutes; as before when absent. */
  readonly duration?: number | undefined;
}

export async function moveMeeting(
  ctx: Ctx,
  {
    reason,
    tell_reason,
    to_date,
    time,
    duration,
    ...input
  }: MeetingName & ChangeOptions & NewTime & { readonly to_date: string },
): Promise<MeetingEffect> {
  const { class_id } = await lockSlot(ctx, input.slot_id);
  const before = await holdMeeting(ctx, class_id, input);
  if (!takesPlace(before.state)) throw fail('meeting_is_off');
  const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000;
  return carryOut(ctx, input, async () => {
    await storeException(ctx, input, {
      state: before.state === 'extra' ? 'extra' : 'moved',
      reason,
      tell_reason,
      held: { day: to_date, time, duration: duration ?? minutes },
    });
    const after = (await findMeeting(ctx, class_id, input))!;
    if (after.starts_at === before.starts_at && after.ends_at === before.ends_at)
      throw fail('meeting_unchanged');
    const { starts_at, ends_at } = before;
    const meetings = [{ ...after, was: { starts_at, ends_at }, tell_reason, known: before }];
    return { meetings, clashes: await checkTime(ctx, after, input) };
  });
}

export async function addMeeting(
  ctx: Ctx,
  { reason, tell_reason, time, duration, ...input }: Omit<MeetingName, 'extra'> & ChangeOptions & NewTime,
): Promise<MeetingEffect> {
  const slot = await holdSlot(ctx, input.slot_id);
  const name = { ...input, extra: true };
  if ((await findMeeting(ctx, slot.class_id, name)) !== null) throw fail('slot_taken');
  return carryOut(ctx, input, async () => {
    const held = { day: input.on_date, time, duration: duration ?? slot.duration };
    await storeException(ctx, name, { state: 'extra', reason, tell_reason, held });
    const added = (await findMeeting(ctx, slot.class_id, name))!;
    if (ctx.person.role === 'teacher' && added.teacher_id !== ctx.person.id) throw fail('not_found');
    return {
      meetings: [{ ...added, tell_reason, known: null }],
      clashes: await checkTime(ctx, added, input),
    };
  });
}

/**
 * Back to the plan; on a day off the meeting takes place all the same. Refuses one that is as planned, and a time at
 * which the class meets by now.
 */
export async function restoreMeeting(ctx: Ctx, input: MeetingName & ChangeOptions): Promise<MeetingEffect> {
  const { class_id } = await holdSlot(ctx, input.slot_id);
  const meeting = await holdMeeting(ctx, class_id, input);
  if (meeting.state === 'planned' || meeting.state === 'extra') throw fail('meeting_unchanged');
  return carryOut(ctx, input, async () => {
    if (meeting.state === 'day_off') await storeException(ctx, input, { state: 'planned', reason: '' });
    else await dropException(ctx, input);
    const after = (await findMeeting(ctx, class_id, input))!;
    const clashes = takesPlace(after.state)
      ? await checkTime(ctx, after, { ...input, allow_overlap: true, allow_unchecked: true })
      : [];
    return { meetings: [{ ...after, known: meeting }], clashes };
  });
}
