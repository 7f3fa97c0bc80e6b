import type { CoverAnswer } from '@gurukul/contract/cover';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, int, row } from '#server/db/columns.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { refuseUnchecked } from '../checks/refuse-unchecked.ts';
import { holdTeachers } from '../staff/lock-teachers.ts';
import { storeTeacher } from '../meetings/change-teacher.ts';
import { classesOf, listMeetings } from '../meetings/queries.ts';
import type { ChangedMeeting } from '../meetings/tell.ts';
import { listReaders, tellReaders } from '../meetings/tell.ts';
import { tellNobodyLeft } from './ask.ts';
import type { CoverRequest } from './queries.ts';
import { listCandidates, listOffers, listRequests } from './queries.ts';

/** Locks course, teachers and request in the house's order, so that of several answers one comes first. */
async function holdRequest(db: Db, coverId: number, teachers: readonly number[]): Promise<CoverRequest> {
  await run(
    db,
    sql`
      select from courses c
      where c.id = (select r.course_id from cover_requests r where r.id = ${coverId})
      for no key update
    `,
  );
  await holdTeachers(db, teachers);
  await run(db, sql`select from cover_requests r where r.id = ${coverId} for update`);
  const [request] = await listRequests(db, sql`r.id = ${coverId}`);
  if (request === undefined) throw fail('not_found');
  return request;
}

/** The meeting of the request as it stands. */
async function meetingOf(db: Db, { class_id, slot_id, on_date, held_on, is_extra }: CoverRequest) {
  const days = { from: held_on, to: held_on };
  const meetings = await listMeetings(db, { id: 0, role: 'admin' }, sql`k.id = ${class_id}`, days);
  return meetings.find(
    (one) => one.slot_id === slot_id && one.on_date === on_date && (one.state === 'extra') === is_extra,
  );
}

/** Gives the meeting to a teacher (null: back to its own), and tells everybody but the person who did it. */
async function give(ctx: Ctx, request: CoverRequest, teacherId: number | null, doer: Caller) {
  const { db } = ctx;
  const before = await meetingOf(db, request);
  if (before === undefined) return;
  await storeTeacher(db, doer, [before], teacherId);
  const after = await meetingOf(db, request);
  if (after === undefined) return;
  await tellReaders(ctx, await listReaders({ db, person: doer }, [{ ...after, before }], new Date()));
}

interface AnswerInput {
  readonly cover_id: number;
  readonly accept: boolean;
  readonly preview?: boolean | undefined;
}

/** The answer of a teacher who was asked; a preview is taken back. */
export async function answerCover(ctx: Ctx, teacherId: number, given: AnswerInput): Promise<CoverAnswer> {
  if (given.preview !== true) return decide(ctx, teacherId, given);
  await ctx.db.query('savepoint tried');
  const answer = await decide(ctx, teacherId, given);
  await ctx.db.query('rollback to savepoint tried');
  return answer;
}

const offeredRow = row({ id: int, has_declined: bool });

/** The first who accepts has the meeting. */
async function decide(ctx: Ctx, teacherId: number, { cover_id, accept }: AnswerInput): Promise<CoverAnswer> {
  const { db } = ctx;
  const request = await holdRequest(db, cover_id, [teacherId]);
  const offered = await maybeOne(
    db,
    offeredRow,
    sql`
      select o.id, o.declined_at is not null as has_declined
      from cover_offers o
      join present_staff p on p.id = o.teacher_id
      where o.request_id = ${cover_id} and o.teacher_id = ${teacherId}
    `,
  );
  if (offered === null) throw fail('not_found');
  if (request.state === 'taken') return request.taken_by === teacherId ? 'yours' : 'taken';
  if (request.state !== 'open') return request.state;
  if (!accept) {
    await run(
      db,
      sql`update cover_offers set declined_at = now() where id = ${offered.id} and declined_at is null`,
    );
    const isAnybodyLeft = (await listOffers(db, [cover_id])).some(({ is_left }) => is_left);
    if (!isAnybodyLeft && !offered.has_declined) await tellNobodyLeft(ctx, [cover_id]);
    return 'declined';
  }
  const meeting = await meetingOf(db, request);
  if (meeting !== undefined) {
    // Where the provider warns only, the office asked them all the same.
    const asked = { ...meeting, teacher_id: teacherId };
    await refuseUnchecked(db, { role: 'teacher' }, [asked], { allow_unchecked: true });
  }
  const [free = []] = meeting === undefined ? [] : await listCandidates(db, [meeting]);
  if (!free.some(({ teacher_id }) => teacher_id === teacherId)) return 'busy';
  await run(
    db,
    sql`update cover_requests set taken_by = ${teacherId}, taken_at = now() where id = ${cover_id}`,
  );
  await give(ctx, request, teacherId, { id: teacherId, role: 'teacher' });
  return 'yours';
}

