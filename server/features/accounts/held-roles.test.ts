import { messages, said } from '@gurukul/contract/shared/words/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';

const { app, db } = await testApp({ database: 'empty' });
const people = office(db);
await people.person('Vasudha', 'admin');

beforeEach(() => run(db)`delete from rate_limits`);

const done = { status: 200, message: 'success' };
const browser = testBrowser(app);

let persons = 0;
async function person(role: 'teacher' | 'courseadmin', asRole: 'teacher' | 'courseadmin' | null = null) {
  const name = `Person${(persons += 1)}`;
  const id = await people.person(name, role, { asRole });
  const email = `${name.toLowerCase()}@office.test`;
  const signIn = (flag = '') => testBrowser(app).signIn(email, { flag });
  const held = async () =>
    (await one<{ as_role: string | null }>(db)`select as_role from people where id = ${id}`).as_role;
  return { id, email, signIn, held };
}

const switchRole = (token: string, role: string, user_id?: number) =>
  browser.call('accounts.switch_role', { role, user_id }, { token });
const actAs = (token: string, role: string) => browser.call('accounts.act_as', { role }, { token });
const roleOf = async (token: string, uid: number) => {
  const { status, body } = await browser.call('accounts.get_user_profile', { uid }, { token });
  return status === 200 ? body.data[0].role : status;
};

describe('the second role', () => {
  test.each(['admin', 'coordinator', 'student', '', null])('is never %j', async (role) => {
    const { signIn, held } = await person('teacher');
    const token = await signIn();
    expect((await browser.call('accounts.switch_role', { role }, { token })).status).toBe(400);
    expect((await browser.call('accounts.act_as', { role }, { token })).status).toBe(400);
    expect(await held()).toBeNull();
  });

  test('is taken for oneself only', async () => {
    const [one, other] = [await person('teacher'), await person('teacher')];
    expect((await switchRole(await one.signIn(), 'courseadmin', other.id)).status).toBe(403);
    expect([await one.held(), await other.held()]).toEqual([null, null]);
  });

  test.each([
    ['courseadmin', 'teacher'],
    ['teacher', 'courseadmin'],
  ] as const)('of a %s is %s: taken and dropped while the session acts as before', async (main, other) => {
    const { id, signIn, held } = await person(main);
    const token = await signIn();
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await switchRole(token, other, id)).body).toEqual(done);
      expect([await held(), await roleOf(token, id)]).toEqual([other, main]);
    }
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await switchRole(token, main, id)).body).toEqual(done);
      expect([await held(), await roleOf(token, id)]).toEqual([null, main]);
    }
  });

  test('once dropped ends the sessions that act as it, at once and for good', async () => {
    const { id, signIn } = await person('courseadmin', 'teacher');
    const [main, acting] = [await signIn(), await signIn('teacher')];
    expect(await roleOf(acting, id)).toBe('teacher');
    expect((await switchRole(main, 'courseadmin')).body).toEqual(done);
    await switchRole(main, 'teacher');
    expect([await roleOf(acting, id), await roleOf(main, id)]).toEqual([401, 'courseadmin']);
  });

  test('is not dropped while acting as it', async () => {
    const { signIn, held } = await person('courseadmin', 'teacher');
    const { status } = await switchRole(await signIn('teacher'), 'courseadmin');
    expect([status, await held()]).toEqual([403, 'teacher']);
  });

  test('teacher stays while the person teaches a class', async () => {
    const { id, signIn, held } = await person('courseadmin', 'teacher');
    const course = await people.course('Gita', id);
    const [other] = [await person('courseadmin')];
    await run(db)`update courses set courseadmin_id = ${other.id} where id = ${course}`;
    const slot = await people.slot(course, await people.class(course, 'Morning'));
    await people.associate(course, id);
    const assignment = await people.assign(course, slot, id);
    const token = await signIn();
    expect((await switchRole(token, 'courseadmin')).body).toEqual({
      status: 200,
      ...said('you_teach'),
    });
    expect(await held()).toBe('teacher');
    await run(db)`update slot_teachers set ended_at = now() where id = ${assignment}`;
    expect((await switchRole(token, 'courseadmin')).body).toEqual(done);
  });

  test('course admin stays while the person runs a course', async () => {
    const { id, signIn, held } = await person('teacher', 'courseadmin');
    const course = await people.course('Veda', id);
    const token = await signIn();
    expect((await switchRole(token, 'teacher')).body.message).toBe(messages.you_run_course);
    expect(await held()).toBe('courseadmin');
    await people.remove('courses', course);
    expect((await switchRole(token, 'teacher')).body).toEqual(done);
  });
});

