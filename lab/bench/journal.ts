// How long do the journal of a month with 100,000 rows and the export of all payments take, and what do they cost the
// server's memory?
// `node lab/bench/journal.ts`, ROWS for another number
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { endAll } from '../faults/ending.ts';
import { median, megabytes, ms } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';
import { measure, mostHeld } from './streamed-answers.ts';
import type { Run } from './streamed-answers.ts';

const rows = Number(process.env['ROWS'] ?? 100_000);
const rounds = 5;

const record = recorder(sections.journal);
const provider = await startProvider();
const origin = await provider.listen();

/** Payments of one month, and ten times as many of other months. Each is two rows of the journal. */
async function layDownPayments(payments: number): Promise<void> {
  await provider.owner.query(`
    insert into courses (course_name, course_image, course_duration, start_date)
    values ('Gita', '/defaults/course.svg', 'yearly', '2026-01-01')
  `);
  const insert = (prefix: string, count: number, days: string) =>
    provider.owner.query(`
      insert into payments (payment_id, course_id, full_name, email_id, amount, currency, status, method, paid_at)
      select '${prefix}' || n, (select min(id) from courses), 'Payer ' || n, 'payer@bench.test', n % 9000 + 0.5, 'INR',
        'success', (array['cash', 'upi', 'bank', 'cheque', null])[n % 5 + 1], ${days}
      from generate_series(1, ${count}) n
    `);
  await insert('march-', payments, `'2026-03-01T06:00:00Z'::timestamptz + n % 30 * interval '1 day'`);
  await insert('other-', payments * 10, `'2025-01-01T06:00:00Z'::timestamptz + n % 400 * interval '1 day'`);
  await provider.owner.query('analyze payments');
}

function ask(path: string, body: object): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(`${origin}/api/payments/${path}`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const journal = () => ask('export_journal', { month: '2026-03' });
const list = () => ask('export_payments', { format: 'csv' });

async function figuresOf(file: () => Promise<IncomingMessage>): Promise<string> {
  const { bytes } = await measure(file);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await measure(file));
  const held = await mostHeld(file);
  return [
    `first byte ${ms(median(runs.map((run) => run.firstByteMs)))}`,
    `whole ${ms(median(runs.map((run) => run.totalMs)))}`,
    megabytes(bytes),
    `holds at most ${megabytes(held)}`,
  ].join('; ');
}

try {
  for (const count of [rows / 10, rows]) {
    await provider.owner.query('truncate payments, courses cascade');
    await layDownPayments(count / 2);
    const payments = (count / 2) * 11;
    record({
      Rows: `journal: ${count.toLocaleString('en')} rows, among ten times as many payments`,
      Figures: await figuresOf(journal),
    });
    record({ Rows: `export: ${payments.toLocaleString('en')} payments`, Figures: await figuresOf(list) });
  }
} finally {
  await endAll();
}
