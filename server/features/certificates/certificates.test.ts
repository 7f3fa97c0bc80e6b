import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/tx.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { linesOfPdf } from '#server/test/pdf-text.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { newVerifyId } from './issue.ts';
import { findVerified } from './queries.ts';

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const { gita, veda, students, staff } = await foundSchool(db);
const add = office(db);
const admin = { as: 'admin@office.test' };
const own = { as: 'own@office.test' };
const other = { as: 'other@office.test' };
const teach = { as: 'teach@office.test' };

/** Marks in a class on days from the first of March: p or a for each. */
async function mark(student: number, course: number, group: number, marks: string) {
  for (const [index, sign] of marks.split('').entries()) {
    const day = `2026-03-${String(index + 1).padStart(2, '0')}`;
    await run(db)`
      with made as (
        insert into attendance_registers (course_id, class_id, attendance_date)
        select ${course}, ${group}, ${day}::date
        where not exists (
          select from attendance_registers r where r.class_id = ${group} and r.attendance_date = ${day}::date
        )
        returning id
      ), register as (
        select id from made
        union all
        select r.id from attendance_registers r where r.class_id = ${group} and r.attendance_date = ${day}::date
      )
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select ${day}::date, ${student}, ${course}, ${group}, register.id, ${sign === 'p' ? 'present' : 'absent'}
      from register
    `;
  }
}
const handIn = (student: number, week: number, status: string) =>
  run(db)`
    insert into homework (student_id, course_id, class_id, week_name, home_work, status, decided_at)
    values (${student}, ${gita.id}, ${gita.morning}, ${`Week ${week}`}, '/files/none.pdf', ${status}, now())
  `;
const rule = (attendance: number | null, homework: number | null, more: object = {}, as = own) =>
  call(
    'certificates.set_finish_rule',
    { course_id: gita.id, attendance, homework, portions: false, ...more },
    as,
  );
const finishPage = async (more: object = {}, as = own) =>
  (await call('certificates.get_finish', { course_id: gita.id, pageSize: 100, ...more }, as)).body;
const lineOf = async (student: number) =>
  (await finishPage()).data.find(({ student_id }: { student_id: number }) => student_id === student);
async function finish(chosen: readonly number[] | null, status = 'Completed', as = own) {
  const wanted = { course_id: gita.id, students: chosen, registration_status: status };
  const { body } = await call('certificates.finish', { ...wanted, preview: true }, as);
  const { digest } = body.data;
  return { shown: body.data, saved: await call('certificates.finish', { ...wanted, digest }, as) };
}
const issue = (list: object[], more: object = {}, as = own) =>
  call('certificates.issue', { course_id: gita.id, students: list, ...more }, as);
const certificatesOf = async (student: number) =>
  (await call('certificates.get_certificates', { user_id: student }, admin)).body.data;
const verify = async (url: string) => {
  const { pathname } = new URL(url);
  const answer = await server.app.inject({ method: 'GET', url: pathname });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
};
const setByHand = (student: number, status: string) =>
  call(
    'students.update_registration_status',
    { user_id: student, course_id: gita.id, registration_status: status },
    own,
  );
const download = async (ids: readonly number[], as = own) =>
  server.app.inject({
    method: 'POST',
    url: '/api/certificates/download',
    headers: { authorization: `Bearer ${await server.tokenOf(as.as)}` },
    payload: { certificate_ids: ids },
  });

await mark(students.anu, gita.id, gita.morning, 'pppa');
await mark(students.bala, gita.id, gita.morning, 'ppaa');
// Chitra moved to the other class: the marks of both count.
await mark(students.chitra, gita.id, gita.morning, 'pp');
await mark(students.chitra, gita.id, gita.evening, 'pa');
await handIn(students.anu, 1, 'accepted');
await handIn(students.anu, 1, 'accepted');
await handIn(students.anu, 2, 'accepted');
await handIn(students.bala, 1, 'rejected');

