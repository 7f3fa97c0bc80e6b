// How long do the lists about money take among 100,000 students with 400,000 charges? `node lab/bench/ledger.ts`, ROUNDS
// for other rounds; KEPT_IN=<folder> keeps the data for the next run.
import { atEnd, endAll } from '../faults/ending.ts';
import { fill } from '../../server/test/fill.ts';
import { median, ms, quantile } from './figures.ts';
import { startProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const size = { students: 100_000, weeks: 1 };
const rounds = Number(process.env['ROUNDS'] ?? 20);
const owed = { show: 'open', page: 1, pageSize: 50 };
const listed = { page: 1, pageSize: 50 };

/** The purpose of a call, its path, and its body in a round. */
const asked = [
  ['Who owes what', '/payments/get_owing', () => owed],
  ['a page in the middle', '/payments/get_owing', (n: number) => ({ ...owed, page: 500 + n })],
  ['by name', '/payments/get_owing', () => ({ ...owed, sort: 'fullname' })],
  ['the most that is open first', '/payments/get_owing', () => ({ ...owed, sort: '-open' })],
  ['30 days overdue', '/payments/get_owing', () => ({ ...owed, overdue: 30 })],
  ['a search', '/payments/get_owing', (n: number) => ({ ...owed, search: `Student 77${n}` })],
  ['of a course', '/payments/get_owing', (n: number) => ({ ...owed, course_id: 3 + n })],
  ['the ledger of a student', '/payments/get_ledger', (n: number) => ({ user_id: 2000 + 37 * n })],
  ['the figures of a course', '/payments/get_course_money', (n: number) => ({ course_id: 3 + n })],
  ['payments with their sums', '/payments/get_payment_details', () => listed],
  ['payments of a course', '/payments/get_payment_details', (n: number) => ({ ...listed, course_id: 3 + n })],
] as const;

const record = recorder(sections.ledger);
try {
  const provider = await startProvider({ keptIn: process.env['KEPT_IN'] ?? '' });
  await filled(provider);
  await ask(provider);
} finally {
  await endAll();
}

/** Four charges a student, some waived, two of three with a payment. */
async function filled({ owner }: Provider): Promise<void> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::integer as count from ledger_sums');
  if ((rows[0]?.count ?? 0) > 0) return;
  await fill(owner, size);
  const client = await owner.connect();
  atEnd(async () => client.release());
  const statements = [
    'set statement_timeout = 0',
    'set session_replication_role = replica',
    `update payments set currency = 'INR', amount = 2500.00`,
    `insert into charges (student_id, course_id, part, parts, due_on, amount, currency)
     select e.student_id, e.course_id, n, 4, current_date - 120 + n * 60, 2500.00,
       case when e.student_id % 10 = 0 then 'USD' else 'INR' end
     from (select * from enrolments where ended_on is null order by id limit 100000) e
     cross join generate_series(1, 4) n`,
    `insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at, currency)
     select distinct 'second' || h.student_id || '-' || h.course_id, h.course_id, h.student_id, 'Student',
       'student@bench.test', 2500.00, 'success', now() - interval '50 days', h.currency
     from charges h where h.student_id % 3 <> 0`,
    `insert into waivers (charge_id, amount, reason) select id, 500, 'discount' from charges where id % 40 = 0`,
    `insert into refunds (payment_id, amount, refunded_at) select id, 100, now() from payments where id % 50 = 0`,
    'analyze',
    `select count(settle_ledger(t.student_id, t.course_id))
     from (select distinct student_id, course_id from charges order by 1, 2) t`,
    'reset session_replication_role',
    'vacuum analyze',
  ];
  for (const text of statements) await client.query(text);
}

async function ask({ timed }: Provider): Promise<void> {
  for (const [purpose, path, input] of asked) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const { ms: time, status, body } = await timed(path, input(round));
      if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body).slice(0, 300)}`);
      // The first one makes its plan.
      if (round > 0) times.push(time);
    }
    record({
      Rows: `100,000 students, 400,000 charges${unless(20, rounds, 'rounds')}`,
      Question: purpose,
      Figures: `median ${ms(median(times))}, p95 ${ms(quantile(times, 0.95))}`,
    });
  }
}
