import { messages } from '@gurukul/contract/shared/words/messages';
import { refused } from '#server/http/answers/problem.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { one, run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import type { TestBrowser } from '../../test/browser.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';
import { deliveredMails } from '../../test/outbox.ts';
import { secondProcess } from '../../test/second-process.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const portal = await testApp({ database: 'empty' });
const { app, db, config, call } = portal;
const people = office(db);
await people.person('Vasudha', 'admin');
await people.person('Stranger', 'teacher');

beforeEach(() => run(db)`delete from rate_limits`);

let persons = 0;
/** Every test gets a person of its own, so that no test sees another's changes. */
async function person(role: 'teacher' | 'courseadmin' = 'teacher'): Promise<string> {
  const name = `Person${(persons += 1)}`;
  await people.person(name, role);
  return `${name.toLowerCase()}@office.test`;
}

const stranger = () => testBrowser(app);
const newPassword = 'Quiet-River-7';

const send = async (email_id: string, browser = stranger()) =>
  (await browser.call('accounts.forgetPassword_otp_send', { email_id })).body;
const verify = async (email_id: string, otp: string, code: string, browser = stranger()) =>
  (await browser.call('accounts.forgetPassword_otp_verify', { email_id, otp, code })).body;
const change = async (email_id: string, otp: string, browser = stranger(), new_password = newPassword) =>
  (await browser.call('accounts.changepassword_otp', { email_id, otp, new_password })).body;

/** The newest mail with a code to that address. */
const mailTo = async (email: string): Promise<{ code: string; grant: string; email: string }> =>
  (await waitingMails(db, config)).findLast(({ kind, to }) => kind === 'reset_code' && to === email)?.data;
const mailsTo = async (email: string) =>
  (await waitingMails(db, config)).filter(({ to }) => to === email).map(({ kind }) => kind);

const otherThan = (code: string, by = 1) =>
  String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

async function asked(email: string, browser?: TestBrowser) {
  const { otp } = await send(email, browser);
  return { otp, ...(await mailTo(email)) };
}

let networks = 0;
/** Three from each network, because one network has fewer guesses than all together. */
const guessWrongly = async (email: string, times: number) => {
  for (let left = times; left > 0;) {
    const browser = testBrowser(app, { ip: `127.7.${(networks += 1) % 250}.1` });
    const { otp, code } = await asked(email, browser);
    for (let n = 1; n <= 3 && left > 0; n += 1, left -= 1) {
      await verify(email, otp, otherThan(code, n), browser);
    }
    // The limit of mails is tested elsewhere.
    await run(db)`delete from rate_limits where key like 'code-mail:%'`;
  }
};

const wrong = refused('wrong_otp');
const expired = refused('grant_expired');
const done = { status: 200, message: 'success' };
const sent = {
  status: 200,
  code: 'otp_sent',
  message: 'We have sent the OTP to your email',
  otp: expect.stringMatching(/^c_[\w-]{43}$/),
  digits: 4,
};
const unregistered = { status: 200, code: 'unknown_email', message: 'please enter registered email id' };

const canSignIn = async (email_id: string, password: string, browser = stranger()) =>
  (await browser.call('accounts.login', { email_id, password })).body.message === 'success';

const age = (table: 'reset_challenges' | 'reset_grants', by: string) =>
  db.query(
    `update ${table} set created_at = created_at + $1::interval, expires_at = expires_at + $1::interval`,
    [by],
  );

/** The same provider with other settings. */
const served = (settings: Partial<Config>) => secondProcess(portal, settings);