describe('the page Finish', () => {
  test('says of each student what they have, and lacks nobody without a rule', async () => {
    const { data, counts, rule: now } = await finishPage();
    expect(now).toEqual({ attendance: null, homework: null, portions: false });
    expect(data.map(({ fullname }: { fullname: string }) => fullname)).toEqual([
      'Anu',
      'Bala',
      'Chitra',
      'Deepa',
    ]);
    expect(data[0]).toMatchObject({
      present: 3,
      recorded: 4,
      percent: 75,
      accepted: 2,
      fulfils: null,
      lacks: [],
    });
    expect(data[2]).toMatchObject({ present: 3, recorded: 4 });
    expect(data[3]).toMatchObject({ recorded: 0, percent: null });
    expect(counts).toMatchObject({ all: 4, ready: 0, lacking: 0, finished: 0 });
  });

  test('names what lacks, and never rounds up to what is asked', async () => {
    expect((await rule(75, 2)).status).toBe(200);
    expect(await lineOf(students.anu)).toMatchObject({ fulfils: true, lacks: [] });
    expect(await lineOf(students.bala)).toMatchObject({ fulfils: false, lacks: ['attendance', 'homework'] });
    expect(await lineOf(students.chitra)).toMatchObject({ lacks: ['homework'] });
    expect(await lineOf(students.deepa)).toMatchObject({ lacks: ['attendance', 'homework'] });
    expect((await finishPage({ show: 'ready' })).data).toHaveLength(1);
    expect((await finishPage({ show: 'lacking', search: 'BAL' })).total_count).toBe(1);
    await rule(76, 2);
    expect(await lineOf(students.anu)).toMatchObject({ percent: 75, lacks: ['attendance'] });
    await rule(75, 2);
  });

  test('counts as asked what was asked while a student was there, and nothing of weeks to come', async () => {
    const joinedOn = (student: number, days: number) =>
      run(db)`
        update enrolments set started_on = current_date - ${days}::integer
        where student_id = ${student} and course_id = ${gita.id} and ended_on is null
      `;
    await joinedOn(students.anu, 100);
    await joinedOn(students.deepa, 0);
    await run(db)`
      insert into topics (course_id, week_count, topic_name, homework)
      select c.id, greatest((current_date - c.start_date) / 7 + 1 + w, 1), 'Asked', true
      from courses c, unnest(array[-4, 0, 5]) as w
      where c.id = ${gita.id}
    `;
    const asked = [await lineOf(students.anu), await lineOf(students.deepa)].map((line) => line.asked);
    await run(db)`delete from topics where topic_name = 'Asked'`;
    expect(asked).toEqual([2, 1]);
  });

  test('asks for all portions that the course tests, passed by an examiner', async () => {
    await rule(null, null, { portions: true });
    expect(await lineOf(students.anu)).toMatchObject({ portions: 0, tested: 0, lacks: ['portions'] });
    const made = await many<{ id: number }>(db)`
      insert into test_portions (course_id, name, position)
      values (${gita.id}, 'Chapter 12', 0), (${gita.id}, 'Chapter 15', 1), (${gita.id}, 'Taken away', 2)
      returning id
    `;
    await run(db)`update test_portions set deleted_at = now() where name = 'Taken away'`;
    const pass = (portion: number, hour: number, result: string) =>
      run(db)`
        insert into tests (course_id, portion_id, student_id, examiner_id, starts_at, ends_at, booked_by, result,
          decided_by, decided_at)
        values (${gita.id}, ${portion}, ${students.anu}, ${staff.teach}, ${`2026-03-01T${hour}:00:00Z`},
          ${`2026-03-01T${hour}:20:00Z`}, ${students.anu}, ${result}, ${staff.teach}, now())
      `;
    await pass(made[0]!.id, 10, 'passed');
    await pass(made[1]!.id, 11, 'again');
    expect(await lineOf(students.anu)).toMatchObject({ portions: 2, tested: 1, lacks: ['portions'] });
    await pass(made[1]!.id, 12, 'passed');
    expect(await lineOf(students.anu)).toMatchObject({ portions: 2, tested: 2, fulfils: true });
    await rule(75, 2);
  });

  test('shows teachers their own classes, and nothing to others', async () => {
    const { data, can } = await finishPage({}, teach);
    expect(data.map(({ fullname }: { fullname: string }) => fullname)).toEqual(['Anu', 'Bala']);
    expect(can).toEqual({ finish: false });
    expect((await call('certificates.get_finish', { course_id: gita.id }, other)).status).toBe(404);
    expect((await rule(10, 1, {}, other)).status).toBe(404);
    expect((await rule(10, 1, {}, teach)).status).toBe(403);
  });

  test('refuses a rule over one that somebody else has set meanwhile', async () => {
    const expected = { attendance: 75, homework: 1, portions: false };
    expect(codeOf(await rule(80, 2, { expected }))).toBe('409 state_changed');
    expect((await rule(75, 2, { expected: { ...expected, homework: 2 } })).status).toBe(200);
    for (const wrong of [0, 101, 7.5, 'x']) {
      expect((await rule(wrong as number, null)).status).toBe(400);
    }
  });

  test('sets all who are ready, with one Undo, and nobody about whom somebody has decided', async () => {
    await setByHand(students.bala, 'Gold medalist');
    const { shown, saved } = await finish(null);
    expect(shown).toMatchObject({ selected: 1, changes: 1, stays: [], lacking: { count: 0 } });
    expect(await lineOf(students.anu)).toMatchObject({
      registration_status: 'Completed',
      is_by_hand: false,
      finished_on: expect.any(String),
    });
    expect(await lineOf(students.bala)).toMatchObject({ is_by_hand: true, finished_on: null });
    const change_id = Number(saved.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, own)).status).toBe(200);
    expect(await lineOf(students.anu)).toMatchObject({
      registration_status: 'Registered',
      finished_on: null,
    });
    await finish(null);
  });

  test('says beforehand who lacks the rule, and counts those as set by hand', async () => {
    const { shown } = await finish([students.anu, students.chitra, students.esha], 'Memorizer');
    expect(shown).toMatchObject({
      selected: 3,
      changes: 2,
      stays: [{ reason: 'gone', count: 1, names: [] }],
      lacking: { count: 1, names: ['Chitra'] },
    });
    expect(await lineOf(students.chitra)).toMatchObject({
      is_by_hand: true,
      registration_status: 'Memorizer',
    });
    expect(await lineOf(students.anu)).toMatchObject({ is_by_hand: false, registration_status: 'Memorizer' });
    expect((await finish([students.anu], 'Memorizer')).shown.stays).toEqual([
      { reason: 'same', count: 1, names: ['Anu'] },
    ]);
  });

  test('accuses nobody when the rule changes, and names who no longer fulfils theirs after a correction', async () => {
    await rule(100, 2);
    expect(await lineOf(students.anu)).toMatchObject({ lacks: ['attendance'], is_no_longer: false });
    await run(db)`
      update attendance set status = 'absent' where student_id = ${students.anu} and attendance_date = '2026-03-01'
    `;
    expect(await lineOf(students.anu)).toMatchObject({
      is_no_longer: true,
      registration_status: 'Memorizer',
    });
    expect((await finishPage({ show: 'no_longer' })).data).toHaveLength(1);
    await run(db)`
      update attendance set status = 'present' where student_id = ${students.anu} and attendance_date = '2026-03-01'
    `;
    await rule(75, 2);
  });

  test('keeps what it said over a move to another class', async () => {
    await run(db)`update enrolments set ended_on = current_date where student_id = ${students.anu}`;
    await run(db)`
      insert into enrolments (student_id, course_id, class_id, started_on, registration_status)
      values (${students.anu}, ${gita.id}, ${gita.evening}, current_date, 'Memorizer')
    `;
    expect(await lineOf(students.anu)).toMatchObject({ is_by_hand: false, finished_on: expect.any(String) });
  });

  test('is a line for each course on the page of the student, within reach', async () => {
    const lines = async (as: object) =>
      (await call('certificates.get_progress', { student_id: students.chitra }, as)).body.data;
    expect(await lines(own)).toMatchObject([
      { course_name: 'Gita', present: 3, recorded: 4, class_name: 'Evening' },
    ]);
    expect((await call('certificates.get_progress', { student_id: students.anu }, other)).status).toBe(404);
  });
});

