import { refused } from '#server/http/answers/problem.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { office, refusal } from '../../test/office.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const { app, db, config, call } = await testApp({ database: 'empty', limits: { invitesPerHour: 5 } });
const people = office(db);
const admin = 'vasudha@office.test';
const courseAdmin = 'madhavi@office.test';
await people.person('Vasudha', 'admin');
await people.person('Madhavi', 'courseadmin', { asRole: 'teacher' });
await people.person('Narayana', 'teacher', { asRole: 'courseadmin' });

beforeEach(() => run(db)`delete from rate_limits`);

let newcomers = 0;
const newcomer = () => `new${(newcomers += 1)}@office.test`;
const invite = (email_id: string, role: string, as = admin) =>
  call('accounts.invite', { email_id, role }, { as });

/** Invites somebody and returns the contents of the mailed link. */
async function invited(email_id = newcomer(), role = 'teacher'): Promise<string> {
  expect((await invite(email_id, role)).body).toEqual({ status: 200, message: 'success' });
  const mails = await waitingMails(db, config);
  return mails.findLast(({ to }) => to === email_id)?.data.hash;
}

test('invitations sent at once do not wait for each other’s connections', async () => {
  const inviters = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const name = `Inviter${index}`;
      await people.person(name, 'admin');
      return `${name.toLowerCase()}@office.test`;
    }),
  );
  const answers = await Promise.all(inviters.map((as) => invite(newcomer(), 'teacher', as)));
  expect(answers.map(({ status }) => status)).toEqual(inviters.map(() => 200));
});

const signUp = (more: object = {}) => ({
  email_id: 'whatever@office.test',
  password: 'Quiet-River-7',
  cpassword: 'Quiet-River-7',
  first_name: 'Asha',
  last_name: 'Rao',
  role: 'courseadmin',
  phone_number: null,
  ...more,
});
const register = (more: object) => call('accounts.registration', signUp(more));
const expired = { status: 200, message: 'link expired', code: 'link_expired' };

const accountsOf = (email: string) =>
  many<{ main_role: string; as_role: string | null; fullname: string }>(db)`
    select main_role, as_role, fullname from people where email_id = ${email} and password_hash is not null
  `;

describe('a student who comes to work here', () => {
  test('is asked about, gets an account on their own row, and goes on as a student when it is revoked', async () => {
    const student = await people.person('Geetha', 'student');
    const course = await people.course('Sahasranama', await people.person('Head', 'courseadmin'));
    await people.enrol(student, course, await people.class(course, 'A'));
    const email_id = 'geetha@office.test';
    const asked = await invite(email_id, 'teacher');
    expect([asked.status, asked.body.code, asked.body.people]).toEqual([
      409,
      'invites_student',
      [{ user_id: student, fullname: 'Geetha', place: 'Sahasranama A' }],
    ]);
    // Madhavi does not reach the course, and is not told.
    expect(
      (await call('accounts.invite', { email_id, role: 'teacher', user_id: student }, { as: courseAdmin }))
        .status,
    ).toBe(409);

    const yes = { email_id, role: 'teacher', user_id: student };
    expect((await call('accounts.invite', yes, { as: admin })).status).toBe(200);
    const mails = await waitingMails(db, config);
    const hash_id = mails.findLast(({ to }) => to === email_id)?.data.hash;
    const life = () =>
      many(
        db,
      )`select id, main_role, also_studies, fullname from people where email_id = ${email_id} and deleted_at is null`;
    expect(await life()).toEqual([
      { id: student, main_role: 'teacher', also_studies: true, fullname: 'Geetha' },
    ]);

    const revoked = await call('invitations.revoke_invitation', { uid: student }, { as: admin });
    expect(revoked.status).toBe(200);
    expect(await life()).toEqual([
      { id: student, main_role: 'student', also_studies: false, fullname: 'Geetha' },
    ]);
    expect((await register({ hash_id })).body.message).toBe('failed');
    await call('audit.undo_change', { change_id: Number(revoked.headers['change-id']) }, { as: admin });

    expect((await register({ hash_id, first_name: 'Geetha', last_name: 'Rao' })).body.message).toBe(
      'success',
    );
    expect(await life()).toEqual([
      { id: student, main_role: 'teacher', also_studies: true, fullname: 'Geetha Rao' },
    ]);
    expect(
      await many(db)`select course_id from enrolments where student_id = ${student} and ended_on is null`,
    ).toEqual([{ course_id: course }]);
  });

  test('is nobody of the family, where the office says so', async () => {
    await people.person('Rohan', 'student');
    const email_id = 'rohan@office.test';
    expect(
      (await call('accounts.invite', { email_id, role: 'teacher', user_id: 0 }, { as: admin })).status,
    ).toBe(200);
    expect(await many(db)`select main_role from people where email_id = ${email_id} order by id`).toEqual([
      { main_role: 'student' },
      { main_role: 'teacher' },
    ]);
  });
});

