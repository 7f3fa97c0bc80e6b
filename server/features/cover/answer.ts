import type { CoverAnswer } from '@gurukul/contract/cover';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, int, row } from '#server/db/columns.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import type { Caller } from '#server/http/scope.ts';
import { holdTeachers } from '../assignments/lock-teachers.ts';
import { storeTeacher } from '../meetings/change-teacher.ts';
import { listMeetings } from '../meetings/queries.ts';
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
  const changed = { ...after, teacher_before: before.teacher_id };
  await tellReaders(ctx, await listReaders({ db, person: doer }, [changed], new Date()));
}

interface Given {
  readonly cover_id: number;
  readonly accept: boolean;
  readonly preview?: boolean | undefined;
}

/** The answer of a teacher who was asked; a preview is taken back. */
export async function answerCover(ctx: Ctx, teacherId: number, given: Given): Promise<CoverAnswer> {
  if (given.preview !== true) return decide(ctx, teacherId, given);
  await ctx.db.query('savepoint tried');
  const answer = await decide(ctx, teacherId, given);
  await ctx.db.query('rollback to savepoint tried');
  return answer;
}

const offeredRow = row({ id: int, has_declined: bool });

/** The first who accepts has the meeting. */
async function decide(ctx: Ctx, teacherId: number, { cover_id, accept }: Given): Promise<CoverAnswer> {
  const { db } = ctx;
  const request = await holdRequest(db, cover_id, [teacherId]);
  const offered = await maybeOne(
    db,
    offeredRow,
    sql`
      select o.id, o.declined_at is not null as has_declined
      from cover_offers o
      join people p on p.id = o.teacher_id and p.deleted_at is null
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
    const left = (await listOffers(db, [cover_id])).filter(({ has_declined }) => !has_declined);
    if (left.length === 0 && !offered.has_declined) await tellNobodyLeft(ctx, [cover_id]);
    return 'declined';
  }
  const meeting = await meetingOf(db, request);
  const [free = []] = meeting === undefined ? [] : await listCandidates(db, [meeting]);
  if (!free.some(({ teacher_id }) => teacher_id === teacherId)) return 'busy';
  await run(
    db,
    sql`update cover_requests set taken_by = ${teacherId}, taken_at = now() where id = ${cover_id}`,
  );
  await give(ctx, request, teacherId, { id: teacherId, role: 'teacher' });
  return 'yours';
}

/** Withdraws a request. A meeting that somebody took and that is still to come goes back to its teacher. */
export async function closeCover(ctx: Ctx, coverId: number): Promise<void> {
  const { db, person } = ctx;
  const request = await holdRequest(db, coverId, [person.id]);
  await run(db, sql`update cover_requests set closed_at = now() where id = ${coverId} and closed_at is null`);
  const isAhead = Date.parse(request.starts_at) > Date.now();
  const meeting = request.state === 'taken' && isAhead ? await meetingOf(db, request) : undefined;
  if (meeting?.teacher_id === request.taken_by) await give(ctx, request, null, person);
}
