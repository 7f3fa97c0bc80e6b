import type { BringFile, BringPreview } from '@gurukul/contract/bring';
import { bringRowsMax } from '@gurukul/contract/bring';
import { bringTemplates } from '@gurukul/contract/shared/files/bring-layouts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { run } from '../../server/db/rows.ts';
import { randomFrom } from '../../server/db/seed/random.ts';
import { testApp } from '../../server/test/app.ts';
import { fingerprint } from '../../server/test/fingerprint.ts';
import { office } from '../../server/test/office.ts';
import { many } from '../../server/test/rows.ts';
import { classroomLines } from '../../web/features/bring/classroom.ts';
import { readLines } from '../../web/lib/files/sheet.ts';
import english from '@gurukul/contract/texts/bring.en.json' with { type: 'json' };
import personWords from '@gurukul/contract/texts/person.en.json' with { type: 'json' };

import { here, makers, pupils, type MadeFile, type World } from './bring-files.ts';
import { enrol, mondaysBefore } from './pupils.ts';

/*
 * Files of other systems with a known truth, read as the page reads them. Of all rows 99 % must be right, none may be
 * wrong silently, and Undo must give back every table to the byte.
 */

const isFull = process.env['PROOF'] === 'full';
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_124);
const rounds = isFull ? 10 : 1;

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);
const admin = { as: 'admin@office.test' };
await add.person('Admin', 'admin');
const own = await add.person('Own', 'courseadmin');
const teach = await add.person('Teach', 'teacher');
await add.person('Guru', 'teacher');
const gita = await add.course(here.course, own);
await add.course(here.empty, own);
const morning = await add.class(gita, here.morning);
const evening = await add.class(gita, here.evening);
await add.associate(gita, teach);
await add.assign(gita, await add.slot(gita, morning, 'monday', '18:00'), teach);
await add.slot(gita, evening, 'tuesday', '19:00');

const known = pupils(randomFrom(seed), 5, 'known');
await enrol(db, known, { course: gita, class: morning, from: -60 });
await run(db, sql`update class_slots set created_at = now() - interval '90 days'`);

const mondays = mondaysBefore(5, 4, 3, 2);

/** Everything that files may bring, a line each. */
async function stateOf(): Promise<string[]> {
  const rows = await many<{ line: string }>(
    db,
    sql`
      select 'course ' || concat_ws(' · ', c.course_name, p.email_id, c.course_duration,
        case when c.start_date = today_in_kolkata() then 'today' else c.start_date::text end) as line
      from courses c join people p on p.id = c.courseadmin_id where c.deleted_at is null
      union all
      select 'class ' || concat_ws(' · ', c.course_name, k.class_name)
      from classes k join courses c on c.id = k.course_id where k.deleted_at is null
      union all
      select 'slot ' || concat_ws(' · ', c.course_name, k.class_name, s.class_day, to_char(s.local_time, 'HH24:MI'),
        s.time_zone, s.duration_minutes)
      from class_slots s join classes k on k.id = s.class_id join courses c on c.id = s.course_id
      where s.deleted_at is null
      union all
      select 'teacher ' || concat_ws(' · ', p.email_id, c.course_name)
      from course_teachers t join courses c on c.id = t.course_id join people p on p.id = t.teacher_id where t.associated
      union all
      select 'teaches ' || concat_ws(' · ', p.email_id, c.course_name, k.class_name)
      from slot_teachers t join class_slots s on s.id = t.slot_id join classes k on k.id = s.class_id
      join courses c on c.id = s.course_id join people p on p.id = t.teacher_id where t.ended_at is null
      union all
      select 'enrolment ' || concat_ws(' · ', p.fullname, p.email_id, c.course_name, k.class_name)
      from enrolments e join people p on p.id = e.student_id join courses c on c.id = e.course_id
      left join classes k on k.id = e.class_id where e.ended_on is null
      union all
      select 'mark ' || concat_ws(' · ', p.fullname, c.course_name, k.class_name, a.attendance_date::text, a.status)
      from attendance a join people p on p.id = a.student_id join courses c on c.id = a.course_id
      join classes k on k.id = a.class_id
    `,
  );
  return rows.map(({ line }) => line).toSorted();
}