describe('inviting', () => {
  test.each(['admin', 'student', '', 'owner'])('never gives the role %j', async (role) => {
    expect((await invite(newcomer(), role)).status).toBe(400);
  });

  test.each(['', 'asha', 'a@b.org,c@d.org', 'Asha <asha@office.test>', 'a@b.org\r\nBcc: c@d.org'])(
    'refuses %j for an address',
    async (email_id) => expect((await invite(email_id, 'teacher')).status).toBe(400),
  );

  test('an address with an account says so, and gets no mail', async () => {
    const before = await waitingMails(db, config);
    const { status, body } = await invite('MADHAVI@office.test', 'teacher');
    expect([status, body.message]).toEqual([409, 'This email address already has an account']);
    expect(await waitingMails(db, config)).toEqual(before);
  });

  test('ends for an hour after so many, whether they were sent or not', async () => {
    const began = Date.now();
    for (let n = 0; n < 3; n += 1) expect((await invite(newcomer(), 'teacher')).status).toBe(200);
    for (let n = 0; n < 2; n += 1) expect((await invite(courseAdmin, 'teacher')).status).toBe(409);
    const asked = Date.now();
    const { status, body, headers } = await invite(newcomer(), 'teacher');
    expect([status, body.message]).toEqual([429, 'Too many requests, please wait a moment']);
    const ends = Date.parse(body.retry_at);
    expect(ends).toBeGreaterThan(began + 3_600_000 - 1000);
    expect(ends).toBeLessThan(asked + 3_600_000 + 1000);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan((ends - Date.now()) / 1000 - 1);
    expect(seconds).toBeLessThan((ends - asked) / 1000 + 1);
    expect((await invite(newcomer(), 'teacher', courseAdmin)).status).toBe(200);
  });

  test('tells the invited person who invites them, and in which role', async () => {
    const email = newcomer();
    const hash = await invited(email, 'coordinator');
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect((await waitingMails(db, config)).at(-1)).toEqual({
      kind: 'invite',
      to: email,
      data: { role: 'coordinator', hash, invitedBy: 'Vasudha' },
    });
  });

  test('stores nothing that could be used as the link', async () => {
    const hash = await invited();
    const { held } = await one<{ held: boolean }>(db)`
      select exists (select from invites i where i::text like ${`%${hash}%`})
        or exists (select from mails m where m::text like ${`%${hash}%`})
        or exists (select from audit_entries a where a::text like ${`%${hash}%`}) as held
    `;
    expect(held).toBe(false);
  });
});

describe('the link of an invitation', () => {
  const look = async (hash_id: string) => (await call('accounts.getinviting', { hash_id })).body;

  test.each(['', 'nonsense', '../../etc', 'A'.repeat(43)])('%j stands for nothing', async (hash) =>
    expect(await look(hash)).toEqual(expired),
  );

  test('says address and role', async () => {
    const email = newcomer();
    expect(await look(await invited(email, 'courseadmin'))).toEqual({
      status: 200,
      message: 'success',
      email_id: email,
      role: 'courseadmin',
    });
  });

  test('ends after seven days, when a clock is wrong, and with a newer one', async () => {
    const email = newcomer();
    const first = await invited(email);
    const shift = (by: string) =>
      run(db)`
        update invites set created_at = created_at + ${by}::interval, expires_at = expires_at + ${by}::interval
        where email_id = ${email}
      `;
    await shift('-6 days -23 hours');
    expect((await look(first)).message).toBe('success');
    await shift('-2 hours');
    expect(await look(first)).toEqual(expired);
    await shift('8 days');
    expect(await look(first)).toEqual(expired);
    await shift('-1 day');

    const second = await invited(email.toUpperCase());
    expect(await look(first)).toEqual(expired);
    expect((await look(second)).message).toBe('success');
    expect((await register({ hash_id: first })).body).toEqual(refused('invitation_required'));
  });

  test('ends with the account of the inviter', async () => {
    const id = await people.person('Leaving', 'admin');
    const email = newcomer();
    await invite(email, 'teacher', 'leaving@office.test');
    const { hash } = (await waitingMails(db, config)).at(-1)?.data ?? {};
    expect((await look(hash)).message).toBe('success');
    await people.remove('people', id);
    expect(await look(hash)).toEqual(expired);
    expect((await register({ hash_id: hash })).body.error).toBe('Invitation required');
  });
});

