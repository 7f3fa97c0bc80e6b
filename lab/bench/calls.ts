// The calls of a working day on a provider that server/test/fill.ts filled, for lab/bench/growth.ts.
import type { Size } from '../../server/test/fill.ts';
import { partsOf } from '../../server/test/fill.ts';
import { daysBefore } from './figures.ts';
import type { Provider } from './provider.ts';

const ownCourses = 26;
/** The query of the portal's own list. */
const coursePage = 'page=1&pageSize=8';
const rareName = 'Yajnavalkya Bharadvaja';

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}
/** A call of a round, each time with another class, course or teacher. */
export type Call = (round: number) => BenchRequest;

export const isFilled = async ({ owner }: Pick<Provider, 'owner'>): Promise<boolean> => {
  const { rows } = await owner.query('select from people where email_id = $1', ['of26@bench.test']);
  return rows.length > 0;
};

/** Adds the rows for the questions below, the same at every size. */
export async function layDown({ owner }: Pick<Provider, 'owner'>): Promise<void> {
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

interface Taught {
  readonly class_id: number;
  readonly course_id: number;
  readonly teacher_id: number;
  readonly email_id: string;
  readonly day: string;
}

/** Classes all over the provider, with their teachers and the day of their latest register. */
const someClasses = async ({ owner }: Pick<Provider, 'owner'>, classes: number) => {
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

export async function callsOf(
  provider: Pick<Provider, 'owner' | 'signIn' | 'token'>,
  { students, weeks }: Size,
): Promise<ReadonlyMap<string, Call>> {
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
  // One mark of 5,000 is missing: who has none has nothing to correct.
  const marked = await owner.query<{ class_id: number; students: number[] }>(
    `select a.class_id, array_agg(a.student_id) as students
     from unnest($1::bigint[], $2::date[]) as t (class_id, day)
     join attendance a on a.class_id = t.class_id and a.attendance_date = t.day group by a.class_id`,
    [taught.map(({ class_id }) => class_id), taught.map(({ day }) => day)],
  );
  const studentsOf = new Map(marked.rows.map((row) => [row.class_id, row.students]));
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

export interface Took {
  readonly wall: number;
  readonly processor: number;
}

export async function ask(
  { origin, used }: { readonly origin: string; readonly used: () => Promise<number> },
  { method, path, token, body }: BenchRequest,
): Promise<Took> {
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
