import type { CallName } from '@gurukul/contract/index';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { fill, partsOf } from '../test/fill.ts';
import { testApp } from '../test/app.ts';
import { cloneDatabase } from '../test/db.ts';
import { demoPasswordHash } from './seed/staff.ts';
import { patientPool } from '../test/patient-pool.ts';

/**
 * These tables grow with the provider. No daily call may read one from end to end. Counts of all students are the
 * exception: they read an index only.
 */
const large = new Set([
  'people',
  'sessions',
  'enrolments',
  'attendance',
  'attendance_registers',
  'homework',
  'payments',
  'mails',
  'due',
  'due_expiries',
  'changes',
  'audit_entries',
]);

const size = { students: 10_000, weeks: 2 };

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** 0: this part of the plan never ran. */
  readonly 'Actual Loops': number;
  /** Per loop. */
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}
interface Explained {
  readonly 'Query Text': string;
  readonly Plan: Node;
}

const database = await cloneDatabase('empty');
const explained: Explained[] = [];
await layDown();
database.pool.on('connect', (client: pg.PoolClient) => {
  client.on('notice', ({ message = '' }) => {
    const start = message.indexOf('{');
    if (message.startsWith('duration') && start > 0) explained.push(JSON.parse(message.slice(start)));
  });
});
const { call, db } = await testApp({ database });

/** Enough rows of everything that reading a whole table is never the cheapest way to a page of it. */
async function layDown() {
  const owner = patientPool(database.owner);
  await owner.query(
    `insert into people (email_id, password_hash, main_role, first_name)
     values ('admin@bench.test', $1, 'admin', 'Admin')`,
    [demoPasswordHash()],
  );
  await fill(owner, size);
  // Rows that the filling leaves out. From now on PostgreSQL logs the plan of every statement, triggers included.
  await owner.query(`
    begin;
    set local session_replication_role = replica;
    insert into changes (person_id, call) select 1, 'x' from generate_series(1, 20000);
    insert into audit_entries (change_id, table_name, row_id, action, course_id)
      select n, 'payments', n, 'update', 1 + n % 100 from generate_series(1, 20000) n;
    insert into homework (student_id, course_id, class_id, week_name, home_work, status, decided_at)
      select e.student_id, e.course_id, e.class_id, 'week', 'x',
        case when e.id % 20 = 0 then 'pending' else 'accepted' end, case when e.id % 20 > 0 then now() end
      from enrolments e where e.class_id is not null;
    insert into sessions (token_hash, person_id, active_role, expires_at)
      select sha256(n::text::bytea), 1, 'admin', now() + interval '1 day' from generate_series(1, 20000) n;
    commit;
    analyze changes, audit_entries, homework, sessions;
    alter database ${database.owner.database} set session_preload_libraries = 'auto_explain';
    alter database ${database.owner.database} set auto_explain.log_min_duration = 0;
    alter database ${database.owner.database} set auto_explain.log_nested_statements = on;
    alter database ${database.owner.database} set auto_explain.log_analyze = on;
    alter database ${database.owner.database} set auto_explain.log_timing = off;
    -- A hundredth of the rows that may come: a page read in order counts for a hundred.
    alter database ${database.owner.database} set seq_page_cost = 100;
    alter database ${database.owner.database} set auto_explain.log_format = 'json';
    alter database ${database.owner.database} set auto_explain.log_level = 'notice';`);
  await owner.end();
}

const counted = new Set(['people', 'enrolments', 'due']);

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const { rows: estimates } = await db.query<{ name: string; n: number }>(
  'select relname as name, reltuples::integer as n from pg_class where relname = any($1)',
  [[...large]],
);
const rowsOf = new Map(estimates.map(({ name, n }) => [name, n]));

/** What waits and the registers of two weeks: a thousand rows and more, by the hour and the weekday. */
const few = 2500;