describe('asking for a code', () => {
  test('answers with a challenge, never with the code', async () => {
    const email = await person();
    const answer = await send(email.toUpperCase());
    expect(answer).toEqual(sent);
    const { code } = await mailTo(email);
    expect(code).toMatch(/^\d{4}$/);
    expect(await verify(email, code, code)).toEqual(wrong);
  });

  test('leaves neither code, challenge nor grant readable in the database', async () => {
    const email = await person();
    const { otp, grant } = await asked(email);
    const { held } = await one<{ held: boolean }>(db)`
      select exists (select from reset_challenges c where c::text like ${`%${otp}%`})
        or exists (select from reset_grants g where g::text like ${`%${grant}%`})
        or exists (select from mails m where m::text like ${`%${grant}%`}) as held
    `;
    expect(held).toBe(false);
  });

  test('says of an address without an account that it is not registered, three times an hour', async () => {
    for (let n = 0; n < 3; n += 1) expect(await send(`nobody${n}@office.test`)).toEqual(unregistered);
    expect(await send('nobody4@office.test')).toEqual(sent);
    expect(await send('nobody1@office.test')).toEqual(sent);
    expect(await send(await person())).toEqual(sent);
    const elsewhere = testBrowser(app, { ip: '127.0.9.1' });
    expect(await send('nobody5@office.test', elsewhere)).toEqual(unregistered);
  });

  test('a neighbour in the same network shares the three', async () => {
    for (let n = 1; n <= 3; n += 1) {
      await send(`nobody${n}@office.test`, testBrowser(app, { ip: `127.0.0.${n}` }));
    }
    expect(await send('nobody4@office.test', testBrowser(app, { ip: '127.0.0.77' }))).toEqual(sent);
  });

  test('a known browser hears it ten times, everybody together thirty times', async () => {
    const browser = stranger();
    await browser.signIn('stranger@office.test');
    for (let n = 0; n < 10; n += 1) expect(await send(`x${n}@office.test`, browser)).toEqual(unregistered);
    expect(await send('x10@office.test', browser)).toEqual(sent);
    for (let n = 0; n < 20; n += 1) {
      const elsewhere = testBrowser(app, { ip: `127.1.${n}.1` });
      expect(await send(`y${n}@office.test`, elsewhere)).toEqual(unregistered);
    }
    expect(await send('z@office.test', testBrowser(app, { ip: '127.2.0.1' }))).toEqual(sent);
  });

  test.each([
    ['a student', 'student'],
    ['a deleted teacher', 'teacher'],
  ] as const)('knows no account of %s', async (_, role) => {
    const name = `Former${role}`;
    const id = await people.person(name, role);
    if (role === 'teacher') await people.remove('people', id);
    expect(await send(`${name.toLowerCase()}@office.test`)).toEqual(unregistered);
  });

  test('in strict mode says the same to everybody', async () => {
    const browser = testBrowser(await served({ enumerationStrict: true }));
    expect(await send('nobody@office.test', browser)).toEqual(sent);
    expect(await send(await person(), browser)).toEqual(sent);
  });

  test('mails five an hour to one account; later requests answer alike and leave the last code good', async () => {
    const email = await person();
    for (let n = 0; n < 4; n += 1) await send(email);
    const { otp, code } = await asked(email);
    for (let n = 0; n < 3; n += 1) expect(await send(email)).toEqual(sent);
    expect(await mailsTo(email)).toHaveLength(5);
    expect((await verify(email, otp, code)).message).toBe('success');
  });

  test('mails twelve a day to one account', async () => {
    const email = await person();
    for (let n = 0; n < 15; n += 1) {
      await send(email);
      await run(db)`
        delete from rate_limits
        where key like 'code-mail:hour-%' or key like 'code-mail:net-%' or key like 'code-mail:all-%'
      `;
    }
    expect(await mailsTo(email)).toHaveLength(12);
  });

  test('mails twenty an hour for one network, and one to each account without a valid link', async () => {
    const emails = await Promise.all(Array.from({ length: 6 }, () => person()));
    for (const email of emails) for (let n = 0; n < 5; n += 1) await send(email);
    const mails = await Promise.all(emails.map(mailsTo));
    expect(mails.map((those) => those.length)).toEqual([5, 5, 5, 5, 1, 1]);
  });

  test('reaches the owner’s own browser when strangers have used the mails up', async () => {
    const email = await person();
    const own = stranger();
    await own.signIn(email);
    for (let n = 0; n < 6; n += 1) await send(email);
    const { otp, code } = await asked(email, own);
    expect((await verify(email, otp, code, own)).message).toBe('success');
  });

  test('may mail six digits', async () => {
    const browser = testBrowser(await served({ otpDigits: 6 }));
    const email = await person();
    expect(await send(email, browser)).toEqual({ ...sent, digits: 6 });
    expect((await mailTo(email)).code).toMatch(/^\d{6}$/);
  });

  test('costs as much for an address without an account as for one with', async () => {
    const statements = watchStatements();
    const workFor = async (email: string) => {
      statements.length = 0;
      expect(await send(email)).toEqual(sent);
      return [...statements];
    };
    for (let n = 0; n < 3; n += 1) await send(`nobody${n}@office.test`);
    const email = await person();
    const [known, unknown] = [await workFor(email), await workFor('nobody@office.test')];
    expect(known.length).toBeGreaterThan(8);
    expect(unknown).toEqual(known);
    // It does not tell them apart either when no more mails go out.
    for (let n = 0; n < 5; n += 1) await Promise.all([send(email), send('nobody@office.test')]);
    expect(await workFor('nobody@office.test')).toEqual(await workFor(email));
  });
});

