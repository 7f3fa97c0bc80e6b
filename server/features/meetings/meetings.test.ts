import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { dashboards } from '@gurukul/contract/dashboards';
import { meetings, type MeetingState } from '@gurukul/contract/meetings';
import { schedule } from '@gurukul/contract/schedule';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { codeOf } from '#server/test/office.ts';
import { admin, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, veda, staff, students } = await foundSchool(db);
await run(db)`update class_slots set created_at = now() - interval '60 days'`;

/** A day of the week, from Monday 1 on, so many weeks after the present one. */
function dayIn(weeks: number, weekday = 1): string {
  const now = new Date();
  const days = weekday - ((now.getUTCDay() + 6) % 7) - 1 + 7 * weeks;
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
const next = dayIn(1);
const slotOf = async (classId: number, weekday: string) =>
  (
    await one<{ id: number }>(db)`
      select id from class_slots where class_id = ${classId} and class_day = ${weekday}
    `
  ).id;
const monday = await slotOf(gita.morning, 'monday');
const thursday = await slotOf(gita.morning, 'thursday');
const friday = await slotOf(veda.morning, 'friday');

beforeEach(async () => {
  await run(db)`delete from meetings`;
  await run(db)`delete from days_off`;
});

const listed = async (from: string, to: string, as = admin, class_id: number | null = gita.morning) => {
  const { body } = await call(meetings.get_meetings, { from, to, class_id }, { as });
  return body.data as {
    on_date: string;
    held_on: string;
    state: string;
    starts_at: string;
    reason: string;
  }[];
};
const states = async (from: string, to: string) =>
  (await listed(from, to)).map(({ on_date, state }) => [on_date, state]);
const cancel = (input: object, as = own) =>
  call(meetings.cancel_meeting, { slot_id: monday, on_date: next, reason: 'A storm', ...input }, { as });
const move = (input: object, as = own) =>
  call(
    meetings.move_meeting,
    { slot_id: monday, on_date: next, to_date: next, time: '20:00', ...input },
    { as },
  );

describe('the meetings of a class', () => {
  it('are those that its slots give, in its course only', async () => {
    expect(await states(dayIn(1), dayIn(1, 4))).toEqual([
      [dayIn(1), 'planned'],
      [dayIn(1, 4), 'planned'],
    ]);
    expect(await states('2020-01-01', '2020-02-01')).toEqual([]);
  });

  it('are told to everybody who reaches the class', async () => {
    expect(await listed(next, next, teach)).toHaveLength(1);
    expect(
      codeOf(
        await call(meetings.get_meetings, { from: next, to: next, class_id: veda.morning }, { as: own }),
      ),
    ).toBe('404 not_found');
    const all = await call(meetings.get_meetings, { from: next, to: dayIn(1, 5) }, { as: own });
    expect(new Set(all.body.data.map((one: { course_id: number }) => one.course_id))).toEqual(
      new Set([gita.id]),
    );
  });
});

describe('cancelling a meeting', () => {
  it('takes it out of the schedule, and says so in the list with its reason', async () => {
    const { body, headers } = await cancel({});
    expect(body.data).toMatchObject({ meeting_count: 1, class_count: 1, clashes: [] });
    expect(await listed(next, next)).toMatchObject([{ state: 'canceled', reason: 'A storm' }]);
    const rows = (await call(schedule.teacher_schedule, { uid: staff.teach, courseId: 0 }, { as: teach }))
      .body.data;
    const row = rows.find(({ id }: { id: number }) => id === monday);
    expect(row.meetings.map((at: string) => at.slice(0, 10))).not.toContain(next);

    expect(codeOf(await cancel({}))).toBe('409 meeting_is_off');
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect(await listed(next, next)).toMatchObject([{ state: 'planned' }]);
  });

  it('is not the next meeting that the class page says', async () => {
    const nextOf = async () =>
      (await call(classes.get_class, { class_id: gita.morning }, { as: teach })).body.data.next;
    const before = await nextOf();
    const [day] = before.starts_at.split('T');
    expect((await cancel({ slot_id: before.slot_id, on_date: day })).status).toBe(200);
    const after = await nextOf();
    expect(after.starts_at > before.starts_at).toBe(true);
    await run(db)`
      insert into days_off (from_date, until_date, name) values (current_date - 1, current_date + 99, 'Break')
    `;
    expect(await nextOf()).toBeNull();
  });

  it('saves nothing in a preview', async () => {
    const { body } = await cancel({ preview: true });
    expect(body.data.meetings).toMatchObject([{ state: 'canceled', on_date: next }]);
    expect(await listed(next, next)).toMatchObject([{ state: 'planned' }]);
  });

  it('is also for the teacher of the meeting, and of a day on which it meets', async () => {
    expect((await cancel({}, teach)).status).toBe(200);
    expect(codeOf(await cancel({ on_date: dayIn(1, 2) }))).toBe('404 not_found');
  });

  it('leaves no roll to call, and nothing to remind of', async () => {
    const last = await one<{ slot_id: number; on_date: string }>(db)`
      select m.slot_id, m.on_date::text
      from meetings_of(array[${gita.morning}::bigint], current_date - 8, current_date + 1) m
      where m.ends_at <= now()
      order by m.starts_at desc
      limit 1
    `;
    const kind = { kind: 'unmarked_class', page: 1, pageSize: 100 } as const;
    const unmarked = async () => {
      const { body } = await call(dashboards.get_today_kind, kind, { as: own });
      return JSON.stringify(body.data);
    };
    await run(db)`delete from attendance where class_id = ${gita.morning}`;
    await run(db)`delete from attendance_registers where class_id = ${gita.morning}`;
    expect(await unmarked()).toContain(`"attendance_date":"${last.on_date}"`);
    await cancel(last);
    const left = JSON.parse(await unmarked()) as { class_id: number; attendance_date: string }[];
    expect(
      left.filter(
        ({ class_id, attendance_date }) => class_id === gita.morning && attendance_date === last.on_date,
      ),
    ).toEqual([]);
    const history = (await call(attendance.get_meetings, { class_id: gita.morning }, { as: own })).body.data;
    expect(history.map((one: { attendance_date: string }) => one.attendance_date)).not.toContain(
      last.on_date,
    );
  });

  it('is refused once the roll was called', async () => {
    const past = dayIn(-2);
    const marks = [{ student_id: students.anu, attendance_status: 'present', seen: null }];
    const day = { course_id: gita.id, class_id: gita.morning, attendance_date: past };
    expect((await call(attendance.save_roll, { ...day, marks }, { as: teach })).status).toBe(200);
    expect(codeOf(await cancel({ on_date: past }))).toBe('409 meeting_has_roll');
    expect(codeOf(await move({ on_date: past }))).toBe('409 meeting_has_roll');
  });
});

describe('moving a meeting', () => {
  it('puts it at the new day and time, on the clock of the class', async () => {
    const { body } = await move({ to_date: dayIn(1, 3), time: '06:15', duration: 90, reason: 'Hall' });
    expect(body.data.meetings).toMatchObject([
      { state: 'moved', on_date: next, held_on: dayIn(1, 3), reason: 'Hall' },
    ]);
    expect(await listed(next, next)).toEqual([]);
    const [moved] = await listed(dayIn(1, 3), dayIn(1, 3));
    expect(moved).toMatchObject({ starts_at: `${dayIn(1, 3)}T00:45:00.000Z`, on_date: next });
    // Again, and back.
    expect((await move({ to_date: dayIn(1, 6) })).status).toBe(200);
    expect(
      (await call(meetings.restore_meeting, { slot_id: monday, on_date: next }, { as: own })).status,
    ).toBe(200);
    expect(await states(next, dayIn(1, 6))).toEqual([
      [next, 'planned'],
      [dayIn(1, 4), 'planned'],
    ]);
  });

  it('is refused to the same time, out of the course, and into another meeting of the class', async () => {
    expect(codeOf(await move({ time: '18:00' }))).toBe('409 meeting_unchanged');
    expect(codeOf(await move({ to_date: '2020-01-06' }))).toBe('409 meeting_outside_course');
    expect(codeOf(await move({ to_date: dayIn(1, 4), time: '08:00' }))).toBe('409 slot_taken');
    expect(await listed(next, next)).toMatchObject([{ state: 'planned' }]);
  });

  it('warns of another meeting of the teacher, which somebody may insist on', async () => {
    await run(db)`insert into course_teachers (course_id, teacher_id) values (${veda.id}, ${staff.teach})`;
    await run(db)`update slot_teachers set teacher_id = ${staff.teach} where slot_id = ${friday}`;
    const onto = { to_date: dayIn(1, 5), time: '06:30' };
    const refused = await move(onto);
    expect(codeOf(refused)).toBe('409 meeting_clashes');
    // A foreign course keeps its names.
    expect(refused.body.clashes).toMatchObject([{ class_name: null, course_name: null }]);
    expect((await move({ ...onto, preview: true })).body.data.clashes).toHaveLength(1);
    expect((await move({ ...onto, allow_overlap: true })).status).toBe(200);
    await run(db)`update slot_teachers set teacher_id = ${staff.elsewhere} where slot_id = ${friday}`;
  });
});

describe('putting a meeting back to its plan', () => {
  const restore = (input: object = {}) =>
    call(meetings.restore_meeting, { slot_id: monday, on_date: next, ...input }, { as: own });
  const written = async () =>
    (await one<{ count: number }>(db)`select count(*)::integer from mails where kind = 'meeting_change'`)
      .count;

  it('is done once, also by two presses', async () => {
    expect(codeOf(await restore())).toBe('409 meeting_unchanged');
    await cancel({});
    const before = await written();
    const answers = await Promise.all([restore(), restore()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await written()).toBe(before + 3);
    expect(await listed(next, next)).toMatchObject([{ state: 'planned' }]);
  });

  it('is refused while the class meets then', async () => {
    await move({ to_date: dayIn(1, 6) });
    const extra = { slot_id: thursday, on_date: next, time: '18:30' };
    expect((await call(meetings.add_meeting, extra, { as: own })).status).toBe(200);
    expect(codeOf(await restore())).toBe('409 slot_taken');
    expect(codeOf(await restore({ preview: true }))).toBe('409 slot_taken');
    expect(await listed(dayIn(1, 6), dayIn(1, 6))).toMatchObject([{ state: 'moved' }]);
  });
});

describe('an extra meeting', () => {
  const add = (input: object, as = own) =>
    call(meetings.add_meeting, { slot_id: monday, on_date: dayIn(1, 6), time: '10:00', ...input }, { as });

  it('is added by a teacher to their own class, and the course admin is told', async () => {
    const { body } = await add({ on_date: dayIn(2, 6) }, teach);
    expect(body).toMatchObject({ status: 200, data: { told: { staff: ['Own'] } } });
    expect(await states(dayIn(2, 6), dayIn(2, 6))).toEqual([[dayIn(2, 6), 'extra']]);
    expect(codeOf(await add({ on_date: dayIn(3, 6) }, elsewhere))).toBe('404 not_found');
  });

  it('takes place beside the weekly ones, also on their day', async () => {
    expect((await add({})).status).toBe(200);
    expect((await add({ on_date: next })).status).toBe(200);
    expect(await states(next, dayIn(1, 6))).toEqual([
      [next, 'extra'],
      [next, 'planned'],
      [dayIn(1, 4), 'planned'],
      [dayIn(1, 6), 'extra'],
    ]);
    expect(codeOf(await add({ time: '12:00' }))).toBe('409 slot_taken');
    expect((await cancel({ extra: true })).status).toBe(200);
    expect(await states(next, next)).toEqual([[next, 'planned']]);
  });
});

describe('a day off', () => {
  const add = (input: object, as = admin) =>
    call(
      meetings.add_day_off,
      { from: next, to: dayIn(1, 6), name: 'Diwali', scope: 'provider', ...input },
      { as },
    );

  it('stops the meetings of everybody, but for those that are excepted', async () => {
    const preview = await add({ preview: true });
    expect(preview.body.data).toMatchObject({ meeting_count: 4, class_count: 3 });
    expect(await states(next, next)).toEqual([[next, 'planned']]);
    const { body } = await add({ except: [{ slot_id: thursday, on_date: dayIn(1, 4) }] });
    expect(body.data).toMatchObject({ meeting_count: 3, class_count: 3 });
    expect(await listed(next, dayIn(1, 6))).toMatchObject([
      { on_date: next, state: 'day_off', reason: 'Diwali' },
      { on_date: dayIn(1, 4), state: 'planned' },
    ]);
  });

  it('stops what was moved or added to these days too, and Undo brings it back', async () => {
    await move({ on_date: dayIn(2), to_date: dayIn(1, 6) });
    await call(
      meetings.add_meeting,
      { slot_id: thursday, on_date: next, time: '06:00', reason: 'Make-up' },
      { as: own },
    );
    const before = await listed(next, dayIn(1, 6));
    const place = { scope: 'class', id: gita.morning };
    const except = [{ slot_id: monday, on_date: dayIn(2) }];
    const kept = await add({ ...place, preview: true, except }, own);
    expect(kept.body.data).toMatchObject({ meeting_count: 3 });
    const { body, headers } = await add(place, own);
    expect(body.data).toMatchObject({
      meeting_count: 4,
      meetings: [
        { on_date: next, state: 'canceled', reason: 'Diwali' },
        { on_date: next, state: 'day_off' },
        { on_date: dayIn(1, 4), state: 'day_off' },
        { on_date: dayIn(2), held_on: dayIn(1, 6), state: 'canceled' },
      ],
    });
    const held = (await listed(next, dayIn(1, 7))).filter(({ state }) => takesPlace(state as MeetingState));
    expect(held).toEqual([]);
    expect(await listed(dayIn(2), dayIn(2))).toMatchObject([{ state: 'canceled', reason: 'Diwali' }]);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect(await listed(next, dayIn(1, 6))).toEqual(before);
  });

  it('that two people declare at once is one, and told once', async () => {
    await run(db)`delete from mails`;
    const answers = await Promise.all([add({}), add({}), add({})]);
    const counts = answers.map(({ body }) => body.data.meeting_count as number);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 4]);
    const found = (await call(meetings.get_days_off, { from: next, to: next }, { as: admin })).body.data;
    expect(found).toHaveLength(1);
    const twice = await one<{ count: number }>(db)`
      select count(*)::integer - count(distinct person_id)::integer as count
      from mails where kind = 'meeting_change'
    `;
    expect(twice.count).toBe(0);
  });

  it('of a class or course is its course admin’s; everybody’s is an account admin’s', async () => {
    expect(codeOf(await add({}, own))).toBe('403 not_allowed');
    expect(codeOf(await add({ scope: 'course', id: veda.id }, own))).toBe('404 not_found');
    expect((await add({ scope: 'class', id: gita.morning }, own)).body.data).toMatchObject({
      meeting_count: 2,
    });
    expect((await add({ scope: 'course', id: gita.id, name: 'Retreat' }, own)).body.data).toMatchObject({
      meeting_count: 1,
    });
    const seen = (await call(meetings.get_days_off, { from: next, to: next }, { as: other })).body.data;
    expect(seen).toEqual([]);
  });

  it('leaves a meeting whose roll was called, and is over when it is deleted', async () => {
    const past = dayIn(-2);
    const input = { from: past, to: past, scope: 'class', id: gita.morning };
    expect((await add(input, own)).body.data).toMatchObject({ meeting_count: 0 });
    expect(await listed(past, past)).toMatchObject([{ state: 'planned' }]);
    await add({ scope: 'class', id: gita.morning }, own);
    const found = (await call(meetings.get_days_off, { from: next, to: next }, { as: own })).body.data;
    expect(found).toMatchObject([{ name: 'Diwali', scope: 'class', is_own: true }]);
    const { day_off_id } = found[0];
    expect(codeOf(await call(meetings.delete_day_off, { day_off_id }, { as: other }))).toBe('404 not_found');
    expect((await call(meetings.delete_day_off, { day_off_id }, { as: own })).status).toBe(200);
    expect(await states(next, next)).toEqual([[next, 'planned']]);
  });
});

