// How long the delivery log takes over a million mails: `node lab/bench/mail-log.ts`, MAILS for another number
import { endAll } from '../faults/ending.ts';
import { median } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const mails = Number(process.env['MAILS'] ?? 1_000_000);
const rounds = 15;

const record = recorder(sections.mailLog);
const provider = await startProvider();
try {
  await fill((text) => provider.owner.query(text));

  const asked: readonly (readonly [string, object])[] = [
    ['everything, page 1', {}],
    ['failed', { state: 'failed' }],
    ['queued', { state: 'queued' }],
    ['invitations, which are rare', { kind: 'invite' }],
    ['one event', { event_id: 7 }],
    ['one event, failed', { event_id: 7, state: 'failed' }],
    ['one address', { search: 'student1234@bench.test' }],
    ['a name of 111', { search: 'Student 12' }],
    ['what stands in every address', { search: 'bench' }],
    ['everything, page 1,000', { page: 1000, pageSize: 100 }],
  ];
  const figures: string[] = [];
  for (const [name, input] of asked) {
    const taken: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const { ms, status, body } = await provider.timed('/mails/get_mails', input);
      if (status !== 200) throw new Error(JSON.stringify(body));
      taken.push(ms);
    }
    figures.push(`${name} ${median(taken).toFixed(0)} ms (slowest ${Math.max(...taken).toFixed(0)})`);
  }
  record({ Rows: `${mails} mails`, Figures: figures.join('; ') });
} finally {
  await endAll();
}

async function fill(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql(`insert into people (email_id, main_role, first_name, last_name)
    select 'student' || n || '@bench.test', 'student', 'Student', n::text from generate_series(1, 5000) n`);
  await sql(`insert into people (email_id, main_role, first_name)
    values ('courseadmin@bench.test', 'courseadmin', 'Course admin')`);
  await sql(`insert into courses (course_name, course_image, courseadmin_id, course_duration, start_date)
    select 'Course ' || n, '', (select id from people where main_role = 'courseadmin'), 'yearly', '2026-01-05' from generate_series(1, 20) n`);
  await sql(`insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
    select 1 + n % 20, 'Event ' || n, 'https://meet.bench.test', '2027-01-05', '2027-01-05T12:00Z', '2027-01-05T13:00Z', 1
    from generate_series(1, 200) n`);
  await sql(`insert into mails (dedupe_key, kind, recipient, event_id, person_id, sealed, sent_at, failed_at, failure)
    select 'bench:' || n,
      case when n % 10000 = 0 then 'invite' else 'event_published' end,
      'student' || 1 + n % 5000 || '@bench.test',
      case when n % 10000 <> 0 then 1 + n / 5000 % 200 end,
      2 + n % 5000,
      case when n % 400 = 0 then 'v1.x' end,
      case when n % 400 <> 0 then now() end,
      case when n % 400 = 0 and n < 990000 then now() end,
      case when n % 400 = 0 then 'no such mailbox' end
    from generate_series(1, ${mails}) n`);
  await sql(`vacuum analyze`);
}
