import type { AskedCall } from '@gurukul/contract/approvals';
import { askedCalls, waitingCalls } from '@gurukul/contract/approvals';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, own } from '#server/test/small-school.ts';

// What one person takes or ends alone in an hour, by whatever call.

const { call, db } = await testApp({ database: 'empty' });
const { students, gita, staff } = await foundSchool(db);
await office(db).person('Second', 'admin');
// Who is charged nothing owes where there is a price.
await office(db).price(gita.id);
const crowd: number[] = [];
for (let n = 1; n <= 12; n += 1) {
  const id = await office(db).person(`Pupil${n}`, 'student');
  await office(db).enrol(id, gita.id, gita.evening);
  crowd.push(id);
}

const above = (count: number | null) => run(db)`update provider set second_person_above = ${count}`;
beforeEach(async () => {
  await run(db)`delete from rate_limits`;
  await run(db)`delete from asked_deeds`;
  await above(10);
});

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? status;
const deleting = async (id: number, as = admin) =>
  codeOf(await call('students.delete_student', { student_id: id }, { as }));
const ofStudents = { list: 'students', course_status: 'all', last_period: false };
const adding = { name: 'Weekly', rhythm: 'weekly', report: ofStudents };

describe('one by one', () => {
  test('the eleventh delete in an hour needs a second person, in any session and role, and an undo gives none back', async () => {
    const first = await call('students.delete_student', { student_id: crowd[0] }, { as: admin });
    const answers = [codeOf(first)];
    for (const id of crowd.slice(1, 11)) answers.push(await deleting(id));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 'second_person_needed']);
    // What one did one may take back alone, and that opens nothing.
    const undone = await call(
      'audit.undo_change',
      { change_id: Number(first.headers['change-id']) },
      { as: admin },
    );
    expect(undone.status).toBe(200);
    expect(await deleting(crowd[10]!)).toBe('second_person_needed');
    expect(await deleting(crowd[10]!, 'second@office.test')).toBe(200);
    await run(db)`update people set deleted_at = null where id = any(${crowd}::bigint[])`;
    await run(db)`update enrolments set ended_on = null where student_id = any(${crowd}::bigint[])`;
  });

  test('of deletes at once no more go through than one after the other', async () => {
    await above(3);
    const answers = await Promise.all(crowd.slice(0, 6).map((id) => deleting(id)));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set([200, 'second_person_needed']));
    await run(db)`update people set deleted_at = null where id = any(${crowd}::bigint[])`;
    await run(db)`update enrolments set ended_on = null where student_id = any(${crowd}::bigint[])`;
  });

  test('of exports at once and of other formats, orders and filters no more go through', async () => {
    await above(20);
    const exports = [
      { format: 'csv', course_status: 'all', course_id: gita.id },
      { format: 'xlsx', course_status: 'all', course_id: gita.id },
      { format: 'csv', course_status: 'all', course_id: gita.id, sort: 'fullname' },
      { format: 'csv', course_status: 'all', class_id: gita.evening },
    ];
    const answers = await Promise.all(
      exports.map(async (input) => codeOf(await call('students.export_students', input, { as: own }))),
    );
    expect(answers.filter((answer) => answer === 'second_person_needed')).toHaveLength(3);
  });

  test('what was refused, or rolled back, does not count', async () => {
    expect(await deleting(999_999)).toBe('not_found');
    await above(1);
    expect(
      codeOf(await call('students.export_students', { format: 'csv', course_status: 'all' }, { as: admin })),
    ).toBe('second_person_needed');
    const alone = { format: 'csv', course_status: 'all', search: 'Deepa' };
    expect(codeOf(await call('students.export_students', alone, { as: admin }))).not.toBe(
      'second_person_needed',
    );
  });

  test('a second role does not start the hour anew', async () => {
    await above(1);
    const one = { student_id: crowd[0], course_id: gita.id };
    expect(codeOf(await call('students.remove_student_association', one, { as: own }))).toBe(200);
    await run(db)`update people set as_role = 'teacher' where id = ${staff.own}`;
    expect((await call('accounts.switch_role', { role: 'teacher' }, { as: own })).status).toBe(200);
    expect((await call('accounts.act_as', { role: 'teacher' }, { as: own })).status).toBe(200);
    expect((await call('accounts.act_as', { role: 'courseadmin' }, { as: own })).status).toBe(200);
    const next = { student_id: crowd[1], course_id: gita.id };
    expect(codeOf(await call('students.remove_student_association', next, { as: own }))).toBe(
      'second_person_needed',
    );
  });
});

