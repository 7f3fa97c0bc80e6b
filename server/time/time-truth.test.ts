import { classDays, timeZoneNames, timeZones } from '@gurukul/contract/classes';
import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { readMarks } from '../features/attendance/report-queries.ts';
import { sheetOf } from '../features/attendance/report-sheet.ts';
import { offeredDays, rollsDue } from '../features/attendance/roll-rules.ts';
import { listTaughtMeetings } from '../features/calendar/queries.ts';
import { writeCalendar } from '../features/calendar/write-calendar.ts';
import { listClasses } from '../features/classes/queries.ts';
import { daysAround, listHeldBy, listMeetings } from '../features/meetings/queries.ts';
import { listScheduledSlots, scheduleRows, shownDays } from '../features/schedule/queries.ts';
import { testApp } from '../test/app.ts';
import { office } from '../test/office.ts';
import { readCalendar } from '../test/read-calendar.ts';
import { dateIn, dateOf, isDoubtful, tryOut } from '../test/wall-clock.ts';

/**
 * The times of classes, as each place tells them, against clocks that were tried out without any of our code and
 * against PostgreSQL's. `PROOF=full vitest run --project unit server/time/time-truth.test.ts` takes 10,000 classes.
 */
const isFull = process.env['PROOF'] === 'full';
const groups = isFull ? 500 : 4;
const perGroup = 20;
const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2_147_483_647);

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

const twoDigits = (value: number) => String(value).padStart(2, '0');
const clock = (hours: fc.Arbitrary<number>) =>
  fc
    .record({ hour: hours, minute: fc.nat(59) })
    .map(({ hour, minute }) => `${twoDigits(hour)}:${twoDigits(minute)}`);
const anyClass = fc.record({
  class_day: fc.oneof(fc.constantFrom(...classDays), fc.constant('sunday' as const)),
  // As many in the small hours, in which clocks change, as in all others.
  time: fc.oneof(clock(fc.nat(23)), clock(fc.nat(4))),
  zone: fc.constantFrom(...timeZoneNames).map((name) => timeZones[name]),
  duration: fc.integer({ min: 5, max: 720 }),
});
// Two years with four changes of clocks in each zone that changes them; half of the moments lie in the weeks around.
const years = {
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T23:59:59Z'),
  noInvalidDate: true,
};
const changes = ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07'].map((day) => Date.parse(day));
const anyMoment = fc.oneof(
  fc.date(years),
  fc
    .record({ change: fc.constantFrom(...changes), off: fc.integer({ min: -8 * dayMs, max: 9 * dayMs }) })
    .map(({ change, off }) => new Date(change + off)),
);
const anyGroup = fc.record({
  now: anyMoment,
  /** Since when the teacher teaches them. */
  since: fc.integer({ min: 0, max: 60 * dayMs }),
  classes: fc.array(anyClass, { minLength: perGroup, maxLength: perGroup }),
});

const { db } = await testApp({ database: 'empty' });
const at = office(db);
const adminId = await at.person('Asha', 'admin');
const courseAdminId = await at.person('Radha', 'courseadmin');
const studentId = await at.person('Hari', 'student');
const admin = {
  id: adminId,
  role: 'admin',
  mainRole: 'admin',
  asRole: null,
  sessionId: 0,
  fullname: 'Asha',
  isProved: true,
  lacksFactor: false,
} as const;

type Class = (typeof anyClass)['generate'] extends (...input: never[]) => { value: infer T } ? T : never;
interface Taught extends Class {
  readonly slotId: number;
  readonly classId: number;
}

