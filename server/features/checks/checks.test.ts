import { assignments } from '@gurukul/contract/assignments';
import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { cover } from '@gurukul/contract/cover';
import { dashboards } from '@gurukul/contract/dashboards';
import { duplicates } from '@gurukul/contract/duplicates';
import { meetings } from '@gurukul/contract/meetings';
import { people } from '@gurukul/contract/people';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, office } from '#server/test/office.ts';
import { testApp } from '#server/test/app.ts';
import { openMailer } from '#server/test/mailer.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { remindOfChecks } from './remind.ts';

const { call, config, db } = await testApp({ database: 'empty' });
const mailer = await openMailer({ db, config });
const { gita, staff, students } = await foundSchool(db);
const add = office(db);
const helper = await add.person('Helper', 'teacher');
await add.associate(gita.id, helper);
const helperMail = 'helper@office.test';
const asOwn = { as: own };

const inCourse = { stage: 'approved', course_ids: [gita.id], languages: ['te'], for_children: true };
const police = (valid_until: string | null = null) => ({ kind: 'Police check', number: 'P 77', valid_until });
const save = (user_id: number, given: object = {}, as = admin) =>
  call(people.save_checks, { user_id, path: null, checks: [police()], ...given }, { as });
const read = async (id: number, as = admin) => (await call(people.get_checks, { id }, { as })).body.data;
const rule = (children_rule: string, needed: readonly string[] = []) =>
  run(db)`update provider set children_rule = ${children_rule}, children_checks = ${needed}::text[]`;
const { id: slot } = await one<{ id: number }>(db)`
  select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
`;
const nextMonday = [8, 9, 10, 11, 12, 13, 14]
  .map((n) => dayFromToday(n))
  .find((day) => new Date(day).getUTCDay() === 1)!;

beforeEach(async () => {
  for (const table of [
    'checks',
    'volunteers',
    'kept_mails',
    'mails',
    'cover_offers',
    'cover_requests',
    'meetings',
  ])
    await db.query(`delete from ${table}`);
  await run(db)`update slot_teachers set ended_at = now() where ended_at is null and slot_id = ${slot}`;
  await add.assign(gita.id, slot, staff.teach);
  await run(db)`update classes set for_children = (id = ${gita.morning})`;
  await rule('refuse');
});

const give = async (user_id: number, insists: object = {}) => {
  const { id: assigned_id } = await one<{ id: number }>(db)`
    select id from slot_teachers where slot_id = ${slot} and ended_at is null
  `;
  const input = { course_id: gita.id, class_id: slot, assigned_id, user_id, ...insists };
  return call(assignments.replace_teacher_to_class, input, asOwn);
};

describe('the way to teaching and the checks of somebody', () => {
  it('are kept for teachers and students, and say who saw them', async () => {
    expect((await save(helper, { path: inCourse })).body.message).toBe('success');
    const saved = await read(helper);
    expect(saved).toMatchObject({
      path: { ...inCourse },
      checks: [{ kind: 'Police check', number: 'P 77', valid_until: null, seen_by: 'Admin' }],
      is_checked: true,
      checked_until: null,
      kinds: ['Police check'],
    });
    expect((await save(students.anu, { path: { ...inCourse, stage: 'asked' }, checks: [] })).status).toBe(
      200,
    );
    const { data } = (await call(people.get_volunteers, {}, { as: admin })).body;
    expect(data).toMatchObject([
      { fullname: 'Anu', is_teacher: false, stage: 'asked', teaches_children: false, is_checked: false },
      { fullname: 'Helper', is_teacher: true, stage: 'approved', courses: ['Gita'], is_checked: true },
      { fullname: 'Teach', is_teacher: true, stage: null, teaches_children: true, is_checked: false },
    ]);
  });

  it('keep their numbers from course admins, from the history and from the database', async () => {
    await save(helper);
    expect((await read(helper, own)).checks).toEqual([
      { ...(await read(helper)).checks[0], number: undefined },
    ]);
    expect((await call(people.get_checks, { id: helper }, { as: other })).status).toBe(404);
    expect((await call(people.get_checks, { id: helper }, { as: teach })).status).toBe(403);
    expect((await save(helper, {}, own)).status).toBe(403);
    const stored = await many<{ row: string }>(db)`
      select to_jsonb(c)::text as row from checks c
      union all select e.after::text from audit_entries e where e.table_name = 'checks' and e.after is not null
    `;
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter(({ row }) => row.includes('P 77'))).toEqual([]);
  });

  it('stay as they are where nothing changed, go where they are left out, and come back with Undo', async () => {
    await save(helper, { checks: [police(), { kind: 'Reference', valid_until: null }] });
    const [kept] = (await read(helper)).checks;
    const { number: _number, ...sent } = police(dayFromToday(90));
    const { headers } = await save(helper, { checks: [{ check_id: kept.check_id, ...sent }] });
    expect((await read(helper)).checks).toMatchObject([
      { check_id: kept.check_id, number: 'P 77', valid_until: dayFromToday(90) },
    ]);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: admin });
    expect((await read(helper)).checks).toMatchObject([{ valid_until: null }, { kind: 'Reference' }]);
  });
});

