import { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import type { Answer } from '#server/test/app.ts';
import { satsang } from '#server/test/events.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import type { Fingerprint, Row } from '#server/test/fingerprint.ts';
import { office } from '#server/test/office.ts';
import { misjudged } from '#server/test/plain-due.ts';
import { addEnrolment, dayFromToday, foundSchool } from '#server/test/small-school.ts';

/** `PROOF=full vitest run --project unit server/features/audit/any-order.test.ts` tells longer stories. */
const isFull = process.env['PROOF'] === 'full';
const steps = isFull ? 600 : 40;
// The short form tells the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 11_642_987));

const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random.next() * items.length)];
const among = <const T extends readonly string[]>(...items: T): T[number] => pick(items) ?? items[0]!;

const app = await testApp({ database: 'empty' });
const { call, callChecked, db } = app;
const school = await foundSchool(db);
const add = office(db);
const as = 'admin@office.test';
const courses = [school.gita.id, school.veda.id];

for (const name of ['Spare', 'Third']) {
  const teacher = await add.person(name, 'teacher');
  for (const course of courses) await add.associate(course, teacher);
}
for (let n = 0; n < 6; n += 1) {
  const student = await add.person(`Pupil${'abcdef'[n]}`, 'student');
  await addEnrolment(db, {
    student,
    course: courses[n % 2]!,
    class: n % 2 === 0 ? school.gita.morning : school.veda.morning,
  });
}
await call('enquiries.add_type', { course_type_name: 'Fees' }, { as });

/** An id of the table, of a row that still stands unless anything goes. */
async function one(table: string, where = 'true'): Promise<Row> {
  return pick(await many<Row>(db)`select * from ${raw(table)} t where ${raw(where)} order by 1`) ?? { id: 0 };
}
const aStudent = () => one('people', `main_role = 'student'`);
const aTeacher = () => one('people', `main_role = 'teacher' and deleted_at is null`);
const anEnrolment = () => one('enrolments', 'ended_on is null');
const aClass = () => one('classes', 'deleted_at is null');
const aSlot = () => one('class_slots', 'deleted_at is null');
const anEvent = () => one('events', 'deleted_at is null');

let word = 0;
const actions: readonly (() => Promise<Answer>)[] = [
  async () => {
    const { student_id: user_id, course_id } = await anEnrolment();
    const payment_status = among('Successful', 'Failed', 'Refunded', 'Exempted');
    return call('students.update_payment_status', { user_id, course_id, payment_status }, { as });
  },
  async () => {
    const { student_id: user_id, course_id } = await anEnrolment();
    const registration_status = among('Registered', 'Canceled', 'Completed', 'Dropped');
    return call('students.update_registration_status', { user_id, course_id, registration_status }, { as });
  },
  async () =>
    call(
      'students.update_region',
      {
        user_id: (await aStudent())['id'],
        region: among('India', 'USA', 'Rest of the World'),
        course_id: '',
      },
      { as },
    ),
  async () => {
    const { student_id, course_id } = await anEnrolment();
    return call('students.remove_student_association', { student_id, course_id }, { as });
  },
  async () => {
    const [student, enrolment, klass] = [await aStudent(), await anEnrolment(), await aClass()];
    const input = {
      user_id: student['id'],
      email_id: student['email_id'],
      from_course_id: random.chance(0.5) ? enrolment['course_id'] : '',
    };
    return call(
      'students.update_course_to_student',
      { ...input, course_id: klass['course_id'], class_id: klass['id'] },
      { as },
    );
  },
  async () => call('students.delete_student', { student_id: (await aStudent())['id'] }, { as }),
  async () => call('people.delete_teacher', { teacher_id: (await aTeacher())['id'] }, { as }),
  async () =>
    call(
      'people.delete_course_admin',
      { user_id: (await one('people', `main_role = 'courseadmin'`))['id'] },
      { as },
    ),
  async () => {
    const { id, course_id } = await aSlot();
    return call(
      'assignments.add_teacher_to_class',
      { id, course_id, user_id: (await aTeacher())['id'], allow_overlap: random.chance(0.3) },
      { as },
    );
  },
  async () => {
    const { id: assigned_id, slot_id: class_id, course_id } = await one('slot_teachers', 'ended_at is null');
    const input = {
      assigned_id,
      class_id,
      course_id,
      user_id: (await aTeacher())['id'],
      allow_overlap: random.chance(0.3),
    };
    return call('assignments.replace_teacher_to_class', input, { as });
  },
  async () =>
    call(
      'assignments.course_assign',
      { course_id: pick(courses), user_id: (await aTeacher())['id'] },
      { as },
    ),
  async () => {
    const { id, course_id } = await aSlot();
    return call('classes.delete_class', { id, course_id }, { as });
  },
  async () =>
    call(
      'courses.course_publish',
      { course_id: pick(courses), flag: among('published', 'unpublished', 'coming_soon') },
      { as },
    ),
  async () => call('courses.course_reg_status', { course_id: pick(courses) }, { as }),
  async () => call('events.cancel_event', { event_id: (await anEvent())['id'] }, { as }),
  async () => call('events.delete_event', { event_id: (await anEvent())['id'] }, { as, method: 'POST' }),
  async () =>
    call(
      'events.event_registrations',
      { event_id: (await anEvent())['id'], registration_status: among('active', 'inactive') },
      { as, method: 'POST' },
    ),
  async () =>
    call(
      'events.delete_student_from_event',
      { register_id: (await one('event_registrations', 'removed_at is null'))['id'] },
      { as, method: 'POST' },
    ),
  async () =>
    call(
      'homework.decide_homework',
      { ids: [(await one('homework'))['id']], status: among('accepted', 'rejected') },
      { as },
    ),
  async () => {
    const [type, mapping] = [await one('query_types'), await one('query_emails')];
    const fresh = {
      flag: 1,
      course_type_id: type['id'],
      course_type_mapp_id: '',
      email_id: `m${(word += 1)}@office.test`,
    };
    const old = {
      flag: among('2', '3') === '2' ? 2 : 3,
      course_type_id: type['id'],
      course_type_mapp_id: mapping['id'],
      email_id: `m${(word += 1)}@office.test`,
    };
    return call('enquiries.submit', random.chance(0.4) ? [fresh] : [old], { as });
  },
  async () => {
    const cells = (row: number, email: string) => ({
      row,
      first_name: 'New Student',
      last_name: '',
      email_id: email,
      phone_number: '',
      course_name: among('Gita', 'Veda'),
      class_name: '',
    });
    const rows = [
      cells(2, `new${(word += 1)}@office.test`),
      cells(3, String((await aStudent())['email_id'])),
    ];
    return callChecked('studentImport.students', { file_name: 'new.xlsx', rows, confirm: true }, { as });
  },
];

