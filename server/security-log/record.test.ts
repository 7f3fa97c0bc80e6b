import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '#server/db/tx.ts';
import { cloneDatabase } from '../test/db.ts';
import { many, run } from '../test/rows.ts';
import { recordSecurity } from './record.ts';

const { pool, drop } = await cloneDatabase('empty');
afterAll(drop);

const entries = () =>
  many<Record<string, unknown>>(pool)`
    select id, kind, person_id, host(from_address) as from, change_id, facts from security_entries order by id
  `;

test('an entry stands or falls with its action, is written last, and names the change', async () => {
  await inTransaction(pool, async (tx) => {
    await recordSecurity(tx, {
      kind: 'settings_changed',
      personId: 7,
      from: '203.0.113.9',
      facts: { call: 'x.y' },
    });
    expect(await many(tx)`select id from security_entries`).toEqual([]);
    await run(tx)`insert into query_types (name) values ('Recorded')`;
  });
  await inTransaction(pool, async (tx) => {
    await recordSecurity(tx, { kind: 'signed_in', personId: 8, from: '' });
    throw new Error('undo');
  }).catch(() => undefined);
  await recordSecurity(pool, { kind: 'refused', personId: null, from: '' });
  expect(await entries()).toEqual([
    {
      id: 1,
      kind: 'settings_changed',
      person_id: 7,
      from: '203.0.113.9',
      change_id: expect.any(Number),
      facts: { call: 'x.y' },
    },
    { id: 2, kind: 'refused', person_id: null, from: null, change_id: null, facts: {} },
  ]);
});

test('many at once form one chain without gaps', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, personId) =>
      inTransaction(pool, async (tx) => {
        await recordSecurity(tx, { kind: 'signed_in', personId, from: '' });
        await wait(Math.random() * 10);
        if (personId % 4 === 0) throw new Error('undo');
      }).catch(() => undefined),
    ),
  );
  const ids = (await entries()).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
});

test('the writer chooses neither number nor hash nor time', async () => {
  await run(pool)`
    insert into security_entries (id, at, kind, facts, hash)
    values (1, now() - interval '1 year', 'refused', '{}', 'planted')
  `;
  const [last] = await many<Record<string, unknown>>(pool)`
    select id, at > now() - interval '1 minute' as is_now, length(hash) as bytes
    from security_entries order by id desc limit 1
  `;
  expect(last).toEqual({ id: 33, is_now: true, bytes: 32 });
});

test('a fact from a stranger stays one short line', async () => {
  const agent = `evil\n{"kind":"signed_in"}\u202e\u0000${'x'.repeat(500)}`;
  await recordSecurity(pool, { kind: 'refused', personId: null, from: '', facts: { agent } });
  const { facts } = (await entries()).at(-1) as { facts: { agent: string } };
  expect(facts.agent).toMatch(/^evil \{"kind":"signed_in"\} {2}x+$/);
  expect(facts.agent).toHaveLength(100);
});

test('a fact is one line without control characters, and short', async () => {
  const facts = { filter: `a\nb\r\u0000\u001B[31m\u2028${'x'.repeat(200)}` };
  await recordSecurity(pool, { kind: 'exported', personId: null, from: '', facts });
  expect((await entries()).at(-1)!['facts']).toEqual({ filter: `a b   [31m ${'x'.repeat(89)}` });
});
