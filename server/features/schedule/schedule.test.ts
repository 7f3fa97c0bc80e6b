import { schedule as scheduleCalls } from '@gurukul/contract/schedule';
import type { ScheduleRow } from '@gurukul/contract/schedule';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';
import { meetingOnDate } from '../../time/slots.ts';
import { scheduleRows } from './queries.ts';
import type { ScheduledSlot } from './queries.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const [asha, bala, dev] = ['asha@office.test', 'bala@office.test', 'dev@office.test'];
await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');
const goneId = await at.person('Gone', 'teacher');
const hari = await at.person('Hari', 'student');

const gita = await at.course('Gita', balaId);
const yoga = await at.course('Yoga', chitraId);
const yoga2 = await at.course('Alone', chitraId);
const over = await at.course('Over', balaId);
for (const course of [gita, yoga, yoga2, over]) await at.associate(course, devId);
await at.associate(gita, goneId);
await at.associate(yoga, eshaId);
await at.remove('people', goneId);

const dawn = await at.class(gita, 'Dawn');
const noon = await at.class(yoga, 'Noon');
const dawnMonday = await at.slot(gita, dawn, 'monday', '06:30', 'America/New_York');
const dawnFriday = await at.slot(gita, dawn, 'friday', '18:00');
const noonSlot = await at.slot(yoga, noon, 'sunday', '12:00');
for (const slot of [dawnMonday, dawnFriday]) await at.assign(gita, slot, devId);
await at.assign(yoga, noonSlot, devId);

