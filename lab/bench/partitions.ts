// What changes when attendance is partitioned by month? A copy of the table with the same columns, keys and references,
// and one partition a month, is compared with the table: `node lab/bench/partitions.ts`, for 100,000 students with 5
// million marks; STUDENTS and WEEKS for other sizes. With KEEP=1 and BENCH_DIR it uses a database that
// `lab/bench/growth.ts` left there.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../faults/ending.ts';
import { daysBefore, median, megabytes, ms } from './figures.ts';
import { fill } from '../../server/test/fill.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const students = Number(process.env['STUDENTS'] ?? 100_000);
const weeks = Number(process.env['WEEKS'] ?? 35);
const rounds = 60;

const folder = join(process.env['BENCH_DIR'] ?? tmpdir(), `gurukul-growth-${students}`);
const record = recorder(sections.partitions);
const provider = await startProvider({ keptIn: process.env['KEEP'] === undefined ? '' : folder });
const client = await provider.owner.connect();

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Plan[];
}
interface Explained {
  readonly Plan: Plan & { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

async function timed(text: string): Promise<number> {
  const started = performance.now();
  await client.query(text);
  return (performance.now() - started) / 1000;
}

/** Asks every class the same question: partitions read, pages, planning and running. */
async function ask(text: string, values: readonly (readonly unknown[])[]) {
  const planning: number[] = [];
  const running: number[] = [];
  const pages: number[] = [];
  let partitions = new Set<string>();
  await client.query(`prepare asked as ${text}`);
  for (const row of values) {
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, timing off, format json) execute asked (${row.map((value) => `'${String(value)}'`).join(', ')})`,
    );
    const explained = rows[0]?.['QUERY PLAN'][0];
    if (explained === undefined) throw new Error('no plan');
    planning.push(explained['Planning Time']);
    running.push(explained['Execution Time']);
    pages.push(explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks']);
    partitions = new Set(
      nodes(explained.Plan)
        .filter((node) => (node['Actual Loops'] ?? 0) > 0)
        .map((node) => node['Relation Name'] ?? '')
        .filter((name) => name.startsWith('attendance_2') || name.startsWith('attendance_by_month')),
    );
  }
  await client.query('deallocate asked');
  const looked = partitions.size === 0 ? '' : `${partitions.size} of the partitions, `;
  return `${looked}${median(pages)} pages, planned in ${median(planning).toFixed(2)} ms, run in ${median(running).toFixed(2)} ms`;
}

try {
  const { rows: found } = await client.query('select from attendance limit 1');
  if (found.length === 0) await fill(provider.owner, { students, weeks });
  await client.query(`set work_mem = '64MB'`);
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query('set session_replication_role = replica');

  const { rows: months } = await client.query<{ name: string; from: string; until: string }>(`
    select 'attendance_' || to_char(m, 'YYYY_MM') as name, m::date as from, (m + interval '1 month')::date as until
    from generate_series(
      (select date_trunc('month', min(attendance_date)) from attendance),
      (select max(attendance_date) from attendance), interval '1 month') m`);
  const { rows: parts } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'attendance'::regclass and contype in ('p', 'u', 'f') order by contype desc`,
  );
  await client.query('drop table if exists attendance_by_month');
  await client.query(
    'create table attendance_by_month (like attendance including defaults) partition by range (attendance_date)',
  );
  for (const { name, from, until } of months) {
    await client.query(
      `create table ${name} partition of attendance_by_month for values from ('${from}') to ('${until}')`,
    );
  }
  const copied = await timed('insert into attendance_by_month select * from attendance');
  let built = 0;
  for (const { name, definition } of parts) {
    // References are not checked again: the rows come from a table that has them.
    if (definition.startsWith('FOREIGN')) continue;
    built += await timed(`alter table attendance_by_month add constraint ${name}_by_month ${definition}`);
  }
  built += await timed(`create index attendance_by_month_by_student on attendance_by_month
    (student_id, attendance_date desc) include (class_id, course_id, status)`);
  let referred = 0;
  for (const { name, definition } of parts.filter((part) => part.definition.startsWith('FOREIGN'))) {
    referred += await timed(`alter table attendance_by_month add constraint ${name}_by_month ${definition}`);
  }
  await client.query('vacuum analyze attendance_by_month');
  const { rows: sizes } = await client.query<{ rows: string; whole: string; parts: string }>(`
    select (select round(reltuples::numeric / 1e6, 1) from pg_class where oid = 'attendance'::regclass) as rows,
      pg_total_relation_size('attendance') as whole,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'attendance_by_month'::regclass) as parts`);
  const size = sizes[0];
  const Rows = `${students} students, ${weeks} weeks`;
  record({
    Rows,
    Question: 'On disk',
    'One table': `${size?.rows} M marks, ${megabytes(Number(size?.whole))}`,
    'By month': `${months.length} months, ${megabytes(Number(size?.parts))}`,
  });
  record({
    Rows,
    Question: 'Laying it down',
    'One table': '',
    'By month': `rows copied in ${copied.toFixed(0)} s, keys and index in ${built.toFixed(0)} s, references in ${referred.toFixed(0)} s`,
  });

  const { rows: classes } = await client.query<{
    class_id: number;
    day: string;
    course_id: number;
    student_id: number;
    register_id: number;
  }>(`
    select r.class_id, r.attendance_date as day, r.course_id, r.id as register_id,
      (select e.student_id from enrolments e where e.class_id = r.class_id and e.ended_on is null limit 1) as student_id
    from attendance_registers r
    where r.attendance_date between current_date - 60 and current_date - 30 order by hashint8(r.id) limit ${rounds}`);
  const questions: readonly (readonly [
    string,
    (table: string) => string,
    (row: (typeof classes)[number]) => unknown[],
  ])[] = [
    [
      'Report of twelve weeks',
      (table) => `select student_id, string_agg(status, '') from ${table} a
        where class_id = $1::bigint and attendance_date between $2::date and $3::date group by student_id`,
      ({ class_id, day }) => [class_id, daysBefore(84, day), day],
    ],
    [
      'Report of a year',
      (table) => `select student_id, string_agg(status, '') from ${table} a
        where class_id = $1::bigint and attendance_date between $2::date and $3::date group by student_id`,
      ({ class_id, day }) => [class_id, daysBefore(365, day), day],
    ],
    [
      'Roll',
      (table) => `select e.student_id, a.status from enrolments e
        left join ${table} a on a.class_id = $1::bigint and a.attendance_date = $2::date and a.student_id = e.student_id
        where e.class_id = $1::bigint and e.ended_on is null`,
      ({ class_id, day }) => [class_id, day],
    ],
    [
      'Save of a mark',
      (
        table,
      ) => `insert into ${table} (${table === 'attendance' ? '' : 'id, marked_at, '}attendance_date, student_id, course_id, class_id, register_id, status)
        values (${table === 'attendance' ? '' : '1, now(), '}$1::date, $2::bigint, $3::bigint, $4::bigint, $5::bigint, 'absent')
        on conflict (class_id, attendance_date, student_id, register_id) do update set status = excluded.status`,
      ({ day, student_id, course_id, class_id, register_id }) => [
        day,
        student_id,
        course_id,
        class_id,
        register_id,
      ],
    ],
    [
      'Last ten of a student',
      (table) => `select attendance_date, status from ${table} where student_id = $1::bigint
        order by attendance_date desc limit 10`,
      ({ student_id }) => [student_id],
    ],
    [
      'Last three in a class',
      (table) => `select status from ${table}
        where class_id = $1::bigint and student_id = $2::bigint order by attendance_date desc limit 3`,
      ({ class_id, student_id }) => [class_id, student_id],
    ],
  ];
  for (const [name, text, values] of questions) {
    const asked = classes.map(values);
    record({
      Rows,
      Question: name,
      'One table': await ask(text('attendance'), asked),
      'By month': await ask(text('attendance_by_month'), asked),
    });
  }
  const oldest = months[0]?.name ?? '';
  const detached = await timed(`alter table attendance_by_month detach partition ${oldest}`);
  record({ Rows, Question: 'Taking the oldest month out', 'One table': '', 'By month': ms(detached * 1000) });
  await client.query(`drop table attendance_by_month, ${oldest}`);
} finally {
  client.release(true);
  await endAll();
}