/** From end to end, or a large part of it through an index. */
const isWhole = (node: Node) => {
  const rows = rowsOf.get(node['Relation Name'] ?? '');
  if (rows === undefined || node['Actual Loops'] === 0) return false;
  if (node['Node Type'] === 'Index Only Scan' && counted.has(node['Relation Name'] ?? '')) return false;
  const read = node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
  return node['Node Type'] === 'Seq Scan' || read > Math.max(rows / 3, few);
};

/** The tables that statements have read whole since the last call. */
const readWhole = () =>
  explained.flatMap(({ Plan, 'Query Text': text }) =>
    nodesOf(Plan)
      .filter(isWhole)
      .map(
        (node) =>
          `${node['Relation Name']} (${node['Node Type']}) by ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
      ),
  );

const { courses } = partsOf(size);
const classId = 42;
const day = { course_id: 1 + ((classId - 1) % courses), class_id: classId };
const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
const page = { page: 1, pageSize: 30 };

const { rows: taught } = await db.query<{ teacher: number; email_id: string; students: number[] }>(
  `select st.teacher_id as teacher, p.email_id,
     (select array_agg(e.student_id) from enrolments e where e.class_id = $1 and e.ended_on is null) as students
   from class_slots s join slot_teachers st on st.slot_id = s.id join people p on p.id = st.teacher_id
   where s.class_id = $1`,
  [classId],
);
const { teacher = 0, email_id: asTeacher = '', students = [] } = taught[0] ?? {};
const asCourseAdmin = 'courseadmin3@bench.test';
const courseAdmin = { user_id: 4, uid: 4 };

const hot: readonly (readonly [string, CallName, object])[] = [
  ['admin@bench.test', 'accounts.get_user_profile', { uid: 1 }],
  ['admin@bench.test', 'students.get_all_students', { course_status: 'all', ...page }],
  ['admin@bench.test', 'students.get_all_students', { course_status: 'active', ...page }],
  ['admin@bench.test', 'students.get_all_students', { course_status: 'active', ...page, page: 100 }],
  ['admin@bench.test', 'students.get_all_students', { course_status: 'all', ...page, sort: '-fullname' }],
  [
    'admin@bench.test',
    'students.get_all_students',
    { course_status: 'all', ...page, search: 'student 4711 ' },
  ],
  [
    asCourseAdmin,
    'students.getallstudents_under_courseadmin',
    { course_status: 'all', ...page, ...courseAdmin },
  ],
  [
    asCourseAdmin,
    'students.getallstudents_under_courseadmin',
    { course_status: 'all', ...page, ...courseAdmin, class_id: classId, payment_status: 'unpaid' },
  ],
  ['admin@bench.test', 'students.get_all_students', { course_status: 'all', ...page, search: 'class 42' }],
  ['admin@bench.test', 'courses.get_all_courses', { page: 1, pageSize: 8 }],
  ['admin@bench.test', 'courses.get_all_courses', { page: 1, pageSize: 8, sort: '-course_name' }],
  [asCourseAdmin, 'courses.get_all_courses_for_courseadmin', courseAdmin],
  [asCourseAdmin, 'dashboards.course_admin_dashboard', courseAdmin],
  [asCourseAdmin, 'dashboards.get_today', {}],
  [asTeacher, 'dashboards.teacher_dashboard', { user_id: teacher }],
  [asTeacher, 'dashboards.get_today', {}],
  [asTeacher, 'attendance.get_rolls', {}],
  [asTeacher, 'attendance.get_students_attendence', { ...day, attendance_date: today }],
  [asTeacher, 'attendance.attendance_report', { ...day, start_date: '2020-01-01', end_date: '2020-12-31' }],
  ['admin@bench.test', 'dashboards.admin_dashboard', { uid: 1 }],
  ['admin@bench.test', 'dashboards.get_today', {}],
  ['admin@bench.test', 'dashboards.get_today_kind', { kind: 'homework_to_check', ...page }],
  [asTeacher, 'dashboards.get_today_kind', { kind: 'homework_to_check', ...page }],
  ['admin@bench.test', 'dashboards.get_today_kind', { kind: 'three_absences', ...page }],
  [
    asCourseAdmin,
    'dashboards.get_today_kind',
    { kind: 'unmarked_class', ...page, filter: { course_id: day.course_id } },
  ],
];

/** Makes the call until PostgreSQL may plan for every value at once. */
async function plansOf(who: string, name: CallName, input: object) {
  await call(name, input, { as: who });
  explained.length = 0;
  for (let n = 0; n < 7; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, body } = await call(name, input, { as: who });
    expect({ status, message: status === 200 ? '' : body }).toEqual({ status: 200, message: '' });
  }
  expect(explained.length).toBeGreaterThan(7);
  return [...new Set(readWhole())];
}

describe('no large table is read from end to end', () => {
  it.each(hot)('%s: %s %j', async (who, name, input) => {
    expect(await plansOf(who, name, input)).toEqual([]);
  });

  it('when a roll is saved, nor by its triggers', async () => {
    expect(students.length).toBeGreaterThan(20);
    await call('accounts.get_user_profile', { uid: teacher }, { as: asTeacher });
    explained.length = 0;
    for (const status of ['present', 'absent', 'absent', 'present', 'moved', 'absent', 'present', 'absent']) {
      // oxlint-disable-next-line no-await-in-loop
      const saved = await call(
        'attendance.update_students_attendance',
        {
          ...day,
          attendance_date: today,
          students: students.map((student_id) => ({
            student_id,
            attendance_status: status,
            student_attendance_id: null,
            attendance_id: null,
          })),
        },
        { as: asTeacher },
      );
      expect(saved.status).toBe(200);
    }
    // It includes the triggers' statements.
    expect(explained.some((statement) => statement['Query Text'].includes('insert into due_changes'))).toBe(
      true,
    );
    expect(explained.some((statement) => statement['Query Text'].includes('insert into audit_entries'))).toBe(
      true,
    );
    expect(readWhole()).toEqual([]);
  });

  it('when history is counted and removed, and none is old', async () => {
    // Another index would have to be read whole: none of them begins with the time.
    const indexes = () =>
      explained
        .filter((statement) => statement['Query Text'].includes('history_may_end'))
        .flatMap(({ Plan }) => nodesOf(Plan))
        .filter((node) => node['Relation Name'] === 'audit_entries' && node['Actual Loops'] > 0)
        .flatMap((node) => node['Index Name'] ?? []);
    expect(await plansOf('admin@bench.test', 'privacy.get_retention', { days: { history: 730 } })).toEqual(
      [],
    );
    expect(new Set(indexes())).toEqual(new Set(['audit_entries_by_age']));
    explained.length = 0;
    await db.query('select end_history(730, 200)');
    expect(indexes()).toEqual(['audit_entries_by_age']);
    expect(readWhole()).toEqual([]);
  });

  it('when the due list is computed, on request or in the background', async () => {
    await db.query('insert into due_changes (course_id) select generate_series(1, 5)');
    expect(await plansOf('admin@bench.test', 'dashboards.get_today', {})).toEqual([]);
    expect(explained.some((statement) => statement['Query Text'].includes('attending_unpaid'))).toBe(true);
    explained.length = 0;
    await db.query('select refresh_due(10)');
    expect(explained.some((statement) => statement['Query Text'].includes('attending_unpaid'))).toBe(true);
    expect(readWhole()).toEqual([]);
  });

  it('and the test notices it: without its index, a roll reads all enrolments', async () => {
    const owner = patientPool(database.owner);
    await owner.query('drop index enrolments_of_class');
    await owner.end();
    const found = await plansOf(asTeacher, 'attendance.get_students_attendence', {
      ...day,
      attendance_date: today,
    });
    expect(found.filter((text) => text.startsWith('enrolments '))).not.toEqual([]);
  });
});
