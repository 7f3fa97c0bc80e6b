// How long does it take to carry a course of 12 classes and 300 students into its next term? `node lab/bench/next-term.ts`,
// in some seconds. Fails when its preview or the press takes two seconds.
import { endAll } from '../faults/ending.ts';
import { analyzeTrail } from './owner.ts';
import { median, ms } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const size = { classes: 12, students: 300 };
const rounds = 5;
const goalMs = 2_000;

const record = recorder(sections.nextTerm);
const provider = await startProvider();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A course of one teacher a class. Returns its id. */
async function layDown(round: number): Promise<number> {
  const { rows } = await provider.owner.query<{ id: number }>(
    `insert into courses (course_name, course_image, course_duration, start_date)
     values ($1, '/defaults/course.svg', 'quarterly', current_date - 30) returning id`,
    [`Course ${round}`],
  );
  const course = Number(rows[0]?.id);
  await provider.owner.query(`
    with made as (
      insert into classes (course_id, class_name)
      select ${course}, 'Class ' || n from generate_series(1, ${size.classes}) n returning id
    ), numbered as (select id, row_number() over (order by id) as n from made),
    teachers as (
      insert into people (email_id, main_role, first_name)
      select 'teacher' || n || '.${round}@bench.test', 'teacher', 'Teacher ' || n from numbered returning id
    ), associated as (
      insert into course_teachers (course_id, teacher_id, strength) select ${course}, id, 40 from teachers returning teacher_id
    ), slots as (
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
      select id, ${course}, 'monday', '18:00', 'Asia/Kolkata' from numbered returning id
    )
    insert into slot_teachers (slot_id, course_id, teacher_id)
    select s.id, ${course}, t.teacher_id
    from (select id, row_number() over (order by id) as n from slots) s
    join (select teacher_id, row_number() over (order by teacher_id) as n from associated) t using (n)`);
  await provider.owner.query(`
    with made as (
      insert into people (email_id, main_role, first_name)
      select 'student' || n || '.${round}@bench.test', 'student', 'Student ' || n
      from generate_series(1, ${size.students}) n returning id
    )
    insert into enrolments (student_id, course_id, class_id, started_on, registration_status)
    select p.id, ${course}, k.id, current_date - 30, 'Registered'
    from (select id, row_number() over (order by id) % ${size.classes} as n from made) p
    join (select id, row_number() over (order by id) - 1 as n from classes where course_id = ${course}) k using (n)`);
  await provider.owner.query('analyze');
  await analyzeTrail(provider.owner);
  return course;
}

async function ask(input: object) {
  const answer = await provider.timed('/courses/next_term', input);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
}

try {
  const took = { preview: [] as number[], press: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const wanted = {
      course_id: await layDown(round),
      course_name: `Next ${round}`,
      start_date: inDays(200),
      until: inDays(20),
    };
    const preview = await ask({ ...wanted, preview: true });
    const digest = String(Object(preview.body['data']).digest);
    took.preview.push(preview.ms);
    took.press.push((await ask({ ...wanted, digest })).ms);
  }
  for (const [what, times] of Object.entries(took)) {
    const slowest = Math.max(...times);
    record({
      Rows: `${size.classes} classes, ${size.students} students, ${what}`,
      Figures: `median ${ms(median(times))}, the slowest ${ms(slowest)}`,
    });
    if (slowest >= goalMs) process.exitCode = 1;
  }
} finally {
  await endAll();
}