/** Records every statement from now on. The two ends of a savepoint count as one. */
function watchStatements(): string[] {
  const seen: string[] = [];
  const watched = new WeakSet<object>();
  db.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        const [first] = args as [string | { text: string }];
        const text = typeof first === 'string' ? first : first.text;
        seen.push(text.endsWith('savepoint before_mail') && !text.startsWith('savepoint') ? 'end' : text);
        return query(...args);
      },
    });
  });
  return seen;
}

describe('entering the code', () => {
  test('the right one gives a grant, once', async () => {
    const email = await person();
    const { otp, code } = await asked(email);
    expect(await verify(email, otp, code)).toEqual({
      ...done,
      otp: expect.stringMatching(/^g_[\w-]{43}$/),
    });
    expect(await verify(email, otp, code)).toEqual(wrong);
  });

  test('a wrong one, another address or another challenge give nothing', async () => {
    const [email, other] = [await person(), await person()];
    const [mine, theirs] = [await asked(email), await asked(other)];
    expect(await verify(email, mine.otp, otherThan(mine.code))).toEqual(wrong);
    expect(await verify(other, mine.otp, mine.code)).toEqual(wrong);
    expect(await verify(email, theirs.otp, mine.code)).toEqual(wrong);
    expect(await verify(email, 'c_nonsense', mine.code)).toEqual(wrong);
    expect((await verify(email, mine.otp, mine.code)).message).toBe('success');
  });

  test('costs as much for an address without an account as for one with', async () => {
    for (let n = 0; n < 3; n += 1) await send(`nobody${n}@office.test`);
    const statements = watchStatements();
    const email = await person();
    await asked(email);
    const workFor = async (address: string) => {
      const work: string[][] = [];
      for (let left = 0; left < 8; left += 1) {
        const { otp } = await send(address);
        const guess = otherThan((await mailTo(email)).code);
        statements.length = 0;
        expect(await verify(address, otp, guess)).toEqual(wrong);
        work.push([...statements]);
        await run(db)`delete from rate_limits where key like 'code-mail:%'`;
      }
      return work;
    };
    const known = await workFor(email);
    expect(known[0]!.length).toBeGreaterThan(5);
    // The day's guesses run out for both in the same way.
    expect(known.at(-1)!.length).toBeLessThan(known[0]!.length);
    expect(await workFor('nobody@office.test')).toEqual(known);
  });

  test('guesses at addresses without an account pause nothing', async () => {
    const strict = testBrowser(await served({ enumerationStrict: true }));
    for (let n = 0; n < 20; n += 1) {
      const email = `nobody${n}@office.test`;
      const { otp } = await send(email, strict);
      for (const code of ['0001', '0002', '0003']) await verify(email, otp, code);
    }
    const { points } = await one<{ points: number }>(db)`
      select points from rate_limits where key = 'wrong-code:all'
    `;
    expect(points).toBe(0);
  });

  test('for an address without an account every code is wrong', async () => {
    const strict = testBrowser(await served({ enumerationStrict: true }));
    const { otp } = await send('nobody@office.test', strict);
    for (const code of ['0000', '1234', '9999', '0042']) {
      expect(await verify('nobody@office.test', otp, code)).toEqual(wrong);
    }
  });

  test('three wrong ones end it, also for the right one', async () => {
    const email = await person();
    const { otp, code } = await asked(email);
    for (let n = 1; n <= 3; n += 1) await verify(email, otp, otherThan(code, n));
    expect(await verify(email, otp, code)).toEqual(wrong);
  });

  test('of two hundred at once the server checks no more than three', async () => {
    const email = await person();
    const { otp, code } = await asked(email);
    const guesses = Array.from({ length: 200 }, (_, n) => otherThan(code, 1 + (n % 9998)));
    const answers = await Promise.all(guesses.map((guess) => verify(email, otp, guess)));
    expect(answers.filter(({ status }) => status === 200).every(({ error }) => error === 'Invalid OTP')).toBe(
      true,
    );
    const { attempts } = await one<{ attempts: number }>(db)`
      select attempts from reset_challenges where lower(email_id) = ${email}
    `;
    const { points } = await one<{ points: number }>(db)`
      select points from rate_limits where key = 'wrong-code:all'
    `;
    expect([attempts, points]).toEqual([3, 3]);
    expect(await verify(email, otp, code)).toEqual(wrong);
  });

  test('a newer code ends the older one', async () => {
    const email = await person();
    const [first, second] = [await asked(email), await asked(email)];
    expect(await verify(email, first.otp, first.code)).toEqual(wrong);
    expect((await verify(email, second.otp, second.code)).message).toBe('success');
  });

  test.each(['-10 minutes', '1 minute'])('a code moved by %s in time is none', async (by) => {
    const email = await person();
    const { otp, code } = await asked(email);
    await age('reset_challenges', by);
    expect(await verify(email, otp, code)).toEqual(wrong);
  });

  test('six wrong ones a day and twenty a month end codes for strangers, not for the owner’s browser', async () => {
    const email = await person();
    const own = stranger();
    await own.signIn(email);
    await guessWrongly(email, 6);
    const unlucky = await asked(email);
    expect(await verify(email, unlucky.otp, unlucky.code)).toEqual(wrong);
    const known = await asked(email, own);
    expect((await verify(email, known.otp, known.code, own)).message).toBe('success');

    for (let day = 1; day <= 3; day += 1) {
      await run(db)`delete from rate_limits where key like 'wrong-code:day-%'`;
      await guessWrongly(email, 6);
    }
    await run(db)`delete from rate_limits where key like 'wrong-code:day-%'`;
    const { otp, code } = await asked(email);
    expect(await verify(email, otp, code)).toEqual(wrong);
  });

  test('right ones are not counted', async () => {
    const email = await person();
    for (let n = 0; n < 8; n += 1) {
      const { otp, code } = await asked(email);
      expect((await verify(email, otp, code)).message).toBe('success');
      await run(db)`delete from rate_limits where key like 'code-mail:%'`;
    }
  });
});

