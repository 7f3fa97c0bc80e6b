import { createHook } from 'node:async_hooks';
import { calls } from '@gurukul/contract/index';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Limits } from '../../config.ts';
import { readConfig } from '../../config.ts';
import { many, one, run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import type { TestBrowser } from '../../test/browser.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';
import { secondProcess } from '../../test/second-process.ts';
import { waitingMails } from '../../test/waiting-mails.ts';
import { mostKnown } from './known-browser.ts';

// Strangers who attack the sign-in harm themselves only.

const portal = await testApp({ database: 'empty' });
const { app, db, config } = portal;
const people = office(db);
const { limits: delivered } = readConfig({});

beforeEach(async () => {
  await run(db)`delete from rate_limits`;
  await run(db)`delete from sign_in_alarms`;
});

let persons = 0;
async function person(): Promise<string> {
  const name = `Person${(persons += 1)}`;
  await people.person(name, 'teacher');
  return `${name.toLowerCase()}@office.test`;
}

/** A browser in the network 127.n.n.0. */
const from = (network: number, own = app) =>
  testBrowser(own, { ip: `127.${network >> 8}.${network & 255}.1` });
const owner = 60_000;

const login = (browser: TestBrowser, email_id: string, password: string) =>
  browser.call('accounts.login', { email_id, password });
const wrongly = (browser: TestBrowser, email_id: string) => login(browser, email_id, 'Wrong@2026');
const rightly = (browser: TestBrowser, email_id: string) => login(browser, email_id, demoPassword);
const repeat = async (times: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < times; n += 1) await work(n);
};

const bounded = (limits: Partial<Limits>) =>
  secondProcess(portal, { limits: { ...config.limits, ...limits } });

/** Lets time pass for the counters. */
const pass = (minutes: number) =>
  run(db)`update rate_limits set expire = expire - ${minutes * 60_000}::bigint`;

const linksTo = async (email: string): Promise<string[]> =>
  (await waitingMails(db, config))
    .filter(({ kind, to }) => kind === 'reset_code' && to === email)
    .map(({ data }) => data.grant);
const askForLink = (browser: TestBrowser, email_id: string) =>
  browser.call('accounts.forgetPassword_otp_send', { email_id });
const sent = { status: 200, message: 'We have sent the OTP to your email' };

describe('wrong passwords', () => {
  test('lock out the network they come from, and the owner elsewhere can sign in', async () => {
    const own = await bounded({ loginFailures: 3 });
    const email = await person();
    await repeat(4, () => wrongly(from(1, own), email));
    expect((await rightly(from(1, own), email)).status).toBe(401);
    expect((await rightly(from(owner, own), email)).status).toBe(200);
  });

  test('from many networks are bounded together, known browsers and the mailed link work on', async () => {
    const own = await bounded({ loginFailuresOfAllPerDay: 6 });
    const email = await person();
    const known = from(owner, own);
    await known.signIn(email);
    await repeat(6, (n) => wrongly(from(n, own), email));
    expect((await rightly(from(owner, own), email)).status).toBe(401);
    expect((await rightly(known, email)).status).toBe(200);

    const stranger = from(owner + 1, own);
    expect((await askForLink(stranger, email)).body).toMatchObject(sent);
    const [otp] = await linksTo(email);
    const changed = { email_id: email, otp, new_password: 'Quiet-River-7' };
    expect((await stranger.call('accounts.changepassword_otp', changed)).body.message).toBe('success');
    expect((await login(stranger, email, 'Quiet-River-7')).status).toBe(200);
  });

  test('make one mail a day to the owner, from any number of networks', async () => {
    const own = await bounded({ loginFailures: 2 });
    const email = await person();
    for (const network of [1, 2, 3]) await repeat(3, () => wrongly(from(network, own), email));
    const mails = (await waitingMails(db, config)).filter(({ to }) => to === email);
    expect(mails.map(({ kind }) => kind)).toEqual(['sign_in_blocked']);
  });
});

