// How long does the server take for a dashboard and for what is due today, when the provider has 100,000 students in
// 1,000 courses? `node lab/bench/dashboards.ts`, or of another size `STUDENTS=1000000 node lab/bench/dashboards.ts`
import { endAll } from '../faults/ending.ts';
import { median, quantile } from './figures.ts';
import { fill, partsOf } from '../../server/test/fill.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const size = { students: Number(process.env['STUDENTS'] ?? 100_000), weeks: 5 };
const rounds = 40;

const asked = [
  ['admin', '/dashboard/admin_dashboard/1', 'admin'],
  ['course admin of a third of all', '/dashboard/course_admin_dashboard/2', 'admin'],
  ['course admin of 26 courses', '/dashboard/course_admin_dashboard/4', 'admin'],
  ['teacher', `/dashboard/teacher_dashboard/${1 + partsOf(size).courseAdmins + 9}`, 'admin'],
  ['today of the admin', '/dashboard/get_today', 'admin'],
  ['today of the course admin of a third', '/dashboard/get_today', 'courseadmin1'],
  ['today of the course admin of 26', '/dashboard/get_today', 'courseadmin3'],
  ['today of a teacher', '/dashboard/get_today', 'teacher9'],
  ['first page of rolls not called', '/dashboard/get_today_kind', 'admin', { kind: 'unmarked_class' }],
  ['first page of three absences', '/dashboard/get_today_kind', 'admin', { kind: 'three_absences' }],
  [
    'tenth page of three absences',
    '/dashboard/get_today_kind',
    'admin',
    { kind: 'three_absences', page: 10 },
  ],
  [
    'three absences of a name',
    '/dashboard/get_today_kind',
    'admin',
    { kind: 'three_absences', filter: { search: 'a' } },
  ],
] as const;

const record = recorder(sections.dashboards);
const provider = await startProvider();
try {
  await fill(provider.owner, size);
  const origin = await provider.listen();
  const figures: string[] = [];
  for (const [what, path, who, body] of asked)
    figures.push(`${what} ${await measure(origin, path, who, body)}`);
  const { students, enrolments, courses, classes } = partsOf(size);
  record({
    Rows: `${students} students, ${enrolments} enrolments, ${courses} courses, ${classes} classes, ${enrolments * 5} marks`,
    Figures: figures.join('; '),
  });
} finally {
  await endAll();
}

/** From request to the whole answer, over the local network: fastest, median and 95th percentile of many in a row. */
async function measure(origin: string, path: string, who: string, body?: object): Promise<string> {
  const { token } = await provider.signIn(`${who}@bench.test`);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = body
    ? { method: 'POST', headers, body: JSON.stringify({ pageSize: 30, ...body }) }
    : { headers };
  const took: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const started = performance.now();
    const answer = await fetch(`${origin}/api${path}`, request);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    // The first rounds fill the caches and settle the plans.
    if (round >= 0) took.push(performance.now() - started);
  }
  const [fastest, middle, p95] = [Math.min(...took), median(took), quantile(took, 0.95)];
  return `${fastest.toFixed(0)} / ${middle.toFixed(0)} / ${p95.toFixed(0)} ms`;
}
