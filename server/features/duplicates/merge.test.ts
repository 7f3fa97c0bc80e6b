import type { Role } from '@gurukul/contract/shared/calls/roles';
import { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { fingerprint } from '#server/test/fingerprint.ts';
import { many, one, run } from '#server/test/rows.ts';
import { codeOf } from '#server/test/office.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';
import { admin, changeOf, own, reasonsOf, refusedSince, undoOffice } from '#server/test/undo-office.ts';
import { moved, movedAnew, stays } from './moves.ts';

const { call, db, add, gita, veda, staff, undo } = await undoOffice();

let count = 0;
const named = (name: string) =>
  `${name}${String.fromCodePoint(97 + (count % 26), 97 + Math.floor(count / 26))}`;
let keep: number;
let merge: number;
beforeEach(async () => {
  count += 1;
  keep = await add.person(named('Lakshmi'), 'student');
  merge = await add.person(named('Laxmi'), 'student');
});

const two = () => ({ keep_id: keep, merge_id: merge });
const ask = (input: object, as = admin) => call('duplicates.merge_people', input, { as });
const preview = async (input: object = two()) => {
  const { status, body } = await ask({ ...input, preview: true });
  expect(status).toBe(200);
  return body.data;
};
const mergeNow = async (more: object = {}) => ask({ ...two(), ...more, digest: (await preview()).digest });
const mark = (student: number, day: number, status = 'present') =>
  run(db)`
    with register as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${gita.id}, ${gita.morning}, ${dayFromToday(day)}::date)
      on conflict on constraint attendance_registers_one_each do update set taken_at = now()
      returning id, attendance_date
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select attendance_date, ${student}, ${gita.id}, ${gita.morning}, id, ${status} from register
  `;
let payment = 0;
const pay = (student: number, amount = '100.00') =>
  run(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
    values (${`merge-${(payment += 1)}`}, ${gita.id}, ${student}, 'Payer', 'payer@office.test', ${amount}, 'success', now())
  `;
const idOfEvent = async () =>
  (
    await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
      values (${gita.id}, 'Satsang', 'https://meet.test/a', current_date, now(), now() + interval '1 hour', ${staff.own})
      returning id
    `
  ).id;
const register = (student: number, event: number) =>
  run(db)`insert into event_registrations (event_id, student_id) values (${event}, ${student})`;
const ofPerson = (table: string, column = 'student_id', id = keep) =>
  many<Record<string, unknown>>(db)`select * from ${raw(table)} where ${raw(column)} = ${id} order by 1`;

test('every column that names a person is moved or stays for a reason', async () => {
  const columns = await many<{ place: string }>(db)`
    select t.relname || '.' || a.attname as place
    from pg_constraint f
    join pg_class t on t.oid = f.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = 'people'::regclass and t.relnamespace = 'public'::regnamespace
    union
    select c.table_name || '.' || c.column_name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name in ('student_id', 'teacher_id', 'person_id', 'courseadmin_id', 'guardian_id')
  `;
  const decided = [
    ...[...moved, movedAnew].map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(stays),
  ];
  expect(columns.map(({ place }) => place).toSorted()).toEqual(decided.toSorted());
});

describe('a merge', () => {
  test('moves everything, keeps both names and addresses, and is taken back to the last row', async () => {
    await addEnrolment(db, { student: keep, course: veda.id, class: veda.morning });
    await addEnrolment(db, { student: merge, course: gita.id, class: gita.evening, until: -10 });
    await addEnrolment(db, { student: merge, course: gita.id, class: gita.morning, from: -10 });
    await mark(merge, -3);
    await pay(merge);
    await register(merge, await idOfEvent());
    await run(db)`insert into contacts (person_id, kind, value) values (${merge}, 'phone', '919876543210')`;
    await run(db)`insert into notes (person_id, body, readers) values (${merge}, 'Sings well', 'office')`;
    await run(db)`insert into guardians (student_id, guardian_id) values (${merge}, ${staff.teach})`;
    await run(db)`update people set phone_number = '911234567890' where id = ${merge}`;
    await run(db)`
      insert into mails (dedupe_key, kind, recipient, person_id)
      values (${`merge:${merge}`}, 'event_published', 'a@office.test', ${merge})
    `;
    const before = await fingerprint(db);
    const seen = await preview();
    expect(await fingerprint(db)).toEqual(before);
    expect(seen.moves).toEqual([
      { thing: 'enrolments', count: 2 },
      { thing: 'attendance', count: 1 },
      { thing: 'payments', count: 1 },
      { thing: 'event_registrations', count: 1 },
      { thing: 'mails', count: 1 },
      { thing: 'contacts', count: 1 },
      { thing: 'guardians', count: 1 },
      { thing: 'notes', count: 1 },
    ]);
    const change = changeOf(await mergeNow());
    for (const { table, column } of moved) expect(await ofPerson(table, column, merge)).toEqual([]);
    expect(await ofPerson('enrolments')).toHaveLength(3);
    expect(await ofPerson('mails', 'person_id')).toHaveLength(1);
    const [survivor] = await ofPerson('people', 'id');
    expect(survivor).toMatchObject({
      phone_number: '911234567890',
      other_names: [named('Laxmi')],
      deleted_at: null,
    });
    expect((await ofPerson('contacts', 'person_id')).map(({ value }) => value)).toEqual([
      '919876543210',
      `${named('Laxmi').toLowerCase()}@office.test`,
    ]);
    const [gone] = await ofPerson('people', 'id', merge);
    expect(gone).toMatchObject({ merged_into: keep, deleted_at: expect.anything() });

    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
    expect(await ofPerson('mails', 'person_id', merge)).toHaveLength(1);
  });

  test('takes the chosen fields', async () => {
    await run(db)`update people set city = 'Mysuru', gender = 'female' where id = ${merge}`;
    await mergeNow({ fields: { name: 'merge', email_id: 'merge', gender: 'keep' } });
    expect((await ofPerson('people', 'id'))[0]).toMatchObject({
      first_name: named('Laxmi'),
      email_id: `${named('Laxmi').toLowerCase()}@office.test`,
      other_names: [named('Lakshmi')],
      city: 'Mysuru',
      gender: null,
    });
  });

  test('asks about marks of one day, and keeps the chosen one', async () => {
    await mark(keep, -3, 'present');
    await mark(merge, -3, 'absent');
    await mark(keep, -4);
    await mark(merge, -4);
    const before = await fingerprint(db);
    const { clashes } = await preview();
    expect(clashes.marks).toEqual([
      {
        class_id: gita.morning,
        class_name: 'Morning',
        course_name: 'Gita',
        attendance_date: dayFromToday(-3),
        attendance_id: expect.any(Number),
        keep: 'present',
        merge: 'absent',
      },
    ]);
    expect(codeOf(await mergeNow())).toBe('409 merge_unanswered');
    expect(await fingerprint(db)).toEqual(before);
    const marks = [{ class_id: gita.morning, attendance_date: dayFromToday(-3), use: 'merge' }];
    const change = changeOf(await mergeNow({ marks }));
    expect((await ofPerson('attendance')).map(({ status }) => status).toSorted()).toEqual([
      'absent',
      'present',
    ]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('asks about one course, and ends the other enrolment', async () => {
    await addEnrolment(db, { student: keep, course: gita.id, class: gita.morning });
    await addEnrolment(db, { student: merge, course: gita.id, class: gita.evening });
    const before = await fingerprint(db);
    expect((await preview()).clashes.courses).toEqual([
      { course_id: gita.id, course_name: 'Gita', keep: 'Morning', merge: 'Evening' },
    ]);
    expect(codeOf(await mergeNow())).toBe('409 merge_unanswered');
    const change = changeOf(await mergeNow({ courses: [{ course_id: gita.id, use: 'merge' }] }));
    const enrolments = await ofPerson('enrolments');
    expect(enrolments.filter(({ ended_on: end }) => end === null)).toMatchObject([
      { class_id: gita.evening },
    ]);
    expect(enrolments).toHaveLength(2);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('leaves one registration of two for an event', async () => {
    const event = await idOfEvent();
    await register(keep, event);
    await register(merge, event);
    const before = await fingerprint(db);
    expect((await preview()).clashes.events).toEqual([{ event_id: event, event_name: 'Satsang' }]);
    const change = changeOf(await mergeNow());
    expect(
      (await ofPerson('event_registrations')).filter(({ removed_at: end }) => end === null),
    ).toHaveLength(1);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('of a guardian into the student whom they became moves those whose guardian they are', async () => {
    const [child, other] = [
      await add.person(named('Asha'), 'student'),
      await add.person(named('Rohan'), 'student'),
    ];
    const email = `${named('laxmi')}@home.test`;
    await run(db)`update people set main_role = 'guardian', email_id = ${email} where id = ${merge}`;
    await run(db)`
      insert into guardians (student_id, guardian_id, relation, pays)
      values (${child}, ${merge}, 'mother', true), (${other}, ${merge}, 'mother', false), (${other}, ${keep}, 'aunt', false)
    `;
    const before = await fingerprint(db);
    expect(codeOf(await ask({ keep_id: merge, merge_id: keep, preview: true }))).toBe('409 merge_of_roles');
    const change = changeOf(await mergeNow());
    expect(await ofPerson('guardians', 'guardian_id')).toMatchObject([
      { student_id: child, relation: 'mother', pays: true },
      { student_id: other, relation: 'aunt' },
    ]);
    expect(await ofPerson('guardians', 'guardian_id', merge)).toEqual([]);
    // The guardian's address leads to the student and to the children.
    const behind = await many<{ person_id: number }>(db)`
      select person_id from people_behind_emails where email = ${email} order by 1
    `;
    expect(behind.map(({ person_id: id }) => id)).toEqual([keep, child, other]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('copies what was judged', async () => {
    const third = await add.person(named('Padma'), 'student');
    await call('duplicates.not_duplicates', { one_id: third, other_id: merge }, { as: admin });
    await mergeNow();
    expect(await ofPerson('duplicate_pairs', 'one_id')).toMatchObject([
      { other_id: third, different_since: expect.anything() },
    ]);
  });

  test('of teachers moves courses and classes, and signs the merged one out', async () => {
    [keep, merge] = [await add.person(named('Rama'), 'teacher'), await add.person(named('Raama'), 'teacher')];
    const slot = await add.slot(gita.id, gita.evening, 'saturday', `0${count % 10}:00`);
    await add.associate(gita.id, merge, 12);
    await add.assign(gita.id, slot, merge);
    await run(db)`
      insert into away (teacher_id, from_date, until_date) values (${merge}, current_date, current_date + 3)
    `;
    // Both are asked to cover one meeting, and the merged one another, which is the survivor's own.
    for (const [teacher, asked, day] of [
      [staff.teach, [keep, merge], 1],
      [keep, [merge], 8],
      [staff.teach, [merge], 15],
    ] as const) {
      await run(db)`
        with request as (
          insert into cover_requests (course_id, class_id, slot_id, on_date, is_extra, starts_at, teacher_id, asked_by)
          values (${gita.id}, ${gita.evening}, ${slot}, current_date + ${day}::int, false, now() + interval '9 days',
            ${teacher}, ${staff.own})
          returning id
        )
        insert into cover_offers (request_id, teacher_id, secret_hash)
        select request.id, asked.id, ${Buffer.from(`secret ${day}`)}
        from request, unnest(${asked}::bigint[]) asked (id)
      `;
    }
    const who = `${named('Raama').toLowerCase()}@office.test`;
    expect((await call('accounts.get_user_profile', { uid: merge }, { as: who })).status).toBe(200);
    const before = await fingerprint(db);
    const change = changeOf(await mergeNow());
    expect((await call('accounts.get_user_profile', { uid: merge }, { as: who })).status).toBe(401);
    expect(await ofPerson('slot_teachers', 'teacher_id')).toHaveLength(1);
    expect(await ofPerson('course_teachers', 'teacher_id')).toMatchObject([
      { strength: 12, associated: true },
    ]);
    expect(await ofPerson('away', 'teacher_id')).toHaveLength(1);
    expect(await ofPerson('cover_offers', 'teacher_id')).toHaveLength(2);
    expect(await ofPerson('cover_offers', 'teacher_id', merge)).toEqual([]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('of teachers says which classes would meet at one moment', async () => {
    [keep, merge] = [await add.person(named('Hari'), 'teacher'), await add.person(named('Harri'), 'teacher')];
    const first = await add.slot(gita.id, gita.morning, 'sunday', '04:00');
    const second = await add.slot(veda.id, veda.morning, 'sunday', '04:15');
    await add.associate(gita.id, keep, 5);
    await add.associate(gita.id, merge, 5);
    await add.associate(veda.id, merge, 5);
    // One after the other in one class is no overlap.
    await add.assign(gita.id, first, merge);
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${first}`;
    await add.assign(gita.id, first, keep);
    expect((await preview()).clashes.overlaps).toEqual([]);
    await add.assign(veda.id, second, merge);
    expect((await preview()).clashes.overlaps).toEqual([
      { keep: 'Morning', merge: 'Morning', meets_at: expect.any(String) },
    ]);
    // Another class of the survivor at another hour.
    await add.assign(gita.id, await add.slot(gita.id, gita.evening, 'sunday', '09:00'), keep);
    expect((await preview()).clashes.overlaps).toHaveLength(1);
    expect((await mergeNow()).status).toBe(200);
    expect(await ofPerson('slot_teachers', 'teacher_id')).toHaveLength(4);
  });
});

describe('refused', () => {
  test('of one and the same, missing and deleted people, and other roles', async () => {
    expect(codeOf(await ask({ keep_id: keep, merge_id: keep, preview: true }))).toBe('400 same_person');
    for (const id of [9_999_999, (await ofPerson('people', 'first_name', 'Gone' as never))[0]?.['id']]) {
      expect((await ask({ keep_id: keep, merge_id: id, preview: true })).status).toBe(404);
      expect((await ask({ keep_id: id, merge_id: keep, preview: true })).status).toBe(404);
      expect(
        (await call('duplicates.not_duplicates', { one_id: keep, other_id: id }, { as: admin })).status,
      ).toBe(404);
    }
    for (const id of [staff.teach, staff.own]) {
      expect(codeOf(await ask({ keep_id: merge, merge_id: id, preview: true }))).toBe('409 merge_of_roles');
      expect(codeOf(await ask({ keep_id: staff.admin, merge_id: id, preview: true }))).toBe(
        '409 merge_of_roles',
      );
    }
  });

  type Kept = Role | 'guardian';
  const somebody = async (name: string, role: Kept, asRole: Role | null): Promise<number> => {
    if (role !== 'guardian') return add.person(named(name), role, { asRole });
    const { id } = await one<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name) values ('', 'guardian', ${named(name)}) returning id
    `;
    return id;
  };
  test.each<[string, keep: [Kept, Role?], merge: [Kept, Role?], code: string]>([
    ['a colleague into a student', ['student'], ['teacher'], '409 merge_of_roles'],
    ['a guardian into a colleague', ['teacher'], ['guardian'], '409 merge_of_roles'],
    ['a teacher into one with a second role', ['teacher', 'courseadmin'], ['teacher'], '409 merge_of_roles'],
    ['a guardian into a student', ['student'], ['guardian'], '200'],
  ])('by their roles: %s', async (_, [keptRole, keptAs = null], [role, asRole = null], code) => {
    const keep_id = await somebody('Stays', keptRole, keptAs);
    const merge_id = await somebody('Goes', role, asRole);
    expect(codeOf(await ask({ keep_id, merge_id, preview: true }))).toBe(code);
  });

  test('of somebody who was merged, with the survivor; and after a change since the check', async () => {
    const before = await preview();
    await run(db)`update people set city = 'Pune' where id = ${keep}`;
    expect(codeOf(await ask({ ...two(), digest: before.digest }))).toBe('409 changed_since_check');
    await mergeNow();
    expect(await ask({ ...two(), preview: true })).toMatchObject({
      status: 404,
      body: { code: 'person_merged', merged_into: keep },
    });
    expect(codeOf(await ask({ keep_id: keep, merge_id: 9_999_999, preview: true }))).toBe('404 not_found');
  });

  test('of oneself; another admin may be merged into the caller', async () => {
    const second = await add.person(named('Second'), 'admin');
    expect(codeOf(await ask({ keep_id: second, merge_id: staff.admin, preview: true }))).toBe(
      '409 merge_of_oneself',
    );
    expect((await ask({ keep_id: staff.admin, merge_id: second, preview: true })).status).toBe(200);
  });

  test('of two at once the second', async () => {
    const { digest } = await preview();
    const answers = await Promise.all([ask({ ...two(), digest }), ask({ ...two(), digest })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('of two crossing merges the second', async () => {
    const there = await preview();
    const back = await preview({ keep_id: merge, merge_id: keep });
    const answers = await Promise.all([
      ask({ ...two(), digest: there.digest }),
      ask({ keep_id: merge, merge_id: keep, digest: back.digest }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe('the old id', () => {
  test('leads to the survivor, also through a chain', async () => {
    const third = await add.person(named('Padma'), 'student');
    await mergeNow();
    [keep, merge] = [third, keep];
    const old = two().merge_id;
    await mergeNow();
    const chained = await many<{ id: number }>(db)`select id from people where merged_into = ${old}`;
    for (const id of [old, ...chained.map((row) => row.id)]) {
      expect(await call('students.get_single_student', { id }, { as: admin })).toMatchObject({
        status: 404,
        body: { code: 'person_merged', merged_into: third },
      });
      // out of reach
      expect(codeOf(await call('students.get_single_student', { id }, { as: own }))).toBe('404 not_found');
    }
  });
});

describe('the old id of a colleague', () => {
  test('leads those who see the survivor to their page', async () => {
    [keep, merge] = [
      await add.person(named('Guru'), 'teacher'),
      await add.person(named('Guruji'), 'teacher'),
    ];
    await mergeNow();
    const teacher = (id: number, as: string) => call('people.get_single_teacher', { id }, { as });
    const leads = { status: 404, body: { code: 'person_merged', merged_into: keep } };
    const missing = { status: 404, body: { code: 'not_found' } };
    expect(await teacher(merge, admin)).toMatchObject(leads);
    expect(await teacher(merge, own)).toMatchObject(missing);
    await add.associate(gita.id, keep);
    expect(await teacher(merge, own)).toMatchObject(leads);

    [keep, merge] = [
      await add.person(named('Head'), 'courseadmin'),
      await add.person(named('Heads'), 'courseadmin'),
    ];
    await mergeNow();
    expect(await call('people.get_single_courseadmin', { id: merge }, { as: admin })).toMatchObject({
      status: 404,
      body: { code: 'person_merged', merged_into: keep },
    });
  });
});

test('a student and the colleague who they are become one person with two lives, and two again', async () => {
  await addEnrolment(db, { student: merge, course: veda.id, class: null });
  await mark(merge, -3);
  await pay(merge);
  const teacher = await add.person(named('Teacher'), 'teacher');
  const both = { keep_id: teacher, merge_id: merge };
  const before = await fingerprint(db);
  const { digest } = await preview(both);
  const answer = await ask({ ...both, digest, fields: { email_id: 'merge' } });
  expect(answer.status).toBe(200);
  const [joined] = await ofPerson('people', 'id', teacher);
  expect(joined).toMatchObject({
    main_role: 'teacher',
    also_studies: true,
    email_id: `${named('Teacher').toLowerCase()}@office.test`,
  });
  expect((await ofPerson('enrolments', 'student_id', teacher)).map(({ ended_on }) => ended_on)).toEqual([
    null,
  ]);
  expect(await ofPerson('attendance', 'student_id', teacher)).toHaveLength(1);
  expect(await ofPerson('payments', 'student_id', teacher)).toHaveLength(1);
  expect((await undo(changeOf(answer), admin)).status).toBe(200);
  expect(await fingerprint(db)).toEqual(before);
});

describe('undo is refused', () => {
  test('after a later mark, payment and edit of the survivor, with each reason', async () => {
    await addEnrolment(db, { student: merge, course: gita.id, class: gita.morning });
    const change = changeOf(await mergeNow());
    await call('students.update_region', { user_id: keep, region: 'India', course_id: '' }, { as: admin });
    await mark(keep, -2);
    await pay(keep);
    const answer = await undo(change, admin);
    expect(Object.keys(refusedSince(answer)).toSorted()).toEqual([
      `people.${keep}.attendance`,
      `people.${keep}.payments`,
      `people.${keep}.region`,
    ]);
    expect(reasonsOf(answer)).toContainEqual(
      expect.objectContaining({
        code: 'column_changed',
        column: 'region',
        by: 'Admin',
        name: named('Lakshmi'),
      }),
    );
  });

  test('until a later edit is undone', async () => {
    const before = await fingerprint(db);
    const change = changeOf(await mergeNow());
    const edit = changeOf(
      await call('students.update_region', { user_id: keep, region: 'India', course_id: '' }, { as: admin }),
    );
    expect((await undo(change, admin)).status).toBe(409);
    expect((await undo(edit, admin)).status).toBe(200);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('while the survivor is merged into another', async () => {
    const change = changeOf(await mergeNow());
    merge = keep;
    keep = await add.person(named('Padma'), 'student');
    const later = changeOf(await mergeNow());
    refusedSince(await undo(change, admin));
    expect((await undo(later, admin)).status).toBe(200);
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('to a course admin', async () => {
    const change = changeOf(await mergeNow());
    expect((await undo(change, own)).status).toBe(404);
  });
});

describe('pairs', () => {
  const pair = (one: number, other: number) =>
    run(db)`
      insert into duplicate_pairs (one_id, other_id, reasons) values (${one}, ${other}, '{same_name,same_phone}')
    `;
  const found = async () =>
    (await call('duplicates.get_duplicates', { page: 1, pageSize: 100 }, { as: admin })).body;

  test('are shown until they are judged or merged; a judgement can be undone', async () => {
    await run(db)`delete from duplicate_pairs`;
    await pair(keep, merge);
    expect(await found()).toMatchObject({
      total_count: 1,
      data: [{ one: { user_id: keep }, other: { user_id: merge }, reasons: ['same_name', 'same_phone'] }],
    });
    const judged = changeOf(
      await call('duplicates.not_duplicates', { one_id: merge, other_id: keep }, { as: admin }),
    );
    expect(await found()).toMatchObject({ total_count: 0, data: [] });
    expect((await undo(judged, admin)).status).toBe(200);
    expect((await found()).total_count).toBe(1);
    const change = changeOf(await mergeNow());
    expect((await found()).total_count).toBe(0);
    expect((await undo(change, admin)).status).toBe(200);
    expect((await found()).total_count).toBe(1);
  });
});
