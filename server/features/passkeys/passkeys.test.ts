import { TOTP, Secret } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword, testApp } from '#server/test/app.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { relyingParty } from '../factors/passkey.ts';

const app = await testApp();
const { call, db, config } = app;
const origin = relyingParty(config).origins[0]!;
const at = office(db);

let count = 0;
/** A teacher of their own for each test, with the password of the demo. */
async function newTeacher() {
  const name = `keeper${(count += 1)}`;
  return { id: await at.person(name, 'teacher'), email: `${name}@office.test` };
}

/** A browser keeps its cookies. */
class Browser {
  cookies = new Map<string, string>();
  token = '';

  async send(name: Parameters<typeof call>[0], input: object = {}) {
    const cookie = [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const authorization: Record<string, string> =
      this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
    const answer = await call(name, input, { headers: { cookie, ...authorization } });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(key);
      else this.cookies.set(key, value);
    }
    return answer.body;
  }

  async login(email: string, more: object = {}) {
    const body = await this.send('accounts.login', {
      email_id: email,
      password: demoPassword,
      flag: '',
      ...more,
    });
    if (body.message === 'success') this.token = body.token;
    return body;
  }

  async addPasskey(authenticator = new Authenticator()) {
    const { options } = await this.send('passkeys.begin_passkey');
    const passkey = authenticator.create({ challenge: options.challenge, origin });
    const body = await this.send('passkeys.add_passkey', { name: 'Phone', passkey });
    return { authenticator, body };
  }

  async addApp() {
    const { key } = await this.send('passkeys.begin_code_app');
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    const body = await this.send('passkeys.confirm_code_app', { code: totp.generate() });
    return { totp, body };
  }

  async signInBy(authenticator: Authenticator, more: Partial<Parameters<Authenticator['get']>[0]> = {}) {
    const { options } = await this.send('passkeys.begin_sign_in');
    const passkey = authenticator.get({ challenge: options.challenge, origin, ...more });
    return this.send('passkeys.sign_in', { flag: '', passkey });
  }
}

async function signedIn() {
  const person = await newTeacher();
  const browser = new Browser();
  await browser.login(person.email);
  return { ...person, browser };
}

const mailsTo = async (email: string) =>
  (
    await many<{ kind: string }>(db)`
      select kind from mails where recipient = ${email} and kind = 'factor_news' order by id
    `
  ).map(({ kind }) => kind);
const logged = (id: number) =>
  many<{ kind: string; what: string }>(db)`
    select kind, facts ->> 'what' as what from security_entries
    where person_id = ${id} and kind in ('factor_changed', 'factor_failed') order by id
  `;

beforeEach(() => run(db)`delete from rate_limits`);