/** The lines of a file as the page sends them. */
function linesOf({ name, bytes }: MadeFile): BringFile {
  if (name.endsWith('.json')) {
    const lines = classroomLines(new TextDecoder().decode(bytes))!;
    return { file_name: name, lines: lines.map(({ row, cells }) => ({ row, cells: [...cells] })) };
  }
  const read = readLines(bytes, { rowsMax: bringRowsMax, hasTimes: true });
  if (read.kind === 'fault') throw new Error(`${name}: ${read.fault}`);
  const [sheet] = read.sheets;
  return {
    file_name: name,
    lines: sheet!.lines.map(({ row, cells }) => ({ row, cells: [...cells] })),
  };
}

/** Row by row and file by file: what it does. */
const outcomesOf = ({ rows }: BringPreview, files: number) =>
  Array.from({ length: files }, (_, file) => {
    const told = new Map<number, string[]>();
    for (const each of rows.filter((row) => row.file === file)) {
      told.set(each.row, [...(told.get(each.row) ?? []), each.outcome]);
    }
    return told;
  });

const saves = (outcomes: readonly string[]) =>
  outcomes.some((outcome) => outcome === 'new' || outcome === 'partly');

describe.each(Array.from({ length: rounds }, (_, round) => round))('round %i', (round) => {
  const tally = { rows: 0, right: 0, silent: 0, files: 0 };

  test.each(makers.map((make, index) => [index, make] as const))('file %i', async (index, make) => {
    const world: World = {
      random: randomFrom(seed + round * 100 + index),
      count: isFull ? 40 : 6,
      known,
      mondays,
    };
    const made = make(world, String.fromCodePoint(97 + index) + String.fromCodePoint(97 + round));
    const files = made.files.map((file, at) => ({ ...linesOf(file), ...(at === 0 ? made.first : {}) }));
    const input = { files, ...made.said };
    const before = await fingerprint(db);
    const stateBefore = new Set(await stateOf());

    const previewed = await call('bring.bring_preview', input, admin);
    expect(previewed).toMatchObject({ status: 200 });
    const preview: BringPreview = previewed.body.data;
    expect(await fingerprint(db)).toEqual(before);
    const saved = await call('bring.bring_files', { ...input, confirm: true, digest: preview.digest }, admin);
    expect(saved).toMatchObject({ status: 200 });

    const came = (await stateOf()).filter((line) => !stateBefore.has(line));
    const truth = new Set(made.truth);
    const wrong = came.filter((line) => !truth.has(line));
    const lost = made.truth.filter((line) => !came.includes(line));
    expect({ name: made.name, wrong, lost }).toEqual({ name: made.name, wrong: [], lost: [] });

    const told = outcomesOf(preview, files.length);
    tally.files += 1;
    for (const [file, expected] of made.outcomes.entries()) {
      for (const [row, outcomes] of expected) {
        const said = told[file]?.get(row) ?? [];
        const isRight = said.join() === outcomes.join();
        tally.rows += 1;
        if (isRight) tally.right += 1;
        // It claims to be saved and is not, or the other way round.
        else if (saves(said) !== saves(outcomes)) tally.silent += 1;
        expect.soft({ name: made.name, row, said }).toEqual({ name: made.name, row, said: outcomes });
      }
    }

    const change = Number(saved.headers['change-id'] ?? 0);
    if (made.truth.length > 0) {
      expect(await call('audit.undo_change', { change_id: change }, admin)).toMatchObject({ status: 200 });
    }
    expect(await fingerprint(db)).toEqual(before);
  });

  test('99 % of the rows are right, and none is wrong silently', () => {
    expect(tally.files).toBeGreaterThanOrEqual(20);
    expect(tally.right / tally.rows).toBeGreaterThanOrEqual(0.99);
    expect(tally.silent).toBe(0);
  });
});

test('the templates are recognised by their columns', async () => {
  const columnNames = { ...personWords, ...english.columnNames };
  for (const [kind, { columns }] of Object.entries(bringTemplates)) {
    const cells = columns.map((column) => columnNames[column]);
    const files = [{ file_name: `${kind}.csv`, lines: [{ row: 1, cells }] }];
    const { body } = await call('bring.bring_preview', { files }, admin);
    const [read] = body.data.files;
    expect({
      kind: read.kind,
      columns: read.columns.map((each: { column: string }) => each.column).toSorted(),
    }).toEqual({
      kind,
      columns: [...columns].toSorted(),
    });
  }
});
