// How long does the server take for a dashboard and for what is due today, when the provider has 100,000 students in
// 1,000 courses? `node bench/dashboards.ts`, or of another size `STUDENTS=1000000 node bench/dashboards.ts`
import { cpus, loadavg } from 'node:os';
import { fill, partsOf } from './fill.ts';
import { startProvider } from './provider.ts';

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
] as const;

const provider = await startProvider();
try {
  await fill(provider.owner, size);
  const origin = await provider.listen();
  const figures: string[] = [];
  for (const [what, path, who] of asked) figures.push(`${what} ${await measure(origin, path, who)}`);
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(0);
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${load}`;
  const { students, stays, courses, classes } = partsOf(size);
  const rows = `${students} students, ${stays} enrolments, ${courses} courses, ${classes} classes, ${stays * 5} marks`;
  console.log(`| ${date} | ${machine} | ${rows} | ${figures.join('; ')} |`);
} finally {
  await provider.close();
}

/** From request to the whole answer, over the machine's own network: fastest, median, 95th percentile of many in a row. */
async function measure(origin: string, path: string, who: string): Promise<string> {
  const { body } = await provider.timed('/user_details/login', {
    email_id: `${who}@bench.test`,
    password: 'Gurukul@2026',
  });
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const took: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const started = performance.now();
    const answer = await fetch(`${origin}/api${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    // The first rounds fill the caches and settle the plans.
    if (round >= 0) took.push(performance.now() - started);
  }
  const [fastest, median, p95] = [0, 0.5, 0.95].map(
    (share) => `${took.toSorted((a, b) => a - b)[Math.floor((took.length - 1) * share)]?.toFixed(0)}`,
  );
  return `${fastest} / ${median} / ${p95} ms`;
}
