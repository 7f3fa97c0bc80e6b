import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { calendar } from '@gurukul/contract/calendar';
import { classes } from '@gurukul/contract/classes';
import { meetings } from '@gurukul/contract/meetings';
import { schedule } from '@gurukul/contract/schedule';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { app, call, db } = await testApp({ database: 'empty' });
const { gita, veda, staff } = await foundSchool(db);
await run(db)`update class_slots set created_at = now() - interval '60 days'`;

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const weekly = 'https://meet.test/weekly?pwd=a,b;c';
const once = 'https://meet.test/once';

/** The next two meetings of the morning's Monday slot. */
const { id: slotId } = await one<{ id: number }>(db)`
  select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
`;
const [next, later] = (
  await many<{ on_date: string }>(db)`
    select m.on_date::text
    from meetings_of(array[${gita.morning}::bigint], current_date + 1, current_date + 20) m
    where m.slot_id = ${slotId}
    order by m.starts_at
  `
).map(({ on_date }) => on_date);

const set = (input: object, as = own) =>
  call(meetings.set_join_link, { slot_id: slotId, join_link: weekly, ...input }, { as });
const links = async (as = own) => {
  const { body } = await call(
    meetings.get_meetings,
    { from: next, to: later, class_id: gita.morning },
    { as },
  );
  return (body.data as { slot_id: number; on_date: string; join_link: string | null }[])
    .filter(({ slot_id }) => slot_id === slotId)
    .map(({ join_link }) => join_link);
};
const undo = (answer: Awaited<ReturnType<typeof set>>, as = own) =>
  call(audit.undo_change, { change_id: Number(answer.headers['change-id']) }, { as });
const rowCount = async () =>
  (await one<{ count: number }>(db)`select count(*)::integer as count from meetings`).count;

beforeEach(async () => {
  await run(db)`delete from meetings`;
  await run(db)`update class_slots set join_link = ''`;
});

