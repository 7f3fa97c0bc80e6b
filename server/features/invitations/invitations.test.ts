import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '#server/http/answers/problem.ts';
import { sweepExpired } from '#server/http/limits/sweep.ts';
import { testApp } from '#server/test/app.ts';
import { testBrowser } from '#server/test/browser.ts';
import { codeOf, office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const { app, db, config, call } = await testApp({ database: 'empty' });
const add = office(db);
const admin = 'admin@office.test';
const own = 'own@office.test';
const other = 'other@office.test';
const adminId = await add.person('Admin', 'admin');
const ownId = await add.person('Own', 'courseadmin');
await add.person('Other', 'courseadmin');
const courseId = await add.course('Gita', ownId);
const classId = await add.class(courseId, 'Evening');
const slotId = await add.slot(courseId, classId);

beforeEach(() => run(db)`delete from rate_limits`);

let count = 0;
const newcomer = () => `someone${(count += 1)}@office.test`;
const invite = (email_id: string, role = 'teacher', as = admin) =>
  call('accounts.invite', { email_id, role }, { as });
const linkOf = async (email: string): Promise<string> =>
  (await waitingMails(db, config)).findLast(({ to, kind }) => to === email && kind === 'invite')?.data.hash;
const listed = async (as = admin) => (await call('invitations.get_invitations', {}, { as })).body.data;
const rowOf = async (email: string, as = admin) =>
  (await listed(as)).find((each: { email_id: string }) => each.email_id === email);

/** Invites somebody and returns their address, id and link. */
async function invited(role = 'teacher', as = admin) {
  const email = newcomer();
  expect((await invite(email, role, as)).status).toBe(200);
  return { email, uid: (await rowOf(email)).user_id as number, hash: await linkOf(email) };
}
const resend = (uid: number, as = admin) => call('invitations.resend_invitation', { uid }, { as });
const revoke = (uid: number, as = admin) => call('invitations.revoke_invitation', { uid }, { as });
const lookAt = async (hash_id: string) => (await call('accounts.getinviting', { hash_id })).body.message;
const password = 'Quiet-River-7';
const register = (hash_id: string) =>
  call('accounts.registration', {
    email_id: 'any@office.test',
    password,
    cpassword: password,
    first_name: 'Asha',
    last_name: 'Rao',
    role: 'teacher',
    phone_number: null,
    hash_id,
  });
const teach = async (uid: number, as = admin, by = adminId) => {
  await call('assignments.course_assign', { assigned_by: by, course_id: courseId, user_id: uid }, { as });
  return call(
    'assignments.add_teacher_to_class',
    { course_id: courseId, user_id: uid, assigned_by: by, id: slotId },
    { as },
  );
};

describe('an invited person', () => {
  test('can be given a course and a class at once, and signs up as the same person', async () => {
    const teacher = await invited();
    const names = await call('people.get_teacher_bycourse', { courseId }, { as: own });
    expect(names.body.data).toContainEqual(
      expect.objectContaining({ user_id: teacher.uid, email_id: teacher.email, pending: true }),
    );
    expect((await teach(teacher.uid)).status).toBe(200);

    const courseAdmin = await invited('courseadmin');
    const choices = await call('people.get_course_admin_names', {}, { as: admin });
    expect(choices.body.data.data).toContainEqual({
      user_id: courseAdmin.uid,
      fullname: courseAdmin.email.split('@')[0],
      pending: true,
    });
    const course = await call(
      'courses.add_course',
      {
        course_name: 'Veda',
        course_image: '/defaults/course.svg',
        courseadmin_id: courseAdmin.uid,
        course_duration: 'yearly',
        start_date: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
        course_description: '<p>a</p>',
        what_we_learn: '<p>a</p>',
        note: '<p>a</p>',
        price: '',
        user_id: adminId,
      },
      { as: admin },
    );
    expect(course.status).toBe(200);
    expect(await rowOf(courseAdmin.email)).toMatchObject({ courses: 1, slots: 0 });
    expect(await rowOf(teacher.email)).toMatchObject({ courses: 0, slots: 1, state: 'open', mail: 'queued' });

    expect((await register(teacher.hash)).body.message).toBe('success');
    const people = sql`select id, fullname, main_role from people where email_id = ${teacher.email}`;
    expect(await many(db)`${people}`).toEqual([
      { id: teacher.uid, fullname: 'Asha Rao', main_role: 'teacher' },
    ]);
    expect(await rowOf(teacher.email)).toBeUndefined();
    const browser = testBrowser(app);
    const token = await browser.signIn(teacher.email, { password });
    const schedule = await browser.call(
      'schedule.teacher_schedule',
      { uid: teacher.uid, courseId: 0 },
      { token },
    );
    expect(JSON.stringify(schedule.body)).toContain('Evening');
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${slotId} and ended_at is null`;
  });

  test('cannot sign in, by any password or none', async () => {
    const { email } = await invited();
    for (const tried of [password, ' ', 'null', email]) {
      expect(codeOf(await call('accounts.login', { email_id: email, password: tried }))).toBe(
        '401 invalid_credentials',
      );
    }
    const remembered = await call('accounts.login', { email_id: email, password: '', remember: 1 });
    expect(remembered.status).toBe(401);
  });

  test('gets no code, no link and no other address, and a grant opens nothing', async () => {
    const { email, uid } = await invited();
    const before = (await waitingMails(db, config)).length;
    const { body } = await call('accounts.forgetPassword_otp_send', { email_id: email });
    expect(body.code).toBe('unknown_email');
    expect((await call('accounts.send_reset_link', { uid }, { as: admin })).status).toBe(404);
    const moved = { uid, email_id: newcomer() };
    expect((await call('accounts.ask_email_change', moved, { as: admin })).status).toBe(404);
    expect((await waitingMails(db, config)).length).toBe(before);
    await run(db)`
      insert into reset_grants (grant_hash, person_id, expires_at)
      values (${createHash('sha256').update('g_forged').digest()}, ${uid}, now() + interval '1 hour')
    `;
    const set = await call('accounts.changepassword_otp', {
      email_id: email,
      new_password: password,
      otp: 'g_forged',
    });
    expect(set.body.code).toBe('grant_expired');
  });

  test('is not counted among teachers before they have signed up', async () => {
    const figures = async () =>
      (await call('dashboards.admin_dashboard', { uid: adminId }, { as: admin })).body.data.total_teachers;
    const before = await figures();
    const { hash } = await invited();
    expect(await figures()).toBe(before);
    await register(hash);
    expect(await figures()).not.toBe(before);
  });
});

describe('a link', () => {
  test('ends when it is revoked, and comes back with the undo', async () => {
    const { email, uid, hash } = await invited();
    await teach(uid);
    const { body, headers } = await revoke(uid);
    expect(body).toEqual({ status: 200, message: 'success', open_courses: 0, open_slots: 1 });
    expect(await lookAt(hash)).toBe('link expired');
    expect((await register(hash)).body).toEqual(refused('invitation_required'));
    expect(await rowOf(email)).toBeUndefined();
    const change = { change_id: Number(headers['change-id']) };
    expect((await call('audit.undo_change', change, { as: admin })).status).toBe(200);
    expect(await rowOf(email)).toMatchObject({ state: 'open', slots: 1 });
    expect((await register(hash)).body.message).toBe('success');
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${slotId} and ended_at is null`;
  });

  test('that is sent again ends the one before', async () => {
    const { email, uid, hash } = await invited();
    expect((await resend(uid)).status).toBe(200);
    expect(await lookAt(hash)).toBe('link expired');
    expect(await lookAt(await linkOf(email))).toBe('success');
  });

  test('that has expired opens nothing; the person stays in the list for another', async () => {
    const { email, uid, hash } = await invited('courseadmin');
    await run(db)`
      update invites set created_at = created_at - interval '60 days', expires_at = expires_at - interval '60 days'
      where person_id = ${uid}
    `;
    await sweepExpired(db, config.limits);
    expect(await lookAt(hash)).toBe('link expired');
    expect((await register(hash)).body).toEqual(refused('invitation_required'));
    expect(await rowOf(email)).toMatchObject({ state: 'expired', invited_by: 'Admin' });
    await resend(uid);
    expect(await rowOf(email)).toMatchObject({ state: 'open' });
  });

  test('of the version before, which made no row, still opens an account', async () => {
    const { uid, hash } = await invited();
    await run(db)`update people set deleted_at = now() where id = ${uid}`;
    await run(db)`update invites set person_id = null where person_id = ${uid}`;
    expect((await register(hash)).body.message).toBe('success');
  });

  test('ends when the row is deleted as a teacher', async () => {
    const { uid, hash } = await invited();
    await call('people.delete_teacher', { teacher_id: uid, user_id: adminId }, { as: admin });
    expect((await register(hash)).body).toEqual(refused('invitation_required'));
  });

  test('to an address that the row no longer has opens nothing', async () => {
    const { uid, hash } = await invited();
    await run(db)`update people set email_id = ${newcomer()} where id = ${uid}`;
    expect((await register(hash)).body).toEqual(refused('invitation_required'));
  });

  test('is used up while it is revoked, or revoked before it is used, and never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { uid, email, hash } = await invited();
      const [signedUp, revoked] = await Promise.all([register(hash), revoke(uid)]);
      const { living } = await one<{ living: boolean }>(db)`select exists (
          select from people where email_id = ${email} and deleted_at is null and password_hash is not null
        ) as living`;
      expect({ living, revoked: revoked.status === 200 }).toEqual({
        living: signedUp.body.message === 'success',
        revoked: signedUp.body.message !== 'success',
      });
    }
  });
});

