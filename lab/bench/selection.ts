// How long does a change of 5,000 selected students take, from preview to Undo? How long a preview of three ticked ones?
// `node lab/bench/selection.ts`, STUDENTS and ROUNDS for other sizes
import type { SelectionChange } from '@gurukul/contract/selection';
import { fill, partsOf } from '../../server/test/fill.ts';
import { endAll } from '../faults/ending.ts';
import { median, ms } from './figures.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const size = { students: Number(process.env['STUDENTS'] ?? 10_000), weeks: 2 };
const most = 5000;
const rounds = Number(process.env['ROUNDS'] ?? 5);

/** Finds them by the language, which nobody else has. */
const selected = { list: { course_status: 'all', language: 'Telugu' } };

const changes: readonly (readonly [name: string, change: SelectionChange])[] = [
  ['payment status', { kind: 'payment_status', payment_status: 'Successful' }],
  ['region', { kind: 'region', region: 'Nepal' }],
  ['move to another course', { kind: 'move', course_id: 1, class_id: null }],
  ['end of enrolments', { kind: 'unassociate' }],
  ['deletion', { kind: 'delete' }],
];

const record = recorder(sections.selection);
const provider = await startProvider();
try {
  await fill(provider.owner, size);
  await provider.owner.query(`
    update people set language = 'Telugu'
    where id in (
      select e.student_id from enrolments e
      where e.ended_on is null
      group by e.student_id
      having count(*) = 1 and bool_and(e.course_id <> 1)
      order by e.student_id
      limit ${most}
    )`);
  await provider.owner.query(`update enrolments set payment_status = 'Failed'`);
  await provider.owner.query('vacuum analyze');
  const postgresWork = await processorOf(provider.owner);
  const Rows = `${most} of ${partsOf(size).enrolments}${unless(5, rounds, 'rounds')}`;
  for (const [Change, change] of changes) {
    const took: Took[] = [];
    for (let round = 0; round < rounds; round += 1) took.push(await changeAll(change, postgresWork));
    const of = (key: keyof Took) => ms(median(took.map((each) => each[key])));
    const figures = `preview ${of('preview')}; save ${of('save')}, ${of('work')} of PostgreSQL; Undo ${of('undo')}`;
    record({ Rows, Change, Figures: figures });
  }
  const rows = await ticked(3);
  const previews: number[] = [];
  for (let round = 0; round < rounds * 4; round += 1) {
    const { taken } = await ask('/selection/preview_change', {
      selected: { list: { course_status: 'all' }, rows },
      change: { kind: 'region', region: 'Nepal' },
    });
    previews.push(taken);
  }
  record({
    Rows: Rows.replace(String(most), String(rows.length)),
    Change: 'ticked rows',
    Figures: `preview ${ms(median(previews))}`,
  });
} finally {
  await endAll();
}

interface Took {
  readonly preview: number;
  readonly save: number;
  readonly undo: number;
  /** The processor time of PostgreSQL for the save. */
  readonly work: number;
}

/** Previews, saves and undoes the change. In milliseconds. */
async function changeAll(change: SelectionChange, postgresWork: () => Promise<number>): Promise<Took> {
  const preview = await ask('/selection/preview_change', { selected, change });
  if (preview.data['changes'] !== most) throw new Error(JSON.stringify(preview.data));
  const before = await postgresWork();
  const { digest } = preview.data;
  const save = await ask('/selection/save_change', { selected, change, digest });
  const work = (await postgresWork()) - before;
  const last = await provider.owner.query<{ id: string }>('select max(id) as id from changes');
  const undo = await ask('/audit/undo', { change_id: Number(last.rows[0]?.id) });
  return { preview: preview.taken, save: save.taken, undo: undo.taken, work };
}

/** So many rows of a list as a person ticks them. */
async function ticked(count: number) {
  const { rows } = await provider.owner.query<{ student_id: string; course_id: string }>(
    `select student_id, course_id from enrolments where ended_on is null order by id limit ${count}`,
  );
  return rows.map(({ student_id: student, course_id: course }) => ({
    student_id: Number(student),
    course_id: Number(course),
  }));
}

async function ask(path: string, payload: object) {
  const { ms: taken, status, body } = await provider.timed(path, payload);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  const { data } = body;
  const told: Record<string, unknown> = { ...(typeof data === 'object' && data) };
  return { taken, data: told };
}