describe('certificates', () => {
  test('are issued with numbers without a gap to those who have finished, once each', async () => {
    const asked = [students.anu, students.bala, students.deepa, students.esha].map((student_id) => ({
      student_id,
    }));
    const { body } = await issue(asked);
    expect(body.data).toMatchObject({ issued: 2, replaced: 0, unchanged: 0, left_out: 2 });
    const again = await issue([{ student_id: students.anu }]);
    expect(again.body.data).toMatchObject({ issued: 0, unchanged: 1 });
    const numbers = await many<{ number: number }>(db)`select number from certificates order by number`;
    expect(numbers.map(({ number }) => number)).toEqual([1, 2]);
    const [anu] = await certificatesOf(students.anu);
    expect(anu).toMatchObject({
      name: 'Anu',
      status: 'Memorizer',
      course_name: 'Gita',
      state: 'valid',
      issued_by: 'Own',
    });
    expect(anu.number).toMatch(/^C\/\d{4}-\d{2}\/1$/);
  });

  test('of two presses at once are one', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => issue([{ student_id: students.chitra }])));
    expect(answers.map(({ body }) => body.data.issued).toSorted()).toEqual([0, 0, 0, 1]);
    expect(await certificatesOf(students.chitra)).toHaveLength(1);
  });

  test('are replaced when the name is corrected, and the earlier one says so', async () => {
    const [old] = await certificatesOf(students.anu);
    const name = 'అనూరాధ శాస్త్రి';
    expect((await issue([{ student_id: students.anu, name }], { language: 'te' })).body.data.replaced).toBe(
      1,
    );
    const [now, before] = await certificatesOf(students.anu);
    expect([now.name, now.state, now.on_day, before.state]).toEqual([name, 'valid', old.on_day, 'replaced']);
    expect((await verify(old.verify_url)).text).toContain('replaced by a newer one');
    const { text, status } = await verify(now.verify_url);
    expect(status).toBe(200);
    for (const said of [name, 'Gita', 'This certificate is valid']) expect(text).toContain(said);
    for (const secret of ['Memorizer', now.number, 'anu@office.test', 'Morning'])
      expect(text).not.toContain(secret);
    // Without a name the one that was agreed stays.
    expect((await issue([{ student_id: students.anu }])).body.data.unchanged).toBe(1);
    const file = await download([now.certificate_id]);
    expect(linesOfPdf(file.rawPayload)).toEqual(expect.arrayContaining([name, 'Gita', 'ధృవపత్రం']));
    expect(codeOf(read(await download([before.certificate_id])))).toBe('409 certificate_over');
    expect((await download([now.certificate_id], other)).statusCode).toBe(404);
  });

  test('with letters that cannot be printed are refused, until they are spelled', async () => {
    const asked = [{ student_id: students.bala, name: 'มาลี' }];
    expect(codeOf(await issue(asked))).toBe('409 receipt_letters');
    const spelled = [{ text: 'มาลี', as: 'Mali' }];
    expect((await issue(asked, { spelled })).body.data.replaced).toBe(1);
    expect((await certificatesOf(students.bala))[0].name).toBe('Mali');
  });

  test('are revoked with a reason that the check does not tell', async () => {
    const [{ certificate_id, verify_url }] = await certificatesOf(students.bala);
    const revoke = (as: object) =>
      call('certificates.revoke', { certificate_id, reason: 'Taken in error' }, as);
    expect([(await revoke(other)).status, (await revoke(teach)).status]).toEqual([404, 403]);
    expect((await revoke(own)).body.data).toMatchObject({ state: 'revoked', can: { revoke: false } });
    expect(codeOf(await revoke(own))).toBe('409 certificate_over');
    const { text } = await verify(verify_url);
    expect(text).toContain('was revoked');
    expect(text).not.toContain('Taken in error');
    // A new one for the same student has a number of its own.
    expect((await issue([{ student_id: students.bala }])).body.data.issued).toBe(1);
  });

  test('of a deleted course stay true, for account admins', async () => {
    const student = await add.person('Late', 'student');
    await add.enrol(student, veda.id, null);
    await run(db)`update enrolments set registration_status = 'Completed' where student_id = ${student}`;
    await call('certificates.issue', { course_id: veda.id, students: [{ student_id: student }] }, other);
    await add.remove('courses', veda.id);
    const [{ certificate_id, verify_url }] = await certificatesOf(student);
    expect((await verify(verify_url)).text).toContain('This certificate is valid');
    expect((await download([certificate_id], other)).statusCode).toBe(404);
    expect((await download([certificate_id], admin)).statusCode).toBe(200);
  });

  test('of a student who is staff, and of two people who are merged', async () => {
    await run(db)`update people set also_studies = true where id = ${staff.teach}`;
    await add.enrol(staff.teach, gita.id, gita.evening);
    expect((await finish([staff.teach], 'Completed')).saved.status).toBe(200);
    expect((await issue([{ student_id: staff.teach }])).body.data.issued).toBe(1);
    const [one_id, other_id] = [await add.person('Twin', 'student'), await add.person('Twinn', 'student')];
    for (const id of [one_id, other_id]) {
      await add.enrol(id, gita.id, gita.evening);
      await setByHand(id, 'Completed');
    }
    await issue([{ student_id: one_id }, { student_id: other_id }]);
    const two = { keep_id: one_id, merge_id: other_id, courses: [{ course_id: gita.id, use: 'keep' }] };
    const { body } = await call('duplicates.merge_people', { ...two, preview: true }, admin);
    const merged = await call('duplicates.merge_people', { ...two, digest: body.data?.digest }, admin);
    expect(codeOf(merged)).toBe('200');
    const both = await certificatesOf(one_id);
    expect(both.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['Twinn', 'valid'],
      ['Twin', 'valid'],
    ]);
    // The next correction replaces both.
    expect((await issue([{ student_id: one_id, name: 'Twin Rao' }])).body.data.replaced).toBe(1);
    expect((await certificatesOf(one_id)).map(({ state }: { state: string }) => state)).toEqual([
      'valid',
      'replaced',
      'replaced',
    ]);
    const change_id = Number(merged.headers['change-id']);
    await call('audit.undo_change', { change_id }, admin);
    const rows = await many<{ id: number }>(db)`select id from certificates where student_id = ${other_id}`;
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  test('of an erased person are no longer shown', async () => {
    const [{ verify_url }] = await certificatesOf(students.chitra);
    const { body } = await call('privacy.erase_person', { user_id: students.chitra, preview: true }, admin);
    expect(body.data.lines).toContainEqual({ group: 'certificates', fate: 'nameless', count: 1 });
    const { digest } = body.data;
    expect((await call('privacy.erase_person', { user_id: students.chitra, digest }, admin)).status).toBe(
      200,
    );
    const { status, text } = await verify(verify_url);
    expect([
      status,
      text.includes('no longer shown'),
      text.includes('Chitra'),
      text.includes('Gita'),
    ]).toEqual([200, true, false, false]);
  });
});