describe('a class of children', () => {
  it('is refused without a valid check, and given with one', async () => {
    expect(codeOf(await give(helper, { allow_unchecked: true }))).toBe('409 teacher_unchecked');
    await save(helper, { checks: [police(dayFromToday(-1))] });
    const { body } = await give(helper);
    expect(body.check).toEqual({
      teacher: { user_id: helper, fullname: 'Helper' },
      class_name: 'Morning',
      until: dayFromToday(-1),
      can_insist: false,
    });
    await save(helper);
    expect((await give(helper)).status).toBe(200);
  });

  it('takes all kinds that the settings name, by any spelling of their letters', async () => {
    await rule('refuse', ['police CHECK', 'Training']);
    await save(helper);
    expect(codeOf(await give(helper))).toBe('409 teacher_unchecked');
    await save(helper, { checks: [police(), { kind: 'training', valid_until: dayFromToday(900) }] });
    expect(await read(helper)).toMatchObject({ is_checked: true, checked_until: dayFromToday(900) });
    expect((await give(helper)).status).toBe(200);
  });

  it('is not for somebody who is approved, but not for children', async () => {
    await save(helper, { path: { ...inCourse, for_children: false } });
    expect(codeOf(await give(helper))).toBe('409 teacher_unchecked');
  });

  it('is given after a warning where the provider warns only, and without a word where the rule is off', async () => {
    await rule('warn');
    expect((await give(helper)).body.check.can_insist).toBe(true);
    expect((await give(helper, { allow_unchecked: true })).status).toBe(200);
    await rule('off');
    expect((await give(staff.teach)).status).toBe(200);
  });

  it('warns of a check that ends while the class runs', async () => {
    await save(helper, { checks: [police(dayFromToday(30))] });
    const { body } = await give(helper);
    expect(body.check).toMatchObject({ until: dayFromToday(30), can_insist: true });
    expect((await give(helper, { allow_unchecked: true })).status).toBe(200);
  });

  it('cannot be made of one whose teacher has no check, and its times can change meanwhile', async () => {
    await run(db)`update classes set for_children = false`;
    const edit = {
      course_id: gita.id,
      id: slot,
      class_name: 'Morning',
      class_day: 'monday',
      time_zone: 'IST',
    };
    const update = (changes: object) =>
      call(classes.update_class, { ...edit, time: '18:30', ...changes }, asOwn);
    expect(codeOf(await update({ for_children: true }))).toBe('409 teacher_unchecked');
    await save(staff.teach);
    const { data } = (await update({ for_children: true })).body;
    expect(data.find(({ id }: { id: number }) => id === slot)).toMatchObject({ for_children: true });
    await save(staff.teach, { checks: [] });
    expect((await update({ time: '18:00' })).status).toBe(200);
  });

  it('does not come back by Undo to somebody whose check has ended', async () => {
    await save(staff.teach);
    await save(helper);
    const { headers } = await give(helper);
    await save(staff.teach, { checks: [] });
    const undone = await call(audit.undo_change, { change_id: Number(headers['change-id']) }, asOwn);
    expect(undone.body.reasons).toMatchObject([
      { code: 'teacher_unchecked', person: 'Teach', class: 'Morning' },
    ]);
  });

  it('moves with somebody who is merged, who keeps their checks and their way', async () => {
    const second = await add.person('Second', 'teacher');
    await save(helper, { path: { ...inCourse, for_children: false }, checks: [] });
    await save(second, { path: inCourse });
    const two = { keep_id: helper, merge_id: second };
    const { digest } = (await call(duplicates.merge_people, { ...two, preview: true }, { as: admin })).body
      .data;
    expect((await call(duplicates.merge_people, { ...two, digest }, { as: admin })).status).toBe(200);
    expect(await read(helper)).toMatchObject({ path: { for_children: true }, is_checked: true });
    expect((await read(helper)).checks[0].number).toBe('P 77');
  });
});

