import { classDays, timeZoneNames, timeZones } from '@gurukul/contract/classes';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { readCalendar } from '#server/test/read-calendar.ts';
import { many, run } from '#server/test/rows.ts';
import { dateIn, dateOf, momentOf, tryOut } from '#server/test/wall-clock.ts';
import { lookedBack, offeredDays, rollsDue } from '../attendance/roll-rules.ts';
import { withMeetingDays } from '../attendance/rolls.ts';
import { listTaughtMeetings } from '../calendar/queries.ts';
import { writeCalendar } from '../calendar/write-calendar.ts';
import { listScheduledSlots, scheduleRows, shownDays } from '../schedule/queries.ts';
import { nextMeetings } from './join-links.ts';
import { lookedAhead } from './slot-news.ts';
import { daysAround, listHeldBy, listMeetings } from './queries.ts';

/**
 * What takes place of a course with random exceptions and days off, as each reader tells it, against clocks that were
 * tried out without any of our code. `PROOF=full vitest run --project unit server/features/meetings/meetings-truth.test.ts`
 * takes 2,000 exceptions.
 */
const isFull = process.env['PROOF'] === 'full';
const groups = isFull ? 50 : 3;
const perGroup = 10;
const exceptionsPerGroup = 40;
const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2_147_483_647);

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const clock = fc
  .tuple(fc.oneof(fc.nat(23), fc.nat(4)), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyClass = fc.record({
  class_day: fc.constantFrom(...classDays),
  time: clock,
  zone: fc.constantFrom(...timeZoneNames).map((name) => timeZones[name]),
  duration: fc.integer({ min: 5, max: 720 }),
});
const anyException = fc.record({
  what: fc.constantFrom('canceled', 'moved', 'extra', 'planned', 'off', 'off of a class', 'off of a course'),
  class: fc.nat(perGroup - 1),
  /** Of the meetings of the class, and of the days of the course. */
  meeting: fc.nat(51),
  day: fc.nat(330),
  length: fc.nat(9),
  time: clock,
  minutes: fc.integer({ min: 5, max: 720 }),
});
const anyGroup = fc.record({
  start: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  /** When the readers are asked, in days from the start. */
  after: fc.integer({ min: 10, max: 350 }),
  classes: fc.array(anyClass, { minLength: perGroup, maxLength: perGroup }),
  exceptions: fc.array(anyException, { minLength: exceptionsPerGroup, maxLength: exceptionsPerGroup }),
});

const { db } = await testApp({ database: 'empty' });
const at = office(db);
const adminId = await at.person('Asha', 'admin');
const courseAdminId = await at.person('Radha', 'courseadmin');
const admin = { id: adminId, role: 'admin' } as const;
const reader = {
  ...admin,
  mainRole: 'admin',
  asRole: null,
  sessionId: 0,
  fullname: 'Asha',
  isProved: true,
  lacksFactor: false,
} as const;

interface HeldMeeting {
  readonly day: string;
  readonly at: number;
  readonly end: number;
}
const wallOf = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`);
const shift = (day: string, days: number) => dateOf(Date.parse(day) + days * dayMs);
const sorted = (held: readonly HeldMeeting[]) =>
  held.map(({ at: start, end }) => [start, end]).toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);

/** Stores the group's exceptions, and answers what takes place of each class by plain counting. */
async function plan(number: number, { start, classes, exceptions }: (typeof samples)[number]) {
  const teacherId = await at.person(`T${number}`, 'teacher');
  const first = dateOf(start.getTime());
  const courseId = await at.course(`Course ${number}`, courseAdminId, { startDate: first });
  await at.associate(courseId, teacherId);
  await run(db)`update courses set course_duration = 'yearly' where id = ${courseId}`;
  const [{ end: last }] = (await many<{ end: string }>(db)`
    select course_end(start_date, course_duration)::text as "end" from courses where id = ${courseId}
  `) as [{ end: string }];
  await run(db)`delete from days_off`;

  const planned = [];
  for (const [index, each] of classes.entries()) {
    const classId = await at.class(courseId, `Class ${index}`);
    const slotId = await at.slot(courseId, classId, each.class_day, each.time, each.zone, each.duration);
    await at.assign(courseId, slotId, teacherId);
    const days = tryOut(each, Date.parse(first) - 3 * dayMs, Date.parse(last) + 3 * dayMs)
      .map(({ wall }) => dateOf(wall))
      .filter((day) => day >= first && day < last);
    planned.push({
      ...each,
      classId,
      slotId,
      days,
      stored: new Map<string, HeldMeeting | null>(),
      extra: [] as HeldMeeting[],
    });
  }
  await run(db)`update slot_teachers set assigned_at = '2020-01-01' where course_id = ${courseId}`;
  await run(db)`update class_slots set created_at = '2020-01-01' where course_id = ${courseId}`;

  const off: { from: string; to: string; classId: number | null }[] = [];
  for (const { what, class: index, meeting, day, length, time, minutes } of exceptions) {
    const one = planned[index]!;
    const onDay = one.days[meeting % one.days.length]!;
    const other = shift(first, day);
    const begins = momentOf(one.zone, wallOf(other, time));
    const held = { day: other, at: begins, end: begins + minutes * 60_000 };
    if (what.startsWith('off')) {
      const classId = what === 'off of a class' ? one.classId : null;
      off.push({ from: other, to: shift(other, length), classId });
      await run(db)`
        insert into days_off (from_date, until_date, name, course_id, class_id) values (${other}, ${shift(other, length)}, 'Off', ${what === 'off' ? null : courseId}, ${classId})
      `;
      continue;
    }
    if (what === 'extra' ? one.extra.some((extra) => extra.day === other) : one.stored.has(onDay)) continue;
    const hasTime = what === 'moved' || what === 'extra';
    await db.query(
      `insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        courseId,
        one.classId,
        one.slotId,
        what === 'extra' ? other : onDay,
        what,
        ...(hasTime ? [other, time, minutes] : [null, null, null]),
      ],
    );
    if (what === 'extra') one.extra.push(held);
    else if (what === 'canceled') one.stored.set(onDay, null);
    else if (what === 'moved') one.stored.set(onDay, held);
    else one.stored.set(onDay, ofRule(one, onDay));
  }
  const isOff = (classId: number, day: string) =>
    off.some((one) => day >= one.from && day <= one.to && (one.classId ?? classId) === classId);
  const truth = planned.map((one) => ({
    ...one,
    held: [
      ...one.days.flatMap((day) => {
        const stored = one.stored.get(day);
        if (stored !== undefined) return stored ?? [];
        return isOff(one.classId, day) ? [] : ofRule(one, day);
      }),
      ...one.extra,
    ],
  }));
  return { teacherId, courseId, truth, from: shift(first, -10), to: shift(last, 10) };
}