describe('many days off', () => {
  const monday1 = { from: next, to: next, name: 'Pongal' };
  const week = { from: next, to: dayIn(1, 6), name: 'Break' };
  const later = { from: dayIn(2, 4), to: dayIn(2, 5), name: 'Holi' };
  const add = (input: object, as = admin) =>
    call(meetings.add_days_off, { days: [week, later], scope: 'provider', ...input }, { as });

  it('are one change, which Undo takes back', async () => {
    const preview = await add({ preview: true });
    expect(preview.headers['change-id']).toBeUndefined();
    const counts = { meeting_count: 6, class_count: 3 };
    expect(preview.body.data).toMatchObject({
      ...counts,
      days: [
        { ...week, is_known: false, meeting_count: 4 },
        { ...later, is_known: false, meeting_count: 2 },
      ],
    });
    expect(await states(next, dayIn(2, 6))).toHaveLength(4);
    const { body, headers } = await add({});
    expect(body.data).toEqual(preview.body.data);
    expect((await states(next, dayIn(2, 6))).map(([, state]) => state)).toEqual([
      'day_off',
      'day_off',
      'planned',
      'day_off',
    ]);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: admin });
    expect(new Set((await states(next, dayIn(2, 6))).map(([, state]) => state))).toEqual(
      new Set(['planned']),
    );
  });

  it('leave out those that are there already, for everybody or the same place, and twins', async () => {
    expect((await add({ days: [week] })).status).toBe(200);
    const again = await add({ days: [monday1, later, { ...later, name: 'Twin' }] });
    expect(again.body.data.days).toMatchObject([
      { name: 'Pongal', is_known: true, meeting_count: 0 },
      { name: 'Holi', is_known: false, meeting_count: 2 },
      { name: 'Twin', is_known: true, meeting_count: 0 },
    ]);
    const listedNow = async () =>
      (await call(meetings.get_days_off, { from: next, to: dayIn(3) }, { as: admin })).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await listedNow()).toEqual(['Break', 'Holi']);
    const own2 = await add({ days: [monday1], scope: 'course', id: gita.id }, own);
    expect(own2.body.data).toMatchObject({ meeting_count: 0, days: [{ is_known: true }] });
    // A day off of one class says nothing about the others.
    await run(db)`delete from days_off`;
    await add({ days: [week], scope: 'class', id: gita.morning }, own);
    const wider = await add({ days: [week], scope: 'course', id: gita.id }, own);
    expect(wider.body.data).toMatchObject({ meeting_count: 1, days: [{ is_known: false }] });
  });

  it('count a meeting of two overlapping days once, and leave one whose roll was called', async () => {
    const past = { from: dayIn(-2), to: dayIn(-2), name: 'Past' };
    const { body } = await add({ days: [monday1, week, past], scope: 'class', id: gita.morning }, own);
    expect(body.data).toMatchObject({
      meeting_count: 2,
      days: [{ meeting_count: 1 }, { meeting_count: 1 }, { meeting_count: 0 }],
    });
    expect(await listed(past.from, past.from)).toMatchObject([{ state: 'planned' }]);
  });

  it('are the office’s, within its reach', async () => {
    expect(codeOf(await add({}, own))).toBe('403 not_allowed');
    expect(codeOf(await add({ scope: 'course', id: veda.id }, own))).toBe('404 not_found');
    expect(codeOf(await add({ scope: 'class', id: veda.morning }, own))).toBe('404 not_found');
    for (const input of [{ days: [] }, { days: [{ ...week, to: '2020-01-01' }] }, { scope: 'course' }]) {
      expect((await add(input)).status).toBe(400);
    }
  });
});

