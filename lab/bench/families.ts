// Do lists and search stay as quick with families, and how long do the question "looks like" and the preview of 5,000
// rows take among 100,000 students? `node lab/bench/families.ts`, ROUNDS for other rounds;
// AGAINST=<another checkout> asks lists, search and the preview of that one too, round by round in turn.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd, endAll } from '../faults/ending.ts';
import type * as Ending from '../faults/ending.ts';
import { lands } from '../../server/db/seed/names.ts';
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

const firsts = lands.flatMap(({ men, women }) => [...men, ...women]);
const surnames = lands.flatMap((land) => land.surnames);

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
  const before = against === undefined ? null : await otherTree(against);
  await askLists(now, before);
  await askLooksLike(now);
  if (before) await addFamilies(before);
  for (const each of before ? [now, before] : [now]) await nameLikePeople(each);
  await askPreview(now, before);
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

/** Names, numbers, and birthdays of twenty years, as people have them: an import refuses names with digits. */
async function nameLikePeople({ owner }: Provider): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `update people
     set first_name = ($1::text[])[1 + id * 7919 % cardinality($1::text[])],
       last_name = ($2::text[])[1 + id * 104729 / 7 % cardinality($2::text[])],
       phone_number = '96' || to_char(id, 'FM00000000'),
       dob = date '2000-01-01' + (id * 7919 % 7305)::int
     where main_role = 'student'`,
    [firsts, surnames],
  );
  await owner.query('commit');
  await owner.query('vacuum (full, analyze) people');
}

/**
 * New students, siblings behind addresses of the file and of the database, known ones, and typing mistakes, with the
 * numbers and birthdays of others.
 */
async function askPreview(now: Provider, before: Provider | null): Promise<void> {
  const { rows: students } = await now.owner.query<
    Record<'first_name' | 'last_name' | 'email_id' | 'dob', string>
  >(
    `select first_name, last_name, email_id, coalesce(dob::text, '') as dob
     from people where main_role = 'student' order by id limit $1`,
    [previewed],
  );
  const line = (n: number) => {
    const { first_name: known, last_name, email_id: address, dob } = students[n]!;
    const another = firsts[(n * 13) % firsts.length]!;
    const [email, first] = [
      [`new${n}@bench.test`, another],
      [`new${n - 1}@bench.test`, another],
      [address, known],
      [`parent${n}@bench.test`, another],
      [address, `${known.slice(0, 2)}${known.slice(1)}`],
    ][n % 5]!;
    return {
      row: n + 2,
      first_name: first,
      last_name,
      email_id: email,
      phone_number: `${95 + (n % 4)}${String(n * 2).padStart(8, '0')}`,
      course_name: `Course ${1 + (n % 100)}`,
      class_name: '',
      dob,
    };
  };
  const body = {
    file_name: 'families.xlsx',
    rows: Array.from({ length: previewed }, (_, n) => line(n)),
    answers: [],
  };
  const trees = [now, ...(before ? [before] : [])];
  const used = await Promise.all(trees.map(({ owner }) => processorOf(owner)));
  const took: number[][] = trees.map(() => []);
  const work: number[][] = trees.map(() => []);
  for (let round = -2; round < 10; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const tree of order.filter((each) => each < trees.length)) {
      const [from, portal] = [await used[tree]!(), process.cpuUsage()];
      const each = await send(trees[tree]!, '/imports/students/preview', body);
      const { user, system } = process.cpuUsage(portal);
      if (round < 0) continue;
      took[tree]!.push(each);
      work[tree]!.push((user + system) / 1000 + (await used[tree]!()) - from);
    }
  }
  const told = (tree: number) =>
    `p50 ${ms(median(took[tree]!))}, slowest ${ms(Math.max(...took[tree]!))}, processor ${ms(median(work[tree]!))}`;
  record({
    Rows: rows,
    Question: `preview of ${previewed} rows`,
    Now: `${told(0)}; goal 5000 ms`,
    'Beside, without families': before ? `${told(1)}; with families` : '',
    Ratio: before ? `processor ${ratio(median(work[0]!), median(work[1]!))}` : '',
  });
}