/** What cannot be undone and comes in between. */
const others: readonly (() => Promise<Answer>)[] = [
  async () => {
    const weekly = {
      class_day: among('monday', 'tuesday', 'sunday'),
      time: among('18:00', '18:30', '07:00'),
      time_zone: 'IST',
      duration: 60,
    };
    return call(
      'classes.create_class',
      { course_id: pick(courses), class_name: among('Morning', 'Evening', 'Night'), ...weekly },
      { as },
    );
  },
  async () => {
    const { id, course_id } = await aSlot();
    const weekly = {
      class_day: among('monday', 'tuesday', 'sunday'),
      time: among('18:00', '19:00'),
      time_zone: 'IST',
      duration: 60,
    };
    return call(
      'classes.update_class',
      { course_id, id, class_name: among('Morning', 'Dawn'), ...weekly, allow_overlap: true },
      { as },
    );
  },
  async () => call('events.add_event', satsang(school.gita.id), { as }),
  async () => call('events.publish_event', { event_id: (await anEvent())['id'], flag: 1 }, { as }),
  async () => {
    const event = await anEvent();
    return call(
      'events.add_student_to_event',
      { course_id: event['course_id'], event_id: event['id'], email_id: (await aStudent())['email_id'] },
      { as },
    );
  },
  async () => {
    const { student_id, class_id, course_id } = await one(
      'enrolments',
      'ended_on is null and class_id is not null',
    );
    if (class_id === undefined) return call('audit.get_bin', {}, { as });
    await run(db)`
      insert into homework (student_id, course_id, class_id, week_name, home_work) values (${student_id}, ${course_id}, ${class_id}, 'Week', '')
    `;
    return call('audit.get_bin', {}, { as });
  },
  async () => {
    const { class_id, student_id } = await one('enrolments', 'ended_on is null and class_id is not null');
    const marks = [{ student_id, status: among('present', 'absent'), seen: null }];
    return call('attendance.save_roll', { class_id, attendance_date: dayFromToday(0), marks }, { as });
  },
];