describe('a link', () => {
  test('comes to the owner while strangers of many networks ask for the same account', async () => {
    const email = await person();
    await repeat(40, (n) => askForLink(from(n >> 1), email));
    const before = await linksTo(email);
    expect(before).toHaveLength(delivered.codeMailsOfAllPerHour);
    // The last one is valid. Ten minutes later it is not, and a new request sends another.
    expect((await askForLink(from(owner), email)).body).toMatchObject(sent);
    expect(await linksTo(email)).toHaveLength(before.length);
    await pass(10.1);
    expect((await askForLink(from(owner), email)).body).toMatchObject(sent);
    const otp = (await linksTo(email)).at(-1);
    expect(before).not.toContain(otp);
    const changed = { email_id: email, otp, new_password: 'Quiet-River-7' };
    expect((await from(owner).call('accounts.changepassword_otp', changed)).body.message).toBe('success');
  });

  test('reaches everybody of a list whose mails strangers used up for the day', async () => {
    const emails = await Promise.all(Array.from({ length: 6 }, () => person()));
    for (const email of emails) await repeat(13, () => askForLink(from(1), email));
    await pass(10.1);
    const before = await Promise.all(emails.map(async (email) => (await linksTo(email)).length));
    for (const email of emails) await askForLink(from(owner), email);
    const after = await Promise.all(emails.map(async (email) => (await linksTo(email)).length));
    expect(after).toEqual(before.map((count) => count + 1));
  });
});

describe('a link from an account admin', () => {
  const admin = 'chief@office.test';
  const sendLink = async (own: typeof app, token: string, uid: number) =>
    from(owner, own).call('accounts.send_reset_link', { uid }, { token });

  test('arrives after any attack, is valid for an hour, and is in the audit trail', async () => {
    const chief = await people.person('Chief', 'admin');
    const email = await person();
    const { uid } = await one<{ uid: number }>(db)`select id as uid from people where email_id = ${email}`;
    await repeat(40, (n) => askForLink(from(n >> 1), email));
    const token = await from(owner).signIn(admin);
    expect((await sendLink(app, token, uid)).body).toEqual({ status: 200, message: 'success' });
    const mail = (await waitingMails(db, config)).findLast(({ to }) => to === email);
    expect(mail).toMatchObject({ kind: 'reset_link', data: { sentBy: 'Chief' } });

    await run(db)`
      update reset_grants
      set created_at = created_at - interval '55 minutes', expires_at = expires_at - interval '55 minutes'
    `;
    const changed = { email_id: email, otp: mail?.data.grant, new_password: 'Quiet-River-7' };
    expect((await from(owner).call('accounts.changepassword_otp', changed)).body.message).toBe('success');
    const trail = await many(db)`
      select person_id, about_person_id from audit_entries
      where call = 'accounts.send_reset_link' and table_name = 'reset_grants'
    `;
    expect(trail).toEqual([{ person_id: chief, about_person_id: uid }]);
  });

  test('is only for admins, for people who can sign in, and as often as the own limit allows', async () => {
    const own = await bounded({ sentLinksPerHour: 2 });
    const email = await person();
    const student = await people.person('Student', 'student');
    const token = await from(owner, own).signIn(admin);
    expect((await sendLink(own, token, student)).status).toBe(404);
    const { uid } = await one<{ uid: number }>(db)`select id as uid from people where email_id = ${email}`;
    expect((await sendLink(own, token, uid)).status).toBe(200);
    expect((await sendLink(own, token, uid)).status).toBe(200);
    const { status, body } = await sendLink(own, token, uid);
    expect([status, Date.parse(body.retry_at) > Date.now()]).toEqual([429, true]);
  });
});