/** A course with those classes, all of one teacher. */
async function teach(number: number, classes: readonly Class[], since: Date) {
  const teacherId = await at.person(`T${number}`, 'teacher');
  const courseId = await at.course(`Course ${number}`, courseAdminId);
  await at.associate(courseId, teacherId);
  await db.query(`update courses set start_date = $2, course_duration = 'yearly' where id = $1`, [
    courseId,
    // A week before, and one day more for zones behind UTC.
    dateIn('UTC', since.getTime() - 8 * dayMs),
  ]);
  const { rows } = await db.query<{ class_id: number; slot_id: number }>(
    `with made as (
       insert into classes (course_id, class_name)
       select $1, 'Class ' || n from generate_series(1, $2::integer) n returning id, class_name
     ), given as (
       select * from unnest($3::text[], $4::time[], $5::text[], $6::integer[]) with ordinality
         as g (class_day, local_time, time_zone, minutes, n)
     ), slots as (
       insert into class_slots (class_id, course_id, class_day, local_time, time_zone, duration_minutes)
       select m.id, $1, g.class_day, g.local_time, g.time_zone, g.minutes
       from given g join made m on m.class_name = 'Class ' || g.n returning id, class_id
     ), assigned as (
       insert into slot_teachers (slot_id, course_id, teacher_id, assigned_at)
       select id, $1, $7, $8::timestamptz from slots
     )
     select s.id as slot_id, s.class_id from slots s join made m on m.id = s.class_id
     order by substr(m.class_name, 7)::integer`,
    [
      courseId,
      classes.length,
      classes.map(({ class_day }) => class_day),
      classes.map(({ time }) => time),
      classes.map(({ zone }) => zone),
      classes.map(({ duration }) => duration),
      teacherId,
      since,
    ],
  );
  const taught = classes.map((each, n): Taught => ({
    ...each,
    slotId: rows[n]!.slot_id,
    classId: rows[n]!.class_id,
  }));
  const { rows: ends } = await db.query<{ end: string }>(
    `select course_end(start_date, course_duration)::text as end from courses where id = $1`,
    [courseId],
  );
  return { teacherId, courseId, taught, endsOn: ends[0]!.end };
}

/** The next meeting as PostgreSQL's own clocks have it. */
async function askPostgres(classes: readonly Class[], now: Date): Promise<number[]> {
  const { rows } = await db.query<{ next: string }>(
    `select min(m.at) as next
     from unnest($1::text[], $2::time[], $3::text[]) with ordinality as c (class_day, local_time, zone, n)
     cross join lateral (
       select (d.day + c.local_time) at time zone c.zone as at
       from generate_series(date_trunc('day', $4::timestamptz at time zone c.zone) - interval '1 day',
         date_trunc('day', $4::timestamptz at time zone c.zone) + interval '8 days', interval '1 day') d (day)
       where trim(to_char(d.day, 'day')) = c.class_day
     ) m
     where m.at >= $4::timestamptz
     group by c.n order by c.n`,
    [
      classes.map(({ class_day }) => class_day),
      classes.map(({ time }) => time),
      classes.map(({ zone }) => zone),
      now,
    ],
  );
  return rows.map(({ next }) => Date.parse(next));
}

/** Marks the student in each class on its date. */
async function mark(courseId: number, classes: readonly Taught[], dates: readonly string[]) {
  await db.query(
    `with registers as (
       insert into attendance_registers (course_id, class_id, attendance_date)
       select $1, * from unnest($2::bigint[], $3::date[]) returning id, class_id, attendance_date
     )
     insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
     select attendance_date, $4, $1, class_id, id, 'present' from registers`,
    [courseId, classes.map(({ classId }) => classId), dates, studentId],
  );
}

const without = (all: readonly string[], others: readonly string[]) => {
  const known = new Set(others);
  return all.filter((each) => !known.has(each));
};
const millis = (instants: readonly string[]) => instants.map((instant) => Date.parse(instant));

/** How many classes, meetings of the schedule and entries of the feed; `touched` by a skipped or doubled hour. */
const tally = { classes: 0, touched: 0, postgres: 0, schedule: 0, feed: 0 };
const wrong: string[] = [];
function compare(place: string, taught: Taught, now: Date, said: unknown, truth: unknown) {
  if (JSON.stringify(said) === JSON.stringify(truth)) return;
  const { class_day, time, zone, duration } = taught;
  wrong.push(
    `${place}: ${class_day} ${time} ${zone} (${duration}) at ${now.toISOString()} ${JSON.stringify(said)}`,
  );
}

/** Of today where the class is at home, or over for less than a day; no day that is still to come in Kolkata. */
function rollsOwed(each: Class, now: Date) {
  const today = dateIn(each.zone, now.getTime());
  return tryOut(each, now.getTime() - 4 * dayMs, now.getTime() + 2 * dayMs)
    .map(({ at, wall }) => ({ date: dateOf(wall), at, end: at + each.duration * 60_000 }))
    .filter(({ date, end }) => date === today || (date < today && end >= now.getTime() - dayMs))
    .filter(({ date }) => date <= dateIn('Asia/Kolkata', now.getTime()))
    .map(({ date, at, end }) => [date, at, end]);
}