describe('a passkey', () => {
  test('signs in alone, in the role of the account, and its session is proved', async () => {
    const { browser, id, email } = await signedIn();
    const { authenticator, body } = await browser.addPasskey();
    expect(body.recovery_codes).toHaveLength(10);
    expect(await mailsTo(email)).toEqual(['factor_news']);
    expect(await logged(id)).toEqual([{ kind: 'factor_changed', what: 'passkey_added' }]);
    const other = new Browser();
    const entered = await other.signInBy(authenticator);
    expect(entered).toMatchObject({ message: 'success', user_id: id, role: 'teacher' });
    other.token = entered.token;
    expect((await other.send('passkeys.begin_passkey')).message).toBe('success');
  });

  test('is refused without its user, for another site, and with a changed signature', async () => {
    const { browser } = await signedIn();
    const { authenticator } = await browser.addPasskey();
    for (const wrong of [{ isVerified: false }, { origin: 'https://evil.test' }, { rpId: 'evil.test' }]) {
      expect((await new Browser().signInBy(authenticator, wrong)).code).toBe('passkey_refused');
    }
    const guest = new Browser();
    const { options } = await guest.send('passkeys.begin_sign_in');
    const passkey = authenticator.get({ challenge: options.challenge, origin });
    const signature = new Authenticator().get({ challenge: options.challenge, origin }).response.signature;
    const forged = { ...passkey, response: { ...passkey.response, signature } };
    expect((await guest.send('passkeys.sign_in', { flag: '', passkey: forged })).code).toBe(
      'passkey_refused',
    );
  });

  test('answers a challenge once, in the browser that asked, within five minutes', async () => {
    const { browser } = await signedIn();
    const { authenticator } = await browser.addPasskey();
    const guest = new Browser();
    const { options } = await guest.send('passkeys.begin_sign_in');
    const passkey = authenticator.get({ challenge: options.challenge, origin });
    const elsewhere = new Browser();
    await elsewhere.send('passkeys.begin_sign_in');
    expect((await elsewhere.send('passkeys.sign_in', { flag: '', passkey })).code).toBe('passkey_refused');
    expect((await guest.send('passkeys.sign_in', { flag: '', passkey })).message).toBe('success');
    const replay = authenticator.get({ challenge: options.challenge, origin });
    expect((await guest.send('passkeys.sign_in', { flag: '', passkey: replay })).code).toBe(
      'passkey_refused',
    );

    const late = await guest.send('passkeys.begin_sign_in');
    await run(db)`update factor_challenges set expires_at = now()`;
    const tooLate = authenticator.get({ challenge: late.options.challenge, origin });
    expect((await guest.send('passkeys.sign_in', { flag: '', passkey: tooLate })).code).toBe(
      'passkey_refused',
    );
  });

  test('that is copied is refused, and its owner gets a mail', async () => {
    const { browser, id, email } = await signedIn();
    const { authenticator } = await browser.addPasskey();
    const guest = new Browser();
    expect((await guest.signInBy(authenticator, { count: 7 })).message).toBe('success');
    for (const copy of [7, 3, 0]) {
      expect((await guest.signInBy(authenticator, { count: copy })).code).toBe('passkey_refused');
    }
    expect((await guest.signInBy(authenticator, { count: 8 })).message).toBe('success');
    expect(await mailsTo(email)).toEqual(Array.from({ length: 4 }, () => 'factor_news'));
    expect((await logged(id)).slice(1).map(({ what }) => what)).toEqual(
      Array.from({ length: 3 }, () => 'passkey_copied'),
    );
    // A count that somebody sends without the key is no copy.
    const { options } = await guest.send('passkeys.begin_sign_in');
    const stranger = {
      ...new Authenticator().get({ challenge: options.challenge, origin, count: 1 }),
      id: authenticator.id,
      rawId: authenticator.id,
    };
    await guest.send('passkeys.sign_in', { flag: '', passkey: stranger });
    expect(await mailsTo(email)).toHaveLength(4);
  });

  test('of another person proves nothing, and is added to no second account', async () => {
    const mine = await signedIn();
    const theirs = await signedIn();
    const { authenticator } = await theirs.browser.addPasskey();
    await mine.browser.addPasskey();
    expect((await mine.browser.addPasskey(authenticator)).body.code).toBe('passkey_known');
    const { options } = await mine.browser.send('passkeys.begin_proof');
    const passkey = authenticator.get({ challenge: options.challenge, origin });
    expect((await mine.browser.send('passkeys.prove', { passkey })).code).toBe('passkey_refused');
    const begun = await mine.browser.send('passkeys.begin_passkey');
    const stolen = new Authenticator().create({ challenge: begun.options.challenge, origin });
    // The challenge was made for somebody else.
    expect((await theirs.browser.send('passkeys.add_passkey', { name: 'X', passkey: stolen })).code).toBe(
      'passkey_refused',
    );
    const list = (await theirs.browser.send('passkeys.get_factors')).data.passkeys;
    expect(list).toHaveLength(1);
    const [{ passkey_id }] = list;
    expect((await mine.browser.send('passkeys.delete_passkey', { passkey_id })).code).toBe('not_found');
  });

  test('of an account that was deleted, or whose role is not held, opens nothing', async () => {
    const { browser, id } = await signedIn();
    const { authenticator } = await browser.addPasskey();
    const guest = new Browser();
    const { options } = await guest.send('passkeys.begin_sign_in');
    const passkey = authenticator.get({ challenge: options.challenge, origin });
    expect((await guest.send('passkeys.sign_in', { flag: 'courseadmin', passkey })).code).toBe('failed');
    await run(db)`update people set deleted_at = now() where id = ${id}`;
    expect((await guest.signInBy(authenticator)).code).toBe('passkey_refused');
  });
});