describe('guesses at a code', () => {
  const ask = async (browser: TestBrowser, email: string) => {
    const { body } = await askForLink(browser, email);
    const mails = (await waitingMails(db, config)).filter(({ to }) => to === email);
    return { otp: body.otp, code: mails.findLast(({ kind }) => kind === 'reset_code')?.data.code as string };
  };
  const otherThan = (code: string, by: number) => String((Number(code) + by) % 10_000).padStart(4, '0');
  const verify = async (browser: TestBrowser, email_id: string, otp: string, code: string) =>
    (await browser.call('accounts.forgetPassword_otp_verify', { email_id, otp, code })).body.message;
  const guessWrongly = async (browser: TestBrowser, email: string, times: number) => {
    for (let left = times; left > 0; left -= 3) {
      const { otp, code } = await ask(browser, email);
      for (let n = 1; n <= Math.min(3, left); n += 1) await verify(browser, email, otp, otherThan(code, n));
      await run(db)`delete from rate_limits where key like 'code-mail:%'`;
    }
  };

  test('of one network leave some to the owner elsewhere', async () => {
    const email = await person();
    await guessWrongly(from(1), email, 30);
    const { otp, code } = await ask(from(owner), email);
    expect(await verify(from(owner), email, otp, code)).toBe('success');
  });

  test('of a known browser are counted as well: ten a day, thirty in thirty days', async () => {
    const email = await person();
    const known = from(owner);
    await known.signIn(email);
    await guessWrongly(known, email, 9);
    const last = await ask(known, email);
    expect(await verify(known, email, last.otp, last.code)).toBe('success');
    await guessWrongly(known, email, 3);
    const late = await ask(known, email);
    expect(await verify(known, email, late.otp, late.code)).toBe('failed');

    for (let day = 0; day < 3; day += 1) {
      await run(db)`delete from rate_limits where key like 'wrong-code:day-%'`;
      await guessWrongly(known, email, 10);
    }
    await run(db)`delete from rate_limits where key like 'wrong-code:day-%'`;
    const inTheEnd = await ask(known, email);
    expect(await verify(known, email, inTheEnd.otp, inTheEnd.code)).toBe('failed');
  });
});

describe('many sign-ins from one network', () => {
  test('are those of five hundred teachers on one morning, and not of a thousand in a minute', async () => {
    const own = await bounded({ signInsPerMinute: delivered.signInsPerMinute });
    // Nothing is hashed: the test asks how many get that far.
    const ask = (browser: TestBrowser) => login(browser, 'nobody@office.test', '');
    const office = Array.from({ length: 500 }, () => ask(from(1, own)));
    expect(new Set((await Promise.all(office)).map(({ status }) => status))).toEqual(new Set([401]));
    const crowd = await Promise.all(Array.from({ length: 500 }, () => ask(from(1, own))));
    const refused = crowd.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(400);
    expect(refused[0]?.body).toMatchObject({
      message: 'Too many requests, please wait a moment',
      retry_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(2);
    expect((await ask(from(2, own))).status).toBe(401);
  });

  test('that fail are refused before anything is hashed; known browsers and other networks are not', async () => {
    const own = await bounded({ failedSignInsPerNetworkHour: 5 });
    const email = await person();
    const known = from(1, own);
    await known.signIn(email);
    await repeat(5, (n) => wrongly(from(1, own), `nobody${n}@office.test`));

    let hashes = 0;
    const hook = createHook({ init: (_id, type) => void (hashes += type === 'ARGON2REQUEST' ? 1 : 0) });
    hook.enable();
    // The refusal is the same whether the account exists or not.
    const refusals = [await rightly(from(1, own), email), await wrongly(from(1, own), 'nobody9@office.test')];
    hook.disable();
    expect(hashes).toBe(0);
    expect(refusals.map(({ status }) => status)).toEqual([429, 429]);
    expect((await rightly(known, email)).status).toBe(200);
    expect((await rightly(from(2, own), email)).status).toBe(200);
    await pass(61);
    expect((await rightly(from(1, own), email)).status).toBe(200);
  });

  test('of one /64 are one network', async () => {
    const own = await secondProcess(portal, {
      trustedProxy: ['loopback'],
      limits: { ...config.limits, publicRequestsPerMinute: 60, signInsPerMinute: 60 },
    });
    const of = (address: string, path: string) =>
      own.inject({
        method: 'POST',
        url: `/api/user_details/${path}`,
        headers: { 'x-forwarded-for': address },
        payload: { email_id: 'nobody@office.test', password: '' },
      });
    for (const path of ['getinviting', 'login']) {
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, n) => of(`2001:db8:5:6::${n.toString(16)}`, path)),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(90);
      expect((await of('2001:db8:5:7::1', path)).statusCode).not.toBe(429);
    }
  });
});

