import { tests } from '@gurukul/contract/tests';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { randomFrom } from '#server/db/seed/random.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday } from '#server/test/small-school.ts';

/* Nobody is in two places, in any order of presses. `PROOF=full` is 300 students, 20 examiners and 50 rounds of 200 presses. */

const isFull = process.env['PROOF'] === 'full';
const size = isFull
  ? { students: 300, examiners: 20, rounds: 50, presses: 200 }
  : { students: 20, examiners: 3, rounds: 3, presses: 40 };
const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'Europe/London',
  'Australia/Adelaide',
  'Asia/Dubai',
  'Asia/Kathmandu',
];
const random = randomFrom(Number(process.env['PROOF_SEED'] ?? 52));

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const add = office(db);
const as = 'head@office.test';
const head = await add.person('Head', 'admin');
const course = await add.course('Gita', head);
const group = await add.class(course, 'Morning');
const people = async (name: string, count: number, role: 'student' | 'teacher') => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await add.person(`${name}${n}`, role);
    await run(db)`update people set timezone = ${zones[n % zones.length]!} where id = ${id}`;
    ids.push(id);
  }
  return ids;
};
const examiners = await people('Examiner', size.examiners, 'teacher');
const students = await people('Student', size.students, 'student');
for (const id of students) await add.enrol(id, course, group);
for (const [n, id] of examiners.entries()) {
  await add.associate(course, id);
  // Hours that overlap those of others in other zones, so that students meet them at odd minutes.
  await run(db)`
    insert into test_hours (course_id, examiner_id, starts_at, ends_at, minutes, offered_by)
    select ${course}, ${id}, d + make_interval(mins => ${(n * 7) % 30}), d + interval '3 hours', ${10 + 5 * (n % 3)}, ${id}
    from class_instant(${dayFromToday(9)}::date + time '10:00', 'Asia/Kolkata') d
  `;
}
const { body } = await call(
  tests.set_portions,
  { course_id: course, portions: [{ name: 'Chapter 12' }, { name: 'Chapter 15' }], removed: [] },
  { as },
);
const portions: { portion_id: number }[] = body.data;
const times = await many<{ examiner_id: number; starts_at: string }>(db)`
  select h.examiner_id, to_char(s at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as starts_at
  from test_hours h
  cross join lateral generate_series(h.starts_at, h.ends_at - make_interval(mins => h.minutes), make_interval(mins => h.minutes)) s
`;

const wrong = () =>
  one<{ n: number }>(db)`
    select count(*)::integer as n
    from tests a
    join tests b on b.id > a.id and a.starts_at < b.ends_at and b.starts_at < a.ends_at
      and (a.examiner_id = b.examiner_id or a.student_id = b.student_id)
    where a.canceled_at is null and b.canceled_at is null
  `;

test('of many presses at once on few times, each person is in one place', async () => {
  const { pick } = random;
  let made = 0;
  const refused = new Map<string, number>();
  for (let round = 0; round < size.rounds; round += 1) {
    await run(db)`delete from tests`;
    await run(db)`delete from rate_limits`;
    // Many press the same few times.
    const wanted = Array.from({ length: 12 }, () => pick(times));
    const answers = await Promise.all(
      Array.from({ length: size.presses }, () =>
        call(
          tests.book,
          { student_id: pick(students), ...pick(portions), ...pick(random.chance(0.7) ? wanted : times) },
          { as },
        ),
      ),
    );
    const codes = answers.map(codeOf);
    for (const code of codes) refused.set(code, (refused.get(code) ?? 0) + 1);
    expect(
      [...new Set(codes)].filter((code) => !/^(200|409 test_(time_taken|is_booked))$/.test(code)),
    ).toEqual([]);
    const { n } = await one<{ n: number }>(db)`select count(*)::integer as n from tests`;
    expect(n).toBe(codes.filter((code) => code === '200').length);
    expect((await wrong()).n).toBe(0);
    made += n;
  }
  expect(made).toBeGreaterThan(size.rounds * 5);
  // oxlint-disable-next-line no-console -- what the full proof found
  if (isFull) console.log(Object.fromEntries(refused));
});
