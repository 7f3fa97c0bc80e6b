import * as fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { testApp } from '#server/test/app.ts';
import { miscounted } from '#server/test/plain-counts.ts';
import { countWhatChanged } from './queries.ts';
import { addSchool, anySchool } from './random-school.ts';

/** `PROOF=full vitest run --project unit server/features/dashboards/counts.test.ts` tells longer stories. */
const isFull = process.env['PROOF'] === 'full';
const steps = isFull ? 1500 : 60;
// The short form tells the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 11_642_987));

const { db } = await testApp({ database: 'empty' });
await addSchool(db, fc.sample(anySchool, { numRuns: 1, seed })[0]!);

const ids = async (text: string) => (await db.query<{ id: number }>(text)).rows.map(({ id }) => id);
const students = await ids(`select id from people where main_role = 'student' order by id`);
const staff = await ids(`select id from people where main_role in ('courseadmin', 'teacher') order by id`);
const courses = await ids(`select id from courses order by id`);

const countSome = (tx: Db, most: number) => run(tx, sql`select count_what_changed(${most})`);
const countAll = async () => {
  while ((await countWhatChanged(db)) > 0);
};
const kept = () =>
  many(db, sql`select owner_id, what, bucket, n from counts where n <> 0 order by owner_id, what, bucket`);

const anyDeed = fc.record({
  what: fc.constantFrom(
    'enrol',
    'enrol',
    'enrol',
    'end',
    'back',
    'move',
    'other day',
    'vanish',
    'come',
    'go',
    'return',
    'person',
    'person',
    'roles',
    'staff goes',
    'give',
    'give',
    'delete course',
    'restore course',
    'new course',
    'count',
    'count',
  ),
  student: fc.constantFrom(...students),
  also: fc.constantFrom(...students),
  member: fc.constantFrom(...staff),
  course: fc.constantFrom(...courses),
  other: fc.constantFrom(...courses),
  isFirst: fc.boolean(),
  gender: fc.constantFrom('male', 'female', 'others', null),
  region: fc.constantFrom('India', 'u.k.', 'United  States', 'Canada', ''),
  born: fc.constantFrom('1980-11-22', '1980-11-23', '2010-02-28', '2031-01-01', null),
  at: fc.constantFrom('2026-10-31T18:29:59Z', '2026-10-31T18:30:00Z', '2026-06-15T12:00:00Z'),
  most: fc.integer({ min: 1, max: 30 }),
});
type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never;

/** As the portal, an operator or an undo may write it. */
function doIt(tx: Db, deed: Deed): Promise<unknown> {
  const { student, also, member, course, other, isFirst, gender, region, born, at, most } = deed;
  const enrol = (who: readonly number[], where: number) =>
    run(
      tx,
      sql`
        insert into enrolments (student_id, course_id, started_on, registered_at)
        select p.id, c.id, '2026-01-05', ${at}
        from people p
        join courses c on c.id = ${where} and c.deleted_at is null
        where p.id = any(${who}::bigint[]) and p.deleted_at is null
        order by p.id
        on conflict (student_id, course_id) where ended_on is null do nothing
      `,
    );
  const end = () =>
    run(
      tx,
      sql`
        update enrolments set ended_on = '2026-11-01'
        where student_id = ${student} and course_id = ${course} and ended_on is null
      `,
    );
  const set = (table: string, id: number, isGone: boolean) =>
    run(tx, sql`update ${raw(table)} set deleted_at = ${isGone ? 'now' : null} where id = ${id}`);
  const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
    enrol: () => enrol(isFirst ? [student] : [student, also], course),
    end,
    back: () =>
      run(
        tx,
        sql`
          update enrolments e set ended_on = null
          where e.id = (select max(m.id) from enrolments m where m.student_id = ${student} and m.course_id = ${course})
            and exists (select from people p where p.id = ${student} and p.deleted_at is null)
            and exists (select from courses c where c.id = ${course} and c.deleted_at is null)
        `,
      ),
    move: async () => {
      await end();
      await enrol([student], other);
    },
    'other day': () =>
      run(tx, sql`update enrolments set registered_at = ${at} where student_id = ${student}`),
    vanish: () =>
      run(
        tx,
        sql`delete from enrolments where id = (select max(id) from enrolments where student_id = ${student})`,
      ),
    come: () =>
      run(
        tx,
        sql`
          insert into people (email_id, main_role, first_name, gender, region, dob)
          select 'n' || n || random() || '@x.test', ${isFirst ? 'student' : 'teacher'}, 'P', ${gender}, ${region}, ${born}
          from generate_series(1, ${most}) n
        `,
      ),
    go: () => set('people', student, true),
    return: () => set('people', student, false),
    person: () =>
      run(
        tx,
        sql`update people set gender = ${gender}, region = ${region}, dob = ${born} where id = ${student}`,
      ),
    roles: () =>
      run(
        tx,
        sql`
          update people
          set main_role = ${isFirst ? 'teacher' : 'courseadmin'}, as_role = ${isFirst ? 'courseadmin' : null}
          where id = ${member}
        `,
      ),
    'staff goes': () => set('people', member, isFirst),
    give: () =>
      run(tx, sql`update courses set courseadmin_id = ${isFirst ? member : null} where id = ${course}`),
    'delete course': () => set('courses', course, true),
    'restore course': () => set('courses', course, false),
    'new course': async () => {
      const { id } = await one<{ id: number }>(
        tx,
        sql`
          insert into courses (course_name, course_image, course_duration, start_date, courseadmin_id, created_at)
          values ('N', '', 'yearly', '2026-01-05', ${member}, ${at})
          returning id
        `,
      );
      if (isFirst) await run(tx, sql`delete from courses where id = ${id}`);
    },
    count: () => countSome(tx, most),
  };
  return deeds[deed.what]!();
}

