import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { testApp } from '#server/test/app.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';

/** `PROOF=full vitest run --project unit server/features/students/list-counts.test.ts` tells longer stories. */
const isFull = process.env['PROOF'] === 'full';
const steps = isFull ? 2000 : 150;
// The short form tells the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 20_261_122));

const { db } = await testApp({ database: 'empty' });
const { gita, veda, students } = await foundSchool(db);
const people = Object.values(students);
const courses = [gita.id, veda.id];

const kept = sql`
  select coalesce(sum(students), 0)::bigint as students, coalesce(sum(placed), 0)::bigint as placed,
    coalesce(sum(stays), 0)::bigint as stays
  from list_counts
`;
const truth = sql`
  select
    (select count(*) from people where main_role = 'student' and deleted_at is null) as students,
    (select count(distinct student_id) from enrolments where ended_on is null) as placed,
    (select count(*) from enrolments where ended_on is null) as stays
`;
const expectTruth = async (did: unknown) =>
  expect({ did, ...(await one<object>(db, kept)) }).toEqual({ did, ...(await one<object>(db, truth)) });

const begin = (tx: Db, ids: readonly number[], course: number) =>
  run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, started_on)
      select distinct i.id, ${course}::bigint, ${dayFromToday(-9)}::date from unnest(${ids}::bigint[]) i (id)
      on conflict (student_id, course_id) where ended_on is null do nothing
    `,
  );
const end = (tx: Db, ids: readonly number[], course: number) =>
  run(
    tx,
    sql`
      update enrolments set ended_on = started_on
      where student_id = any(${ids}::bigint[]) and course_id = ${course} and ended_on is null
    `,
  );

describe(`what the lists count (PROOF_SEED=${seed})`, () => {
  it('is what is there, whatever happens', async () => {
    const deed = fc.record({
      what: fc.constantFrom(
        'begin',
        'begin',
        'end',
        'back',
        'undo',
        'pass on',
        'come',
        'go',
        'return',
        'role',
      ),
      student: fc.constantFrom(...people),
      also: fc.constantFrom(...people),
      course: fc.constantFrom(...courses),
    });
    const most = { placed: 0, rows: 0, folded: 0 };
    let come = 0;
    for (const { what, student, also, course } of fc.sample(deed, { numRuns: steps, seed })) {
      const deeds: Record<string, () => Promise<unknown>> = {
        begin: () => begin(db, [student, also], course),
        end: () => end(db, [student, also], course),
        back: () =>
          run(
            db,
            sql`
              update enrolments e set ended_on = null
              where e.id in (select max(m.id) from enrolments m where m.student_id in (${student}, ${also}) group by m.student_id, m.course_id)
                and not exists (
                  select from enrolments o where o.student_id = e.student_id and o.course_id = e.course_id and o.ended_on is null
                )
            `,
          ),
        undo: () =>
          run(db, sql`delete from enrolments where student_id = ${student} and course_id = ${course}`),
        // Two accounts of one person become one.
        'pass on': () =>
          run(
            db,
            sql`
              update enrolments e set student_id = ${also}
              where e.student_id = ${student} and not exists (
                select from enrolments o where o.student_id = ${also} and o.course_id = e.course_id and o.ended_on is null
              )
            `,
          ),
        come: () => {
          come += 1;
          return run(
            db,
            sql`
              insert into people (email_id, main_role, first_name)
              values (${`come${come}@x.test`}, 'student', 'Come'), (${`staff${come}@x.test`}, 'teacher', 'Staff')
            `,
          );
        },
        go: () => run(db, sql`update people set deleted_at = now() where id = ${student}`),
        return: () => run(db, sql`update people set deleted_at = null where main_role = 'student'`),
        role: () =>
          run(
            db,
            sql`delete from people where email_id = ${`come${come}@x.test`} or email_id = ${`staff${come}@x.test`}`,
          ),
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a difference names its deed
      await deeds[what]!();
      // oxlint-disable-next-line no-await-in-loop
      await expectTruth({ what, student, also, course });
      // oxlint-disable-next-line no-await-in-loop
      const now = await one<{ placed: number; rows: number; last: number }>(
        db,
        sql`select (select count(*) from placed_students where stays > 0) as placed,
          (select count(*) from list_counts) as rows, (select max(id) from list_counts) as last`,
      );
      most.placed = Math.max(most.placed, now.placed);
      most.folded = Math.max(most.folded, now.last - now.rows);
      most.rows = Math.max(most.rows, now.rows);
    }
    expect(most.placed).toBeGreaterThan(2);
    // Put together now and then, so that they stay few.
    expect(most.folded).toBeGreaterThan(60);
    expect(most.rows).toBeLessThan(130);
  });

  it('is found anew after a load that nobody counted', async () => {
    await run(db, sql`delete from placed_students`);
    await run(db, sql`update list_counts set stays = stays + 7, students = 0`);
    expect(await one(db, kept)).not.toEqual(await one(db, truth));
    await db.query('call count_lists()');
    await expectTruth('anew');
  });

  it('is what is there when two enrol one student at once, and one of them gives up', async () => {
    for (const last of ['commit', 'rollback']) {
      // oxlint-disable-next-line no-await-in-loop
      await run(db, sql`update enrolments set ended_on = started_on where ended_on is null`);
      // oxlint-disable-next-line no-await-in-loop
      const [first, second] = [await db.connect(), await db.connect()];
      try {
        // oxlint-disable-next-line no-await-in-loop
        await first.query('begin');
        // oxlint-disable-next-line no-await-in-loop
        await begin(first, [students.anu], gita.id);
        const both = begin(second, [students.anu], veda.id);
        // oxlint-disable-next-line no-await-in-loop
        await first.query(last);
        // oxlint-disable-next-line no-await-in-loop
        await both;
      } finally {
        first.release();
        second.release();
      }
      // oxlint-disable-next-line no-await-in-loop
      await expectTruth(last);
    }
  });

  it('is what is there when many write at once, and nobody waits for whoever has counted and goes on', async () => {
    const [long] = [await db.connect()];
    try {
      await long.query('begin');
      const comes = (tx: Db, name: string) =>
        run(
          tx,
          sql`insert into people (email_id, main_role, first_name) values (${`${name}@x.test`}, 'student', ${name})`,
        );
      // Enough to put the rows together while the first row of this one is not there for others yet.
      await comes(long, 'long');
      await Promise.all(Array.from({ length: 90 }, (_, n) => comes(db, `many${n}`)));
      await expectTruth('many');
      expect((await many(db, sql`select from list_counts`)).length).toBeLessThan(90);
      await long.query('commit');
    } finally {
      long.release();
    }
    await expectTruth('long');
  });
});
