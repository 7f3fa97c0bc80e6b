import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { ownDatabase } from '../test/db.ts';
import { plannedEitherWay, plannedOnce } from './pool.ts';
import type { Db } from './pool.ts';
import { inTransaction } from './tx.ts';

test('a statement that is planned once has one plan for all values, and others keep one for each', async () => {
  const { pool } = await ownDatabase('empty');
  const client = await pool.connect();
  const all = () => sql`select ${1}::integer = any(${[1, 2]}::integer[]) as all_values`;
  const each = () => sql`select ${1}::integer = any(${[1, 2]}::integer[]) as each_value`;
  for (let n = 0; n < 3; n += 1) {
    await client.query(plannedOnce(all()));
    await client.query(each());
  }
  const { rows } = await client.query(sql`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like '%as all_values' or statement like '%as each_value' order by statement
  `);
  expect(rows).toEqual([
    { generic: 3, custom: 0 },
    { generic: 0, custom: 3 },
  ]);
  client.release();
});

test('a transaction that is rolled back leaves the way of planning as it was', async () => {
  const { pool } = await ownDatabase('empty');
  const mode = sql`select current_setting('plan_cache_mode') as mode`;
  const undone = inTransaction(pool, async (tx) => {
    await tx.query(plannedOnce(sql`select ${1}::integer`));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(
    (await pool.query(plannedOnce(sql`select current_setting('plan_cache_mode') as mode`))).rows,
  ).toEqual([{ mode: 'force_generic_plan' }]);
  expect((await pool.query(mode)).rows).toEqual([{ mode: 'auto' }]);
});

test('in a transaction too a statement is planned once, until its end, and a look-up changes nothing', async () => {
  const { pool } = await ownDatabase('empty');
  const mode = () => sql`select current_setting('plan_cache_mode') as mode`;
  const modes: unknown[] = [];
  const note = async (db: Db, statement: Sql) => {
    const { rows } = await db.query<{ mode: string }>(statement);
    modes.push(rows[0]?.mode);
  };
  await inTransaction(pool, async (tx) => {
    await note(tx, plannedOnce(mode()));
    await note(tx, plannedEitherWay(mode()));
    await note(tx, mode());
    await note(tx, plannedOnce(mode()));
  });
  await note(pool, plannedEitherWay(mode()));
  await note(pool, plannedOnce(mode()));
  await note(pool, plannedEitherWay(mode()));
  expect(modes).toEqual([
    'force_generic_plan',
    'force_generic_plan',
    'auto',
    'force_generic_plan',
    'auto',
    'force_generic_plan',
    'force_generic_plan',
  ]);
});