/** Condition on requests `r`: they stand, and their meeting is to come. */
const isAhead = sql`r.closed_at is null and r.starts_at > now()`;

/** Withdraws a request. A meeting that somebody took and that is still to come goes back to its teacher. */
export async function closeCover(ctx: Ctx, coverId: number): Promise<void> {
  const { db, person } = ctx;
  const request = await holdRequest(db, coverId, [person.id]);
  await run(db, sql`update cover_requests set closed_at = now() where id = ${coverId} and closed_at is null`);
  const isAhead = Date.parse(request.starts_at) > Date.now();
  const meeting = request.state === 'taken' && isAhead ? await meetingOf(db, request) : undefined;
  if (meeting?.teacher_id === request.taken_by) await give(ctx, request, null, person);
}

/** Of a request `r` for a meeting of slot `s`. */
const heldOn = sql`(r.starts_at at time zone s.time_zone)::date`;

/** Withdraws what a teacher asked for some days and nobody took, but for days on which they are away all the same. */
export const withdrawOpen = (db: Db, teacherId: number, { from, to }: { from: string; to: string }) =>
  run(
    db,
    sql`
      update cover_requests r
      set closed_at = now()
      from class_slots s
      where r.teacher_id = ${teacherId} and s.id = r.slot_id and ${isAhead} and r.taken_by is null
        and ${heldOn} between ${from}::date and ${to}::date
        and not exists (
          select from away w where w.teacher_id = r.teacher_id and ${heldOn} between w.from_date and w.until_date
        )
    `,
  );

/** In days: meetings further ahead go back without a mail. */
const toldAhead = 400;
const dayMs = 86_400_000;

/**
 * A teacher who is gone takes no meeting for others: those to come go back to their own teachers, everybody hears of it,
 * and the requests are open again. The course admin hears of those for which nobody is left.
 */
export async function endCoversOf(ctx: Ctx, teacherId: number): Promise<void> {
  const { db, person } = ctx;
  const now = Date.now();
  const days = {
    from: new Date(now - dayMs).toISOString().slice(0, 10),
    to: new Date(now + toldAhead * dayMs).toISOString().slice(0, 10),
  };
  const everywhere = { id: person.id, role: 'admin' } as const;
  const theirs = sql`k.id = any(${classesOf(teacherId)})`;
  const taken = (await listMeetings(db, everywhere, theirs, days)).filter(
    (one) => one.is_covered && one.teacher_id === teacherId && Date.parse(one.ends_at) > now,
  );
  await storeTeacher(db, person, taken, null);
  await run(
    db,
    sql`
      update meetings
      set teacher_id = null
      where teacher_id = ${teacherId} and coalesce(held_on, on_date) >= current_date
    `,
  );
  const keyOf = ({ slot_id, on_date, held_on }: (typeof taken)[number]) => `${slot_id} ${on_date} ${held_on}`;
  const keys = new Set(taken.map(keyOf));
  const ofTaken = sql`k.id = any(${taken.map(({ class_id }) => class_id)}::bigint[])`;
  const changed: ChangedMeeting[] = (await listMeetings(db, everywhere, ofTaken, days))
    .filter((meeting) => keys.has(keyOf(meeting)))
    .map((meeting) => ({
      ...meeting,
      before: { teacher_id: teacherId, teacher_name: null, is_covered: true },
    }));
  await tellReaders(ctx, await listReaders({ db, person }, changed, new Date()));

  await run(
    db,
    sql`update cover_requests r set closed_at = now() where r.teacher_id = ${teacherId} and r.taken_by is null and ${isAhead}`,
  );
  const reopened = await many(
    db,
    idRow,
    sql`
      update cover_requests r set taken_by = null, taken_at = null
      where ${isAhead} and r.id in (
          select max(last.id)
          from cover_requests last
          where last.taken_by = ${teacherId}
          group by last.slot_id, last.on_date, last.is_extra
        )
        and not exists (
          select from cover_requests o
          where o.slot_id = r.slot_id and o.on_date = r.on_date and o.is_extra = r.is_extra
            and o.taken_by is null and o.closed_at is null
        )
      returning r.id
    `,
  );
  const asked = await listRequests(
    db,
    sql`
      r.taken_by is null and ${isAhead}
      and exists (select from cover_offers o where o.request_id = r.id and o.teacher_id = ${teacherId})
    `,
  );
  const offers = await listOffers(
    db,
    asked.map(({ cover_id }) => cover_id),
  );
  const hadDeclined = (coverId: number) =>
    offers.some((one) => one.request_id === coverId && one.teacher_id === teacherId && one.has_declined) &&
    !reopened.some(({ id }) => id === coverId);
  const alone = asked
    .filter(({ state }) => state === 'open')
    .map(({ cover_id }) => cover_id)
    .filter((id) => !hadDeclined(id) && !offers.some((one) => one.request_id === id && one.is_left));
  if (alone.length > 0) await tellNobodyLeft(ctx, alone);
}
