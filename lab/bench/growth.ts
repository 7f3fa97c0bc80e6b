// Do the calls of a working day stay as quick when the provider grows from 10,000 students to a million with fifty
// million marks? `node lab/bench/growth.ts`, some 60 GB of room and half an hour; SIZES=10000,50000 for less,
// ONLY=students for some of the calls. BENCH_DIR says under which folder the databases lie, KEEP=1 leaves them there
// for the next run. A call that grows more than its goal makes the run fail.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../faults/ending.ts';
import { startProcess } from './api-process.ts';
import { daysBefore, median, quantile, ratio } from './figures.ts';
import { fill, partsOf } from '../../server/test/fill.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const sizes = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 200);
const weeks = Number(process.env['WEEKS'] ?? 35);
const warm = 25;
const ownCourses = 26;
/** The growth of the database's processor time for a call that does not answer with everything. */
const goal = 1.2;
const isLarge = /^course list, all$/;
/** The query of the portal's own list. */
const coursePage = 'page=1&pageSize=8';
const rareName = 'Yajnavalkya Bharadvaja';

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}
/** A call of a round, each time with another class, course or teacher. */
type Call = (round: number) => Asked;

interface School {
  readonly students: number;
  readonly provider: Provider;
  readonly origin: string;
  readonly calls: ReadonlyMap<string, Call>;
  /** Milliseconds of processor time that this database has used so far. */
  readonly used: () => Promise<number>;
}

/** Adds the rows for the questions below, the same at every size. */
async function layDown({ owner }: Provider): Promise<void> {
  const { rows } = await owner.query<{ id: number }>(`
    insert into people (email_id, password_hash, main_role, first_name)
    select 'of26@bench.test', password_hash, 'courseadmin', 'Of twenty-six' from people where id = 1
    returning id`);
  await owner.query(
    `update courses set courseadmin_id = $1 where id in (
       select 1 + n * (select count(*) from courses) / $2 from generate_series(0, $2 - 1) n)`,
    [rows[0]?.id, ownCourses],
  );
  await owner.query(
    `with student as (
       insert into people (email_id, main_role, first_name, last_name) values ('rare@bench.test', 'student', $1, $2)
       returning id
     )
     insert into enrolments (student_id, course_id, started_on) select id, 1, current_date from student`,
    rareName.split(' '),
  );
  await owner.query('vacuum analyze');
}

const isFilled = async ({ owner }: Provider) => {
  const { rows } = await owner.query('select from people where email_id = $1', ['of26@bench.test']);
  return rows.length > 0;
};

