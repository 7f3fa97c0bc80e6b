import type { PlannedCover } from '@gurukul/contract/cover';
import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, date, idRow, int, row } from '#server/db/columns.ts';
import { many, one, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { scope } from '#server/http/identity/scope.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { classesOf, listMeetings } from '../meetings/queries.ts';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { listCandidates, listRequests } from './queries.ts';
import type { CoverRequest } from './queries.ts';

/** Asked for each meeting, where nobody chose whom to ask. */
const askedFirst = 5;
/** The most meetings of one request. */
const meetingsAtOnce = 100;

interface AwayInput {
  readonly from: string;
  readonly to: string;
  readonly slot_id: number | null;
  readonly teacher_id: number | null;
  readonly reason: string;
  readonly ask?: readonly number[] | undefined;
  readonly preview?: boolean | undefined;
}

/** What asking takes: who asks, and the ways to those who are asked. */
export type Asking = Pick<Ctx, 'db' | 'mail' | 'push'> & { readonly person: Caller };

/** The teacher's meetings on these days that are still to come. */
async function meetingsOf(
  { db, person }: Pick<Asking, 'db' | 'person'>,
  teacherId: number,
  { from, to, slot_id }: Pick<AwayInput, 'from' | 'slot_id' | 'to'>,
): Promise<Meeting[]> {
  const all = await listMeetings(db, person, sql`k.id = any(${classesOf(teacherId)})`, { from, to });
  const now = Date.now();
  return all.filter(
    (one) =>
      one.teacher_id === teacherId &&
      takesPlace(one.state) &&
      !one.has_roll &&
      Date.parse(one.starts_at) > now &&
      (slot_id === null || one.slot_id === slot_id),
  );
}

/** Asks other teachers to take the meetings; each of them gets one mail. */
export async function askCover(ctx: Ctx, input: AwayInput): Promise<PlannedCover[]> {
  const { db, person } = ctx;
  const isOwn = person.role === 'teacher';
  if (isOwn && input.teacher_id !== null && input.teacher_id !== person.id) throw fail('not_found');
  const teacherId = isOwn ? person.id : input.teacher_id;
  if (teacherId === null) throw fail('not_found');
  if (!isOwn) await scope(db, person).teacher(teacherId);
  const meetings = await meetingsOf(ctx, teacherId, input);
  if (input.slot_id !== null && meetings.length === 0) throw fail('not_found');
  if (meetings.length > meetingsAtOnce) throw fail('bad_input');
  const planned = await planFor(ctx, meetings);
  if (input.preview === true) return planned.map(asPlanned);
  if (input.slot_id === null) await storeAway(db, teacherId, input);
  return (await store(ctx, teacherId, input, planned)).map(asPlanned);
}

const nameRow = row({ slot_id: int, on_date: date, is_extra: bool });

/** Asks for the teacher's own meetings on days away that nobody was ever asked for. Returns how many. */
export async function askForNew(ctx: Asking, days: Pick<AwayInput, 'from' | 'to'>): Promise<number> {
  const { db, person } = ctx;
  const all = await meetingsOf(ctx, person.id, { ...days, slot_id: null });
  if (all.length === 0) return 0;
  const asked = await many(
    db,
    nameRow,
    sql`select r.slot_id, r.on_date, r.is_extra from cover_requests r where r.teacher_id = ${person.id}`,
  );
  const isAsked = ({ slot_id, on_date, state }: Meeting) =>
    asked.some(
      (one) => one.slot_id === slot_id && one.on_date === on_date && one.is_extra === (state === 'extra'),
    );
  const planned = await planFor(ctx, all.filter((one) => !isAsked(one)).slice(0, meetingsAtOnce));
  return (await store(ctx, person.id, { reason: '', slot_id: null }, planned)).length;
}

/** To a teacher nobody is named who has no check: that is between them and the office. */
async function planFor(
  { db, person }: Pick<Asking, 'db' | 'person'>,
  meetings: readonly Meeting[],
): Promise<MeetingPlan[]> {
  if (meetings.length === 0) return [];
  const candidates = await listCandidates(db, meetings);
  return meetings.map((meeting, index) => ({
    meeting,
    candidates: candidates[index]!.filter(
      ({ is_unchecked }) => !is_unchecked || person.role !== 'teacher',
    ).map(({ place: _place, ...candidate }) => candidate),
  }));
}

function asPlanned({ meeting, candidates }: MeetingPlan): PlannedCover {
  const { course_name, class_name, slot_id, on_date, held_on, starts_at, ends_at, zone } = meeting;
  return { course_name, class_name, slot_id, on_date, held_on, starts_at, ends_at, zone, candidates };
}

const storeAway = (db: Db, teacherId: number, { from, to }: AwayInput) =>
  run(db, sql`insert into away (teacher_id, from_date, until_date) values (${teacherId}, ${from}, ${to})`);

interface MeetingPlan {
  readonly meeting: Meeting;
  readonly candidates: PlannedCover['candidates'];
}

/** Stores the requests and offers, and writes to those who are asked. Returns the meetings with whom it asked. */
async function store(
  ctx: Asking,
  teacherId: number,
  { ask, reason, slot_id }: Pick<AwayInput, 'ask' | 'reason' | 'slot_id'>,
  planned: readonly MeetingPlan[],
): Promise<MeetingPlan[]> {
  const { db, person } = ctx;
  const secrets = new Map<number, string>();
  const wanted = ask === undefined ? null : new Set(ask);
  const alone: number[] = [];
  const stored: MeetingPlan[] = [];
  for (const { meeting, candidates } of planned) {
    const [request] = await many(
      db,
      idRow,
      sql`
        insert into cover_requests (course_id, class_id, slot_id, on_date, is_extra, starts_at, teacher_id, reason, asked_by)
        values (${meeting.course_id}, ${meeting.class_id}, ${meeting.slot_id}, ${meeting.on_date},
          ${meeting.state === 'extra'}, ${meeting.starts_at}, ${teacherId}, ${reason}, ${person.id})
        on conflict (slot_id, on_date, is_extra) where taken_by is null and closed_at is null do nothing
        returning id
      `,
    );
    if (request === undefined) {
      // Of many meetings, and of days away, those that are asked for already stay as they are.
      if (planned.length > 1 || slot_id === null) continue;
      throw fail('cover_is_asked');
    }
    const asked =
      wanted === null
        ? candidates.filter(({ is_unchecked }) => !is_unchecked).slice(0, askedFirst)
        : candidates.filter((one) => wanted.has(one.teacher_id));
    stored.push({ meeting, candidates: asked });
    if (asked.length === 0) alone.push(request.id);
    for (const { teacher_id } of asked) {
      const secret = secrets.get(teacher_id) ?? newSecret('o_');
      secrets.set(teacher_id, secret);
      await run(
        db,
        sql`
          insert into cover_offers (request_id, teacher_id, secret_hash)
          values (${request.id}, ${teacher_id}, ${hashSecret(secret)})
        `,
      );
    }
  }
  // A change that stores nothing must not stand in the history.
  if (stored.length === 0) return stored;
  await writeTo(ctx, secrets);
  await tellAsked(ctx, stored);
  if (alone.length > 0) await tellNobodyLeft(ctx, alone);
  return stored;
}

/** Tells those who are asked on their devices. */
async function tellAsked({ db, push }: Asking, stored: readonly MeetingPlan[]): Promise<void> {
  const change = await changeOf(db);
  const asked = Map.groupBy(
    stored.flatMap(({ meeting, candidates }) =>
      candidates.map(({ teacher_id }) => ({ meeting, teacher_id })),
    ),
    ({ teacher_id }) => teacher_id,
  );
  for (const [teacher, meetings] of asked) {
    const places = new Set(meetings.map(({ meeting }) => `${meeting.course_name} ${meeting.class_name}`));
    await push.tell(db, sql`select ${teacher}::bigint`, {
      kind: 'cover_asked',
      place: [...places].join(', '),
      path: '/Cover',
      key: String(change),
    });
  }
}

const changeRow = row({ id: int });
const changeOf = async (db: Db) => (await one(db, changeRow, sql`select current_change() as id`)).id;

const toldOf = (requests: readonly CoverRequest[]) =>
  requests.map(({ cover_id, class_name, course_name, starts_at, ends_at, zone }) => ({
    cover_id,
    class_name: oneLine(class_name),
    course_name: oneLine(course_name),
    starts_at,
    ends_at,
    zone,
  }));

async function writeTo({ db, mail }: Asking, secrets: ReadonlyMap<number, string>) {
  if (secrets.size === 0) return;
  const change = await changeOf(db);
  const readers = await listMailReaders(db, sql`select unnest(${[...secrets.keys()]}::bigint[])`);
  const mails: Mail[] = [];
  for (const { person_id, email_id, fullname, timezone } of readers) {
    const secret = secrets.get(person_id)!;
    const requests = await listRequests(
      db,
      sql`r.id in (select o.request_id from cover_offers o where o.secret_hash = ${hashSecret(secret)})`,
    );
    mails.push({
      kind: 'cover_asked',
      to: email_id,
      person_id,
      dedupeKey: `cover_asked:${change}:${person_id}`,
      data: {
        fullname: oneLine(fullname),
        timezone: oneLine(timezone),
        secret,
        teacher_name: oneLine(requests[0]?.teacher_name ?? ''),
        reason: oneLine(requests[0]?.reason ?? ''),
        meetings: toldOf(requests),
      },
    });
  }
  await mail.enqueueMany(db, mails, { heldSeconds });
}

const heardRow = row({ course_id: int, courseadmin_id: int });

/** Nobody can take these meetings: their course admins hear of it. */
export async function tellNobodyLeft({ db, mail }: Pick<Ctx, 'db' | 'mail'>, requestIds: readonly number[]) {
  const requests = await listRequests(db, sql`r.id = any(${requestIds}::bigint[])`);
  const admins = await many(
    db,
    heardRow,
    sql`
      select c.id as course_id, c.courseadmin_id
      from courses c
      where c.id = any(${requests.map(({ course_id }) => course_id)}::bigint[]) and c.courseadmin_id is not null
    `,
  );
  const readers = await listMailReaders(
    db,
    sql`select unnest(${admins.map(({ courseadmin_id }) => courseadmin_id)}::bigint[])`,
  );
  const change = await changeOf(db);
  for (const { person_id, email_id, fullname, timezone } of readers) {
    const courses = admins.filter(({ courseadmin_id }) => courseadmin_id === person_id);
    const theirs = requests.filter(({ course_id }) =>
      courses.some((course) => course.course_id === course_id),
    );
    await mail.enqueueMany(
      db,
      [
        {
          kind: 'cover_nobody',
          to: email_id,
          person_id,
          dedupeKey: `cover_nobody:${change}:${person_id}`,
          data: {
            fullname: oneLine(fullname),
            timezone: oneLine(timezone),
            teacher_name: oneLine(theirs[0]?.teacher_name ?? ''),
            reason: oneLine(theirs[0]?.reason ?? ''),
            meetings: toldOf(theirs),
          },
        },
      ],
      { heldSeconds },
    );
  }
}
