import { openid } from '@gurukul/contract/openid';
import { accounts } from '@gurukul/contract/accounts';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeRecoveryCodes } from '../factors/codes.ts';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { signInAt, startLyingService, startOpenidService, trustLoopback } from '#server/test/openid-peer.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { vouches } from './claims.ts';

const secret = 'a client secret only these two know'.replaceAll(' ', '-');
const patience = 3000;
const server = await testApp({
  database: 'empty',
  openidNetworks: ['127.0.0.1'],
  limits: { openidMs: patience },
});
const { call, db, config } = server;
const add = office(db);
const tls = await trustLoopback();
afterAll(tls.forget);

const returnTo = `${config.appUrl}/openid/`;
const real = await startOpenidService(tls, {
  client_id: 'portal',
  client_secret: secret,
  redirect_uris: [`${returnTo}school`],
  post_logout_redirect_uris: [`${config.appUrl}/login`],
});
const liar = await startLyingService(tls, 'portal');
afterAll(() => {
  real.close();
  liar.close();
});

await add.person('Office', 'admin');
const asAdmin = { as: 'office@office.test' };

const service = (name: string, issuer: string, more: object = {}) => ({
  name,
  label: `The ${name}`,
  issuer,
  client_id: 'portal',
  client_secret: secret,
  domains: [],
  is_enabled: true,
  ...more,
});
const save = async (input: object): Promise<number> => {
  const { body } = await call(openid.save_service, input, asAdmin);
  if (body.message !== 'success') throw new Error(JSON.stringify(body));
  return body.data.service_id;
};
const school = await save(service('school', real.issuer));
const bent = await save(service('bent', liar.issuer));

interface SignInStart {
  readonly location: URL;
  readonly cookie: string;
}

const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] ?? '')
    .find((pair) => pair.startsWith('oi=')) ?? '';

async function begin(name = 'school', flag = ''): Promise<SignInStart> {
  const { body, headers } = await call(openid.begin, { service: name, flag });
  if (body.message !== 'success') throw new Error(JSON.stringify(body));
  return { location: new URL(body.location), cookie: cookieOf(headers) };
}

const finish = (input: object, cookie: string) =>
  call(openid.finish, { service: 'school', ...input }, { headers: { cookie } });

/** The whole way of a browser, at the real service. */
async function signIn(login: string, flag = '') {
  const { location, cookie } = await begin('school', flag);
  const back = await signInAt(location.href, login, returnTo);
  return { back: Object.fromEntries(back.searchParams), cookie };
}
const enter = async (login: string, flag = '') => {
  const { back, cookie } = await signIn(login, flag);
  return (await finish(back, cookie)).body;
};

/** The same at the service that lies, without its pages. */
async function enterBent(subject: string, lies: typeof liar.lies = {}) {
  Object.assign(liar.lies, lies);
  const { location, cookie } = await begin('bent');
  const code = liar.codeFor(location.searchParams.get('nonce') ?? '', subject);
  const state = location.searchParams.get('state');
  return (await finish({ service: 'bent', code, state, iss: liar.issuer }, cookie)).body;
}

const sessions = () => many<{ person_id: number }>(db)`select person_id from sessions`;
const links = () =>
  many<{ person_id: number; subject: string }>(db)`
    select person_id, subject from openid_identities order by id
  `;
/** What the mail of that kind to the address was written with. */
async function mailed<Data>(address: string, wanted: string): Promise<Data> {
  const found = (await waitingMails(db, config)).find(({ to, kind }) => to === address && kind === wanted);
  if (found === undefined) throw new Error(`no ${wanted} to ${address}`);
  return found.data as Data;
}

const mailsAbout = async () =>
  (await waitingMails(db, config)).filter(({ kind }) => kind === 'openid_linked');

beforeEach(async () => {
  for (const lie of Object.keys(liar.lies)) Reflect.deleteProperty(liar.lies, lie);
});