describe('an invitation of somebody else', () => {
  test('is out of reach of another course admin', async () => {
    const { email, uid, hash } = await invited('teacher', own);
    expect(await rowOf(email, own)).toMatchObject({ user_id: uid, invited_by: 'Own' });
    expect(await listed(other)).toEqual([]);
    for (const act of [resend, revoke]) expect((await act(uid, other)).status).toBe(404);
    // Inviting the same address does not make it theirs.
    const again = await invite(email, 'teacher', other);
    expect(codeOf(again)).toBe('409 already_invited');
    expect(await lookAt(hash)).toBe('success');
    // An account admin sends it again; it stays the course admin's.
    expect((await resend(uid, admin)).status).toBe(200);
    expect((await revoke(uid, own)).status).toBe(200);
  });

  test('of an account admin is not given another role by a course admin', async () => {
    const { email, hash } = await invited('courseadmin');
    expect((await invite(email, 'teacher', own)).body.code).toBe('already_invited');
    expect(await lookAt(hash)).toBe('success');
  });

  test('is gone once it was used: nobody signs up twice', async () => {
    const { uid, hash } = await invited();
    await register(hash);
    for (const act of [resend, revoke]) expect((await act(uid)).status).toBe(404);
  });
});

test('another role is given as long as the person has no work in the first', async () => {
  const { email, uid } = await invited();
  expect((await invite(email, 'courseadmin')).status).toBe(200);
  expect(await rowOf(email)).toMatchObject({ user_id: uid, role: 'courseadmin' });
  const teacher = await invited();
  await teach(teacher.uid);
  expect((await invite(teacher.email, 'courseadmin')).body.code).toBe('already_invited');
  await revoke(teacher.uid);
});

test('an account admin runs a course of their own', async () => {
  const mine = await call(
    'courses.add_course',
    {
      course_name: 'Alone',
      course_image: '/defaults/course.svg',
      courseadmin_id: adminId,
      course_duration: 'yearly',
      start_date: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
      course_description: '<p>a</p>',
      what_we_learn: '<p>a</p>',
      note: '<p>a</p>',
      price: '',
      user_id: adminId,
    },
    { as: admin },
  );
  expect(mine.status).toBe(200);
});
