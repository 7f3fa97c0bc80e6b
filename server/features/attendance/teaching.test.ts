import { classDays } from '@gurukul/contract/classes';
import type { Standing } from '@gurukul/contract/shared/meetings/teaching';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office as officeOf } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students, staff } = await foundSchool(db);
const add = officeOf(db);
const { anu, bala } = students;

const weekdayOf = (date: string) => classDays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;
const meet = async (day: string, time = '00:00') => {
  const slot = await add.slot(gita.id, gita.morning, weekdayOf(day), time, 'Asia/Kolkata');
  await add.assign(gita.id, slot, staff.teach);
  await run(db)`update class_slots set created_at = now() - interval '60 days' where id = ${slot}`;
  return slot;
};

const addTopics = async (...topics: readonly (readonly [week: number, name: string])[]) => {
  for (const [week, name] of topics) {
    await run(
      db,
    )`insert into topics (course_id, week_count, topic_name) values (${gita.id}, ${week}, ${name})`;
  }
};

const ofDay = (days: number) => ({
  course_id: gita.id,
  class_id: gita.morning,
  attendance_date: dayFromToday(days),
});
const marks = [anu, bala].map((student_id) => ({ student_id, attendance_status: 'present', seen: null }));
const read = async (days: number, as = teach) =>
  (await office.call('attendance.get_roll', ofDay(days), { as })).body.data.teaching;
const save = async (days: number, taught?: object, seen: string | null = null) => {
  const answer = await office.call(
    'attendance.save_roll',
    { ...ofDay(days), marks: marks.map((mark) => ({ ...mark, seen })), ...(taught ? { taught } : {}) },
    { as: teach },
  );
  expect(codeOf(answer)).toBe('200');
  return answer;
};
const say = (days: number, taught: object, as = teach) =>
  office.call('attendance.save_taught', { ...ofDay(days), taught }, { as });
const coverage = (as: string, course_id = gita.id) =>
  office.call('courses.get_coverage', { course_id }, { as });
const standing = async (as = admin): Promise<Standing> =>
  (await coverage(as)).body.data.find(({ class_id }: Standing) => class_id === gita.morning);

const first = { how: 'whole', week: 1, words: 'Nidana, Asana' };
const second = { how: 'whole', week: 2, words: 'Purusha Suktam 9-12' };

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
  await run(db)`delete from slot_teachers`;
  await run(db)`delete from class_slots`;
  await run(db)`delete from topics`;
  await addTopics([1, 'Nidana'], [1, 'Asana'], [2, 'Purusha Suktam 9-12']);
  await meet(dayFromToday(-1));
});

describe('the roll', () => {
  it('offers the next week of the curriculum, and saves the answer with the marks', async () => {
    expect(await read(-8)).toEqual({ taught: null, plan: first, weeks: [first, second].map(withoutHow) });
    const { body } = await save(-8, first);
    expect(body.data.teaching).toMatchObject({ taught: first, plan: first });
    expect(await read(-8)).toMatchObject({ taught: first, plan: first });
    expect(await read(-1)).toMatchObject({ taught: null, plan: second });
    await save(-1, second);
    await save(0);
    expect(await read(0)).toMatchObject({ taught: null, plan: null });
  });

  it('keeps an answer when it is saved again without one, as older clients do', async () => {
    await save(-8, first);
    await save(-8, undefined, 'present');
    expect(await read(-8)).toMatchObject({ taught: first });
  });

  it('has nothing to say in a course without topics', async () => {
    await run(db)`delete from topics`;
    expect(await read(-8)).toBeUndefined();
    expect((await coverage(admin)).body.data).toEqual([]);
  });

  it('spreads a week over the meetings of a week', async () => {
    await meet(dayFromToday(-2));
    expect(await read(-2)).toMatchObject({ plan: { how: 'part', week: 1 } });
    await save(-2, { ...first, how: 'part' });
    expect(await read(-1)).toMatchObject({ plan: { how: 'whole', week: 1 } });
  });

  it('has its answer taken back by Undo', async () => {
    await save(-8, first);
    const change_id = Number((await save(-8, { ...first, how: 'part' }, 'present')).headers['change-id']);
    expect(await read(-8)).toMatchObject({ taught: { how: 'part' } });
    expect(codeOf(await office.call('audit.undo_change', { change_id }, { as: teach }))).toBe('200');
    expect(await read(-8)).toMatchObject({ taught: first });
  });
});

const withoutHow = ({ week, words }: typeof first) => ({ week, words });

describe('what was taught', () => {
  it('is said and corrected afterwards, for called rolls alone', async () => {
    expect(codeOf(await say(-8, first))).toBe('400 roll_not_called');
    await save(-8);
    for (const as of [teach, own, admin]) expect(codeOf(await say(-8, second, as))).toBe('200');
    expect(await read(-8)).toMatchObject({ taught: second });
    for (const as of [elsewhere, other]) expect(codeOf(await say(-8, first, as))).toBe('404 not_found');
    expect(await read(-8)).toMatchObject({ taught: second });
  });

  it.each([
    ['a week of nothing', { how: 'whole', week: null, words: '' }],
    ['a week of something else', { how: 'other', week: 2, words: '' }],
    ['no week at all', { how: 'part', week: 0, words: '' }],
    ['a text of several lines', { how: 'other', week: null, words: 'One\nTwo' }],
    ['too long a text', { how: 'other', week: null, words: 'a'.repeat(301) }],
  ])('is not %s', async (_what, taught) => {
    await save(-8);
    expect(await say(-8, taught)).toMatchObject({ status: 400 });
  });

  it('keeps the words of its day when the curriculum changes or loses its week', async () => {
    await save(-8, first);
    await run(db)`update topics set topic_name = 'Other' where course_id = ${gita.id}`;
    expect(await read(-8)).toMatchObject({ taught: first });
    await run(db)`delete from topics where week_count = 1`;
    expect(await read(-8)).toMatchObject({ taught: first });
    expect(await standing()).toMatchObject({ held: 1, taught: 1 });
  });

  it('does not count a roll whose marks are gone', async () => {
    await save(-8, first);
    await run(db)`delete from attendance`;
    expect(await standing()).toMatchObject({ held: 0, taught: 0, next: first });
  });
});

describe('the standing of classes', () => {
  it('is told to who may see them', async () => {
    await save(-8, { ...first, how: 'part' });
    const told = {
      class_id: gita.morning,
      held: 1,
      taught: 0,
      planned: 2,
      last: { day: dayFromToday(-8), taught: { ...first, how: 'part' } },
      next: first,
    };
    for (const as of [admin, own, teach]) expect(await standing(as)).toMatchObject(told);
    const ofClass = await office.call('classes.get_class', { class_id: gita.morning }, { as: teach });
    expect(ofClass.body.data.standing).toMatchObject(told);
    expect(codeOf(await coverage(other))).toBe('404 not_found');
    expect(codeOf(await coverage(teach, veda.id))).toBe('404 not_found');
    // Somebody else's class of the same course.
    expect((await coverage(teach)).body.data.map(({ class_id }: Standing) => class_id)).toEqual([
      gita.morning,
    ]);
  });

  it('writes the answer as part of the roll in the history', async () => {
    await save(-8, first);
    const rows = await many<{ table_name: string }>(db)`
      select distinct table_name from audit_entries where after ->> 'taught_words' = ${first.words}
    `;
    expect(rows).toEqual([{ table_name: 'attendance_registers' }]);
  });
});