it('a slot on another weekday takes its exceptions with it', async () => {
  await move({ to_date: dayIn(1, 3) });
  await cancel({ on_date: dayIn(2) });
  await run(db)`update class_slots set class_day = 'tuesday' where id = ${monday}`;
  expect(await states(next, dayIn(1, 4))).toEqual([
    [dayIn(1, 2), 'planned'],
    [dayIn(1, 4), 'planned'],
  ]);
  await run(db)`update class_slots set class_day = 'monday' where id = ${monday}`;
});

describe('a new weekly time', () => {
  const atFirst = '06:00 PM';
  const weekly = { course_id: gita.id, id: monday, class_name: 'Morning', time_zone: 'IST' };
  const change = (input: object) =>
    call(classes.update_class, { ...weekly, class_day: 'monday', time: atFirst, ...input }, { as: own });
  const ofMonday = async (from: string, to: string) =>
    (
      await many<{ on_date: string; local_start: string }>(db)`
        select m.on_date::text, m.local_start::text
        from meetings_of(array[${gita.morning}::bigint], ${from}::date, ${to}::date) m
        where m.slot_id = ${monday}
        order by m.starts_at
      `
    ).map(({ on_date: day, local_start: at }) => [day, at.slice(11, 16)]);
  const ofWeek = (at: number) => ofMonday(dayIn(at), dayIn(at, 7));

  it('leaves the meetings before it where they were, with their rolls', async () => {
    const [before, after] = [await ofWeek(-2), await ofWeek(2)];
    const day = dayIn(-2);
    const save = { course_id: gita.id, class_id: gita.morning, attendance_date: day };
    const marks = [{ student_id: students.anu, attendance_status: 'present', seen: null }];
    expect((await call(attendance.save_roll, { ...save, marks }, { as: own })).status).toBe(200);
    const rolls = async () =>
      (await call(attendance.get_meetings, { class_id: gita.morning }, { as: own })).body.data;
    const asked = async () =>
      (await call(dashboards.get_today, {}, { as: own })).body.data.find(
        ({ kind }: { kind: string }) => kind === 'unmarked_class',
      );
    const [saved, open] = [await rolls(), await asked()];
    const { headers, status } = await change({ class_day: 'wednesday', time: '07:15 PM', duration: 30 });
    expect(status).toBe(200);
    expect(await ofWeek(-2)).toEqual(before);
    expect(await ofWeek(2)).toEqual([[dayIn(2, 3), '19:15']]);
    expect(await rolls()).toEqual(saved);
    expect(await asked()).toEqual(open);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect([await ofWeek(-2), await ofWeek(2)]).toEqual([before, after]);
    expect(await many(db)`select from past_weekly_times`).toEqual([]);
  });

  it('that is corrected before a meeting leaves no trace', async () => {
    await change({ class_day: 'wednesday' });
    await change({ class_day: 'thursday', time: '09:00 PM' });
    expect(await many(db)`select class_day from past_weekly_times`).toEqual([{ class_day: 'monday' }]);
    await change({});
    expect(await many(db)`select from past_weekly_times`).toEqual([]);
  });

  it('takes the meetings of its own time from those that were canceled or moved before', async () => {
    await move({ on_date: dayIn(-2), to_date: dayIn(-2, 2) });
    await cancel({ on_date: dayIn(-3) });
    const before = await listed(dayIn(-3), dayIn(-2, 7));
    await change({ class_day: 'wednesday' });
    expect(await listed(dayIn(-3), dayIn(-2, 7))).toEqual(before);
    await change({});
  });
});