describe('a browser that nobody has signed in with', () => {
  /** Every call for anybody, with what a stranger knows. The last one gives a challenge. */
  const knock = async (browser: TestBrowser, email: string) => {
    const names = calls().flatMap(({ name, call }) => (call.who === 'anyone' ? [name] : []));
    const known = { email_id: email, password: '', remember: true, flag: '', service: 'none', state: 'none' };
    for (const name of [...names, 'passkeys.begin_sign_in' as const]) {
      await browser.call(name, { ...known, otp: 'c_none', code: '0000', response: {}, challenge: 'none' });
    }
    expect([...browser.cookies.keys()]).toEqual(['ch']);
    return browser;
  };
  const strangers = (network: number, email: string, own: typeof app) =>
    Promise.all(Array.from({ length: 5 }, () => knock(from(network, own), email)));

  test('has no budget of its own, by whatever it asked before', async () => {
    const own = await bounded({ failedSignInsPerNetworkHour: 5 });
    const email = await person();
    const several = await strangers(1, email, own);
    await run(db)`delete from rate_limits`;
    for (const each of several) await wrongly(each, 'nobody@office.test');
    for (const each of several) expect((await rightly(each, email)).status).toBe(429);

    const told = await Promise.all(
      (await strangers(2, email, own)).map((each, n) => askForLink(each, `nobody${n}@office.test`)),
    );
    const said = told.filter(({ body }) => body.message !== sent.message);
    expect(said.length).toBeLessThanOrEqual(delivered.unknownAddressesPerNetworkHour);

    const narrow = await bounded({ signInsPerMinute: 5 });
    for (const each of several) {
      const late = testBrowser(narrow, { ip: '127.0.1.1', cookies: each.cookies });
      await late.call('accounts.sealing_key');
    }
    const last = testBrowser(narrow, { ip: '127.0.1.1', cookies: several[0]?.cookies ?? new Map() });
    expect((await last.call('accounts.sealing_key')).status).toBe(429);
    expect(
      await many(db)`
        select from known_browsers k join people p on p.id = k.person_id where p.email_id = ${email}
      `,
    ).toEqual([]);
  });

  test('is one whose people have left, have a new password or are suspended, though its cookie is right', async () => {
    const own = await bounded({ failedSignInsPerNetworkHour: 3 });
    const [email, colleague] = [await person(), await person()];
    const known = from(1, own);
    await known.signIn(email);
    await repeat(3, () => wrongly(from(1, own), 'nobody@office.test'));
    expect((await rightly(known.copy(), email)).status).toBe(200);

    await run(db)`update people set suspended_at = now() where email_id = ${email}`;
    expect((await rightly(known, colleague)).status).toBe(429);
    await run(db)`update people set suspended_at = null where email_id = ${email}`;
    expect((await rightly(known, email)).status).toBe(200);
    await run(db)`delete from known_browsers`;
    expect((await rightly(known, email)).status).toBe(429);
  });

  test('takes the place of the one unused longest, so one account names no crowd', async () => {
    const email = await person();
    await run(db)`
      insert into known_browsers (person_id, device_hash, seen_at)
      select p.id, sha256(n::text::bytea), now() - interval '1 day' * n
      from people p, generate_series(1, ${mostKnown}::int) n
      where p.email_id = ${email}
    `;
    await repeat(2, (n) => from(n).signIn(email));
    const rows = await many(db)`
      select from known_browsers k join people p on p.id = k.person_id where p.email_id = ${email}
    `;
    expect(rows).toHaveLength(mostKnown);
  });
});