async function check(number: number, { now, since, classes }: (typeof samples)[number]) {
  const assigned = new Date(now.getTime() - since);
  const { teacherId, courseId, taught, endsOn } = await teach(number, classes, assigned);
  const list = new Map((await listClasses(db, admin, courseId, now)).map((row) => [row.id, row]));
  const slots = await listScheduledSlots(db, admin, teacherId, 0);
  const held = await listHeldBy(db, teacherId, shownDays(now));
  const schedule = new Map(scheduleRows(slots, held, now).map((row) => [row.id, row]));
  const until = now.getTime() + 2 * 365 * dayMs;
  const feed = readCalendar(
    writeCalendar(
      { meetings: await listTaughtMeetings(db, teacherId, now), events: [] },
      { name: 'Classes', host: 'test' },
      now,
    ),
  );
  const postgres = await askPostgres(taught, now);
  const around = Map.groupBy(
    await listMeetings(db, admin, sql`c.id = ${courseId}`, daysAround(now, offeredDays, 0)),
    ({ class_id }) => class_id,
  );
  const last = taught.map((each) => tryOut(each, now.getTime() - 2 * weekMs, now.getTime()).at(-1)!);
  await mark(
    courseId,
    taught,
    last.map(({ wall }) => dateOf(wall)),
  );

  for (const [n, each] of taught.entries()) {
    const truth = tryOut(each, now.getTime(), until);
    const next = truth[0]!;
    const told = new Date(next.at).toISOString();
    const isOdd = [last[n]!, next].some(({ wall }) => isDoubtful(each.zone, wall));

    const row = list.get(each.slotId);
    compare('class list', each, now, [row?.slot_time, row?.time, row?.zone], [told, each.time, each.zone]);
    // Of a time that comes twice it takes the second, which may lie ahead when the first has passed.
    if (!isOdd) compare('PostgreSQL', each, now, postgres[n], next.at);

    const planned = schedule.get(each.slotId);
    // Until a meeting is over it is the one that the schedule shows.
    const on = tryOut(each, now.getTime() - each.duration * 60_000 + 1, until)[0]!;
    const shownFirst = [new Date(on.at).toISOString(), dateOf(on.wall)];
    compare('schedule', each, now, [planned?.slot_time, planned?.date], shownFirst);
    const shown = tryOut(each, now.getTime() - weekMs, now.getTime() + 26 * weekMs);
    compare(
      'meetings of the schedule',
      each,
      now,
      millis(planned?.meetings ?? []),
      shown.map((m) => m.at),
    );

    const entries = feed.get(`class-${each.slotId}`) ?? [];
    const inCourse = tryOut(each, assigned.getTime(), until).filter(({ wall }) => dateOf(wall) < endsOn);
    const owed = inCourse.map((m) => ({
      start: m.at,
      end: m.at + each.duration * 60_000,
    }));
    const [inFeed, inTruth] = [entries, owed].map((all) => all.map((entry) => JSON.stringify(entry)));
    compare('feed, too many', each, now, without(inFeed!, inTruth!), []);
    compare('feed, missing', each, now, without(inTruth!, inFeed!), []);
    compare('feed, entries', each, now, entries.length, owed.length);

    const day = dateOf(last[n]!.wall);
    const period = { course_id: courseId, class_id: each.classId, start_date: day, end_date: day };
    const { dates, students } = sheetOf(day, day, (await readMarks(db, admin, period))?.students ?? []);
    compare('report', each, now, [dates, students[0]?.marks], [[day], 'p']);
    // Marking asks the calendar in Kolkata whether the day has come: at the first moment of the class it has.
    compare('day in Kolkata', each, now, dateIn('Asia/Kolkata', last[n]!.at) >= day, true);

    const called = rollsDue(around.get(each.classId) ?? [], now);
    compare(
      'rolls',
      each,
      now,
      called.map(({ held_on, starts_at, ends_at }) => [held_on, Date.parse(starts_at), Date.parse(ends_at)]),
      rollsOwed(each, now),
    );

    tally.classes += 1;
    tally.touched += truth.some(({ wall }) => isDoubtful(each.zone, wall)) ? 1 : 0;
    tally.postgres += isOdd ? 0 : 1;
    tally.schedule += shown.length;
    tally.feed += owed.length;
  }
}

const samples = fc.sample(anyGroup, { numRuns: groups, seed });

describe(`the time of a class (PROOF_SEED=${seed})`, () => {
  it(
    'is the same truth in class list, schedule, rolls, report and feed',
    async () => {
      for (const [number, sample] of samples.entries()) await check(number, sample);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(tally.classes).toBe(groups * perGroup);
      if (isFull) process.stdout.write(`${JSON.stringify({ seed, wrong: wrong.length, ...tally })}\n`);
    },
    isFull ? 1_800_000 : 60_000,
  );
});
