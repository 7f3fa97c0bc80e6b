import { calls } from '@gurukul/contract/index';
import { authority } from '@gurukul/contract/test/authority';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { samples } from '#server/test/call-samples.ts';
import type { Extra } from '#server/test/samples/sample.ts';
import { planter } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { rehearse } from '#server/test/rehearsal.ts';
import type { Rehearsal } from '#server/test/rehearsal.ts';
import { extraMaker } from '#server/test/sample-extras.ts';

// One account admin names another one in every call that changes something, wherever the call names a person, an address
// or a row of theirs. The other one's ways in stay as they are.

let rehearsal: Rehearsal | undefined;
const poolOf = (pool: pg.Pool) => (rehearsal = rehearse(pool)).pool;
const server = await testApp({ database: 'empty', poolOf });
if (rehearsal === undefined) throw new Error('the application was made without a pool');
const { call } = server;
const { pool: db, undo, close } = rehearsal;
const plant = planter(db);
const school = await plant.school();
const token = school.tokens.admin;
const other = await plant.person('Second', 'admin');
const address = 'second@office.test';
await plant.person('Third', 'admin');
const stranger = await plant.session(other, 'admin');
const passkey = await plant.passkey(stranger);
for (const query of [
  sql`insert into code_apps (person_id, sealed_secret, confirmed_at, last_step) values (${other}, 'x', now(), 1)`,
  sql`insert into recovery_codes (person_id, code_hmac) values (${other}, '\\x02')`,
  sql`insert into openid_services (name, label, issuer, client_id) values ('old', 'Old', 'https://old.test', 'x')`,
  sql`
    insert into openid_identities (person_id, issuer, subject, email_id)
    values (${other}, 'https://old.test', 'second', ${address})
  `,
  sql`
    insert into email_changes (person_id, email_id, instead_of, confirm_hash, refuse_hash, expires_at)
    values (${other}, 'wanted@office.test', ${address}, '\\x03', '\\x04', now() + interval '1 hour')
  `,
]) {
  await run(db)`${query}`;
}
const makeExtra = extraMaker(server, plant);
beforeEach(undo);
afterAll(close);

const fixed = ['passkeys', 'code_apps', 'recovery_codes', 'openid_identities', 'reset_grants'];
/** Ending these weakens nobody: the other admin signs in again. */
const mayEnd = [
  'sessions',
  'remember_tokens',
  'known_browsers',
  'calendar_feeds',
  'push_devices',
  'email_changes',
];
const rowsOf = (table: string) =>
  `(select coalesce(jsonb_agg(to_jsonb(x) - 'revoked_at' order by to_jsonb(x)), '[]') from ${table} x where x.person_id = $1)`;
const everyWay = `
  select
    (
      select jsonb_build_array(p.email_id, p.password_hash, p.main_role, p.as_role, p.suspended_at, p.deleted_at, p.erased_at)
      from people p where p.id = $1
    ) as person,
    jsonb_build_array(${fixed.map(rowsOf).join(', ')}) as fixed,
    (${mayEnd.map(rowsOf).join(' || ')}) as ending,
    (select jsonb_agg(to_jsonb(x) order by x.id) from openid_services x) as services,
    (select jsonb_agg(p.id order by p.id) from people p where p.main_role = 'admin' and p.deleted_at is null) as admins,
    (select count(*)::int from invites i where lower(i.email_id) = $2) as invites`;

/** Everything that opens the account. */
async function waysIn() {
  const { rows } = await db.query<{ ending: unknown[] }>(everyWay, [other, address]);
  const { ending, ...rest } = rows[0]!;
  return { ending: ending.map((each) => JSON.stringify(each)), rest };
}

const people: ReadonlySet<string> = new Set([
  'self',
  'courseadmin',
  'teacher',
  'helper',
  'newcomer',
  'student',
  'guest',
  'doubleRole',
]);
const addresses: ReadonlySet<string> = new Set(['email', 'teacherEmail']);
const own: Objects = { ...school.own, self: school.ids.admin };

/** The caller's objects, with the other admin in the place of one person or of all. */
function naming(only: string | null, named: Set<string>): Objects {
  return new Proxy(own, {
    get(target, key: keyof Objects) {
      const isPerson = people.has(key);
      if (!isPerson && !addresses.has(key)) return target[key];
      named.add(key);
      if (only !== null && only !== key) return target[key];
      return isPerson ? other : address.toUpperCase();
    },
  });
}

const changing = calls().filter(
  ({ name, call: { changes } }) => changes === true && /admin any/.test(authority[name]),
);

let words = 0;
const as = { headers: { authorization: `Bearer ${token}` } };

/** Inputs that name the other admin, in one place after another and in all at once. */
async function inputsOf(name: (typeof changing)[number]['name']): Promise<object[]> {
  const word = `w${(words += 1)}`;
  const extra: Extra = await makeExtra(name, school, word, { self: token, stranger });
  const given = { word, role: 'admin', me: school.ids.admin, extra: extra.own } as const;
  const { input } = samples[name];
  const named = new Set<string>();
  const inputs = [input(naming(null, named), { ...given, me: other })];
  if (named.size > 1) for (const key of named) inputs.push(input(naming(key, named), given));
  // A row of the call itself: an invitation, a passkey.
  if (typeof extra.own === 'number') {
    for (const id of [other, passkey]) inputs.push(input(own, { ...given, extra: id }));
  }
  if (name === 'accounts.invite') inputs.push({ email_id: address.toUpperCase(), role: 'teacher' });
  if (name === 'access.end_way_in') {
    const { data } = (await call('access.get_ways_in', { uid: other }, as)).body;
    for (const { kind, id } of data) inputs.push({ uid: other, kind, way_id: id });
  }
  const isAboutOther = (each: object) => JSON.stringify(each) !== JSON.stringify(input(own, given));
  return inputs.filter((each) => isAboutOther(each));
}

/** Calls that were answered, or refused for want of a second person. */
const answered = new Set<string>();
const needTwo = new Set<string>();

test.each(changing)('$name', async ({ name, call: each }) => {
  const inputs = await inputsOf(name);
  const before = await waysIn();
  for (const input of inputs) {
    expect([input, z.safeParse(each.input, input).error]).toEqual([input, undefined]);
    const { status, body } = await call(each, input, as);
    expect([input, body, status < 500 && status !== 401]).toEqual([input, body, true]);
    if (status === 200) answered.add(name);
    if (body.code === 'second_person_needed') needTwo.add(name);
    const { rest, ending } = await waysIn();
    expect([input, rest]).toEqual([input, before.rest]);
    expect([input, ending.filter((way) => !before.ending.includes(way))]).toEqual([input, []]);
  }
});

test('the walk reached the calls that it is about', () => {
  expect([...needTwo]).toEqual(
    expect.arrayContaining([
      'accounts.ask_email_change',
      'accounts.send_reset_link',
      'passkeys.reset_factors',
      'access.end_way_in',
      'access.reset_sign_in',
      'access.suspend',
      'access.resume',
      'privacy.erase_person',
    ]),
  );
  expect([...answered]).toEqual(
    expect.arrayContaining(['accounts.end_sessions', 'accounts.withdraw_email_change']),
  );
});
