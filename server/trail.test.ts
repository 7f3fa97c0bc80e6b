import { expect, test } from 'vitest';
import { many } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { trail } from './trail.ts';

const { db } = await testApp({ database: 'empty' });

test('every table whose rows leave a trail is one that a feature speaks of', async () => {
  const found = await many<{ name: string }>(db)`
    select distinct tgrelid::regclass::text as name
    from pg_trigger join pg_proc p on p.oid = tgfoid
    where p.proname like 'record_audit%'
    order by name
  `;
  expect(found.length).toBeGreaterThan(20);
  expect(trail.tables.toSorted()).toEqual(found.map(({ name }) => name));
});

test('the columns that a feature speaks of are there', async () => {
  const found = await many<{ table: string; column: string }>(db)`
    select table_name::text as "table", column_name::text as "column"
    from information_schema.columns where table_schema = 'public'
  `;
  const columnsOf = (table: string) =>
    new Set(found.filter((one) => one.table === table).map(({ column }) => column));
  const everywhere = new Set(trail.tables.flatMap((table) => [...columnsOf(table)]));
  const unknown = trail.tables.flatMap((table) => {
    const { name, silent = [], namedIn = [] } = trail.of(table);
    return [
      ...[...silent, ...(typeof name === 'string' ? [name] : [])].filter(
        (column) => !columnsOf(table).has(column),
      ),
      ...namedIn.filter((column) => !everywhere.has(column)),
    ];
  });
  expect(unknown).toEqual([]);
});