const ofRule = (
  { zone, time, duration }: { zone: string; time: string; duration: number },
  day: string,
): HeldMeeting => {
  const begins = momentOf(zone, wallOf(day, time));
  return { day, at: begins, end: begins + duration * 60_000 };
};

const samples = fc.sample(anyGroup, { numRuns: groups, seed });

describe(`what takes place (PROOF_SEED=${seed})`, () => {
  it.each([...samples.entries()])(
    'is the same for every reader: group %i',
    async (number, sample) => {
      const { teacherId, courseId, truth, from, to } = await plan(number, sample);
      const now = new Date(sample.start.getTime() + sample.after * dayMs);
      const told = Map.groupBy(
        (await listMeetings(db, admin, sql`c.id = ${courseId}`, { from, to })).filter(({ state }) =>
          takesPlace(state),
        ),
        ({ slot_id }) => slot_id,
      );
      const slots = await listScheduledSlots(db, reader, teacherId, 0);
      const schedule = new Map(
        scheduleRows(slots, await listHeldBy(db, teacherId, shownDays(now)), now).map((row) => [row.id, row]),
      );
      const feed = readCalendar(
        writeCalendar(
          { meetings: await listTaughtMeetings(db, teacherId, now), events: [] },
          { name: 'Classes', host: 'test' },
          now,
        ),
      );
      const around = await listMeetings(db, admin, sql`c.id = ${courseId}`, daysAround(now, offeredDays, 0));
      const rolls = rollsDue(
        around.filter(({ state }) => takesPlace(state)),
        now,
      );
      const due = await many<{ slot_id: number; date: string }>(db)`
        select l.slot_id, l.date::text from last_meetings(
          array(select k.id from classes k where k.course_id = ${courseId}), ${now}::timestamptz
        ) l
        where l.is_in_course
      `;
      const days = await withMeetingDays(
        db,
        reader,
        courseId,
        truth.map(({ classId }) => ({ class_id: classId, class_name: '' })),
        now,
      );
      for (const { classId, slotId, zone, held } of truth) {
        const all = sorted(held);
        // Take Attendance offers the last four days, the class page says what comes next.
        const begun = held
          .filter(
            ({ at: start, day }) =>
              start < now.getTime() &&
              day <= dateIn('Asia/Kolkata', now.getTime()) &&
              Date.parse(day) >= now.getTime() - (lookedBack - 2) * dayMs,
          )
          .map(({ day }) => day);
        const latest = [...new Set(begun)].toSorted().toReversed().slice(0, 4);
        const offeredOf = days.find(({ class_id }) => class_id === classId)!.last_days;
        expect(offeredOf.slice(0, latest.length)).toEqual(latest);
        const around = daysAround(now, 1, lookedAhead);
        const { next } = nextMeetings(await listMeetings(db, admin, sql`k.id = ${classId}`, around), now);
        const ahead = all.filter(
          ([start, end]) => end! > now.getTime() && start! < now.getTime() + 90 * dayMs,
        );
        if (ahead.length > 0) expect(Date.parse(next!.starts_at)).toBe(ahead[0]![0]);

        const instants = (told.get(slotId) ?? []).map((m) => [
          Date.parse(m.starts_at),
          Date.parse(m.ends_at),
        ]);
        expect(instants.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)).toEqual(all);
        expect(
          (feed.get(`class-${slotId}`) ?? [])
            .map(({ start, end }) => [start, end])
            .toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!),
        ).toEqual(all);
        const shown = all
          .map(([start]) => start!)
          .filter((start) => start >= now.getTime() - weekMs && start <= now.getTime() + 26 * weekMs);
        expect(
          schedule
            .get(slotId)!
            .meetings.map((start) => Date.parse(start))
            .toSorted((a, b) => a - b),
        ).toEqual(shown);

        const today = dateIn(zone, now.getTime());
        const owed = held
          .filter(
            ({ day, end }) =>
              day <= today &&
              day <= dateIn('Asia/Kolkata', now.getTime()) &&
              (day === today || end >= now.getTime() - dayMs),
          )
          .map(({ day }) => day);
        const offered = rolls.filter(({ class_id }) => class_id === classId).map(({ held_on }) => held_on);
        // One for each meeting, also where a class has two on one day.
        expect(offered.toSorted()).toEqual(owed.toSorted());
        const over = held
          .filter(({ end }) => end <= now.getTime() && end > now.getTime() - weekMs)
          .map(({ day }) => day);
        expect(
          due
            .filter(({ slot_id }) => slot_id === slotId)
            .map(({ date }) => date)
            .toSorted(),
        ).toEqual(over.toSorted());
      }
    },
    60_000,
  );
});
