// How long does the server take to refuse a class that puts its teacher in two places, and to say who is free, when the
// provider has 5,000 classes? `node lab/bench/overlap.ts`
import { endAll } from '../faults/ending.ts';
import { median, ms, ratio } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const teachers = 200;
const classes = 5000;
const rounds = 40;

const record = recorder(sections.overlap);
const provider = await startProvider();
try {
  await fill();
  const first = median(await measure('refused', 1));
  const [refused, saved] = [await measure('refused', rounds), await measure('saved', rounds)];
  const alone = await measure('without a teacher', rounds);
  const figures = [
    `first refusal ${ms(first)}`,
    `refused ${ms(median(refused))} (slowest ${ms(Math.max(...refused))})`,
    `saved all the same ${ms(median(saved))}`,
    `saved without a teacher ${ms(median(alone))}`,
    `refused : without a teacher = ${ratio(median(refused), median(alone))}`,
  ];
  record({
    Rows: `${classes} classes, ${teachers} teachers, all of the course`,
    Figures: figures.join('; '),
  });
} finally {
  await endAll();
}

/** 25 slots a teacher, spread over the week and the eight zones. All teach in the first of 100 courses. */
async function fill(): Promise<void> {
  await provider.owner.query(`
    insert into people (email_id, main_role, first_name)
    select 'teacher' || n || '@bench.test', 'teacher', 'Teacher ' || n from generate_series(1, ${teachers}) n`);
  await provider.owner.query(`
    insert into courses (course_name, course_image, course_duration, start_date)
    select 'Course ' || n, '', 'yearly', '2026-01-05' from generate_series(1, 100) n`);
  await provider.owner.query(`
    insert into course_teachers (course_id, teacher_id)
    select c.id, p.id from courses c cross join people p where p.main_role = 'teacher'`);
  await provider.owner.query(`
    insert into classes (course_id, class_name)
    select 1 + n % 100, 'Class ' || n from generate_series(1, ${classes}) n`);
  await provider.owner.query(`
    insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
    select k.id, k.course_id,
      (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[1 + k.id % 7],
      time '05:00' + make_interval(mins => (k.id * 37 % 64)::integer * 15),
      (array['Asia/Kolkata', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles',
        'America/Anchorage', 'Pacific/Honolulu', 'America/Adak'])[1 + k.id % 8]
    from classes k`);
  await provider.owner.query(`
    insert into slot_teachers (slot_id, course_id, teacher_id)
    select s.id, s.course_id, (select min(id) from people where main_role = 'teacher') + s.id / 25 % ${teachers}
    from class_slots s`);
  await provider.owner.query('analyze');
}

/** Saves a class at the time of another class of its teacher, each time of another teacher. */
async function measure(what: 'refused' | 'saved' | 'without a teacher', times: number): Promise<number[]> {
  const { rows: taught } = await provider.owner.query<{
    teacher_id: number;
    class_day: string;
    time: string;
  }>(
    `select t.teacher_id, s.class_day, to_char(s.local_time, 'HH24:MI') as time
     from slot_teachers t join class_slots s on s.id = t.slot_id
     where s.time_zone = 'Asia/Kolkata' order by md5(s.id::text) limit $1`,
    [times],
  );
  const wanted = what === 'refused' ? 409 : 200;
  const took: number[] = [];
  for (const [index, { teacher_id, class_day, time }] of taught.entries()) {
    const {
      ms: taken,
      status,
      body,
    } = await provider.timed('/courses/create_class', {
      course_id: 1,
      class_name: `${what} ${index}`,
      class_day,
      time,
      time_zone: 'IST',
      teacher_id: what === 'without a teacher' ? undefined : teacher_id,
      allow_overlap: what === 'saved',
    });
    if (status !== wanted) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
    took.push(taken);
  }
  return took;
}
