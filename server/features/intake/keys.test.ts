import type { IntakeKey } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { many } from '#server/db/rows.ts';
import { signatureOf } from '#server/http/intake-keys.ts';
import { read, testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';

const { app, call, db } = await testApp();

interface Made {
  readonly id: number;
  readonly key: string;
  readonly signing_key: string;
}

async function newKey(scopes: string[], name = 'Public site'): Promise<Made> {
  const { status, body } = await call('intake.create_key', { name, scopes }, { as: 'admin' });
  expect(status).toBe(200);
  return body.data;
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const begin = { name: 'week 1.pdf', size: 1000 };

describe('keys', () => {
  test.each(['courseadmin', 'teacher'] as const)('are none of the business of a %s', async (as) => {
    const before = await many(db, sql`select id from intake_keys`);
    for (const [name, input] of [
      ['intake.keys', {}],
      ['intake.create_key', { name: 'Mine', scopes: ['payments'] }],
      ['intake.revoke_key', { id: 1 }],
    ] as const) {
      expect((await call(name, input, { as })).status).toBe(403);
    }
    expect(await many(db, sql`select id from intake_keys`)).toEqual(before);
  });

  test.each([
    ['without a name', { name: ' ', scopes: ['payments'] }],
    ['without a scope', { name: 'Site', scopes: [] }],
    ['with a scope there is not', { name: 'Site', scopes: ['people'] }],
  ])('%s are refused', async (_, input) => {
    expect((await call('intake.create_key', input, { as: 'admin' })).status).toBe(400);
  });

  test('are told once and kept as a hash', async () => {
    const { key, signing_key: signingKey } = await newKey(['payments'], 'Kept nowhere');
    expect(key).toMatch(/^k_[\w-]{43}$/);
    const rows = await many<{ row: string }>(db, sql`select k::text as row from intake_keys k`);
    const trail = await many<{ row: string }>(
      db,
      sql`select a::text as row from audit_entries a where a.table_name = 'intake_keys'`,
    );
    for (const { row } of [...rows, ...trail]) {
      expect(row).not.toContain(key.slice(8));
      expect(row).not.toContain(signingKey);
    }
    expect(trail.some(({ row }) => row.includes('Kept nowhere'))).toBe(true);
    expect(trail.some(({ row }) => row.includes('hash'))).toBe(false);

    const { body } = await call('intake.keys', {}, { as: 'admin' });
    const listed: IntakeKey = body.data.find(({ name }: IntakeKey) => name === 'Kept nowhere');
    expect(listed).toMatchObject({
      starts_with: key.slice(0, 8),
      scopes: ['payments'],
      last_used_at: null,
      revoked_at: null,
      can: { revoke: true },
    });
    expect(JSON.stringify(body)).not.toContain(key.slice(8));
  });

  test('open the calls of their scopes, and no others', async () => {
    const { key } = await newKey(['homework']);
    expect((await call('intake.begin_file', begin, bearer(key))).status).not.toBe(403);
    const { status, body } = await call('intake.tickets', { items: [] }, bearer(key));
    expect([status, body.message]).toEqual([403, 'not allowed']);
    // A key is no session.
    expect((await call('people.get_all_teachers', {}, bearer(key))).status).toBe(401);
  });

  test('that were revoked are worth as little as made-up ones, at once', async () => {
    const { id, key } = await newKey(['homework']);
    expect((await call('intake.revoke_key', { id }, { as: 'admin' })).status).toBe(200);
    const revoked = refusal(await call('intake.begin_file', begin, bearer(key)));
    const madeUp = refusal(await call('intake.begin_file', begin, bearer(`k_${'A'.repeat(43)}`)));
    expect(revoked).toEqual(madeUp);
    expect(revoked.status).toBe(401);
    // Twice changes nothing; one that never was is not found.
    expect((await call('intake.revoke_key', { id }, { as: 'admin' })).status).toBe(200);
    expect((await call('intake.revoke_key', { id: 999_999 }, { as: 'admin' })).status).toBe(404);
  });
});

describe('a signed webhook', () => {
  const payload = JSON.stringify({ items: [] });
  const now = () => Math.floor(Date.now() / 1000);
  const send = (id: number, signature: string | undefined, body = payload) =>
    app
      .inject({
        method: 'POST',
        url: `/api/intake/signed_payments/${id}`,
        headers: {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { 'gurukul-signature': signature }),
        },
        payload: body,
      })
      .then(read);
  const signed = ({ signing_key: key }: Made, seconds = now(), body = payload) =>
    `t=${seconds},v1=${signatureOf(key, seconds, body)}`;

  test('is let in by its signature over time and body', async () => {
    const made = await newKey(['payments']);
    // Let in; that the list is empty is another matter.
    expect((await send(made.id, signed(made))).status).toBe(400);
  });

  test('is refused the same way, whatever is wrong with the signature', async () => {
    const made = await newKey(['payments']);
    const other = await newKey(['payments'], 'Another');
    const revoked = await newKey(['payments'], 'Revoked');
    await call('intake.revoke_key', { id: revoked.id }, { as: 'admin' });
    const attempts = await Promise.all([
      send(made.id, undefined),
      send(made.id, 'v1=00'),
      send(made.id, signed(other)),
      send(other.id, signed(made)),
      send(made.id, signed(made), '{"items": []}'),
      send(made.id, signed(made, now() - 301)),
      // Far enough for a slow machine, whose clock goes on meanwhile.
      send(made.id, signed(made, now() + 400)),
      send(made.id, signed(made).replace(/t=\d+/, `t=${now() + 1}`)),
      send(revoked.id, signed(revoked)),
      send(999_999, signed(made)),
    ]);
    for (const attempt of attempts) expect(refusal(attempt)).toEqual(refusal(attempts[0]));
    expect(attempts[0].status).toBe(401);
  });

  test('of a key for something else is not allowed', async () => {
    const made = await newKey(['students']);
    expect((await send(made.id, signed(made))).status).toBe(403);
  });
});
