import { expect, test } from 'vitest';
import { takeTurn } from '#server/db/turns.ts';
import { inTransaction } from '#server/db/tx.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { searchDuplicates, searchInBackground } from './search.ts';

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);
const admin = await add.person('Admin', 'admin');
const as = 'admin@office.test';
const pairs = () =>
  many<{ one_id: number; other_id: number; reasons: string[]; judged: boolean }>(db)`
    select one_id, other_id, reasons, different_since is not null as judged from duplicate_pairs order by 1, 2
  `;
const silent = { warn: () => undefined };

test('finds students by contacts, other names and guardians; keeps what holds, and what was judged', async () => {
  const [one, other, third] = [
    await add.person('Lakshmi', 'student'),
    await add.person('Laxmi', 'student'),
    await add.person('Padma', 'student'),
  ];
  await run(db)`update people set last_name = 'Rao' where id in (${one}, ${other}, ${third})`;
  await run(db)`update people set phone_number = '+91 98765 43210' where id = ${one}`;
  await run(db)`insert into contacts (person_id, kind, value) values (${other}, 'phone', '09876543210')`;
  await run(db)`insert into guardians (student_id, guardian_id) values (${third}, ${admin})`;
  await searchDuplicates(db);
  expect(await pairs()).toEqual([
    { one_id: one, other_id: other, reasons: ['other_spelling', 'same_phone'], judged: false },
  ]);

  await run(db)`update people set other_names = '{"Lakshmi Rao"}', dob = '2010-02-03' where id = ${third}`;
  await run(db)`insert into guardians (student_id, guardian_id) values (${one}, ${admin})`;
  await run(db)`update people set dob = '2010-02-03' where id = ${one}`;
  await searchDuplicates(db);
  expect(await pairs()).toMatchObject([{ other_id: other }, { other_id: third }]);
  await call('duplicates.not_duplicates', { one_id: one, other_id: third }, { as });
  await run(db)`delete from contacts`;
  await searchDuplicates(db);
  expect(await pairs()).toMatchObject([{ one_id: one, other_id: third, judged: true }]);
});

test('proposes a student and the colleague who they are, and never two colleagues', async () => {
  await run(db)`delete from duplicate_pairs`;
  const teacher = await add.person('Savitri', 'teacher');
  const student = await add.person('Savitri', 'student');
  const namesake = await add.person('Gopika', 'teacher');
  await run(
    db,
  )`update people set first_name = 'Savitri', phone_number = '+919876500000' where id in (${teacher}, ${namesake})`;
  await searchDuplicates(db);
  expect((await pairs()).filter(({ one_id: id }) => id >= teacher)).toMatchObject([
    { one_id: teacher, other_id: student, reasons: ['same_name', 'same_email'] },
  ]);
});

test('one search at a time', async () => {
  await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'search for duplicates');
    await expect(searchDuplicates(db)).rejects.toThrow('somebody else has the turn');
  });
});

test('is asked for once a night and once after each import, by all processes together', async () => {
  const jobs = await openJobs(db, { log: silent });
  const count = async () => (await many(db)`select id from pgboss.job where name = 'duplicates'`).length;
  try {
    for (let process = 0; process < 2; process += 1) await searchInBackground(db, jobs, silent);
    await expect.poll(count).toBe(1);
    await run(db)`
      insert into imports (kind, file_name, content_hash, row_count, created_by)
      values ('students', 'a.xlsx', '', 1, ${admin})
    `;
    for (let process = 0; process < 2; process += 1) await searchInBackground(db, jobs, silent);
    await expect.poll(count).toBe(2);
  } finally {
    await closeJobs(jobs, 5_000);
  }
});