describe('acting as a role', () => {
  test('needs to hold it', async () => {
    const { id, signIn } = await person('teacher');
    const token = await signIn();
    const { status, body } = await actAs(token, 'courseadmin');
    expect([status, body.message, await roleOf(token, id)]).toEqual([403, 'not allowed', 'teacher']);
  });

  test('changes what this session may do on the next request, there and back', async () => {
    const { id, signIn } = await person('courseadmin', 'teacher');
    const [token, other] = [await signIn(), await signIn()];
    expect((await actAs(token, 'teacher')).body).toEqual({
      ...done,
      role: 'teacher',
      mainrole: 'courseadmin',
    });
    expect([await roleOf(token, id), await roleOf(other, id)]).toEqual(['teacher', 'courseadmin']);
    const invite = { email_id: 'anybody@office.test', role: 'teacher' };
    expect((await browser.call('accounts.invite', invite, { token })).status).toBe(403);
    expect((await actAs(token, 'courseadmin')).body.role).toBe('courseadmin');
    expect((await browser.call('accounts.invite', invite, { token })).status).toBe(200);
  });
});

describe('what all courses share', () => {
  const template = { name: 'Office bank details', language: 'en', subject: 'Fees', body: '<p>Ours</p>' };
  const view = { list: '/students', name: 'Unpaid', address: 'q=a' };

  test('is not written in a role that people gave themselves, and is again in the main one', async () => {
    const { signIn } = await person('courseadmin');
    const main = await signIn();
    const saved = await browser.call('messages.save_template', template, { token: main });
    expect(saved.status).toBe(200);

    const { signIn: enter } = await person('teacher');
    const token = await enter();
    await switchRole(token, 'courseadmin');
    await actAs(token, 'courseadmin');
    const ask = (
      name: 'messages.save_template' | 'messages.delete_template' | 'views.save_view',
      input: object,
    ) => browser.call(name, input, { token });
    const template_id = saved.body.data.template_id;
    for (const { status, body } of [
      await ask('messages.save_template', { ...template, body: '<p>Evil</p>' }),
      await ask('messages.delete_template', { template_id }),
      await ask('views.save_view', { ...view, for_office: true }),
    ]) {
      expect([status, body.message]).toEqual([403, 'not allowed']);
    }
    const { body } = await browser.call('messages.get_templates', {}, { token });
    expect(body.data).toMatchObject([{ name: template.name, body: template.body }]);
    // What is theirs alone stays theirs.
    expect((await ask('views.save_view', { ...view, for_office: false })).status).toBe(200);

    await actAs(token, 'teacher');
    expect((await ask('views.save_view', { ...view, for_office: true })).status).toBe(200);
  });

  test('is not taken back in it either', async () => {
    const { id, signIn } = await person('courseadmin');
    const token = await signIn();
    const { headers } = await browser.call(
      'messages.save_template',
      { ...template, name: 'Mine' },
      { token },
    );
    await run(db)`update people set main_role = 'teacher', as_role = 'courseadmin' where id = ${id}`;
    const undo = await browser.call(
      'audit.undo_change',
      { change_id: Number(headers['change-id']) },
      { token },
    );
    expect(undo.status).toBe(404);
  });
});
