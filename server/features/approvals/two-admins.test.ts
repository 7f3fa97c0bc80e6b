import { approvals } from '@gurukul/contract/approvals';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { patientPool } from '#server/test/patient-pool.ts';
import { inTransaction } from '#server/db/tx.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const app = await testApp({ database: 'empty' });
const { call, config, db } = app;
const { staff } = await foundSchool(db);
const a = { id: staff.admin, as: 'admin@office.test' };
const b = { id: await office(db).person('Second', 'admin'), as: 'second@office.test' };
const c = { id: await office(db).person('Third', 'admin'), as: 'third@office.test' };
type Admin = typeof a;

const owner = patientPool(app.database.owner);
afterAll(() => owner.end());
/** Leaves no trail, as if it had been so before. */
const quietly = (query: ReturnType<typeof sql>) =>
  inTransaction(owner, async (tx) => {
    await run(tx)`select set_config('gurukul.audit', 'off', true)`;
    await run(tx)`${query}`;
  });

const factors = async (id: number) => {
  await run(db)`
    insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
    values (${id}, ${`passkey ${id}`}, '\\x01', 0, '{}', 'Phone', false)
  `;
  await run(db)`
    insert into code_apps (person_id, sealed_secret, confirmed_at, last_step) values (${id}, 'sealed', now(), 58000000)
  `;
  await run(db)`insert into recovery_codes (person_id, code_hmac) values (${id}, '\\x02')`;
};
await run(db)`
  insert into openid_services (name, label, issuer, client_id) values ('old', 'Old', 'https://old.test', 'x')
`;
await run(db)`
  insert into openid_identities (person_id, issuer, subject, email_id)
  values (${b.id}, 'https://old.test', 'second', ${b.as})
`;
await factors(b.id);
// That was not today.
await run(db)`update openid_services set updated_at = now() - interval '3 days'`;

/** What opens the account of this admin, and the services that open anybody's. */
const waysInto = async (id: number) => ({
  ...(await one<object>(db)`
    select p.email_id, p.password_hash, p.main_role, p.as_role, p.suspended_at, p.deleted_at, p.erased_at,
      (select jsonb_agg(to_jsonb(x) order by x.id) from passkeys x where x.person_id = p.id) as passkeys,
      (select jsonb_agg(to_jsonb(x)) from code_apps x where x.person_id = p.id) as apps,
      (select count(*) from recovery_codes x where x.person_id = p.id) as recovery,
      (select jsonb_agg(to_jsonb(x) - 'last_used_at') from openid_identities x where x.person_id = p.id) as identities,
      (select jsonb_agg(to_jsonb(x)) from email_changes x where x.person_id = p.id) as addresses,
      (select count(*) from reset_grants x where x.person_id = p.id) as grants,
      (select jsonb_agg(to_jsonb(x) order by x.id) from openid_services x) as services,
      (select count(*) from people x where x.main_role = 'admin' and x.deleted_at is null) as admins
    from people p where p.id = ${id}
  `),
});

for (const { as } of [a, b, c]) await app.tokenOf(as);
await run(owner)`create table signed_in as select * from sessions`;

/** Who was suspended signed in again, more than a day ago. */
const backIn = async () => {
  await quietly(
    sql`insert into sessions overriding system value select * from signed_in on conflict do nothing`,
  );
  await run(owner)`delete from audit_entries where about_person_id = any(${[a.id, b.id, c.id]})`;
};

/** Nobody is suspended, everybody is signed in, and it has been so for long. */
const clean = async () => {
  await run(db)`delete from asked_deeds`;
  await run(db)`delete from rate_limits`;
  await run(db)`delete from email_changes`;
  await quietly(sql`update people set suspended_at = null where main_role = 'admin'`);
  await backIn();
};
beforeEach(clean);

const alone = '409 second_person_needed';
const ask = async (name: string, input: object, by: Admin = a) =>
  call(approvals.ask_deed, { call: name, input, reason: 'Lost phone' }, { as: by.as });
const idOf = async (name: string, input: object, by: Admin = a): Promise<number> =>
  (await ask(name, input, by)).body.data.id;
const decide = (id: number, by: Admin, approve = true) =>
  call(approvals.decide_deed, { id, approve }, { as: by.as });
