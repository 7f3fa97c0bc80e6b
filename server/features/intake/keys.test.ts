import { refused } from '#server/http/answers/problem.ts';
import { createHmac } from 'node:crypto';
import type { IntakeKey } from '@gurukul/contract/intake';
import { said } from '@gurukul/contract/shared/words/messages';
import { presentKey } from '#server/derived-key.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/tx.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { createMailer } from '#server/channels/mail/mailer.ts';
import { many, one, run } from '#server/test/rows.ts';
import { signatureOf } from '#server/http/identity/intake-keys.ts';
import { sweepExpired } from '#server/http/limits/sweep.ts';
import { demoPassword, read, testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { raiseForKeys } from './odd-uses.ts';
import { tellOfEnds } from './watch.ts';

const { app, call, config, db } = await testApp();
const jobs = await openJobs(db, { log: { warn: () => undefined } });
afterAll(async () => closeJobs(jobs, 1000));

interface NewKey {
  readonly id: number;
  readonly key: string;
  readonly signing_key: string;
}

async function newKey(scopes: string[], name = 'Public site'): Promise<NewKey> {
  const { status, body } = await call(
    'intake.create_key',
    { name, scopes, password: demoPassword },
    { as: 'admin' },
  );
  expect(status).toBe(200);
  return body.data;
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const begin = { name: 'week 1.pdf', size: 1000 };

describe('keys', () => {
  test.each([
    ['without a name', { name: ' ', scopes: ['payments'] }],
    ['without a scope', { name: 'Site', scopes: [] }],
    ['with a scope there is not', { name: 'Site', scopes: ['people'] }],
  ])('%s are refused', async (_, input) => {
    expect((await call('intake.create_key', input, { as: 'admin' })).status).toBe(400);
  });

  test('are made with the admin’s own password only, and all admins hear of them', async () => {
    const wanted = { name: 'Unseen', scopes: ['payments'] };
    expect((await call('intake.create_key', wanted, { as: 'admin' })).status).toBe(400);
    const wrong = await call('intake.create_key', { ...wanted, password: 'Wrong@2026' }, { as: 'admin' });
    expect(wrong.body).toEqual(refused('wrong_password'));
    expect(await many(db)`select id from intake_keys where name = 'Unseen'`).toEqual([]);

    await office(db).person('Chief', 'admin');
    await newKey(['payments', 'students'], 'Seen');
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'intake_key_made');
    expect(told).toEqual([
      {
        kind: 'intake_key_made',
        to: 'admin@gurukul.test',
        data: { name: 'Seen', madeBy: expect.any(String), scopes: ['payments', 'students'] },
      },
      expect.objectContaining({ to: 'chief@office.test' }),
    ]);
  });

  test('are shown once and stored as a hash', async () => {
    const { key, signing_key: signingKey } = await newKey(['payments'], 'Kept nowhere');
    expect(key).toMatch(/^k_[\w-]{43}$/);
    const rows = await many<{ row: string }>(db)`select k::text as row from intake_keys k`;
    const trail = await many<{ row: string }>(db)`
      select a::text as row from audit_entries a where a.table_name = 'intake_keys'
    `;
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

  test('that were revoked are refused like invented ones, at once', async () => {
    const { id, key } = await newKey(['homework']);
    expect((await call('intake.revoke_key', { id }, { as: 'admin' })).status).toBe(200);
    const revoked = refusal(await call('intake.begin_file', begin, bearer(key)));
    const madeUp = refusal(await call('intake.begin_file', begin, bearer(`k_${'A'.repeat(43)}`)));
    expect(revoked).toEqual(madeUp);
    expect(revoked.status).toBe(401);
    // A second time changes nothing. One that never was is not found.
    expect((await call('intake.revoke_key', { id }, { as: 'admin' })).status).toBe(200);
    expect((await call('intake.revoke_key', { id: 999_999 }, { as: 'admin' })).status).toBe(404);
  });
});

describe('a key with limits', () => {
  const limits = (id: number, networks: string[], expires_at: string | null = null) =>
    call('intake.limit_key', { id, networks, expires_at }, { as: 'admin' });
  const asked = async (key: string) => (await call('intake.tickets', { items: [] }, bearer(key))).status;
  const days = async (id: number) => (await call('intake.key_days', { id }, { as: 'admin' })).body.data;
  const in40Days = new Date(Date.now() + 40 * 86_400_000).toISOString();

  test('works from its networks only', async () => {
    const { id, key } = await newKey(['tickets'], 'At home');
    expect((await limits(id, ['203.0.113.9', '10.1.2.3/8', '2001:db8::/32'])).status).toBe(200);
    const { networks } = await one<{ networks: string }>(db)`
      select networks::text from intake_keys where id = ${id}
    `;
    expect(networks).toBe('{10.0.0.0/8,203.0.113.9/32,2001:db8::/32}');
    expect(await asked(key)).toBe(403);
    await limits(id, ['127.0.0.0/8']);
    // The empty list is refused; the key is not.
    expect(await asked(key)).toBe(400);
    for (const wrong of ['127.0.0.1/33', 'example.org', '1.2.3', 'fe80::1%eth0', '::/129']) {
      expect((await limits(id, [wrong])).status).toBe(400);
    }
  });

  test('ends by itself, and the admins hear of it once, 14 days before', async () => {
    const { id, key } = await newKey(['tickets'], 'For a while');
    expect((await limits(id, [], '2020-01-01T00:00:00Z')).status).toBe(400);
    expect((await limits(id, [], in40Days)).status).toBe(200);
    const told = async () =>
      (await waitingMails(db, config)).filter(
        ({ kind, data }) => kind === 'intake_key_ends' && JSON.stringify(data).includes('For a while'),
      ).length;
    const mailer = createMailer(config, jobs);
    const watch = () => inTransaction(db, async (tx) => tellOfEnds(tx, mailer));
    await watch();
    expect(await told()).toBe(0);
    await run(db)`update intake_keys set expires_at = now() + interval '13 days' where id = ${id}`;
    await Promise.all([watch(), watch()]);
    await watch();
    const { admins } = await one<{ admins: number }>(db)`
      select count(*)::integer as admins from people where main_role = 'admin' and deleted_at is null
    `;
    expect(await told()).toBe(admins);
    expect(await asked(key)).toBe(400);
    await run(db)`update intake_keys set expires_at = now() where id = ${id}`;
    expect(await asked(key)).toBe(401);
  });

  test('counts what it did by day, with the refusals, and strangers who only know its number apart', async () => {
    const { id, key } = await newKey(['tickets', 'payments'], 'Counted');
    await asked(key);
    await call('intake.students', { items: [] }, bearer(key));
    await app.inject({
      method: 'POST',
      url: `/api/intake/signed_payments/${id}`,
      headers: {
        'content-type': 'application/json',
        'gurukul-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
      },
      payload: '{"items":[]}',
    });
    await expect
      .poll(() => days(id))
      .toEqual([{ day: expect.any(String), requests: 3, refused: 3, items: 0, networks: ['127.0.0.0/24'] }]);
  });
});

describe('a signed webhook', () => {
  const payload = JSON.stringify({ items: [] });
  const now = () => Math.floor(Date.now() / 1000);
  const send = (id: number, signature: string | undefined, body = payload, headers = {}) =>
    app
      .inject({
        method: 'POST',
        url: `/api/intake/signed_payments/${id}`,
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(signature === undefined ? {} : { 'gurukul-signature': signature }),
        },
        payload: body,
      })
      .then(read);
  const signed = ({ signing_key: key }: NewKey, seconds = now(), body = payload) =>
    `t=${seconds},v1=${signatureOf(key, seconds, body)}`;

  test('is accepted with its signature over time and body', async () => {
    const made = await newKey(['payments']);
    // Accepted, although the empty list is refused.
    expect((await send(made.id, signed(made))).status).toBe(400);
  });

  test('is refused the same way for any fault of the signature', async () => {
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

  test('is signed with a new key, and with the old one as long as it was said', async () => {
    const made = await newKey(['payments'], 'Rotated');
    const rotate = async (overlap_hours: number) =>
      call('intake.rotate_key', { id: made.id, overlap_hours }, { as: 'admin' });
    expect((await rotate(169)).status).toBe(400);
    const { body } = await rotate(24);
    const next: NewKey = { ...made, signing_key: body.data.signing_key };
    expect(next.signing_key).not.toBe(made.signing_key);
    expect((await send(made.id, signed(next))).status).toBe(400);
    expect((await send(made.id, signed(made))).status).toBe(400);
    await run(db)`
      update intake_secrets set ends_at = now() where key_id = ${made.id} and ends_at is not null
    `;
    expect((await send(made.id, signed(made))).status).toBe(401);
    expect((await send(made.id, signed(next))).status).toBe(400);
    // At once, as after a leak.
    const last: NewKey = { ...made, signing_key: (await rotate(0)).body.data.signing_key };
    expect((await send(made.id, signed(next))).status).toBe(401);
    expect((await send(made.id, signed(last))).status).toBe(400);
    const stored = await many<{ row: string }>(db)`select s::text as row from intake_secrets s`;
    for (const { row } of stored) expect(row).not.toContain(last.signing_key);
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'intake_key_rotated');
    expect(told.map(({ to }) => to)).toContain('admin@gurukul.test');
    await call('intake.revoke_key', { id: made.id }, { as: 'admin' });
    expect((await rotate(24)).status).toBe(404);
  });

  test('is still accepted with a signing key from before keys were derived by HKDF', async () => {
    const made = await newKey(['payments']);
    await run(db)`delete from intake_secrets where key_id = ${made.id}`;
    const { hash } = await one<{ hash: Buffer }>(db)`select hash from intake_keys where id = ${made.id}`;
    const signing_key = createHmac('sha256', presentKey(config.secretKey))
      .update(`intake signing ${made.id} `)
      .update(hash)
      .digest('base64url');
    expect(signing_key).not.toBe(made.signing_key);
    expect((await send(made.id, signed({ ...made, signing_key }))).status).toBe(400);
  });

  describe('about a payment', () => {
    const told = (status: string, payment_id = 'pay_1', amount = '900.00') =>
      JSON.stringify({
        items: [
          {
            payment_id,
            course_id: 1,
            full_name: 'Asha Rao',
            email_id: 'asha@example.org',
            amount,
            status,
            paid_at: '2026-11-21T09:30:00Z',
          },
        ],
      });
    const say = async (made: NewKey, seconds: number, body: string, headers = {}) => {
      const { body: answer, status } = await send(made.id, signed(made, seconds, body), body, headers);
      expect(status).toBe(200);
      return answer.data.results[0];
    };
    const unknownPayer = 'No student has this email address';
    const statusOf = async (payment_id: string) =>
      (await one<{ status: string }>(db)`select status from payments where payment_id = ${payment_id}`)
        .status;

    test('never replaces a later signed state, in any order of arrival', async () => {
      const made = await newKey(['payments']);
      const t = now();
      expect(await say(made, t - 20, told('pending'))).toMatchObject({ outcome: 'created' });
      const { id } = await say(made, t - 10, told('success'));
      expect(await statusOf('pay_1')).toBe('success');
      // Sent later, signed earlier.
      expect(await say(made, t - 15, told('failed'))).toEqual({
        index: 0,
        outcome: 'unchanged',
        id,
        problem: 'What was signed later about this payment came before',
        notes: [said('payment_overtaken')],
      });
      // Without a change, but newer all the same.
      expect(await say(made, t - 5, told('success'))).toMatchObject({
        outcome: 'unchanged',
        problem: unknownPayer,
      });
      expect(await say(made, t - 7, told('failed'))).toMatchObject({ outcome: 'unchanged', id });
      expect(await statusOf('pay_1')).toBe('success');
      expect(await say(made, t - 4, told('refunded'))).toMatchObject({ outcome: 'updated' });
    });

    test('and a refund never replaces a later signed state either', async () => {
      const made = await newKey(['payments']);
      const t = now();
      await say(made, t - 30, told('success', 'pay_5'));
      const back = async (seconds: number, more: object = {}) => {
        const items = [
          {
            refund_id: 'r_5',
            payment_id: 'pay_5',
            amount: '9',
            refunded_at: '2026-11-22T09:30:00Z',
            ...more,
          },
        ];
        const body = JSON.stringify({ items });
        const url = `/api/intake/signed_refunds/${made.id}`;
        const answer = await app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', 'gurukul-signature': signed(made, seconds, body) },
          payload: body,
        });
        expect(answer.statusCode).toBe(200);
        const [result] = answer.json().data.results;
        return result.notes[0]?.code ?? result.outcome;
      };
      const isReversed = async () =>
        (
          await one<{ is: boolean }>(db)`
            select reversed_at is not null as is from refunds where refund_id = 'r_5'
          `
        ).is;
      expect(await back(t - 20)).toBe('created');
      expect(await back(t - 10, { state: 'reversed' })).toBe('updated');
      expect(await back(t - 15, { amount: '8' })).toBe('payment_overtaken');
      // Without a change, but newer all the same.
      expect(await back(t - 5, { state: 'reversed' })).toBe('unchanged');
      expect(await back(t - 7, { state: 'done' })).toBe('payment_overtaken');
      expect(await isReversed()).toBe(true);
      expect(await back(t - 4, { state: 'done' })).toBe('updated');
      expect(await isReversed()).toBe(false);
      const trail = await many(db)`
        select distinct call from audit_entries where table_name = 'refunds' and intake_key_id = ${made.id}
      `;
      expect(trail).toEqual([{ call: 'intake.signed_refunds' }]);
    });

    test('counts once per signature, under any idempotency key', async () => {
      const made = await newKey(['payments']);
      const t = now();
      expect(await say(made, t, told('pending', 'pay_2'))).toMatchObject({ outcome: 'created' });
      // The office corrects it meanwhile.
      await run(db)`update payments set status = 'success' where payment_id = 'pay_2'`;
      for (const headers of [{}, { 'idempotency-key': 'another' }]) {
        expect(await say(made, t, told('pending', 'pay_2'), headers)).toMatchObject({ outcome: 'created' });
      }
      expect(await statusOf('pay_2')).toBe('success');
    });

    test('is decided by the later signature too when both arrive at once', async () => {
      const made = await newKey(['payments']);
      const t = now();
      const bodies = Array.from({ length: 8 }, (_, n) => told(`state ${n}`, 'pay_3'));
      await Promise.all(bodies.map((body, n) => say(made, t - n, body)));
      expect(await statusOf('pay_3')).toBe('state 0');
    });

    test('is remembered for as long as something older could arrive', async () => {
      const made = await newKey(['payments']);
      await say(made, now(), told('success', 'pay_4'));
      await run(db)`
        update payment_signatures set signed_at = signed_at - interval '5 days' where payment_id = 'pay_4'
      `;
      await sweepExpired(db, config.limits);
      const kept = await many<{ payment_id: string }>(db)`select payment_id from payment_signatures`;
      expect(kept.map(({ payment_id }) => payment_id)).not.toContain('pay_4');
      expect(kept.length).toBeGreaterThan(0);
    });
  });
});

describe('an odd use of a key', () => {
  const mailer = createMailer(config, jobs);
  /** Uses of so many days ago: network, requests, refused and items. */
  const used = (id: number, daysAgo: number, network: string, requests: number, refused = 0, items = 0) =>
    run(db)`
      insert into intake_uses (key_id, day, network, requests, refused, items)
      values (${id}, (now() at time zone 'UTC')::date - ${daysAgo}::integer, ${network}, ${requests}, ${refused}, ${items})
    `;
  const alarmsOf = async (name: string) =>
    (await call('access.get_alarms', {}, { as: 'admin' })).body.data
      .filter(({ key }: { key: string | null }) => key === name)
      .map(({ kind, network, accounts }: { kind: string; network: string | null; accounts: number }) => [
        kind,
        network,
        accounts,
      ]);
  const home = '203.0.113.0/24';
  const away = '198.51.100.0/24';
  const usual = async (name: string) => {
    const { id } = await newKey(['payments'], name);
    for (const day of [1, 2, 3]) await used(id, day, home, 100, 20);
    return id;
  };

  test.each<[string, (id: number) => Promise<unknown>, unknown[]]>([
    ['as on other days', (id) => used(id, 0, home, 300), []],
    ['from a new network', (id) => used(id, 0, away, 2), [['key_network', away, 2]]],
    ['refused from a new network', (id) => used(id, 0, away, 9, 9), []],
    ['refused ninety-nine times', (id) => used(id, 0, home, 120, 99), []],
    ['refused by its number alone', (id) => used(id, 0, '', 100, 100), [['key_refusals', null, 100]]],
    ['of five times as much', (id) => used(id, 0, home, 1, 0, 999), [['key_volume', null, 1000]]],
    ['of nearly as much', (id) => used(id, 0, home, 1, 0, 998), []],
  ])('%s', async (name, today, expected) => {
    const id = await usual(name);
    await today(id);
    await raiseForKeys(db, mailer);
    expect(await alarmsOf(name)).toEqual(expected);
  });

  test('after thirty days of silence, not on the first days of a key, and not of a revoked one', async () => {
    const silent = await newKey(['payments'], 'Silent');
    await used(silent.id, 40, home, 5);
    await used(silent.id, 0, home, 1);
    const young = await newKey(['payments'], 'Young');
    await used(young.id, 1, home, 5);
    await used(young.id, 0, away, 5);
    const over = await usual('Over');
    await used(over, 0, away, 5);
    await run(db)`update intake_keys set revoked_at = now() where id = ${over}`;
    await raiseForKeys(db, mailer);
    expect(await alarmsOf('Silent')).toEqual([['key_volume', null, 1]]);
    expect(await alarmsOf('Young')).toEqual([]);
    expect(await alarmsOf('Over')).toEqual([]);
  });

  test('is told once a day, by mail and in the log, however often it is looked at', async () => {
    const id = await usual('Once');
    await used(id, 0, away, 2);
    await Promise.all([raiseForKeys(db, mailer), raiseForKeys(db, mailer)]);
    await raiseForKeys(db, mailer);
    expect(await alarmsOf('Once')).toHaveLength(1);
    const told = (await waitingMails(db, config)).filter(
      ({ kind, data }) => kind === 'security_alarm' && JSON.stringify(data).includes('Once'),
    );
    const admins = (await listAdmins(db)).map(({ email_id }) => email_id);
    expect(told.map(({ to }) => to).toSorted()).toEqual(admins.toSorted());
    const entries = await many(db)`
      select from security_entries where kind = 'alarm_raised' and facts ->> 'key' = ${String(id)}
    `;
    expect(entries).toHaveLength(1);
  });
});
