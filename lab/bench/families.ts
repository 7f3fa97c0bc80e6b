// Do lists and search stay as quick with families, and how long do the question "looks like" and the preview of 5,000
// rows take among 100,000 students? `node lab/bench/families.ts`, ROUNDS for other rounds;
// AGAINST=<another checkout> asks lists and search of that one too, round by round in turn.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd, endAll } from '../faults/ending.ts';
import type * as Ending from '../faults/ending.ts';
import { fill, partsOf } from '../../server/test/fill.ts';
import { median, ms, quantile, ratio } from './figures.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import type * as ProviderModule from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const size = { students: 100_000, weeks: 1 };
const rounds = Number(process.env['ROUNDS'] ?? 60);
const against = process.env['AGAINST'];
const families = 10_000;
const previewed = 5000;

const shown = { course_status: 'all', page: 1, pageSize: 50 };

/** The purpose of a call, its path, and its body in a round. */
const asked = [
  ['first page', '/student/get_all_students', () => shown],
  ['a page in the middle', '/student/get_all_students', (n: number) => ({ ...shown, page: 500 + n })],
  ['sorted by name', '/student/get_all_students', () => ({ ...shown, sort: 'fullname' })],
  ['search by name', '/student/get_all_students', (n: number) => ({ ...shown, search: `Student 777${n}` })],
  [
    'search by address',
    '/student/get_all_students',
    (n: number) => ({ ...shown, search: `student4${n}@bench` }),
  ],
  ['students of a course', '/student/get_all_students', (n: number) => ({ ...shown, course_id: 3 + n })],
  [
    "a course admin's first page",
    '/student/getallstudents_under_courseadmin',
    () => ({ ...shown, user_id: 2 }),
  ],
  ['command bar', '/search/find', (n: number) => ({ text: `Student 555${n}` })],
] as const;

const record = recorder(sections.families);
const rows = `${size.students} students, ${families} families${unless(60, rounds, 'rounds')}`;
try {
  const now = await filled(await startProvider());
  await addFamilies(now);
  await askLists(now, against === undefined ? null : await otherTree(against));
  await askLooksLike(now);
  await askPreview(now);
} finally {
  await endAll();
}

async function filled(provider: Provider): Promise<Provider> {
  await fill(provider.owner, size);
  return provider;
}

/** The same rows without the families, under the code of another checkout. */
async function otherTree(root: string): Promise<Provider> {
  const load = async <T>(file: string): Promise<T> => import(pathToFileURL(join(root, file)).href);
  const { startProvider: start } = await load<typeof ProviderModule>('lab/bench/provider.ts');
  const { endAll: end } = await load<typeof Ending>('lab/faults/ending.ts');
  atEnd(end);
  return filled(await start());
}

async function addFamilies({ owner }: Provider): Promise<void> {
  const first = 2 + partsOf(size).courseAdmins + partsOf(size).teachers;
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(`
    with parents as (
      insert into people (email_id, main_role, first_name, last_name, phone_number)
      select 'parent' || n || '@bench.test', 'guardian', 'Parent ' || n, 'of Measure', '98' || to_char(n, 'FM00000000')
      from generate_series(1, ${families}) n
      returning id
    )
    insert into guardians (student_id, guardian_id)
    select ${first} + (p.id * 3 + child) % ${size.students}, p.id
    from parents p cross join generate_series(0, 1) child
    on conflict do nothing`);
  await owner.query(`
    insert into contacts (person_id, kind, value)
    select ${first} + n * 7, 'phone', '97' || to_char(n, 'FM00000000') from generate_series(1, ${families}) n`);
  await owner.query('commit');
  await owner.query('vacuum analyze');
}

async function send({ app, headers }: Provider, path: string, payload: object): Promise<number> {
  const started = performance.now();
  const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  const took = performance.now() - started;
  // What looks like somebody is refused with them.
  if (answer.statusCode !== 200 && answer.json().code !== 'looks_like')
    throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return took;
}