const read = ({ statusCode, body }: { statusCode: number; body: string }) =>
  ({ status: statusCode, body: JSON.parse(body) }) as Parameters<typeof codeOf>[0];

describe('the check of a certificate', () => {
  test('answers neither search engines nor caches, and says the same of all that is unknown', async () => {
    const [{ verify_url }] = await certificatesOf(students.anu);
    const { headers } = await verify(verify_url);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const unknown = await verify(`https://x.test/verify/${newVerifyId()}`);
    expect(unknown.status).toBe(404);
    const id = new URL(verify_url).pathname.split('/').at(-1)!;
    for (const wrong of [
      `${id.slice(0, -1)}2`,
      id.toUpperCase(),
      id.toLowerCase(),
      `${id}x`,
      id.slice(1),
      '%00',
      "'",
    ]) {
      if (wrong === id) continue;
      const { status, text } = await verify(`https://x.test/verify/${wrong}`);
      expect([status, text]).toEqual([404, unknown.text]);
    }
  });

  test('finds nothing when any one character is another', async () => {
    const { verify_id: id } = await one<{ verify_id: string }>(db)`
      select verify_id from certificates where name = 'అనూరాధ శాస్త్రి'
    `;
    expect(await findVerified(db, id)).not.toBe(null);
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
    const changed = Array.from(id).flatMap((sign, at) =>
      Array.from(letters)
        .filter((letter) => letter !== sign)
        .map((letter) => id.slice(0, at) + letter + id.slice(at + 1)),
    );
    const found = await inTransaction(
      db,
      (tx) => many(tx)`
      select verify_id from certificates where verify_id = any(${changed}::text[])
    `,
    );
    expect([changed.length, found]).toEqual([22 * 63, []]);
  });
});