describe('one password tried on many accounts', () => {
  const alarms = () =>
    many<{ network: string | null; accounts: number; seen_at: string | null }>(db)`
      select network, accounts, seen_at from sign_in_alarms order by id
    `;
  const spray = (network: number, accounts: number, own = app) =>
    repeat(accounts, (n) => wrongly(from(network, own), `sprayed${n}@office.test`));

  test('from one network is an alarm, one while it goes on', async () => {
    const own = await bounded({ sprayedAccountsPerNetworkHour: 4 });
    await spray(1, 3, own);
    await spray(1, 3, own);
    expect(await alarms()).toEqual([]);
    await spray(1, 5, own);
    expect(await alarms()).toEqual([{ network: '127.0.1.0/24', accounts: 5, seen_at: null }]);
    await run(db)`update sign_in_alarms set seen_at = now()`;
    await spray(1, 6, own);
    expect(await alarms()).toEqual([{ network: '127.0.1.0/24', accounts: 6, seen_at: expect.any(String) }]);
  });

  test('is shown to account admins until one of them has seen it', async () => {
    const own = await bounded({ sprayedAccountsPerNetworkHour: 2 });
    await spray(3, 2, own);
    const call = async (name: 'access.get_alarms' | 'access.see_alarm', input = {}) =>
      (await portal.call(name, input, { as: 'chief@office.test' })).body;
    const before = await call('access.get_alarms');
    expect(before).toMatchObject({
      unseen: 1,
      data: [{ network: '127.0.3.0/24', accounts: 2, seen_at: null }],
    });
    await call('access.see_alarm', { alarm_id: before.data[0].alarm_id });
    const after = await call('access.get_alarms');
    expect(after).toMatchObject({ unseen: 0, data: [{ seen_at: expect.any(String), seen_by: 'Chief' }] });
  });

  test('from as many networks is one as well', async () => {
    const own = await bounded({ sprayedAccountsPerNetworkHour: 4, sprayedAccountsOfAllPerHour: 5 });
    await repeat(6, (n) => wrongly(from(n, own), `sprayed${n}@office.test`));
    expect(await alarms()).toEqual([{ network: null, accounts: 6, seen_at: null }]);
  });

  test('is not raised for an office where many people mistype and then sign in', async () => {
    const own = await bounded({ sprayedAccountsPerNetworkHour: 2 });
    await repeat(3, async () => {
      const email = await person();
      await wrongly(from(1, own), email);
      expect((await rightly(from(1, own), email)).status).toBe(200);
    });
    expect(await alarms()).toEqual([]);
  });
});

describe('a browser is known no longer', () => {
  /** Says whether the browser still gets in after wrong passwords of strangers in the same network. */
  const isKnown = async (browser: TestBrowser, email: string, password = demoPassword) => {
    await repeat(2, () => wrongly(from(owner, few), email));
    const { status } = await login(browser, email, password);
    await run(db)`delete from rate_limits`;
    return status === 200;
  };
  const withToken = async (email: string) => {
    const browser = from(owner, few);
    return { browser, token: await browser.signIn(email) };
  };
  let few: typeof app;
  beforeEach(async () => {
    few = await bounded({ loginFailures: 2 });
  });

  test('when the password was changed in another, which stays known', async () => {
    const email = await person();
    const [mine, shared] = [await withToken(email), await withToken(email)];
    expect(await isKnown(shared.browser, email)).toBe(true);
    const change = { old_password: demoPassword, new_password: 'Quiet-River-7' };
    const { body } = await mine.browser.call('accounts.change_password', change, { token: mine.token });
    expect(body.message).toBe('success');
    expect(await isKnown(mine.browser, email, 'Quiet-River-7')).toBe(true);
    expect(await isKnown(shared.browser, email, 'Quiet-River-7')).toBe(false);
  });

  test('when the password was set anew with a mailed link', async () => {
    const email = await person();
    const shared = await withToken(email);
    await askForLink(from(owner, few), email);
    const [otp] = await linksTo(email);
    const owners = from(owner, few);
    await owners.call('accounts.changepassword_otp', { email_id: email, otp, new_password: 'Quiet-River-7' });
    expect(await isKnown(owners, email, 'Quiet-River-7')).toBe(true);
    expect(await isKnown(shared.browser, email, 'Quiet-River-7')).toBe(false);
  });

  test('when the person signs out everywhere else, and other people who use it stay known', async () => {
    const [email, other] = [await person(), await person()];
    const [mine, shared] = [await withToken(email), await withToken(email)];
    await shared.browser.signIn(other);
    const { uid } = await one<{ uid: number }>(db)`select id as uid from people where email_id = ${email}`;
    const all = { uid, password: demoPassword };
    await mine.browser.call('accounts.end_sessions', all, { token: mine.token });
    expect(await isKnown(mine.browser, email)).toBe(true);
    expect(await isKnown(shared.browser, email)).toBe(false);
    expect(await isKnown(shared.browser, other)).toBe(true);
  });
});