describe('a join link', () => {
  it('is that of the slot, unless a meeting has its own; Undo takes both back', async () => {
    expect(await links()).toEqual([null, null]);
    const first = await set({});
    expect(await links()).toEqual([weekly, weekly]);
    const second = await set({ on_date: next, join_link: once });
    expect(await links()).toEqual([once, weekly]);
    await undo(second);
    expect(await links()).toEqual([weekly, weekly]);
    await undo(first);
    expect(await links()).toEqual([null, null]);
  });

  it('of a meeting ends with an empty one, and leaves nothing behind', async () => {
    await set({});
    await set({ on_date: next, join_link: once });
    expect(await rowCount()).toBe(1);
    await set({ on_date: next, join_link: '' });
    expect(await links()).toEqual([weekly, weekly]);
    expect(await rowCount()).toBe(0);
  });

  it('changes nothing else about the meeting, and a day off or a canceled meeting nothing about it', async () => {
    await set({ on_date: next, join_link: once });
    const states = async () =>
      (
        await call(meetings.get_meetings, { from: next, to: next, class_id: gita.morning }, { as: own })
      ).body.data.map(({ state, join_link }: { state: string; join_link: string }) => [state, join_link]);
    expect(await states()).toEqual([['planned', once]]);
    const off = { from: next, to: next, name: 'Holi', scope: 'class', id: gita.morning, tell: false };
    await call(meetings.add_day_off, off, { as: own });
    expect(await states()).toEqual([['day_off', once]]);
    const name = { slot_id: slotId, on_date: next, tell: false };
    await call(meetings.restore_meeting, name, { as: own });
    await call(meetings.cancel_meeting, { ...name, reason: 'Ill' }, { as: own });
    expect(await states()).toEqual([['canceled', once]]);
    await call(meetings.restore_meeting, name, { as: own });
    expect((await states()).map(([, link]: string[]) => link)).toEqual([once]);
    await run(db)`delete from days_off`;
  });

  it('of an extra meeting is its own', async () => {
    await set({});
    const extra = { slot_id: slotId, on_date: next, time: '20:00', tell: false };
    expect((await call(meetings.add_meeting, extra, { as: own })).status).toBe(200);
    expect(await links()).toEqual([weekly, weekly, weekly]);
    await set({ on_date: next, extra: true, join_link: once });
    expect(await links()).toEqual([weekly, once, weekly]);
    expect((await set({ on_date: dayIn(500) })).status).toBe(404);
  });

  it.each([
    'http://meet.test/a',
    'javascript:alert(1)',
    'https://me:secret@meet.test/',
    'meet.test/a',
    'https://a b',
  ])('is https without a password, not %s', async (join_link) => {
    expect(refusal(await set({ join_link }))).toMatchObject({ status: 400 });
    expect(await links()).toEqual([null, null]);
  });

  it('is set by the office within its reach, and by the teacher of the slot or meeting', async () => {
    expect((await set({}, admin)).status).toBe(200);
    expect((await set({}, teach)).status).toBe(200);
    for (const as of [other, elsewhere]) {
      expect(refusal(await set({}, as))).toMatchObject({ status: 404 });
      expect(refusal(await set({ on_date: next }, as))).toMatchObject({ status: 404 });
    }
    // The class is still within the teacher's reach by its other slot.
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${slotId}`;
    expect(refusal(await set({}, teach))).toMatchObject({ status: 404 });
    expect(refusal(await set({ on_date: next }, teach))).toMatchObject({ status: 404 });
    await run(db)`update slot_teachers set ended_at = null where slot_id = ${slotId}`;
  });
});

describe('people who may see a join link', () => {
  const slotsOf = async (as: string | undefined) =>
    (await call(classes.get_classes, { course_id: gita.id }, { as: as! })).body.data.flatMap(
      ({ slots }: { slots: { id: number; join_link: string | null }[] }) => slots,
    );

  it('are those who reach the class: the schedule, the class and the calendar of its teacher have it', async () => {
    await run(db)`update class_slots set join_link = ${weekly} where class_id = ${gita.morning}`;
    const rows = (await call(schedule.teacher_schedule, { uid: staff.teach, courseId: 0 }, { as: teach }))
      .body.data;
    expect(rows.find(({ id }: { id: number }) => id === slotId)).toMatchObject({ join_link: weekly });
    expect((await slotsOf(own)).find(({ id }: { id: number }) => id === slotId)?.join_link).toBe(weekly);

    await set({ on_date: next, join_link: once });
    const { body } = await call(calendar.create_feed, {}, { as: teach });
    const text = (await app.inject({ url: new URL(body.data.url).pathname })).body.replaceAll('\r\n ', '');
    expect(text).toContain(String.raw`LOCATION:https://meet.test/weekly?pwd=a\,b\;c`);
    expect(text).toContain(`LOCATION:${once}`);
    await call(meetings.cancel_meeting, { slot_id: slotId, on_date: next, tell: false }, { as: own });
    const after = (await app.inject({ url: new URL(body.data.url).pathname })).body.replaceAll('\r\n ', '');
    expect(after).not.toContain(once);
  });

  it('find it on the class and its roll while the class meets', async () => {
    await run(db)`
      update class_slots
      set join_link = ${weekly}, class_day = trim(to_char(now() at time zone time_zone, 'day')),
        local_time = '00:00', duration_minutes = 720
      where id = ${slotId}
    `;
    const join = (await call(classes.get_class, { class_id: gita.morning }, { as: teach })).body.data.join;
    const rolls = (await call(attendance.get_rolls, {}, { as: teach })).body.data;
    const today = rolls.find(({ slot_id }: { slot_id: number }) => slot_id === slotId);
    expect(today).toMatchObject({ join_link: weekly });
    if (Date.parse(today.ends_at) > Date.now()) expect(join).toMatchObject({ join_link: weekly });
    await run(db)`
      update class_slots set class_day = 'monday', local_time = '06:00', duration_minutes = 60 where id = ${slotId}
    `;
  });

  it('are no teachers of other classes of the course', async () => {
    await run(db)`update class_slots set join_link = ${weekly}`;
    const classesOf = async (as: string | undefined) =>
      new Set((await slotsOf(as)).map(({ class_id }: { class_id: number }) => class_id));
    expect(await classesOf(own)).toEqual(new Set([gita.morning, gita.evening]));
    expect(await classesOf(teach)).toEqual(new Set([gita.morning]));
    const asTeacher = await call(meetings.get_meetings, { from: next, to: later }, { as: teach });
    const reached = asTeacher.body.data.map(({ class_id }: { class_id: number }) => class_id);
    expect(new Set(reached)).toEqual(new Set([gita.morning]));
    expect((await call(classes.get_class, { class_id: veda.morning }, { as: own })).status).toBe(404);
    const foreign = await call(meetings.get_meetings, { from: next, to: later }, { as: other });
    expect(foreign.body.data.some(({ course_id }: { course_id: number }) => course_id === gita.id)).toBe(
      false,
    );
  });

  it('change it in the form of the slot, which notices that somebody else did', async () => {
    const slot = (await slotsOf(own)).find(({ id }: { id: number }) => id === slotId);
    const { course_id, class_name, class_day, time, time_zone, id, version } = slot as Record<
      string,
      unknown
    >;
    const form = { course_id, class_name, class_day, time, time_zone, id, version };
    expect((await call(classes.update_class, { ...form, join_link: weekly }, { as: own })).status).toBe(200);
    expect(await links()).toEqual([weekly, weekly]);
    expect(refusal(await call(classes.update_class, form, { as: own }))).toMatchObject({ code: 'conflict' });
    const { version: _old, ...newer } = form;
    expect((await call(classes.update_class, newer, { as: own })).status).toBe(200);
    expect(await links()).toEqual([weekly, weekly]);
  });
});
