// How long does the report of 5,000 students over 120 dates take, and what does it cost the server's memory?
// `node lab/bench/attendance-report.ts`, STUDENTS for another number
import { get, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { endAll } from '../faults/ending.ts';
import { median, megabytes, ms } from './figures.ts';
import { layDownMarks } from './marks.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';
import { measure, mostHeld } from './streamed-answers.ts';
import type { Run } from './streamed-answers.ts';

const students = Number(process.env['STUDENTS'] ?? 5000);
const dates = 120;
const start = '2026-01-01';
const end = '2026-10-31';
const rounds = 5;

const record = recorder(sections.report);
const provider = await startProvider();
const origin = await provider.listen();
const authorization = `Bearer ${provider.token}`;
let teacherId = 0;
try {
  teacherId = await layDownMarks(provider.owner, { students, dates, start });
  const period = { course_id: 1, class_id: 1, start_date: start, end_date: end };
  const query = Object.entries(period)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  await describe('report', () => post(`${origin}/api/courses/attendance_report`, period));
  await describe('sheet', () => post(`${origin}/api/attendance/get_report_sheet`, period));
  for (const format of ['csv', 'xlsx']) {
    await describe(format, () =>
      fetchFile(`${origin}/api/attendance/export_report?${query}&format=${format}`),
    );
  }
  await turnPage('a page', '');
  await turnPage('one status', '&status=absent');
  await turnPage('a month', '&start_date=2026-03-01&end_date=2026-03-31');
  await turnPage('a name', '&search=student%2077');
  await turnPage('by name', '&sort=fullname');
} finally {
  await endAll();
}

async function describe(what: string, fetchOnce: () => Promise<IncomingMessage>): Promise<void> {
  const { bytes } = await measure(fetchOnce);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await measure(fetchOnce));
  const held = await mostHeld(fetchOnce);
  const figures = [
    `first byte ${ms(median(runs.map((run) => run.firstByteMs)))}`,
    `whole ${ms(median(runs.map((run) => run.totalMs)))}`,
    megabytes(bytes),
    `holds at most ${megabytes(held)}`,
  ];
  record({ Rows: `${students} students x ${dates} dates, ${what}`, Figures: figures.join('; ') });
}

/** Reads a page of the history of a teacher with all those marks, to its last byte. */
async function turnPage(what: string, filter: string): Promise<void> {
  const url = `${origin}/api/teacher/get_attendence_for_teacher/${teacherId}/0/0?page=1&pageSize=50${filter}`;
  const runs: Run[] = [];
  for (let round = 0; round <= rounds; round += 1) runs.push(await measure(() => fetchFile(url)));
  const marks = (students * dates + 20 * 100 * 200).toLocaleString('en');
  record({
    Rows: `${marks} marks of one teacher, ${what}`,
    Figures: ms(median(runs.slice(1).map((run) => run.totalMs))),
  });
}

function post(url: string, body: object): Promise<IncomingMessage> {
  const headers = { authorization, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers }, resolve).on('error', reject).end(JSON.stringify(body));
  });
}

function fetchFile(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization } }, resolve).on('error', reject);
  });
}