const aDayLater = () => run(db)`update asked_deeds set alone_from = now() where alone_from is not null`;
const stop = (secret: string) => call(approvals.stop_by_link, { secret });
const mailsTo = async (kind: string) =>
  (await waitingMails(db, config)).filter((mail) => mail.kind === kind && mail.data !== null);
const secretTo = async (to: string): Promise<string> =>
  (await mailsTo('deed_asked')).findLast((mail) => mail.to === to)?.data.waits.secret;
const stateOf = async (by: Admin) => (await call(approvals.get_deeds, {}, { as: by.as })).body.data[0];

const linkToB = ['accounts.send_reset_link', { uid: b.id }] as const;
const suspendB = ['access.suspend', { user_id: b.id }] as const;
const service = {
  name: 'theirs',
  label: 'Theirs',
  issuer: 'https://theirs.test',
  client_id: 'client',
  client_secret: 'secret-of-the-service',
  domains: [],
  is_enabled: true,
};

describe('one account admin alone', () => {
  test.each([
    ['accounts.ask_email_change', { uid: b.id, email_id: 'attacker@evil.test' }],
    ['accounts.send_reset_link', { uid: b.id }],
    ['passkeys.reset_factors', { uid: b.id }],
    ['access.reset_sign_in', { user_id: b.id }],
    suspendB,
    ['openid.save_service', service],
    ['privacy.erase_person', { user_id: b.id, digest: '' }],
  ] as const)('is refused: %s', async (name, input) => {
    const before = await waysInto(b.id);
    expect(codeOf(await call(name, input, { as: a.as }))).toBe(alone);
    // Nor when it was only asked for, also while the other one is suspended.
    await ask(name, input);
    expect(codeOf(await call(name, input, { as: a.as }))).toBe(alone);
    expect(await waysInto(b.id)).toEqual(before);
    if (name === 'openid.save_service') return;
    await quietly(sql`update people set suspended_at = now() where id in (${b.id}, ${c.id})`);
    expect(codeOf(await call(name, input, { as: a.as }))).toBe(alone);
  });

  test('makes nobody an admin, and every other way to these rows is refused by the database', async () => {
    const acting = async (query: ReturnType<typeof sql>) => {
      const client = await db.connect();
      try {
        await run(client)`begin`;
        await client.query(sql`select set_config('gurukul.person', ${String(a.id)}, true)`);
        await client.query(query);
      } finally {
        await run(client)`rollback`;
        client.release();
      }
    };
    for (const query of [
      sql`update people set email_id = 'attacker@evil.test' where id = ${b.id}`,
      sql`update people set password_hash = 'x' where id = ${b.id}`,
      sql`update people set main_role = 'teacher' where id = ${b.id}`,
      sql`update people set main_role = 'admin' where id = ${staff.own}`,
      sql`update people set deleted_at = now() where id = ${b.id}`,
      sql`insert into people (email_id, first_name, main_role) values ('new@evil.test', 'New', 'admin')`,
      sql`delete from passkeys where person_id = ${b.id}`,
      sql`delete from code_apps where person_id = ${b.id}`,
      sql`delete from openid_identities where person_id = ${b.id}`,
      sql`insert into reset_grants (grant_hash, person_id, expires_at) values ('x', ${b.id}, now())`,
    ]) {
      await expect(acting(query)).rejects.toMatchObject({ constraint: 'admins_need_two_people' });
    }
    // One's own, and those of everybody else.
    await acting(sql`update people set password_hash = 'x' where id = ${a.id}`);
    await acting(sql`update people set email_id = 'teacher@new.test' where id = ${staff.teach}`);
  });

  test('does not loosen the rules, nor by undoing that they were made stricter', async () => {
    const { version: _, ...settings } = (await call('provider.get_settings', {}, { as: a.as })).body.data;
    const saved = await call(
      'provider.save_settings',
      { ...settings, second_person_above: 5, teacher_factor_from: '2099-01-01' },
      { as: a.as },
    );
    expect(saved.status).toBe(200);
    for (const looser of [{ second_person_above: null }, { teacher_factor_from: null }]) {
      const input = { ...settings, second_person_above: 5, teacher_factor_from: '2099-01-01', ...looser };
      expect(codeOf(await call('provider.save_settings', input, { as: a.as }))).toBe(alone);
    }
    const { change } = await one<{ change: number }>(db)`
      select max(id) as change from changes where call = 'provider.save_settings'
    `;
    const undone = await call('audit.undo_change', { change_id: change }, { as: a.as });
    expect(undone.status).toBe(409);
    expect(
      await one(db)`select second_person_above as above, teacher_factor_from::text as day from provider`,
    ).toEqual({ above: 5, day: '2099-01-01' });
    await quietly(sql`update provider set second_person_above = null, teacher_factor_from = null`);
  });

  test('reads no preview of an approval they do not have, and ends the sessions of another at once', async () => {
    const preview = await call('privacy.erase_person', { user_id: b.id, preview: true }, { as: a.as });
    expect(preview.status).toBe(200);
    const ended = await call(
      'accounts.end_sessions',
      { uid: b.id, session_id: '', password: demoPassword },
      { as: a.as },
    );
    expect(ended.body.message).toBe('success');
  });
});