describe('one meeting of children', () => {
  const input = { slot_id: slot, from: nextMonday, to: nextMonday, tell: false };
  const substitute = (insists: object = {}) =>
    call(meetings.change_teacher, { ...input, teacher_id: helper, ...insists }, asOwn);
  const asked = { from: nextMonday, to: nextMonday, slot_id: slot, reason: '' };

  it('is refused to a substitute whose check ends before it', async () => {
    await save(helper, { checks: [police(dayFromToday(3))] });
    expect(codeOf(await substitute({ allow_unchecked: true }))).toBe('409 teacher_unchecked');
    await save(helper, { checks: [police(nextMonday)] });
    expect((await substitute()).status).toBe(200);
  });

  it('is offered to those with a check; where the provider warns, the office may ask others', async () => {
    const candidates = async (as: string) => {
      const teacher_id = as === own ? staff.teach : null;
      const { body } = await call(cover.ask_cover, { ...asked, teacher_id, preview: true }, { as });
      return body.data[0].candidates;
    };
    expect(await candidates(own)).toEqual([]);
    await rule('warn');
    expect(await candidates(own)).toMatchObject([{ is_unchecked: true }, { is_unchecked: true }]);
    expect(await candidates(teach)).toEqual([]);
    await rule('refuse');
    await save(helper);
    expect(await candidates(teach)).toMatchObject([{ fullname: 'Helper', is_unchecked: false }]);
  });

  it('is not taken by somebody whose check has ended since they were asked', async () => {
    await save(helper);
    await call(cover.ask_cover, asked, { as: teach });
    await save(helper, { checks: [] });
    const [{ cover_id }] = (await call(cover.get_covers, {}, { as: helperMail })).body.data;
    const take = () => call(cover.take_cover, { cover_id, accept: true }, { as: helperMail });
    expect(codeOf(await take())).toBe('409 teacher_unchecked');
    await save(helper);
    expect((await take()).body.data.answer).toBe('yours');
  });
});

describe('a check that ends', () => {
  const kinds = async (as: string) =>
    (await call(dashboards.get_today, {}, { as })).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'check_ends',
    );

  it('stands in Today of account admins until a later one of its kind is there', async () => {
    await save(helper, { checks: [police(dayFromToday(-3)), police(dayFromToday(59))] });
    await save(staff.teach, { checks: [police(dayFromToday(90))] });
    await save(students.anu, { checks: [police(dayFromToday(3))] });
    expect(await kinds(admin)).toMatchObject([
      { count: 1, items: [{ fullname: 'Helper', check: 'Police check', valid_until: dayFromToday(59) }] },
    ]);
    expect(await kinds(own)).toEqual([]);
    await save(helper, { checks: [police(dayFromToday(59)), police()] });
    expect(await kinds(admin)).toEqual([]);
  });

  it('is a mail to its teacher sixty days before, once', async () => {
    await save(helper, { checks: [police(dayFromToday(60))] });
    await save(staff.teach, { checks: [police(dayFromToday(61))] });
    expect(await remindOfChecks(db, mailer)).toBe(1);
    expect(await remindOfChecks(db, mailer)).toBe(0);
    expect(await many(db)`select person_id, kind from mails`).toEqual([
      { person_id: helper, kind: 'check_ends' },
    ]);
  });
});