describe('the second step', () => {
  test('follows the password of somebody with a factor: no token before it', async () => {
    const { browser, email } = await signedIn();
    const { authenticator } = await browser.addPasskey();
    const guest = new Browser();
    const asked = await guest.login(email);
    expect(asked).toMatchObject({ code: 'second_factor_needed', ways: ['passkey', 'recovery_code'] });
    expect(asked).not.toHaveProperty('token');
    const passkey = authenticator.get({ challenge: asked.challenge, origin });
    const stolen = new Browser();
    await stolen.send('passkeys.begin_sign_in');
    expect((await stolen.send('passkeys.second_factor', { challenge: asked.challenge, passkey })).code).toBe(
      'step_over',
    );
    // A passkey's own sign-in takes no challenge of a second step, and the other way round.
    expect((await guest.send('passkeys.sign_in', { flag: '', passkey })).code).toBe('passkey_refused');
    const entered = await guest.send('passkeys.second_factor', { challenge: asked.challenge, passkey });
    expect(entered).toMatchObject({ message: 'success', role: 'teacher' });
    const again = authenticator.get({ challenge: asked.challenge, origin });
    expect(
      (await guest.send('passkeys.second_factor', { challenge: asked.challenge, passkey: again })).code,
    ).toBe('step_over');
  });

  test('takes each code of the app once, one step early or late, and says when the clock is off', async () => {
    const { browser, id, email } = await signedIn();
    const { totp, body } = await browser.addApp();
    expect(body.recovery_codes).toHaveLength(10);
    const used = totp.generate();
    const guest = new Browser();
    const { challenge } = await guest.login(email);
    const second = (code: string) => guest.send('passkeys.second_factor', { challenge, code });
    expect((await second(used)).code).toBe('wrong_code');
    const at = (minutes: number) => totp.generate({ timestamp: Date.now() + minutes * 60_000 });
    expect((await second(at(-4))).code).toBe('clock_off');
    // The code of the future is not told apart from a wrong one: it will be right.
    expect((await second(at(4))).code).toBe('wrong_code');
    expect((await second(totp.generate({ timestamp: Date.now() + 30_000 }))).message).toBe('success');
    expect((await logged(id)).filter(({ kind }) => kind === 'factor_failed')).toHaveLength(3);
  });

  test('allows five tries, and the budget of sign-ins counts them', async () => {
    const { browser, email } = await signedIn();
    await browser.addApp();
    const guest = new Browser();
    const codes: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { challenge } = await guest.login(email);
      for (let guess = 0; guess < 6; guess += 1) {
        codes.push((await guest.send('passkeys.second_factor', { challenge, code: 'WRONG-CODE-222' })).code);
      }
    }
    expect(codes.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => 'wrong_code'), 'step_over']);
    expect(codes.slice(12)).not.toContain('wrong_code');
  });

  test('takes each recovery code once, and its owner gets a mail', async () => {
    const { browser, email, id } = await signedIn();
    const { body } = await browser.addPasskey();
    const code = body.recovery_codes[0].toLowerCase().replaceAll('-', ' ');
    const guest = new Browser();
    const first = await guest.login(email);
    expect((await guest.send('passkeys.second_factor', { challenge: first.challenge, code })).message).toBe(
      'success',
    );
    const next = await guest.login(email);
    expect((await guest.send('passkeys.second_factor', { challenge: next.challenge, code })).code).toBe(
      'wrong_code',
    );
    expect((await logged(id)).map(({ what }) => what)).toEqual([
      'passkey_added',
      'recovery_code_used',
      'failed',
    ]);
    expect(await mailsTo(email)).toEqual(['factor_news', 'factor_news']);
    expect((await browser.send('passkeys.get_factors')).data.recovery_codes).toBe(9);
  });

  test('is over when the password has changed', async () => {
    const { browser, email, id } = await signedIn();
    const { totp } = await browser.addApp();
    const guest = new Browser();
    const { challenge } = await guest.login(email);
    await run(db)`update people set password_hash = 'another' where id = ${id}`;
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await guest.send('passkeys.second_factor', { challenge, code })).code).toBe('step_over');
  });

  test('is not asked of a browser that was remembered after it, but of one remembered before', async () => {
    const { email, browser } = await signedIn();
    const before = new Browser();
    await before.login(email, { remember: 1 });
    const { authenticator } = await browser.addPasskey();
    const byCookie = (who: Browser) =>
      who.send('accounts.login', { email_id: email, password: '', flag: '', remember: 1 });
    expect((await byCookie(before)).code).toBe('invalid_credentials');
    const { challenge } = await before.login(email, { remember: 1 });
    expect((await byCookie(before)).code).toBe('invalid_credentials');
    const passkey = authenticator.get({ challenge, origin });
    expect((await before.send('passkeys.second_factor', { challenge, passkey })).message).toBe('success');
    const again = await byCookie(before);
    expect(again.message).toBe('success');
    before.token = again.token;
    expect((await before.send('passkeys.begin_passkey')).code).toBe('step_up_needed');
  });
});