async function openSchool(students: number): Promise<School> {
  const keptIn =
    process.env['KEEP'] === undefined
      ? ''
      : join(process.env['BENCH_DIR'] ?? tmpdir(), `gurukul-growth-${students}`);
  const provider = await startProvider({ keptIn });
  if (!(await isFilled(provider))) {
    const started = performance.now();
    // Fewer checkpoints, as an operator would set for a large import.
    await provider.owner.query(`alter system set max_wal_size = '8GB'`);
    await provider.owner.query('select pg_reload_conf()');
    await fill(provider.owner, { students, weeks });
    await layDown(provider);
    console.error(`${students} students were laid down in ${seconds(started)} s`);
  }
  const calls = await callsOf(provider, students);
  // In a process of its own, so that no portal waits for the garbage of another one or of this process.
  const { port } = await startProcess(provider, 'api-portal.ts', {});
  return {
    students,
    provider,
    origin: `http://127.0.0.1:${port}`,
    calls,
    used: await processorOf(provider.owner),
  };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

interface Taught {
  readonly class_id: number;
  readonly course_id: number;
  readonly teacher_id: number;
  readonly email_id: string;
  readonly day: string;
}

/** Classes all over the provider, with their teachers and the day of their latest register. */
const someClasses = async ({ owner }: Provider, classes: number) => {
  const { rows } = await owner.query<Taught>(
    `select distinct on (k.id) k.id as class_id, k.course_id, p.id as teacher_id, p.email_id, r.day
     from generate_series(0, 23) n
     join classes k on k.id = 3 + n * $1::integer / 24
     join class_slots s on s.class_id = k.id
     join slot_teachers st on st.slot_id = s.id and st.ended_at is null
     join people p on p.id = st.teacher_id
     cross join lateral (select max(attendance_date) as day from attendance_registers where class_id = k.id) r`,
    [classes],
  );
  return rows;
};

async function callsOf(provider: Provider, students: number): Promise<ReadonlyMap<string, Call>> {
  const { owner, token } = provider;
  const { classes } = partsOf({ students, weeks });
  const taught = await someClasses(provider, classes);
  const tokens = new Map<number, string>();
  for (const { teacher_id, email_id } of taught) {
    tokens.set(teacher_id, (await provider.signIn(email_id)).token);
  }
  const { token: courseAdmin } = await provider.signIn('of26@bench.test');
  const { rows } = await owner.query<{ id: number }>('select id from people where email_id = $1', [
    'of26@bench.test',
  ]);
  const courseAdminId = rows[0]?.id;
  const inClass = await owner.query<{ class_id: number; students: number[] }>(
    `select class_id, array_agg(student_id) as students from enrolments
     where ended_on is null and class_id = any($1) group by class_id`,
    [taught.map(({ class_id }) => class_id)],
  );
  const studentsOf = new Map(inClass.rows.map((row) => [row.class_id, row.students]));
  const classOf = (round: number) => {
    const found = taught[round % taught.length];
    if (found === undefined) throw new Error('no classes');
    return { ...found, token: tokens.get(found.teacher_id) ?? '' };
  };

  const page =
    (body: object): Call =>
    () => ({
      method: 'POST',
      path: '/student/get_all_students',
      token,
      body: { course_status: 'all', pageSize: 30, ...body },
    });
  const of =
    (method: 'GET' | 'POST', path: string, who: string, body?: object): Call =>
    () => ({
      method,
      path,
      token: who,
      ...(body === undefined ? {} : { body }),
    });
  const roll = (round: number) => {
    const { class_id, course_id, day, token: teacher } = classOf(round);
    return { token: teacher, day: { class_id, course_id, attendance_date: day } };
  };
  return new Map<string, Call>([
    ['login check', of('GET', '/user_details/get_user_profile/1', token)],
    ['students, first page', page({ page: 1 })],
    ['students, page 100', page({ page: 100 })],
    ['students, active ones', page({ page: 1, course_status: 'active' })],
    ['students, by name', page({ page: 1, sort: 'fullname' })],
    ['students, by course', page({ page: 1, sort: 'course_name' })],
    ['students, a search', page({ page: 1, search: rareName.toLowerCase() })],
    ['students, a search of words everybody has', page({ page: 1, search: 'student 9987 of measure' })],
    [
      'students of 26 courses',
      of('POST', '/student/getallstudents_under_courseadmin', courseAdmin, {
        course_status: 'all',
        page: 1,
        pageSize: 30,
      }),
    ],
    ['course list, first page', of('GET', `/courses/get_all_courses?${coursePage}`, token)],
    ['course list, by name', of('GET', `/courses/get_all_courses?${coursePage}&sort=course_name`, token)],
    ['course list, 26', of('GET', `/courses/get_all_courses_for_courseadmin/${courseAdminId}`, courseAdmin)],
    [
      'attendance roll',
      (round) => {
        const { token: teacher, day } = roll(round);
        return { method: 'POST', path: '/courses/get_students_attendence', token: teacher, body: day };
      },
    ],
    [
      'attendance save',
      (round) => {
        const { token: teacher, day } = roll(round);
        // All present, then all absent: each save corrects every mark and writes its line of the trail.
        const isPresent = Math.floor(round / taught.length) % 2 === 0;
        const [attendance_status, seen] = isPresent ? ['present', 'absent'] : ['absent', 'present'];
        const marks = (studentsOf.get(day.class_id) ?? []).map((student_id) => ({
          student_id,
          attendance_status,
          seen,
        }));
        return { method: 'POST', path: '/attendance/save_roll', token: teacher, body: { ...day, marks } };
      },
    ],
    [
      'attendance report, 12 weeks',
      (round) => {
        const { token: teacher, day } = roll(round);
        const { attendance_date: end_date, ...which } = day;
        const body = { ...which, start_date: daysBefore(84, end_date), end_date };
        return { method: 'POST', path: '/attendance/get_report_sheet', token: teacher, body };
      },
    ],
    ['dashboard, admin', of('GET', '/dashboard/admin_dashboard/1', token)],
    ['dashboard, 26 courses', of('GET', `/dashboard/course_admin_dashboard/${courseAdminId}`, courseAdmin)],
    [
      'dashboard, teacher',
      (round) => {
        const { teacher_id, token: teacher } = classOf(round);
        return { method: 'GET', path: `/dashboard/teacher_dashboard/${teacher_id}`, token: teacher };
      },
    ],
    ['today, 26 courses', of('GET', '/dashboard/get_today', courseAdmin)],
    ['course list, all', of('GET', '/courses/get_all_courses', token)],
    ['today, admin', of('GET', '/dashboard/get_today', token)],
    ['payments, first page', of('GET', '/payments/get_payment_details?page=1&pageSize=30', token)],
    ['payments, page 100', of('GET', '/payments/get_payment_details?page=100&pageSize=30', token)],
    [
      'payments of 26 courses',
      of(
        'GET',
        `/payments/get_payment_details_course_admin/${courseAdminId}?page=1&pageSize=30`,
        courseAdmin,
      ),
    ],
    ['mails, first page', of('POST', '/mails/get_mails', token, { page: 1, pageSize: 30 })],
    ['mails of 26 courses', of('POST', '/mails/get_mails', courseAdmin, { page: 1, pageSize: 30 })],
    ['the command bar', of('POST', '/search/find', token, { text: rareName.toLowerCase() })],
    [
      'rolls of a teacher',
      (round) => ({ method: 'GET', path: '/attendance/get_rolls', token: classOf(round).token }),
    ],
  ]);
}

interface Took {
  readonly wall: number;
  readonly processor: number;
}

async function ask({ origin, used }: School, { method, path, token, body }: Asked): Promise<Took> {
  const before = await used();
  const started = performance.now();
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const wall = performance.now() - started;
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return { wall, processor: (await used()) - before };
}

async function sizeOnDisk({ owner }: Provider): Promise<string> {
  const { rows } = await owner.query<{ size: string; marks: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size,
       round(reltuples::numeric / 1e6, 1) || ' M marks' as marks
     from pg_class where oid = 'attendance'::regclass`,
  );
  return `${rows[0]?.marks}, ${rows[0]?.size}`;
}

const record = recorder(sections.growth);
const schools: School[] = [];
try {
  for (const students of sizes) schools.push(await openSchool(students));
  const only = new RegExp(process.env['ONLY'] ?? '');
  const names = [...(schools[0]?.calls.keys() ?? [])].filter((name) => only.test(name));
  const took = new Map(names.map((name) => [name, schools.map((): Took[] => [])]));
  // All sizes and calls in turn, so that other work of the machine affects all of them. Calls with answers of megabytes
  // run by themselves, because the next call would wait for their garbage.
  for (const together of [
    names.filter((name) => !isLarge.test(name)),
    names.filter((name) => isLarge.test(name)),
  ]) {
    for (let round = -warm; round < rounds; round += 1) {
      for (const name of together) {
        for (const [place, school] of schools.entries()) {
          const call = school.calls.get(name);
          if (call === undefined) throw new Error(name);
          const one = await ask(school, call(round + warm));
          // The first rounds settle the plans and read every class once, so that the disk is not measured.
          if (round >= 0) took.get(name)?.[place]?.push(one);
        }
      }
    }
  }

  const all = sizes.length === 1 ? `${sizes[0]}` : `${sizes[0]} to ${sizes.at(-1)}`;
  const Rows = `${all} students${unless(35, weeks, 'weeks')}${unless(200, rounds, 'rounds')}`;
  const each = (said: readonly string[]) => sizes.map((size, place) => `${size}: ${said[place]}`).join('; ');
  record({
    Rows,
    Call: 'on disk',
    'Largest : smallest': '',
    'Median / p95, processor of the database': each(
      await Promise.all(schools.map(({ provider }) => sizeOnDisk(provider))),
    ),
  });
  for (const [name, places] of took) {
    const figures = places.map((place) => {
      const wall = place.map((one) => one.wall);
      const processor = place.map((one) => one.processor);
      return { median: median(wall), p95: quantile(wall, 0.95), processor: median(processor) };
    });
    const [first, last] = [figures[0], figures.at(-1)];
    if (first === undefined || last === undefined) continue;
    const grown = last.processor / first.processor;
    const isMissed = !isLarge.test(name) && grown > goal;
    if (isMissed) process.exitCode = 1;
    record({
      Rows,
      Call: name,
      'Largest : smallest': `processor ${grown.toFixed(2)}; p95 ${ratio(last.p95, first.p95)}; goal ${isLarge.test(name) ? 'none' : goal}${isMissed ? ', missed' : ''}`,
      'Median / p95, processor of the database': each(
        figures.map(
          (one) => `${one.median.toFixed(1)} / ${one.p95.toFixed(1)}, ${one.processor.toFixed(1)} ms`,
        ),
      ),
    });
  }
} finally {
  await endAll();
}