test('every call that takes or ends people needs a second person once the hour is used up', async () => {
  await above(null);
  const day = dayFromToday(-3);
  await run(db)`
    insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
    values (${gita.id}, ${gita.morning}, ${day}, ${staff.teach})
  `;
  await run(db)`
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select ${day}, ${students.anu}, ${gita.id}, ${gita.morning}, r.id, 'present' from attendance_registers r
  `;
  await run(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
    values ('one', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 10, 'INR', 'success', now())
  `;
  await run(db)`
    insert into ticket_payments (payment_id, name, email, course_type, registration_code, amount, status)
    values ('ticket', 'Anu', 'anu@office.test', 'Gita', 'code', 10, 'success')
  `;
  const added = await call(
    'students.add_student',
    {
      first_name: 'Newly',
      last_name: 'Added',
      email_id: 'newly@office.test',
      course_id: gita.id,
      class_id: gita.evening,
      country: 'India',
      phone_number: '9876543210',
    },
    { as: own },
  );
  expect([added.status, added.body]).toEqual([200, expect.anything()]);
  const { report_id } = (await call('reports.add_report', adding, { as: admin })).body.data;
  await call('reports.pause_report', { report_id, is_paused: true }, { as: admin });
  const { version: _, ...settings } = (await call('provider.get_settings', {}, { as: admin })).body.data;
  const selected = {
    list: { course_status: 'all' },
    rows: [{ student_id: students.anu, course_id: gita.id }],
  };
  const period = { course_id: gita.id, class_id: gita.morning, start_date: day, end_date: dayFromToday(0) };

  const inputs: Readonly<Partial<Record<AskedCall, object>>> = {
    'selection.save_change': { selected, change: { kind: 'unassociate' }, digest: 'd' },
    'students.delete_student': { student_id: students.anu },
    'students.remove_student_association': { student_id: students.anu, course_id: gita.id },
    'people.delete_teacher': { teacher_id: staff.teach },
    'people.delete_course_admin': { user_id: staff.own },
    'duplicates.merge_people': { keep_id: students.anu, merge_id: students.bala, digest: 'd' },
    'audit.undo_change': { change_id: Number(added.headers['change-id']) },
    'students.export_students': { format: 'csv', course_status: 'all' },
    'payments.export_payments': { format: 'csv' },
    'payments.export_tickets': { format: 'csv' },
    'ledger.export_owing': { format: 'csv', show: 'uncharged' },
    'settlements.export_journal': { month: dayFromToday(0).slice(0, 7) },
    'attendance.export_report': { ...period, format: 'csv' },
    'attendance.export_history': { user_id: staff.teach, course: 0, class: 0, format: 'csv' },
    'security.export_log': {},
    'reports.add_report': { ...adding, name: 'Another' },
    'reports.pause_report': { report_id, is_paused: false },
    'reports.send_report': { report_id },
    'privacy.export_person': { user_id: students.anu },
    'privacy.erase_person': { user_id: students.anu, digest: 'd' },
    'provider.save_settings': { ...settings, second_person_above: 5 },
  };
  await above(1);
  // The one row that one person may take alone.
  expect(codeOf(await call('privacy.export_person', { user_id: students.bala }, { as: admin }))).toBe(200);
  // Their own tests ask for a second person at any size.
  const atAnySize: ReadonlySet<string> = new Set([...waitingCalls, 'privacy.save_retention']);
  for (const name of askedCalls.filter((each) => !atAnySize.has(each))) {
    const input = inputs[name];
    expect(input, `an input of ${name}`).toBeDefined();
    const { status, body } = await call(name, input!, { as: admin });
    expect([name, status, body.code, body.call]).toEqual([name, 409, 'second_person_needed', name]);
  }
  // None of them needs a mail server, a digest or a second look to be refused, and nothing has changed or left.
  const asked = await call(
    'approvals.ask_deed',
    { call: 'reports.send_report', input: { report_id }, reason: 'For the board' },
    { as: admin },
  );
  await call(
    'approvals.decide_deed',
    { id: asked.body.data.id, approve: true },
    { as: 'second@office.test' },
  );
  expect(codeOf(await call('reports.send_report', { report_id }, { as: admin }))).toBe(200);
  // What was approved for a report stands in its schedule.
  const another = { ...adding, name: 'Another' };
  const more = await call(
    'approvals.ask_deed',
    { call: 'reports.add_report', input: another, reason: 'For the board' },
    { as: admin },
  );
  await call('approvals.decide_deed', { id: more.body.data.id, approve: true }, { as: 'second@office.test' });
  expect(codeOf(await call('reports.add_report', another, { as: admin }))).toBe(200);
  const [schedule] = await many<{ is_as_approved: boolean }>(db)`
    select s.approved_rows = d.size and d.size > 1 as is_as_approved
    from report_schedules s, asked_deeds d
    where s.name = 'Another' and d.id = ${more.body.data.id}
  `;
  expect(schedule).toEqual({ is_as_approved: true });
  // An approval of a change is used once.
  expect(codeOf(await call('reports.send_report', { report_id }, { as: admin }))).toBe(
    'second_person_needed',
  );
});