async function askLists(now: Provider, before: Provider | null): Promise<void> {
  const trees = [now, ...(before ? [before] : [])];
  const used = await Promise.all(trees.map(({ owner }) => processorOf(owner)));
  for (const [what, path, bodyOf] of asked) {
    const took: number[][] = trees.map(() => []);
    const work = trees.map(() => 0);
    for (let round = -5; round < rounds; round += 1) {
      // Each goes first in every second round.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const tree of order.filter((each) => each < trees.length)) {
        const from = await used[tree]!();
        const each = await send(trees[tree]!, path, bodyOf(Math.max(0, round)));
        if (round < 0) continue;
        took[tree]!.push(each);
        work[tree]! += (await used[tree]!()) - from;
      }
    }
    const told = (tree: number) =>
      `p50 ${ms(median(took[tree]!))}, p95 ${ms(quantile(took[tree]!, 0.95))}, database ${(work[tree]! / rounds).toFixed(1)} ms`;
    record({
      Rows: rows,
      Question: what,
      Now: told(0),
      'Beside, without families': before ? told(1) : '',
      Ratio: before
        ? `p50 ${ratio(median(took[0]!), median(took[1]!))}; database ${ratio(work[0]!, work[1]!)}`
        : '',
    });
  }
}

/** Adding a student who looks like another one: nothing is saved. */
async function askLooksLike(provider: Provider): Promise<void> {
  const used = await processorOf(provider.owner);
  const took: number[] = [];
  let from = 0;
  for (let round = -5; round < rounds; round += 1) {
    if (round === 0) from = await used();
    const each = await send(provider, '/student/add_student', {
      first_name: 'Student',
      last_name: 'of Measure',
      email_id: `student${round + 70}@bench.test`,
      phone_number: `98000001${String(round + 10).padStart(2, '0')}`,
      dob: `19${60 + ((round + 5) % 40)}-03-${String(1 + ((round + 5) % 28)).padStart(2, '0')}`,
      course_id: 3 + round + 5,
      class_id: null,
    });
    if (round >= 0) took.push(each);
  }
  const work = ((await used()) - from) / rounds;
  record({
    Rows: rows,
    Question: 'somebody who looks like another',
    Now: `p50 ${ms(median(took))}, p95 ${ms(quantile(took, 0.95))}, database ${work.toFixed(1)} ms; goal: database 50 ms`,
    'Beside, without families': '',
    Ratio: '',
  });
}

/** New students, siblings behind addresses of the file and of the database, known ones, and typing mistakes. */
async function askPreview(provider: Provider): Promise<void> {
  const line = (n: number) => {
    const [email, first] = [
      [`new${n}@bench.test`, `Fresh ${n}`],
      [`new${n - 1}@bench.test`, `Younger ${n}`],
      [`student${n}@bench.test`, `Student ${n}`],
      [`parent${n}@bench.test`, `Child ${n}`],
      [`student${n}@bench.test`, `Studemt ${n}`],
    ][n % 5]!;
    return {
      row: n + 2,
      first_name: first,
      last_name: 'of Measure',
      email_id: email,
      phone_number: '',
      course_name: `Course ${1 + (n % 100)}`,
      class_name: '',
      dob: '2012-03-04',
    };
  };
  const body = {
    file_name: 'families.xlsx',
    rows: Array.from({ length: previewed }, (_, n) => line(n)),
    answers: [],
  };
  const took: number[] = [];
  for (let round = -1; round < 5; round += 1) {
    const each = await send(provider, '/imports/students/preview', body);
    if (round >= 0) took.push(each);
  }
  record({
    Rows: rows,
    Question: `preview of ${previewed} rows`,
    Now: `p50 ${ms(median(took))}, slowest ${ms(Math.max(...took))}; goal 5000 ms`,
    'Beside, without families': '',
    Ratio: '',
  });
}