const keyOf = (row: Row) => String(row['id'] ?? Object.values(row).slice(0, 2).join('/'));
type Rows = Map<string, Row>;
const byKey = (print: Fingerprint): Rows =>
  new Map(
    Object.entries(print).flatMap(([table, rows]) =>
      rows.map(
        (row) =>
          [
            `${table} ${table === 'course_teachers' ? `${String(row['course_id'])}/${String(row['teacher_id'])}` : keyOf(row)}`,
            row,
          ] as const,
      ),
    ),
  );
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What the office has to look like when an action between two states is taken back in a third one. */
function withoutAction(now: Rows, before: Rows, after: Rows): Rows {
  const wanted = new Map(now);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, became] = [before.get(key), after.get(key)];
    if (isSame(was, became)) continue;
    if (was === undefined) wanted.delete(key);
    else if (became === undefined) wanted.set(key, was);
    else {
      const changed = Object.entries(was).filter(([column, value]) => !isSame(value, became[column]));
      wanted.set(key, { ...now.get(key), ...Object.fromEntries(changed) });
    }
  }
  return wanted;
}
const asText = (rows: Rows) =>
  [...rows]
    .map(
      ([key, row]) =>
        `${key} ${JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))}`,
    )
    .toSorted();

/** What no handler lets happen, and no undo may bring about. */
const broken = () =>
  many(db)`
    select 'enrolment', n.id from enrolments n
    join people p on p.id = n.student_id left join classes k on k.id = n.class_id
    where n.ended_on is null and (p.deleted_at is not null or k.deleted_at is not null)
    union all
    select 'assignment', t.id from slot_teachers t
    join people p on p.id = t.teacher_id
    join class_slots s on s.id = t.slot_id
    join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
    where t.ended_at is null and (p.deleted_at is not null or s.deleted_at is not null or not ct.associated)
    union all
    select 'slot', s.id from class_slots s join classes k on k.id = s.class_id
    where s.deleted_at is null and k.deleted_at is not null
    union all
    select 'course', c.id from courses c join people p on p.id = c.courseadmin_id where p.deleted_at is not null
    union all
    select 'event', v.id from events v where v.live_status = 'canceled' and v.registration_status = 'active'
    union all
    select 'mark', a.id from attendance a
    where not exists (select from enrolments n where n.student_id = a.student_id and n.class_id = a.class_id)
  `;

interface Step {
  readonly change: number;
  readonly before: Rows;
  readonly after: Rows;
}

const look = async () => byKey(await fingerprint(db));
const undo = (change_id: number) => call('audit.undo_change', { change_id }, { as });

async function act(action: () => Promise<Answer>): Promise<Step | null> {
  const before = await look();
  const { status, headers, body } = await action();
  if (status >= 500) throw new Error(JSON.stringify(body));
  const change = Number(headers['change-id'] ?? 0);
  return change === 0 ? null : { change, before, after: await look() };
}

describe(`undoing (PROOF_SEED=${seed})`, () => {
  test('in any order takes exactly one change back, or refuses and changes nothing', async () => {
    const open: Step[] = [];
    const seen = { undone: 0, refused: 0 };
    for (let step = 0; step < steps; step += 1) {
      const roll = random.next();
      if (roll < 0.2 && open.length > 0) {
        // Often the last one: of the early ones many are built upon.
        const [chosen] = open.splice(
          random.chance(0.3) ? open.length - 1 : Math.floor(random.next() * open.length),
          1,
        );
        if (chosen === undefined) continue;
        const now = await look();
        const { status, body } = await undo(chosen.change);
        if (status !== 200 && status !== 409) throw new Error(JSON.stringify(body));
        const wanted = status === 200 ? withoutAction(now, chosen.before, chosen.after) : now;
        expect(asText(await look())).toEqual(asText(wanted));
        if (status === 409) expect(Object.keys(body.problems ?? {}).length).toBeGreaterThan(0);
        seen[status === 200 ? 'undone' : 'refused'] += 1;
      } else {
        const done = await act(pick(roll < 0.8 ? actions : others)!);
        if (done !== null) open.push(done);
      }
      expect(await broken()).toEqual([]);
      expect(await misjudged(db)).toEqual([]);
    }
    // A short story may be an unlucky one.
    if (steps > 100) {
      expect(seen.undone).toBeGreaterThan(steps / 20);
      expect(seen.refused).toBeGreaterThan(5);
    }
  });

  test('from the last to the first leads back to where it began', async () => {
    const start = await look();
    const done: number[] = [];
    for (let step = 0; step < steps && done.length < steps / 4; step += 1) {
      const { headers } = await pick(actions)!();
      const change = Number(headers['change-id'] ?? 0);
      if (change > 0) done.push(change);
    }
    expect(done.length).toBeGreaterThan(0);
    for (const change of done.toReversed()) {
      const { status, body } = await undo(change);
      expect({ change, status, problems: body.problems }).toEqual({ change, status: 200 });
    }
    expect(asText(await look())).toEqual(asText(start));
  });
});