// Slots that must not appear: another teacher's, a former one, deleted ones.
await at.assign(yoga, await at.slot(yoga, noon, 'tuesday'), eshaId);
const past = await at.assign(gita, await at.slot(gita, dawn, 'tuesday'), devId);
await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${past}`;
const deleted = await at.slot(gita, dawn, 'wednesday');
await at.assign(gita, deleted, devId);
await at.remove('class_slots', deleted);
await at.assign(over, await at.slot(over, await at.class(over, 'Over')), devId);
await at.remove('courses', over);

await at.enrol(hari, gita, dawn);
await at.enrol(await at.person('Isha', 'student'), gita, dawn);
await at.enrol(await at.person('Jaya', 'student'), gita, dawn, '2026-02-01');

const schedule = (uid: number, as: string, courseId = 0) =>
  call(scheduleCalls.teacher_schedule, { uid, courseId }, { as });
const slots = (body: { data: ScheduleRow[] }) => body.data.map(({ id }) => id).toSorted((a, b) => a - b);
const names = (body: { courses: { course_name: string }[] }) =>
  body.courses.map(({ course_name }) => course_name);

describe('the schedule of a teacher', () => {
  it('is of teachers who are there, and of courses that they teach', async () => {
    for (const id of [goneId, balaId, hari]) expect((await schedule(id, asha)).status).toBe(404);
    expect((await schedule(devId, bala, yoga)).status).toBe(404);
    expect((await schedule(devId, asha, over)).status).toBe(404);
  });

  it('has a row for each of their weekly slots, and all their courses to choose from', async () => {
    const { status, body } = await schedule(devId, dev);
    expect(status).toBe(200);
    expect(slots(body)).toEqual([dawnMonday, dawnFriday, noonSlot]);
    expect(names(body)).toEqual(['Alone', 'Gita', 'Yoga']);
    const monday = body.data.find(({ id }: ScheduleRow) => id === dawnMonday);
    expect(monday).toMatchObject({
      course_id: gita,
      course_name: 'Gita',
      class_id: dawn,
      class_name: 'Dawn',
      class_day: 'monday',
      day: 'monday',
      time: '06:30',
      zone: 'America/New_York',
      duration: 60,
      student_count: 2,
    });
    expect(['EST', 'EDT']).toContain(monday.time_zone);
    expect(body.data.find(({ id }: ScheduleRow) => id === noonSlot).student_count).toBe(0);
  });

  it('begins with the next meeting, on the class’s own date and weekday', async () => {
    const now = Date.now();
    const { body } = await schedule(devId, dev);
    const rows: ScheduleRow[] = body.data;
    const next = rows.map(({ slot_time }) => slot_time);
    expect(next).toEqual(next.toSorted());
    for (const { slot_time, date, zone, class_day, meetings } of rows) {
      const starts = new Date(slot_time);
      expect(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(starts)).toBe(date);
      const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long' }).format(starts);
      expect(weekday.toLowerCase()).toBe(class_day);
      // One in the week that is over, about 26 ahead, over both clock changes. The one before a meeting that is on now
      // is more than a week back.
      expect(meetings.indexOf(slot_time)).toBe(starts.getTime() > now ? 1 : 0);
      expect([27, 28]).toContain(meetings.length);
      expect(Date.parse(meetings[0]!)).toBeGreaterThanOrEqual(now - 7 * 86_400_000);
    }
  });

  it('shows one course when it is chosen, and still all courses to choose from', async () => {
    const chosen = await schedule(devId, dev, yoga);
    expect(slots(chosen.body)).toEqual([noonSlot]);
    expect(names(chosen.body)).toEqual(['Alone', 'Gita', 'Yoga']);
    expect(await schedule(devId, dev, yoga2)).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('shows a course admin their own courses only, an admin all', async () => {
    const own = await schedule(devId, bala);
    expect(slots(own.body)).toEqual([dawnMonday, dawnFriday]);
    expect(names(own.body)).toEqual(['Gita']);
    expect(slots((await schedule(devId, asha)).body)).toEqual([dawnMonday, dawnFriday, noonSlot]);
  });
});

describe('a meeting that is on', () => {
  const slotOf = (time: string, duration: number, zone = 'Asia/Kolkata'): ScheduledSlot => ({
    id: 1,
    assigned_id: 1,
    class_id: 1,
    class_name: 'Dawn',
    course_id: 1,
    course_name: 'Gita',
    class_day: 'monday',
    time,
    zone,
    duration,
    student_count: 0,
  });
  const shownAt = (moment: string, ...slot: Parameters<typeof slotOf>) => {
    const weekly = slotOf(...slot);
    const held = ['2026-11-23', '2026-11-30'].map((day) => ({
      ...meetingOnDate(weekly, weekly.duration, day)!,
      slot_id: weekly.id,
      held_on: day,
      join_link: null,
    }));
    const [row] = scheduleRows([weekly], held, new Date(moment));
    return [row?.date, row?.slot_time];
  };

  it.each([
    ['before it', '2026-11-23T07:59+05:30', '2026-11-23'],
    ['as it begins', '2026-11-23T08:00+05:30', '2026-11-23'],
    ['during it', '2026-11-23T08:24+05:30', '2026-11-23'],
    ['in its last moment', '2026-11-23T08:59:59.999+05:30', '2026-11-23'],
    ['as it ends', '2026-11-23T09:00+05:30', '2026-11-30'],
  ])('stays on the schedule until it is over: %s', (_when, moment, date) => {
    expect(shownAt(moment, '08:00', 60)).toEqual([date, `${date}T02:30:00.000Z`]);
  });

  it('keeps its day when it runs over midnight', () => {
    expect(shownAt('2026-11-24T00:29+05:30', '23:30', 60)[0]).toBe('2026-11-23');
    expect(shownAt('2026-11-24T00:30+05:30', '23:30', 60)[0]).toBe('2026-11-30');
    expect(shownAt('2026-11-23T23:59-05:00', '23:30', 90, 'America/New_York')[0]).toBe('2026-11-23');
    expect(shownAt('2026-11-24T00:59-05:00', '23:30', 90, 'America/New_York')[0]).toBe('2026-11-23');
    expect(shownAt('2026-11-24T01:00-05:00', '23:30', 90, 'America/New_York')[0]).toBe('2026-11-30');
  });

  it('comes first, and the call returns it too', async () => {
    const teacher = await at.person('Fay', 'teacher');
    await at.associate(gita, teacher);
    const slotAt = async (minutesFromNow: number) => {
      const begins = new Date(Date.now() + minutesFromNow * 60_000);
      const part = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', ...options }).format(begins);
      const time = part({ hour: '2-digit', minute: '2-digit' });
      const slot = await at.slot(gita, dawn, part({ weekday: 'long' }).toLowerCase(), time);
      await at.assign(gita, slot, teacher);
      return slot;
    };
    const later = await slotAt(90);
    const now = await slotAt(-5);
    const { body } = await schedule(teacher, asha);
    expect(body.data.map(({ id }: ScheduleRow) => id)).toEqual([now, later]);
    expect(Date.parse(body.data[0].slot_time)).toBeLessThan(Date.now());
  });
});