describe('when fifty wrong codes have come in a day', () => {
  const paused = async () =>
    (await call('accounts.get_user_profile', { uid: await adminId() }, { as: 'vasudha@office.test' })).body
      .data[0].codes_paused;
  const adminId = async () =>
    (await one<{ id: number }>(db)`select id from people where email_id = 'vasudha@office.test'`).id;
  const guessWildly = async (times: number) => {
    for (let left = times; left > 0; left -= 6) await guessWrongly(await person(), Math.min(6, left));
  };

  test('codes pause for strangers until the admin releases them', async () => {
    await guessWildly(49);
    expect(await paused()).toBe(false);
    await guessWildly(1);
    expect(await paused()).toBe(true);

    const email = await person();
    const { otp, code } = await asked(email);
    expect(await verify(email, otp, code)).toEqual(wrong);
    // A day later they are still off, because an admin has to look first.
    await run(db)`update rate_limits set expire = expire - 86400000`;
    expect(await paused()).toBe(true);

    const refused = await call('accounts.release_codes', {}, { as: 'stranger@office.test' });
    expect(refused.status).toBe(403);
    const released = await call('accounts.release_codes', {}, { as: 'vasudha@office.test' });
    expect(released.body).toEqual(done);
    expect(await paused()).toBe(false);
    const next = await asked(email);
    expect((await verify(email, next.otp, next.code)).message).toBe('success');
    const { count } = await one<{ count: number }>(db)`
      select count(*) as count from audit_entries where call = 'accounts.release_codes'
    `;
    expect(count).toBe(1);
  });

  test('the owner’s browser and the mailed link still work', async () => {
    const [email, other] = [await person(), await person()];
    const own = stranger();
    await own.signIn(email);
    await guessWildly(50);
    const { otp, code } = await asked(email, own);
    expect((await verify(email, otp, code, own)).message).toBe('success');
    const { grant } = await asked(other);
    expect(await change(other, grant)).toEqual(done);
  });

  test('the fiftieth, if it is right, pauses nothing', async () => {
    await guessWildly(49);
    const email = await person();
    const { otp, code } = await asked(email);
    expect((await verify(email, otp, code)).message).toBe('success');
    expect(await paused()).toBe(false);
  });

  test('nobody but an admin learns whether codes are paused', async () => {
    const { body } = await call(
      'accounts.get_user_profile',
      { uid: (await one<{ id: number }>(db)`select id from people where first_name = 'Stranger'`).id },
      { as: 'stranger@office.test' },
    );
    expect(body.data[0]).not.toHaveProperty('codes_paused');
    expect(body.data[0]).toMatchObject({ role: 'teacher', mainrole: 'teacher' });
  });
});