describe('signing up', () => {
  test.each([{}, { hash_id: null }, { hash_id: '' }, { hash_id: 'A'.repeat(43) }])(
    'with %j needs an invitation',
    async (more) => expect((await register(more)).body).toEqual(refused('invitation_required')),
  );

  test('refuses bad input, and the invitation stays valid', async () => {
    const email = newcomer();
    const hash_id = await invited(email);
    const refuse = async (more: object) => (await register({ hash_id, ...more })).body;
    expect(await refuse({ cpassword: 'Quiet-River-8' })).toEqual(refused('passwords_differ'));
    expect(await refuse({ password: 'weak', cpassword: 'weak' })).toEqual(refused('registration_rule'));
    expect(await refuse({ password: 'Password1!', cpassword: 'Password1!' })).toEqual(
      refused('easy_password'),
    );
    expect((await refuse({ first_name: ' ' })).status).toBe(400);
    expect((await refuse({ role: 'admin' })).status).toBe(400);
    expect(await accountsOf(email)).toEqual([]);
    expect((await register({ hash_id })).body).toEqual({ status: 200, message: 'success' });
  });

  test('takes address and role from the invitation only', async () => {
    const email = newcomer();
    const hash_id = await invited(email, 'teacher');
    const more = {
      email_id: 'vasudha@office.test',
      role: 'courseadmin',
      mainrole: 'admin',
      as_role: 'admin',
    };
    expect((await register({ hash_id, ...more })).body.message).toBe('success');
    expect(await accountsOf(email)).toEqual([{ main_role: 'teacher', as_role: null, fullname: 'Asha Rao' }]);
    const token = await testBrowser(app).signIn(email, { password: 'Quiet-River-7' });
    expect(token).toMatch(/^s_/);
  });

  test('works once', async () => {
    const email = newcomer();
    const hash_id = await invited(email);
    await register({ hash_id });
    expect((await register({ hash_id })).body).toEqual(refused('invitation_required'));
    expect((await call('accounts.getinviting', { hash_id })).body).toEqual(expired);
  });

  test('with an address that got an account meanwhile says so', async () => {
    const email = newcomer();
    const hash_id = await invited(email);
    await run(db)`
      update people set password_hash = (select password_hash from people where id = 1) where email_id = ${email}
    `;
    expect((await register({ hash_id })).body).toEqual(refused('email_taken'));
  });

  test('twenty times at once with one invitation makes one account', async () => {
    const email = newcomer();
    const hash_id = await invited(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ hash_id })));
    const told = answers.map(({ status, body }) => (status === 200 ? (body.error ?? body.message) : status));
    expect(told.filter((text) => text === 'success')).toHaveLength(1);
    expect(new Set(told)).toEqual(new Set(['success', 'Invitation required']));
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test('a deleted person can be invited and sign up again', async () => {
    const id = await people.person('Returning', 'teacher');
    await people.remove('people', id);
    const hash_id = await invited('returning@office.test', 'courseadmin');
    expect((await register({ hash_id })).body.message).toBe('success');
    expect((await accountsOf('returning@office.test')).map(({ main_role }) => main_role).toSorted()).toEqual([
      'courseadmin',
      'teacher',
    ]);
  });

  test('needs only the cookie that opening the link has set', async () => {
    const email = newcomer();
    const browser = testBrowser(app);
    await browser.call('accounts.getinviting', { hash_id: await invited(email) });
    expect(browser.cookies.has('inv')).toBe(true);
    expect((await browser.call('accounts.registration', signUp())).body.message).toBe('success');
    expect(browser.cookies.has('inv')).toBe(false);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

test('refusals of invitations all look the same', async () => {
  const [unknown, used] = ['A'.repeat(43), await invited()];
  await register({ hash_id: used });
  const answers = await Promise.all(
    [unknown, used].map(async (hash_id) => refusal(await register({ hash_id }))),
  );
  expect(answers[0]).toEqual(answers[1]);
});
