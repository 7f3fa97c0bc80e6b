// How long does it take to publish an event with mails to 5,000 students, and to cancel one that all of them heard of?
// For how long does that keep everybody else waiting? `node lab/bench/publish.ts`
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { endAll } from '../faults/ending.ts';
import { daysBefore, median, ms, quantile } from './figures.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const students = 5000;
const rounds = 20;

const spread = (values: readonly number[]) =>
  `median ${ms(median(values))}, p95 ${ms(quantile(values, 0.95))}, slowest ${ms(Math.max(...values))}`;

const record = recorder(sections.publish);
const provider = await startProvider();
const delay = monitorEventLoopDelay({ resolution: 5 });
try {
  await provider.owner.query(`
    insert into courses (course_name, course_image, course_duration, start_date)
    values ('Gita', '', 'yearly', '2026-01-05')`);
  await provider.owner.query(`
    insert into people (email_id, main_role, first_name)
    select 'student' || n || '@bench.test', 'student', 'Student ' || n from generate_series(1, ${students}) n`);
  await provider.owner.query(`
    insert into enrolments (student_id, course_id, started_on)
    select p.id, 1, '2026-01-05' from people p where p.main_role = 'student'`);
  await provider.owner.query('analyze');

  const postgresWork = await processorOf(provider.owner);
  const published: number[] = [];
  const canceled: number[] = [];
  const stalls: number[] = [];
  const work: { node: number[]; postgres: number[] } = { node: [], postgres: [] };
  for (let round = 0; round < rounds; round += 1) {
    const event = await addEvent(round);
    delay.enable();
    const [ours, theirs] = [process.cpuUsage(), await postgresWork()];
    published.push(await take('/events/publish_event', { event_id: event, flag: 1 }));
    const { user, system } = process.cpuUsage(ours);
    work.node.push((user + system) / 1000);
    work.postgres.push((await postgresWork()) - theirs);
    await provider.owner.query(`update mails set sent_at = now(), sealed = null where event_id = ${event}`);
    canceled.push(await take('/events/cancel_event', { event_id: event }));
    stalls.push(delay.max / 1e6);
    delay.disable();
    delay.reset();
  }
  await provider.owner.query('vacuum analyze mails');
  const lists: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const answer = await provider.app.inject({ url: '/api/events/get_events', headers: provider.headers });
    lists.push(performance.now() - started);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
  const mails = rounds * students * 2;
  const figures = [
    `publish ${spread(published)}`,
    `the processors' time for it: Node ${spread(work.node)}; PostgreSQL ${spread(work.postgres)}`,
    `cancel ${spread(canceled)}`,
    `longest stall of the process: ${spread(stalls)}`,
    `list of ${rounds} events with ${mails} mails ${spread(lists)}`,
  ];
  record({ Rows: `${students} students`, Figures: figures.join('; ') });
} finally {
  await endAll();
}

async function take(path: string, payload: object): Promise<number> {
  const { ms: taken, status, body } = await provider.timed(path, payload);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return taken;
}

/** An event of tomorrow evening, with a description of a page. */
async function addEvent(round: number): Promise<number> {
  const day = daysBefore(-2);
  const { body, status } = await provider.timed('/events/add_event', {
    event_name: `Satsang ${round}`,
    course_id: 1,
    description: `<p>${'All students of the course are welcome. '.repeat(40)}</p>`,
    meeting_link: 'https://meet.example.org/satsang',
    event_date: day,
    start_time: `${day}T13:00:00Z`,
    end_time: `${day}T14:00:00Z`,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { id } = (await provider.owner.query<{ id: number }>('select max(id) as id from events')).rows[0] ?? {
    id: 0,
  };
  return id;
}