describe('an action on another admin', () => {
  test('needs nobody after a day, and is done once by who asked', async () => {
    await idOf(...linkToB);
    expect(await stateOf(a)).toMatchObject({ state: 'waiting', alone_from: expect.any(String) });
    await aDayLater();
    expect(await stateOf(a)).toMatchObject({ state: 'approved', can: { do: true } });
    expect(codeOf(await call(...linkToB, { as: c.as }))).toBe(alone);
    expect((await call(...linkToB, { as: a.as })).status).toBe(200);
    expect(codeOf(await call(...linkToB, { as: a.as }))).toBe(alone);
  });

  test('that dies on the way is done by the next try', async () => {
    await idOf(...linkToB);
    await aDayLater();
    await run(owner)`
      create function dies() returns trigger language plpgsql as $$ begin raise 'killed'; end $$
    `;
    await run(owner)`create trigger dies before insert on reset_grants for each row execute function dies()`;
    expect((await call(...linkToB, { as: a.as })).status).toBe(500);
    await run(owner)`drop trigger dies on reset_grants`;
    expect((await call(...linkToB, { as: a.as })).status).toBe(200);
  });

  test('is stopped by the link of every mail, for which who asked can do nothing', async () => {
    await idOf(...linkToB);
    const secret = await secretTo(b.as);
    expect(await secretTo(a.as)).toBe(secret);
    expect((await stop(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`)).body.message).toBe(
      'failed',
    );
    expect((await stop(secret.replace(/^d\d+/, 'd1'))).body.message).toBe('failed');
    expect((await stop(secret)).body.message).toBe('success');
    expect((await stop(secret)).body.code).toBe('stop_link_over');
    await aDayLater();
    expect(codeOf(await call(...linkToB, { as: a.as }))).toBe(alone);
    // Asked again it is the stopped one.
    await ask(...linkToB);
    await aDayLater();
    expect(codeOf(await call(...linkToB, { as: a.as }))).toBe(alone);
    // Two others may mean it all the same: an admin who was taken over cannot stop that.
    const { id, state } = await stateOf(c);
    expect(state).toBe('stopped');
    expect((await decide(id, c)).status).toBe(200);
    expect((await call(...linkToB, { as: a.as })).status).toBe(200);
  });

  test('is stopped on the page by whom it is about, also after the day', async () => {
    const id = await idOf(...linkToB);
    await aDayLater();
    expect((await decide(id, b, false)).status).toBe(200);
    expect(await stateOf(a)).toMatchObject({ state: 'stopped', can: { do: false } });
    expect(codeOf(await call(...linkToB, { as: a.as }))).toBe(alone);
    expect((await mailsTo('deed_decided')).at(-1)).toMatchObject({ to: a.as, data: { decidedBy: '' } });
  });

  test('is not approved by somebody whose own sign-in was changed within a day', async () => {
    const id = await idOf(...linkToB);
    const taken = async (how: ReturnType<typeof sql>) => {
      await run(owner)`delete from audit_entries where about_person_id = ${c.id}`;
      await run(db)`${how}`;
      return codeOf(await decide(id, c));
    };
    const tooNew = '409 sign_in_too_new';
    const hash = await one<{ hash: string }>(db)`select password_hash as hash from people where id = ${c.id}`;
    expect(await taken(sql`update people set password_hash = 'other' where id = ${c.id}`)).toBe(tooNew);
    await quietly(sql`update people set password_hash = ${hash.hash} where id = ${c.id}`);
    expect(
      await taken(sql`
        insert into openid_identities (person_id, issuer, subject, email_id)
        values (${c.id}, 'https://old.test', 'third', ${c.as})
      `),
    ).toBe(tooNew);
    expect(await taken(sql`update people set suspended_at = now() where id = ${c.id} and false`)).toBe('200');
  });

  test('of a service keeps its secret out of what is stored, and counts with another one', async () => {
    const id = await idOf('openid.save_service', service);
    await decide(id, c);
    const { input } = await stateOf(a);
    expect(JSON.stringify(input)).not.toContain(service.client_secret);
    const other = { ...service, issuer: 'https://other.test' };
    expect(codeOf(await call('openid.save_service', other, { as: a.as }))).toBe(alone);
    const saved = await call('openid.save_service', { ...input, client_secret: 'typed-again' }, { as: a.as });
    expect(saved.status).toBe(200);
  });

  test('is approved at once by a third one, never by whom it is about, and all hear of both', async () => {
    const id = await idOf(...suspendB);
    const asked = (await mailsTo('deed_asked'))
      .filter(({ data }) => data.waits?.call === suspendB[0])
      .slice(-3);
    expect(asked.map(({ to }) => to)).toEqual([a.as, b.as, c.as]);
    expect(asked[0]?.data.waits).toMatchObject({ about: 'Second', secret: expect.stringMatching(/^d\d+_/) });
    expect((await stateOf(b)).can).toEqual({ decide: false, stop: true, do: false });
    expect((await stateOf(c)).can).toEqual({ decide: true, stop: false, do: false });
    expect((await decide(id, a)).status).toBe(403);
    expect((await decide(id, b)).status).toBe(403);
    expect((await decide(id, c)).status).toBe(200);
    expect((await call(...suspendB, { as: c.as })).status).toBe(409);
    expect((await call(...suspendB, { as: a.as })).status).toBe(200);
    const told = (await mailsTo('deed_decided')).filter(({ data }) => data.done !== undefined).slice(-3);
    expect(told.map(({ to }) => to)).toEqual([a.as, b.as, c.as]);
    expect(codeOf(await call('access.resume', { user_id: b.id }, { as: a.as }))).toBe(alone);
  });
});

describe('somebody who tries variants', () => {
  const addressOfB = (n: number) =>
    ['accounts.ask_email_change', { uid: b.id, email_id: `b${n}@evil.test` }] as const;
  const fromLink = async (to: string, id: number): Promise<string> =>
    (await mailsTo('deed_asked')).find(
      (mail) => mail.to === to && mail.data.waits?.secret.startsWith(`d${id}_`),
    )?.data.waits.secret;

  test.each(['by the link', 'on the page', 'by the refusal of a third one'])(
    'and was stopped %s gets no new day with another input or call, only a second admin',
    async (how) => {
      const id = await idOf(...addressOfB(1));
      if (how === 'by the link') await stop(await fromLink(b.as, id));
      else await decide(id, how === 'on the page' ? b : c, false);
      for (const [name, input] of [addressOfB(2), linkToB, suspendB, addressOfB(1)]) {
        await ask(name, input);
        await aDayLater();
        expect(codeOf(await call(name, input, { as: a.as }))).toBe(alone);
      }
      // About somebody else, a day still does.
      await idOf('access.suspend', { user_id: c.id });
      await aDayLater();
      expect((await call('access.suspend', { user_id: c.id }, { as: a.as })).status).toBe(200);
      await quietly(sql`update people set suspended_at = null where id = ${c.id}`);
      await backIn();
      const next = await idOf(...addressOfB(3));
      expect((await decide(next, c)).status).toBe(200);
      expect((await call(...addressOfB(3), { as: a.as })).status).toBe(200);
    },
  );

  test('and was stopped by the only other admin has nobody left to ask', async () => {
    await decide(await idOf(...linkToB), b, false);
    await quietly(sql`update people set suspended_at = now() where id = ${c.id}`);
    expect(codeOf(await ask(...suspendB))).toBe('409 no_second_person');
  });

  test('and asks again and again mails everybody once for each input, twenty times at most', async () => {
    const before = (await mailsTo('deed_asked')).length;
    for (let n = 0; n < 10; n += 1) await ask(...linkToB);
    expect(await mailsTo('deed_asked')).toHaveLength(before + 3);
    for (let n = 0; n < 25; n += 1) await ask(...addressOfB(n));
    expect(codeOf(await ask(...addressOfB(99)))).toBe('429 too_many');
    expect(await mailsTo('deed_asked')).toHaveLength(before + 20 * 3);
  });

  test('and suspends the third one first still needs a day, in which the other one can stop it', async () => {
    const third = ['access.suspend', { user_id: c.id }] as const;
    await idOf(...third);
    await aDayLater();
    expect((await call(...third, { as: a.as })).status).toBe(200);
    expect(codeOf(await call(...suspendB, { as: a.as }))).toBe(alone);
    const id = await idOf(...suspendB);
    expect((await decide(id, b, false)).status).toBe(200);
    await aDayLater();
    expect(codeOf(await call(...suspendB, { as: a.as }))).toBe(alone);
  });

  test('and agrees with a second admin may do it: two are two', async () => {
    await decide(await idOf(...suspendB), c);
    expect((await call(...suspendB, { as: a.as })).status).toBe(200);
  });

  test('and is a course admin neither does, asks nor decides it', async () => {
    const id = await idOf(...suspendB);
    const as = 'own@office.test';
    for (const [name, input] of [addressOfB(1), linkToB, suspendB]) {
      expect((await call(name, input, { as })).status).toBe(403);
      expect((await call(approvals.ask_deed, { call: name, input, reason: 'x' }, { as })).status).toBe(403);
    }
    expect((await call(approvals.decide_deed, { id, approve: true }, { as })).status).toBe(403);
    expect((await call(approvals.get_deeds, {}, { as })).body.data).toEqual([]);
  });

  test('and has the session of an admin is stopped by the mail to that admin, and by no link of another request', async () => {
    const [id, other] = [await idOf(...linkToB), await idOf(...suspendB)];
    const secret = await fromLink(a.as, id);
    expect((await stop(secret)).body.message).toBe('success');
    expect((await stop(secret.replace(`d${id}_`, `d${other}_`))).body.message).toBe('failed');
    await aDayLater();
    expect(codeOf(await call(...linkToB, { as: a.as }))).toBe(alone);
    expect((await call(...suspendB, { as: a.as })).status).toBe(200);
  });

  test('and opens the link, as scanners of mails do, changes nothing', async () => {
    const id = await idOf(...linkToB);
    const secret = await fromLink(b.as, id);
    for (const method of ['GET', 'HEAD'] as const) {
      await app.app.inject({ method, url: `/stop#${secret}` });
      await app.app.inject({ method, url: `/api/approvals/stop_by_link?secret=${secret}` });
    }
    expect((await stateOf(a)).state).toBe('waiting');
  });

  test('and was let through cannot have more by Undo', async () => {
    const { id: before } = await one<{ id: number }>(db)`select coalesce(max(id), 0) as id from changes`;
    await decide(await idOf(...suspendB), c);
    expect((await call(...suspendB, { as: a.as })).status).toBe(200);
    const suspended = await waysInto(b.id);
    const made = await one<{ ids: number[] }>(db)`
      select coalesce(array_agg(id), '{}') as ids from changes where id > ${before}
    `;
    for (const change_id of made.ids) {
      expect((await call('audit.undo_change', { change_id }, { as: a.as })).status).not.toBe(200);
    }
    expect(made.ids).not.toEqual([]);
    expect(await waysInto(b.id)).toEqual(suspended);
  });

  test('and invites the address of another in other letters gets no account of theirs', async () => {
    const before = await waysInto(b.id);
    const invite = (email_id: string) => call('accounts.invite', { email_id, role: 'teacher' }, { as: a.as });
    expect((await invite(b.as.toUpperCase())).body.message).not.toBe('success');
    expect(await waysInto(b.id)).toEqual(before);
    const invited = await one<object>(db)`
      select count(*)::int as n from invites where lower(email_id) = ${b.as}
    `;
    expect(invited).toEqual({ n: 0 });
  });
});

test('where no other admin is left, one acts alone', async () => {
  const remove = () => call('openid.delete_service', { service_id: 1 }, { as: a.as });
  expect(codeOf(await remove())).toBe(alone);
  const others = sql`main_role = 'admin' and id <> ${a.id}`;
  await quietly(sql`update people set deleted_at = now() where ${others}`);
  expect((await remove()).status).toBe(200);
  await quietly(sql`update people set deleted_at = null where ${others}`);
});
