import { attendance } from '@gurukul/contract/attendance';
import { cover } from '@gurukul/contract/cover';
import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { calendar } from '@gurukul/contract/calendar';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf } from '#server/test/office.ts';
import { run } from '#server/test/rows.ts';
import { admin, dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, veda, staff, students } = await foundSchool(db);
await run(db)`update class_slots set created_at = now() - interval '60 days'`;
await run(
  db,
)`update course_teachers set strength = 5 where course_id = ${gita.id} and teacher_id = ${staff.teach}`;

beforeEach(async () => {
  for (const table of ['cover_offers', 'cover_requests', 'away', 'meetings', 'days_off'])
    await db.query(`delete from ${table}`);
});

/** A week that is over, and one that lies ahead: each has every weekly meeting once. */
const past = { from: dayFromToday(-8), to: dayFromToday(-2) };
const ahead = { from: dayFromToday(8), to: dayFromToday(14) };

const read = async (as: string, days: object = ahead) =>
  (await call(calendar.get_calendar, days, { as })).body.data;
const classesOf = (found: readonly CalendarMeeting[]) =>
  found.map(({ course_name, class_name }) => `${course_name} ${class_name}`).toSorted();

it('has the meetings of the reach: all, those of own courses, those that the teacher takes', async () => {
  const names = async (as: string) => classesOf((await read(as)).meetings);
  const ofGita = ['Gita Evening', 'Gita Morning', 'Gita Morning'];
  expect(await names(admin)).toEqual([...ofGita, 'Veda Morning']);
  expect(await names(own)).toEqual(ofGita);
  expect(await names(other)).toEqual(['Veda Morning']);
  expect(await names(teach)).toEqual(['Gita Morning', 'Gita Morning']);
  expect(await names(elsewhere)).toEqual(['Gita Evening', 'Veda Morning']);
});

it('leaves a meeting to the teacher who takes it', async () => {
  const [meeting] = (await read(teach)).meetings;
  await run(db)`
    insert into meetings (slot_id, course_id, class_id, on_date, teacher_id)
    values (${meeting.slot_id}, ${gita.id}, ${gita.morning}, ${meeting.on_date}, ${staff.elsewhere})
  `;
  expect((await read(teach)).meetings).toHaveLength(1);
  expect((await read(elsewhere)).meetings).toContainEqual(
    expect.objectContaining({ class_name: 'Morning', course_name: 'Gita', is_covered: true }),
  );
});

it('has the places of the class and the state of each roll', async () => {
  const ofMorning = async () =>
    (await read(own, past)).meetings.filter(({ class_id }: CalendarMeeting) => class_id === gita.morning);
  const [first] = await ofMorning();
  expect(await ofMorning()).toMatchObject([
    { student_count: 2, places: 5, roll: 'expected' },
    { roll: 'expected' },
  ]);
  expect(
    (await read(own, past)).meetings.find((m: CalendarMeeting) => m.class_id === gita.evening),
  ).toMatchObject({
    student_count: 2,
    places: null,
  });
  const mark = (student_id: number) =>
    call(
      attendance.save_roll,
      {
        course_id: gita.id,
        class_id: gita.morning,
        attendance_date: first.held_on,
        marks: [{ student_id, attendance_status: 'present', seen: null }],
      },
      { as: teach },
    );
  expect((await mark(students.anu)).status).toBe(200);
  expect((await ofMorning())[0]).toMatchObject({ has_roll: true, roll: 'partly' });
  expect((await mark(students.bala)).status).toBe(200);
  expect((await ofMorning())[0]).toMatchObject({ roll: 'called' });
  await run(db)`update class_slots set created_at = now() where class_id = ${gita.morning}`;
  expect((await ofMorning())[1]).toMatchObject({ roll: 'none' });
});

it('says which meeting asks for cover, until somebody takes it', async () => {
  const [meeting] = (await read(teach)).meetings;
  const { slot_id, on_date } = meeting;
  const asked = await call(cover.ask_cover, { from: on_date, to: on_date, slot_id, ask: [] }, { as: teach });
  expect(asked.status).toBe(200);
  const asking = async () => (await read(own)).meetings.filter((m: CalendarMeeting) => m.asks_cover);
  expect(await asking()).toMatchObject([{ slot_id, on_date }]);
  await run(db)`update cover_requests set closed_at = now()`;
  expect(await asking()).toEqual([]);
});

it('has the place that a moved meeting has left, in its week and in that of its new day', async () => {
  const [meeting] = (await read(teach)).meetings;
  const { slot_id, on_date, starts_at, ends_at } = meeting;
  const far = dayFromToday(20);
  const moveTo = async (day: string) => {
    await run(db)`delete from meetings`;
    await run(db)`
      insert into meetings (slot_id, course_id, class_id, on_date, state, held_on, local_time, duration_minutes)
      values (${slot_id}, ${gita.id}, ${gita.morning}, ${on_date}, 'moved', ${day}, '21:00', 60)
    `;
  };
  await moveTo(on_date);
  const left = async (as: string, days?: object) => (await read(as, days)).moved_away;
  const trace = (held_on: string) => ({ starts_at, ends_at, meeting: { slot_id, on_date, held_on } });
  expect(await left(teach)).toMatchObject([trace(on_date)]);
  expect(await left(other)).toEqual([]);
  await moveTo(far);
  for (const as of [admin, own, teach]) expect(await left(as)).toMatchObject([trace(far)]);
  expect(await left(other)).toEqual([]);
  // It stands on its new day alone there.
  expect(await left(own, { from: far, to: far })).toEqual([]);
});

it('has the days off, the teachers away and the events of the reach; a teacher has no events', async () => {
  await run(db)`
    insert into days_off (from_date, until_date, name) values (${ahead.from}, ${ahead.from}, 'Diwali')
  `;
  for (const teacher of [staff.teach, staff.elsewhere])
    await run(
      db,
    )`insert into away (teacher_id, from_date, until_date) values (${teacher}, ${ahead.to}, ${ahead.to})`;
  for (const course of [gita.id, veda.id])
    await run(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
      values (${course}, ${`Satsang ${course}`}, '', ${ahead.to}, ${`${ahead.to}T10:00Z`}, ${`${ahead.to}T11:00Z`},
        ${course === gita.id ? staff.own : staff.other})
    `;
  const besides = async (as: string) => {
    const { days_off, away, events } = await read(as);
    return [days_off.length, away.map((one: { teacher_name: string }) => one.teacher_name), events.length];
  };
  expect(await besides(admin)).toEqual([1, ['Elsewhere', 'Teach'], 2]);
  expect(await besides(other)).toEqual([1, ['Elsewhere'], 1]);
  expect(await besides(teach)).toEqual([1, ['Teach'], 0]);
});

it('says when the next meeting is, where there is none', async () => {
  expect(await read(own, { from: '2020-01-01', to: '2020-01-07' })).toMatchObject({
    meetings: [],
    next_at: null,
  });
  expect(await read(own)).toMatchObject({ next_at: null });
  // The small school has no class on Sunday.
  const sunday = [8, 9, 10, 11, 12, 13, 14].map(dayFromToday).find((day) => new Date(day).getUTCDay() === 0)!;
  const { next_at } = await read(own, { from: sunday, to: sunday });
  expect(Date.parse(next_at) - Date.parse(`${sunday}T18:00+05:30`)).toBe(86_400_000);
});

it('is for two months at most', async () => {
  const long = await call(calendar.get_calendar, { from: '2026-01-01', to: '2026-06-01' }, { as: admin });
  expect(codeOf(long)).toBe('400 bad_input to: not_right');
});