describe(`what is counted is what a plain count says (PROOF_SEED=${seed})`, () => {
  it('whatever happens, one thing after the other, counted meanwhile or not', async () => {
    expect(await miscounted(db)).toEqual([]);
    await countAll();
    for (const deed of fc.sample(anyDeed, { numRuns: steps, seed })) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a difference names its deed
      await inTransaction(db, (tx) => doIt(tx, deed));
      // oxlint-disable-next-line no-await-in-loop
      expect({ deed, wrong: await miscounted(db) }).toEqual({ deed, wrong: [] });
    }
  });

  it('of what many do at once, at every moment', async () => {
    const deeds = fc.sample(anyDeed, { numRuns: steps * 4, seed: seed + 1 });
    let done = 0;
    const work = async () => {
      for (let deed = deeds.pop(); deed !== undefined; deed = deeds.pop()) {
        const now = deed;
        const next = deeds.pop() ?? deed;
        try {
          // oxlint-disable-next-line no-await-in-loop -- each worker does one at a time
          await inTransaction(db, async (tx) => {
            await doIt(tx, now);
            await doIt(tx, next);
          });
          done += 1;
        } catch (error) {
          // Two deeds in any order may well wait for each other; counting never is a part of it.
          if (!/deadlock|enrolments_one_current/.test(String(error))) throw error;
        }
      }
    };
    const look = async () => {
      while (deeds.length > 0) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await miscounted(db)).toEqual([]);
      }
    };
    await Promise.all([work(), work(), work(), work(), look()]);
    expect(done).toBeGreaterThan(steps);
    expect(await miscounted(db)).toEqual([]);
  });

  it('and stays so when all of it is counted, and counted anew', async () => {
    await countAll();
    expect(await one(db, sql`select count(*) as left from uncounted`)).toEqual({ left: 0 });
    expect(await miscounted(db)).toEqual([]);
    const before = await kept();
    expect(before.length).toBeGreaterThan(50);
    await run(db, sql`update counts set n = n + 7`);
    await run(db, sql`delete from counted_people where person_id % 2 = 0`);
    expect(await miscounted(db)).not.toEqual([]);
    await run(db, sql`call count_anew()`);
    expect(await kept()).toEqual(before);
    expect(await miscounted(db)).toEqual([]);
  });
});

describe('what is not committed yet while it is counted', () => {
  const [student, course, admin] = [students[0]!, courses[0]!, staff[0]!];
  const fresh = async () => {
    await run(db, sql`update people set deleted_at = null where id in (${student}, ${admin})`);
    await run(db, sql`update courses set deleted_at = null, courseadmin_id = null where id = ${course}`);
    await run(
      db,
      sql`update enrolments set ended_on = '2026-11-01' where ended_on is null and course_id = ${course}`,
    );
    await countAll();
  };
  const enrols = (tx: Db) =>
    run(
      tx,
      sql`insert into enrolments (student_id, course_id, started_on) values (${student}, ${course}, '2026-01-05')`,
    );
  const gives = (tx: Db) => run(tx, sql`update courses set courseadmin_id = ${admin} where id = ${course}`);
  const renames = (tx: Db) =>
    run(tx, sql`update people set gender = 'female', region = 'UK' where id = ${student}`);

  it.each([
    ['a course is given away while somebody enrols', gives, enrols],
    ['somebody enrols while the course is given away', enrols, gives],
    ['somebody enrols while his gender is put right', enrols, renames],
    ['his gender is put right while he enrols', renames, enrols],
  ])('%s', async (_, first, second) => {
    await fresh();
    const slow = await db.connect();
    try {
      await slow.query('begin');
      await first(slow);
      await second(db);
      // Whoever counts does not see the first, and takes nothing of it away.
      await countAll();
      expect(await miscounted(db)).toEqual([]);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    expect(await miscounted(db)).toEqual([]);
    await countAll();
    expect(await miscounted(db)).toEqual([]);
  });

  it('two who count at once: one has nothing to do, and nobody waits', async () => {
    await fresh();
    await enrols(db);
    const slow = await db.connect();
    try {
      await slow.query('begin');
      expect(await countWhatChanged(slow)).toBeGreaterThan(0);
      expect(await countWhatChanged(db)).toBe(0);
      await gives(db);
      expect(await miscounted(db)).toEqual([]);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    expect(await miscounted(db)).toEqual([]);
    expect(await countWhatChanged(db)).toBe(1);
    expect(await miscounted(db)).toEqual([]);
  });
});

describe('regions', () => {
  it.each([
    ['India', ['India', ' india ', 'INDIA', 'India.', 'India\u{a0}']],
    ['UK', ['United Kingdom', 'UK', 'u.k.', 'united  kingdom', 'U. K.']],
    ['USA', ['United States', 'USA', 'US', 'U.S.A.', 'united-states', 'United States of America']],
    ['Others', ['', ' ', 'Canada', 'Indiana', 'Indonesia', 'Ukraine', 'England', 'United', 'భారత్', '—']],
  ])('%s is written in many ways', async (region, spellings) => {
    const found = await many<{ region: string }>(
      db,
      sql`select region_of(s) as region from unnest(${spellings}::text[]) s`,
    );
    expect(found.map((row) => row.region)).toEqual(spellings.map(() => region));
  });
});