describe('a step-up of somebody with a factor', () => {
  test('takes the factor and no password, also where a call asks for the password', async () => {
    const { browser, id } = await signedIn();
    const { totp } = await browser.addApp();
    await run(db)`update sessions set proved_at = null where person_id = ${id}`;
    const prove = (proof: object) => browser.send('passkeys.prove', proof);
    expect((await prove({ password: demoPassword })).code).toBe('factor_wanted');
    const end = { uid: id, session_id: null, password: demoPassword };
    expect((await browser.send('accounts.end_sessions', end)).code).toBe('step_up_needed');
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await prove({ code })).message).toBe('success');
    expect((await browser.send('accounts.end_sessions', end)).message).toBe('success');
    expect((await prove({ code })).code).toBe('wrong_code');
  });
});

describe('an account admin', () => {
  test('resets the factors of a colleague, who gets a mail; the password opens the account again', async () => {
    const { browser, id, email } = await signedIn();
    await browser.addPasskey();
    await browser.addApp();
    const reset = await call('passkeys.reset_factors', { uid: id }, { as: 'admin' });
    expect(reset.body.message).toBe('success');
    expect(await mailsTo(email)).toEqual(['factor_news', 'factor_news', 'factor_news']);
    const entry = sql`
      select person_id, about_person_id from security_entries where kind = 'access_reset' and about_person_id = ${id}
    `;
    expect(await one(db)`${entry}`).toEqual({ person_id: await app.idOf('admin'), about_person_id: id });
    expect((await new Browser().login(email)).message).toBe('success');
  });

  test('does not reset their own', async () => {
    const uid = await app.idOf('admin');
    expect((await call('passkeys.reset_factors', { uid }, { as: 'admin' })).status).toBe(403);
  });
});

test('secrets are stored sealed or hashed, and the last factor takes the recovery codes along', async () => {
  const { browser, id } = await signedIn();
  const { key } = await browser.send('passkeys.begin_code_app');
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const { recovery_codes: codes } = await browser.send('passkeys.confirm_code_app', {
    code: totp.generate(),
  });
  const stored = JSON.stringify([
    await many(db)`select * from code_apps where person_id = ${id}`,
    await many(db)`select encode(code_hmac, 'escape') as code from recovery_codes where person_id = ${id}`,
  ]);
  for (const secret of [key, ...codes]) expect(stored).not.toContain(secret);
  await browser.send('passkeys.remove_code_app');
  expect((await browser.send('passkeys.get_factors')).data).toEqual({
    passkeys: [],
    has_code_app: false,
    recovery_codes: 0,
  });
});
