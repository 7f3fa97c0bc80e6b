// Can ten thousand readers open their page in the minute after one mail? `node lab/bench/my-page.ts`, in a minute.
// STUDENTS sets another size, SECONDS another time. The reader's side runs in this process too, so a portal serves more.
import { randomBytes } from 'node:crypto';
import { endAll } from '../faults/ending.ts';
import { myPageLink } from '../../server/channels/mail/my-page-link.ts';
import { fill } from '../../server/test/fill.ts';
import { hashSecret } from '../../server/secrets.ts';
import { quantile } from './figures.ts';
import { httpRequest, load } from './load.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const size = { students: Number(process.env['STUDENTS'] ?? 100_000), weeks: 5 };
const seconds = Number(process.env['SECONDS'] ?? 20);
const readers = 2_000;
const connections = 8;

const record = recorder(sections.myPage);
const provider = await startProvider();
const { owner, pool, config } = provider;
try {
  await fill(owner, size);
  await owner.query(
    `insert into charges (student_id, course_id, due_on, amount, currency)
     select student_id, course_id, '2026-01-05', 1500, 'INR' from enrolments where ended_on is null`,
  );
  await owner.query('vacuum analyze');
  const requests = await pagesOf(readers);
  const port = Number(new URL(await provider.listen()).port);
  const next = (connection: number, turn: number) =>
    requests[(turn * connections + connection) % requests.length]!;
  await load({ port, connections, ms: 2_000, next });
  const postgresMs = await processorOf(owner);
  const [node, postgres] = [process.cpuUsage(), await postgresMs()];
  const took = await load({ port, connections, ms: seconds * 1000, next });
  const [{ user, system }, postgresAfter] = [process.cpuUsage(node), await postgresMs()];
  record({
    Rows: `${size.students} students${unless(20, seconds, 'seconds')}`,
    Figures: [
      `${(took.length / seconds).toFixed(0)} pages/s`,
      `median ${quantile(took, 0.5).toFixed(1)}, p99 ${quantile(took, 0.99).toFixed(1)} ms`,
      `Node ${((user + system) / 1000 / took.length).toFixed(2)} + PostgreSQL ${((postgresAfter - postgres) / took.length).toFixed(2)} ms of processor time a page`,
    ].join('; '),
  });
} finally {
  await endAll();
}

/** Requests of so many students whose devices have given their code. */
async function pagesOf(count: number): Promise<Buffer[]> {
  const device = randomBytes(32).toString('base64url');
  const { rows } = await owner.query<{ email_id: string }>(
    `select email_id from people where main_role = 'student' order by id limit $1`,
    [count],
  );
  const requests: Buffer[] = [];
  for (const { email_id } of rows) {
    const link = await myPageLink(pool, config, email_id);
    if (link === null) throw new Error(`${email_id} has no page`);
    requests.push(httpRequest('GET', new URL(link).pathname, { cookie: `me=${device}` }));
  }
  await owner.query('insert into personal_devices (page_id, hash) select id, $1 from personal_pages', [
    hashSecret(device),
  ]);
  return requests;
}