describe('a sign-in at a real service', () => {
  test('opens the account with the verified address, links it once, and tells its owner', async () => {
    const id = await add.person('Asha', 'teacher');
    real.people.set('asha-there', { email: 'Asha@Office.test', email_verified: true });
    const first = await enter('asha-there');
    expect(first).toMatchObject({ message: 'success', user_id: id, role: 'teacher', mainrole: 'teacher' });
    const mails = await mailsAbout();
    expect(mails.map(({ to }) => to)).toEqual(['asha@office.test']);
    const again = await enter('asha-there');
    expect(again).toMatchObject({ message: 'success', user_id: id });
    expect(again.token).not.toBe(first.token);
    expect(await mailsAbout()).toHaveLength(1);
    expect((await links()).filter(({ person_id }) => person_id === id)).toHaveLength(1);
    const own = { headers: { authorization: `Bearer ${first.token}` } };
    const { body } = await call('access.get_ways_in', { uid: id }, own);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        kind: 'openid_identity',
        name: 'The school, Asha@Office.test',
        used_at: expect.any(String),
      }),
    );
  });

  test('follows the identity and not the address, also to where the address belongs to somebody else now', async () => {
    const ravi = await add.person('Ravi', 'teacher');
    const mira = await add.person('Mira', 'teacher');
    real.people.set('ravi-there', { email: 'ravi@office.test', email_verified: true });
    expect(await enter('ravi-there')).toMatchObject({ user_id: ravi });
    real.people.set('ravi-there', { email: 'mira@office.test', email_verified: true });
    expect(await enter('ravi-there')).toMatchObject({ user_id: ravi });
    real.people.set('heir-there', { email: 'ravi@office.test', email_verified: true });
    expect(await enter('heir-there')).toMatchObject({ code: 'openid_other_identity' });
    real.people.set('mira-there', { email: 'mira@office.test', email_verified: true });
    expect(await enter('mira-there')).toMatchObject({ user_id: mira });
  });

  test.each([
    ['vouches for no address', { email: 'teja@office.test', email_verified: false }, 'openid_unverified'],
    ['vouches by a word', { email: 'teja@office.test', email_verified: 'true' }, 'openid_unverified'],
    ['knows no address', { email_verified: true }, 'openid_unverified'],
    [
      'knows two addresses',
      { email: 'a@x.test,teja@office.test', email_verified: true },
      'openid_unverified',
    ],
    ['knows a stranger', { email: 'stranger@office.test', email_verified: true }, 'openid_unknown'],
    ['knows a student', { email: 'pupil@office.test', email_verified: true }, 'openid_unknown'],
  ])('makes nobody anything when the service %s', async (title, claims, code) => {
    await add.person('Teja', 'teacher').catch(() => undefined);
    await add.person('Pupil', 'student').catch(() => undefined);
    const before = { sessions: await sessions(), links: await links() };
    real.people.set(title, claims);
    expect(await enter(title)).toMatchObject({ message: 'failed', code });
    expect({ sessions: await sessions(), links: await links() }).toEqual(before);
  });

  test('links only addresses of the domains that the settings name', async () => {
    const id = await add.person('Dev', 'teacher');
    real.people.set('dev-there', { email: 'dev@office.test', email_verified: true });
    const { name, issuer } = service('school', real.issuer);
    const saved = { ...service(name, issuer), service_id: school, client_secret: '' };
    await save({ ...saved, domains: ['School.test'] });
    expect(await enter('dev-there')).toMatchObject({ code: 'openid_unverified' });
    await save({ ...saved, domains: ['school.test', 'office.test'] });
    expect(await enter('dev-there')).toMatchObject({ user_id: id });
    await save({ ...saved, domains: [] });
  });

  test('of somebody who is invited waits for their sign-up', async () => {
    await call(accounts.invite, { email_id: 'nila@office.test', role: 'teacher' }, asAdmin);
    real.people.set('nila-there', { email: 'nila@office.test', email_verified: true });
    expect(await enter('nila-there')).toMatchObject({ message: 'failed', code: 'openid_invited' });
    const { hash } = await mailed<{ hash: string }>('nila@office.test', 'invite');
    const { body } = await call(accounts.registration, {
      email_id: 'nila@office.test',
      password: 'Quiet-River-7',
      cpassword: 'Quiet-River-7',
      first_name: 'Nila',
      last_name: 'Rao',
      role: 'teacher',
      hash_id: hash,
    });
    expect(body).toMatchObject({ message: 'success' });
    expect(await enter('nila-there')).toMatchObject({ message: 'success', role: 'teacher' });
  });

  test('ends with the account, and with the address of the account', async () => {
    const id = await add.person('Kiran', 'teacher');
    real.people.set('kiran-there', { email: 'kiran@office.test', email_verified: true });
    expect(await enter('kiran-there')).toMatchObject({ user_id: id });
    // Another address at the portal: links that the old one made are over.
    await call(accounts.ask_email_change, { uid: id, email_id: 'kiran@new.test' }, asAdmin);
    const asked = await mailed<{ secret: string }>('kiran@new.test', 'email_confirm');
    await call(accounts.decide_email_change, { secret: asked.secret, decision: 'confirmed' });
    expect(await enter('kiran-there')).toMatchObject({ message: 'failed', code: 'openid_unknown' });
    real.people.set('kiran-there', { email: 'kiran@new.test', email_verified: true });
    expect(await enter('kiran-there')).toMatchObject({ user_id: id });
    await run(db)`update people set deleted_at = now() where id = ${id}`;
    expect(await enter('kiran-there')).toMatchObject({ message: 'failed', code: 'openid_unknown' });
  });

  test('gives the role of the role select, or no access', async () => {
    const id = await add.person('Both', 'teacher');
    await run(db)`update people set as_role = 'courseadmin' where id = ${id}`;
    await add.person('Desk', 'coordinator');
    real.people.set('both-there', { email: 'both@office.test', email_verified: true });
    real.people.set('desk-there', { email: 'desk@office.test', email_verified: true });
    expect(await enter('both-there', 'Course Admin')).toMatchObject({
      role: 'courseadmin',
      mainrole: 'teacher',
    });
    expect(await enter('both-there', 'None')).toMatchObject({ role: 'teacher' });
    expect(await enter('desk-there')).toEqual({ status: 200, message: 'failed', code: 'failed' });
  });

  test('ends in the portal, which offers to end it at the service too', async () => {
    await add.person('Uma', 'teacher');
    real.people.set('uma-there', { email: 'uma@office.test', email_verified: true });
    const { token } = await enter('uma-there');
    const { body } = await call(accounts.logout, {}, { headers: { authorization: `Bearer ${token}` } });
    const url = new URL(body.sign_out_url);
    expect(url.origin).toBe(real.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${config.appUrl}/login`);
    expect(await call(accounts.logout, {}, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 401,
    });
  });

  test('offers it after a second step too', async () => {
    const id = await add.person('Vani', 'teacher');
    real.people.set('vani-there', { email: 'vani@office.test', email_verified: true });
    await run(db)`
      insert into code_apps (person_id, sealed_secret, confirmed_at) values (${id}, 'sealed', now())
    `;
    const [code] = await makeRecoveryCodes(db, config.secretKey, id);
    const { back, cookie } = await signIn('vani-there');
    const { body: asked, headers } = await finish(back, cookie);
    expect(asked.message).toBe('second factor needed');
    const browser = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]);
    const second = await call(
      'passkeys.second_factor',
      { challenge: asked.challenge, code },
      { headers: { cookie: browser.join('; ') } },
    );
    const own = { headers: { authorization: `Bearer ${second.body.token}` } };
    expect(new URL((await call(accounts.logout, {}, own)).body.sign_out_url).origin).toBe(real.issuer);
  });

  test('is refused when the person declines there', async () => {
    expect(await enter('nobody-there')).toMatchObject({ message: 'failed', code: 'openid_declined' });
  });
});

describe('an answer that somebody else uses', () => {
  beforeEach(async () => {
    await add.person('Lata', 'teacher').catch(() => undefined);
    real.people.set('lata-there', { email: 'lata@office.test', email_verified: true });
  });

  test('counts once (replay)', async () => {
    const { back, cookie } = await signIn('lata-there');
    const both = await Promise.all([finish(back, cookie), finish(back, cookie)]);
    expect(both.map(({ body }) => body.message).toSorted()).toEqual(['failed', 'success']);
    expect((await finish(back, cookie)).body).toMatchObject({ code: 'openid_over' });
  });

  test('opens nothing in another browser (code injection, stolen address)', async () => {
    const { back, cookie } = await signIn('lata-there');
    expect((await finish(back, '')).body).toMatchObject({ code: 'openid_over' });
    const other = await begin();
    expect((await finish(back, other.cookie)).body).toMatchObject({ code: 'openid_over' });
    // With a state of their own, a thief still lacks the verifier and the nonce of the code.
    const state = other.location.searchParams.get('state');
    expect((await finish({ ...back, state }, other.cookie)).body).toMatchObject({ code: 'openid_wrong' });
    // A made-up answer used nothing up. The code is over at the service, though: it was tried.
    expect((await finish({ ...back, state: 'x'.repeat(43) }, cookie)).body).toMatchObject({
      code: 'openid_over',
    });
  });

  test('signs nobody in to the account of a stranger (fixation, login CSRF)', async () => {
    const attacker = await signIn('lata-there');
    const victim = await begin();
    const before = await sessions();
    expect((await finish(attacker.back, victim.cookie)).body).toMatchObject({ code: 'openid_over' });
    // A planted cookie that no sign-in began is worth nothing.
    expect((await finish(attacker.back, `oi=${'a'.repeat(43)}`)).body).toMatchObject({ code: 'openid_over' });
    expect(await sessions()).toEqual(before);
    // The victim's own sign-in still stands.
    const back = await signInAt(victim.location.href, 'lata-there', returnTo);
    const own = await finish(Object.fromEntries(back.searchParams), victim.cookie);
    expect(own.body).toMatchObject({ message: 'success' });
  });

  test('is over after ten minutes', async () => {
    const { back, cookie } = await signIn('lata-there');
    await run(db)`update openid_attempts set created_at = now() - interval '10 minutes 1 second'`;
    expect((await finish(back, cookie)).body).toMatchObject({ code: 'openid_over' });
  });

  test('of one service does not count for another (mix-up)', async () => {
    const { back, cookie } = await signIn('lata-there');
    expect((await finish({ ...back, service: 'bent' }, cookie)).body).toMatchObject({ code: 'openid_wrong' });
    expect(liar.redeemed).toEqual([]);
    const named = await signIn('lata-there');
    const wrongly = { ...named.back, iss: liar.issuer };
    expect((await finish(wrongly, named.cookie)).body).toMatchObject({ code: 'openid_wrong' });
    const { iss, ...unnamed } = (await signIn('lata-there')).back;
    expect(iss).toBe(real.issuer);
    const { cookie: third, location } = await begin();
    const state = location.searchParams.get('state');
    expect((await finish({ ...unnamed, state }, third)).body).toMatchObject({ code: 'openid_wrong' });
  });

  test('goes to the page of this service alone (redirects)', async () => {
    const { location } = await begin();
    const asked = Object.fromEntries(location.searchParams);
    expect(location.origin).toBe(real.issuer);
    expect(asked).toEqual({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: `${config.appUrl}/openid/school`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    // No input leads elsewhere: what is not declared is not read.
    const planted = { redirect_uri: 'https://evil.test', return_to: '//evil.test', next: '//evil.test' };
    const { body } = await call(openid.begin, { service: 'school', flag: '', ...planted });
    expect(body.location).not.toContain('evil');
    expect((await call(openid.begin, { service: '../x', flag: '' })).status).toBe(400);
  });

  test('has a cookie for this site, this browser and ten minutes', async () => {
    const { headers } = await call(openid.begin, { service: 'school', flag: '' });
    expect(headers['set-cookie']).toMatch(/^oi=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await server.app.inject({
      method: 'POST',
      url: '/api/openid/begin',
      headers: { 'x-forwarded-proto': 'https' },
      payload: { service: 'school', flag: '' },
    });
    expect(secure.statusCode).toBe(200);
  });
});

describe('a service that lies', () => {
  const vouched = { email: 'veda@office.test', email_verified: true };
  beforeEach(async () => {
    await add.person('Veda', 'teacher').catch(() => undefined);
  });
  const withEmail = (honest: Record<string, unknown>) => ({ ...honest, ...vouched });

  test.each<[string, typeof liar.lies]>([
    ['signs nothing (downgrade to none)', { header: { alg: 'none' }, signature: 'none' }],
    ['leaves the signature away', { signature: 'none' }],
    ['signs with a key that it does not publish', { signature: 'foreign' }],
    ['signs with the client secret (downgrade to HS256)', { header: { alg: 'HS256' } }],
    ['answers for another issuer', { claims: (all) => ({ ...withEmail(all), iss: real.issuer }) }],
    ['answers for another client', { claims: (all) => ({ ...withEmail(all), aud: 'other' }) }],
    ['answers for several clients', { claims: (all) => ({ ...withEmail(all), aud: ['portal', 'other'] }) }],
    ['answers with another nonce', { claims: (all) => ({ ...withEmail(all), nonce: 'other' }) }],
    ['answers without a nonce', { claims: (all) => ({ ...withEmail(all), nonce: undefined }) }],
    ['answers with an old token', { claims: (all) => ({ ...withEmail(all), exp: 1_000_000_000 }) }],
    ['answers with a token of tomorrow', { claims: (all) => ({ ...withEmail(all), nbf: 9_999_999_999 }) }],
    ['answers about nobody', { claims: (all) => ({ ...withEmail(all), sub: undefined }) }],
    ['gives no ID token', { token: { id_token: undefined } }],
    ['tells about another person', { userinfo: { sub: 'another', ...vouched } }],
    ['answers with pages', { token: { id_token: 'x'.repeat(400_000) } }],
  ])('and %s signs nobody in', async (_, lies) => {
    const before = { sessions: await sessions(), links: await links() };
    expect(await enterBent('veda-there', lies)).toMatchObject({ message: 'failed', code: 'openid_wrong' });
    expect({ sessions: await sessions(), links: await links() }).toEqual(before);
  });

  test('is believed when all is right, so the refusals above are about the lies', async () => {
    expect(await enterBent('veda-there', { claims: withEmail })).toMatchObject({ message: 'success' });
    expect(await enterBent('veda-there')).toMatchObject({ message: 'success' });
  });

  test('that moved or has new keys is believed at the next sign-in, and asked at most once a minute', async () => {
    expect(await enterBent('veda-there', { claims: withEmail })).toMatchObject({ message: 'success' });
    const read = liar.asks.documents;
    for (let n = 0; n < 3; n += 1) {
      expect(await enterBent('veda-there', { tokenPath: '/moved' })).toMatchObject({ code: 'openid_wrong' });
    }
    expect(liar.asks.documents).toBe(read);
    const [now, later] = [performance.now.bind(performance), 61_000];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    onTestFinished(() => clock.mockRestore());
    expect(await enterBent('veda-there')).toMatchObject({ message: 'success' });
    expect(liar.asks.documents).toBe(read + 1);
    // What follows within a minute does not make the server ask.
    for (let n = 0; n < 3; n += 1) await enterBent('veda-there', { signature: 'foreign' });
    expect(liar.asks.documents).toBe(read + 1);
    Reflect.deleteProperty(liar.lies, 'signature');
    clock.mockImplementation(() => now() + 2 * later);
    await enterBent('veda-there', { tokenPath: '/token' });
    expect(liar.asks.documents).toBe(read + 2);
  });

  test('always gets the verifier of the code, however little it asks for (PKCE downgrade)', async () => {
    liar.redeemed.length = 0;
    await enterBent('veda-there', { document: { code_challenge_methods_supported: undefined } });
    expect(liar.redeemed[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  test('cannot take a second identity into an account, nor one identity into two', async () => {
    expect(await enterBent('veda-there', { claims: withEmail })).toMatchObject({ message: 'success' });
    expect(await enterBent('veda-twin', { claims: withEmail })).toMatchObject({
      code: 'openid_other_identity',
    });
    const link = (await links()).find(({ subject }) => subject === 'veda-there');
    const other = await add.person('Other', 'teacher');
    const twice = run(db)`
      insert into openid_identities (person_id, issuer, subject, email_id)
      values (${other}, ${liar.issuer}, ${link?.subject ?? ''}, 'x@x.test')
    `;
    await expect(twice).rejects.toMatchObject({ constraint: 'openid_identities_subject_unique' });
  });

  test('and two who come at once with one new identity get one link', async () => {
    const id = await add.person('Twin', 'teacher');
    const claims = (all: Record<string, unknown>) => ({
      ...all,
      email: 'twin@office.test',
      email_verified: true,
    });
    const both = await Promise.all([
      enterBent('twin-there', { claims }),
      enterBent('twin-there', { claims }),
    ]);
    expect(both.map(({ user_id }) => user_id)).toEqual([id, id]);
    expect((await links()).filter(({ person_id }) => person_id === id)).toHaveLength(1);
  });

  test('or is away is named to the person, in words', async () => {
    const { location, cookie } = await begin('bent');
    liar.lies.late = 60_000;
    const state = location.searchParams.get('state');
    const { body } = await finish({ service: 'bent', code: 'x', state, iss: liar.issuer }, cookie);
    expect(body).toMatchObject({ message: 'failed', code: 'openid_late' });
    expect(body.error).toContain('did not answer in time');
  });
});

test.each([
  ['https://idp.test', { email_verified: true }, true],
  ['https://idp.test', { email_verified: 1 }, false],
  ['https://idp.test', { xms_edov: true }, false],
  // Administrators of a tenant of Microsoft may write any address, and its documents know no email_verified.
  ['https://login.microsoftonline.com/t/v2.0', { email_verified: true }, false],
  ['https://login.microsoftonline.com/t/v2.0', { xms_edov: true }, true],
  ['https://login.microsoftonline.com/t/v2.0', { xms_edov: '1' }, true],
  ['https://login.microsoftonline.com/t/v2.0', { xms_edov: false }, false],
  ['https://login.microsoftonline.com/t/v2.0', { xms_edov: '0' }, false],
])('%s with %j vouches for the address: %s', (issuer, claims, does) => {
  expect(vouches(issuer, claims)).toBe(does);
});

describe('a service on its first day', () => {
  /** The service was last added or changed then. */
  const changedAgo = (ago: string) =>
    run(db)`update openid_services set updated_at = now() - ${ago}::interval where id = ${school}`;
  const over = { message: 'failed', code: 'openid_too_new' };

  test('links and lets in no account admin without a second factor, and every one after it', async () => {
    const id = await add.person('Chief', 'admin');
    // The other tests save services alone.
    onTestFinished(async () => {
      await run(db)`update people set deleted_at = now() where id = ${id}`;
    });
    await add.person('Guru', 'teacher');
    real.people.set('chief-there', { email: 'chief@office.test', email_verified: true });
    real.people.set('guru-there', { email: 'guru@office.test', email_verified: true });
    await changedAgo('23 hours');
    expect(await enter('chief-there')).toMatchObject(over);
    expect((await links()).some(({ person_id }) => person_id === id)).toBe(false);
    expect(await enter('guru-there')).toMatchObject({ message: 'success' });
    await changedAgo('25 hours');
    expect(await enter('chief-there')).toMatchObject({ message: 'success', user_id: id });
    // Also by an identity that was linked before somebody changed the service.
    await changedAgo('1 minute');
    expect(await enter('chief-there')).toMatchObject(over);
    // A second factor is asked for, which the service cannot know.
    await run(db)`
      insert into code_apps (person_id, sealed_secret, confirmed_at, last_step) values (${id}, 'x', now(), 1)
    `;
    const challenged = await enter('chief-there');
    expect(challenged.code).not.toBe(over.code);
    expect(challenged.token).toBeUndefined();
  });
});

describe('the settings of a service', () => {
  test('never show the secret, and store it sealed', async () => {
    const { body } = await call(openid.get_services, {}, asAdmin);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['bent', 'school']);
    expect(body.return_to).toBe(returnTo);
    expect(JSON.stringify(body)).not.toContain(secret);
    const everywhere = await many<{ row: string }>(db)`
      select row_to_json(k)::text as row from server_keys k
      union all select row_to_json(a)::text from audit_entries a
      union all select row_to_json(s)::text from openid_services s
    `;
    expect(everywhere.length).toBeGreaterThan(4);
    expect(everywhere.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  test('are saved once under a name and an issuer, which stay', async () => {
    expect(codeOf(await call(openid.save_service, service('school', 'https://other.test'), asAdmin))).toBe(
      '409 openid_taken',
    );
    expect(await call(openid.save_service, service('third', real.issuer), asAdmin)).toMatchObject({
      status: 409,
    });
    const moved = { ...service('bent', 'https://other.test'), service_id: bent };
    expect((await call(openid.save_service, moved, asAdmin)).status).toBe(400);
    const bare = service('fourth', 'https://fourth.test', { client_secret: '' });
    expect((await call(openid.save_service, bare, asAdmin)).status).toBe(400);
    for (const issuer of ['http://plain.test', 'https://a@b.test', 'https://a.test/?x', 'javascript:1']) {
      expect((await call(openid.save_service, service('fifth', issuer), asAdmin)).status).toBe(400);
    }
  });

  test('switch a service off at once', async () => {
    const saved = { ...service('bent', liar.issuer), service_id: bent, client_secret: '' };
    const begun = await begin('bent');
    await save({ ...saved, is_enabled: false });
    expect((await call(openid.begin, { service: 'bent', flag: '' })).body).toMatchObject({
      code: 'openid_off',
    });
    const state = begun.location.searchParams.get('state');
    const { body } = await finish({ service: 'bent', state, code: 'x' }, begun.cookie);
    expect(body).toMatchObject({ code: 'openid_off' });
    await save(saved);
  });

  const wrongIn = async (input: object) => {
    const service_id = await save(input);
    const { body } = await call(openid.test_service, { service_id }, asAdmin);
    await call(openid.delete_service, { service_id }, asAdmin);
    const wrong = body.data.findings.filter((each: { is_wrong: boolean }) => each.is_wrong);
    return wrong.map(({ finding }: { finding: string }) => finding);
  };

  test('are tested: the document, the keys, the client id and its secret', async () => {
    const { body } = await call(openid.test_service, { service_id: school }, asAdmin);
    expect(body.data).toEqual({
      works: true,
      findings: ['found', 'keys_found', 'credentials_right', 'names_itself', 'has_sign_out'].map(
        (finding) => ({ finding, is_wrong: false }),
      ),
    });
    await call(openid.delete_service, { service_id: school }, asAdmin);
    expect(await wrongIn(service('a', real.issuer, { client_secret: 'wrong' }))).toEqual([
      'credentials_wrong',
    ]);
    expect(await wrongIn(service('b', `${real.issuer}/nowhere`))).toEqual(['wrong_document']);
    expect(await wrongIn(service('c', `${real.issuer}/`))).toEqual(['other_issuer']);
    expect(await wrongIn(service('d', 'https://127.0.0.1:9'))).toEqual(['unreachable']);
    expect(await wrongIn(service('e', 'https://10.0.0.1'))).toEqual(['unreachable']);
  });

  test('are tested against documents that lack what is needed', async () => {
    const asked = async (document: object) => {
      liar.lies.document = document;
      const { body } = await call(openid.test_service, { service_id: bent }, asAdmin);
      return body.data.findings
        .filter((each: { is_wrong: boolean }) => each.is_wrong)
        .map(({ finding }: { finding: string }) => finding);
    };
    expect(await asked({ response_types_supported: ['token'] })).toEqual(['no_code_flow']);
    expect(await asked({ code_challenge_methods_supported: ['plain'] })).toEqual(['no_pkce']);
    expect(await asked({ scopes_supported: ['openid'] })).toEqual(['no_email']);
    expect(await asked({ jwks_uri: `${liar.issuer}/none` })).toEqual(['no_keys']);
    expect(await asked({ issuer: 'https://evil.test' })).toEqual(['other_issuer']);
  });

  test('of a service that is deleted take its links with them', async () => {
    const before = (await links()).length;
    await call(openid.delete_service, { service_id: bent }, asAdmin);
    expect((await links()).length).toBeLessThan(before);
    expect(await many(db)`select from server_keys where name like 'openid %'`).toEqual([]);
  });
});