describe('setting the new password', () => {
  const granted = async (email: string) => {
    const { otp, code } = await asked(email);
    return (await verify(email, otp, code)).otp as string;
  };

  test('without a grant is bad input; with a code, a challenge or nonsense it has expired', async () => {
    const email = await person();
    const old = await call('accounts.changepassword_otp', { email_id: email, new_password: newPassword });
    expect(old.status).toBe(400);
    const { otp, code } = await asked(email);
    for (const grant of [otp, code, 'g_nonsense']) expect(await change(email, grant)).toEqual(expired);
    expect(await canSignIn(email, demoPassword)).toBe(true);
  });

  test('works once, with the code’s grant as with the link’s', async () => {
    for (const how of ['code', 'link']) {
      const email = await person();
      const grant = how === 'code' ? await granted(email) : (await asked(email)).grant;
      expect(await change(email, grant)).toEqual(done);
      expect(await change(email, grant)).toEqual(expired);
      expect([await canSignIn(email, demoPassword), await canSignIn(email, newPassword)]).toEqual([
        false,
        true,
      ]);
    }
  });

  test('is only for the address that the grant was made for', async () => {
    const [email, other] = [await person(), await person()];
    const grant = await granted(email);
    expect(await change(other, grant)).toEqual(expired);
    expect(await canSignIn(other, demoPassword)).toBe(true);
    expect(await change(email.toUpperCase(), grant)).toEqual(done);
  });

  test.each(['-10 minutes', '1 minute'])('a grant moved by %s in time opens nothing', async (by) => {
    const email = await person();
    const grant = await granted(email);
    await age('reset_grants', by);
    expect(await change(email, grant)).toEqual(expired);
  });

  test('obeys the rules, and a refused password leaves the grant good', async () => {
    const email = await person();
    const grant = await granted(email);
    const refuse = async (password: string) => (await change(email, grant, stranger(), password)).error;
    expect(await refuse('short1!')).toBe(messages.password_rule);
    expect(await refuse('no-digit-here')).toBe(messages.password_rule);
    expect(await refuse('Password1!')).toBe(messages.easy_password);
    expect(await change(email, grant)).toEqual(done);
  });

  test('ends everything the old password had opened, tells the owner and signs nobody in', async () => {
    const email = await person();
    const browser = stranger();
    const token = await browser.signIn(email, { remember: 1 });
    const uid = (await one<{ id: number }>(db)`select id from people where email_id = ${email}`).id;
    const [first, grant] = [await asked(email), await granted(email)];
    const link = (await mailTo(email)).grant;
    const answer = await change(email, grant);
    expect(answer).toEqual(done);

    expect((await browser.call('accounts.get_user_profile', { uid }, { token })).status).toBe(401);
    const dots = { email_id: email, password: '', remember: 1 };
    expect((await browser.call('accounts.login', dots)).status).toBe(401);
    expect(await verify(email, first.otp, first.code)).toEqual(wrong);
    expect(await change(email, link)).toEqual(expired);
    expect((await mailsTo(email)).at(-1)).toBe('password_changed');
  });

  test('two resets at once: one wins', async () => {
    const email = await person();
    const link = (await asked(email)).grant;
    const grant = await granted(email);
    const passwords = ['Quiet-River-7', 'Green-Forest-8'];
    const answers = await Promise.all(
      [link, grant].map((one, n) => change(email, one, stranger(), passwords[n])),
    );
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['failed', 'success']);
    const winner = answers.findIndex(({ message }) => message === 'success');
    expect(await canSignIn(email, passwords[winner]!)).toBe(true);
    expect(await canSignIn(email, passwords[1 - winner]!)).toBe(false);
    expect((await mailsTo(email)).filter((kind) => kind === 'password_changed')).toHaveLength(1);
  });

  test('the same grant ten times at once works once', async () => {
    const email = await person();
    const grant = await granted(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(email, grant)));
    expect(answers.filter(({ message }) => message === 'success')).toHaveLength(1);
  });

  test('lets the owner in at once, though strangers had locked the account', async () => {
    const email = await person();
    const wrongly = { email_id: email, password: 'Wrong@2026' };
    for (let n = 0; n < 10; n += 1) await stranger().call('accounts.login', wrongly);
    expect(await canSignIn(email, demoPassword)).toBe(false);
    const browser = stranger();
    await change(email, (await asked(email)).grant, browser);
    expect(await canSignIn(email, newPassword, browser)).toBe(true);
    expect(await canSignIn(email, newPassword)).toBe(false);
  });
});

test('the mailed link leads to the page with grant and address', async () => {
  const email = await person();
  await run(db)`update mails set sealed = null, sent_at = now() where sent_at is null`;
  await run(db)`delete from pgboss.job_common`;
  await send(email);
  const { grant, code } = await mailTo(email);
  const [mail] = await deliveredMails({ config, db });
  expect(mail?.to).toBe(email);
  expect(mail?.text).toContain(code);
  expect(mail?.links).toEqual([
    `${config.appUrl}/forgotpassword#${grant}&email=${encodeURIComponent(email)}`,
  ]);
  expect(await change(email, grant)).toEqual(done);
});
