import { courses } from '@gurukul/contract/courses';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
await at.person('Dev', 'teacher');
const [asha, bala, dev] = ['asha@office.test', 'bala@office.test', 'dev@office.test'];

const types = async () => (await db.query('select type from course_types order by lower(type)')).rows;
const add = (type: string, as = bala) => call(courses.add_course_type, { id: null, type }, { as });
const edit = (input: object, as = bala) => call(courses.edit_course_type, input, { as });

it('teachers and strangers cannot change types', async () => {
  expect((await add('Vedas', dev)).status).toBe(403);
  expect((await edit({ id: 1, type: 'Vedas', state: 'EDIT' }, dev)).status).toBe(403);
  expect((await call(courses.add_course_type, { type: 'Vedas' })).status).toBe(401);
  expect(await types()).toEqual([]);
});

it('the name of a type is unique in any spelling', async () => {
  expect((await add(' ')).status).toBe(400);
  expect((await add('Vedas')).body).toMatchObject({
    status: 200,
    message: 'Course type added',
    data: [{ type: 'Vedas' }],
  });
  const taken = await add(' VEDAS ', asha);
  expect(taken.body).toMatchObject({ status: 409, message: 'This course type already exists' });

  const { data } = (await add('Arts')).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['Arts', 'Vedas']);
  const renamed = await edit({ id: data[0].id, type: 'vedas', state: 'EDIT' });
  expect(renamed.body).toMatchObject({ status: 409, message: 'This course type already exists' });
  expect((await edit({ id: data[0].id, type: '', state: 'EDIT' })).status).toBe(400);
  expect((await edit({ id: 999_999, type: 'Puranas', state: 'EDIT' })).status).toBe(404);
  expect((await edit({ id: 999_999, state: 'DELETE' })).status).toBe(404);
  expect(await types()).toEqual([{ type: 'Arts' }, { type: 'Vedas' }]);
});

it('a type is renamed for all courses, and deleted only when no course has it; both can be undone', async () => {
  const { id } = (await add('Logic')).body.data.find(({ type }: { type: string }) => type === 'Logic');
  const courseId = await at.course('Nyaya', balaId);
  await db.query('update courses set type_id = $1 where id = $2', [id, courseId]);

  const renamed = await edit({ id, type: 'logic', state: 'EDIT' });
  expect(renamed.body).toMatchObject({ status: 200, message: 'Course type updated' });
  expect(renamed.body.data).toContainEqual({ id, type: 'logic' });

  const refused = await edit({ id, state: 'DELETE' }, asha);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A course still has this type; give it another one first',
  ]);
  const { body } = await call(courses.get_single_course, { course_id: courseId }, { as: bala });
  expect(body.type).toBe(id);

  await db.query('update courses set type_id = null where id = $1', [courseId]);
  const deleted = await edit({ id, state: 'DELETE' });
  expect(deleted.body).toMatchObject({ status: 200, message: 'Course type deleted' });
  expect(deleted.body.data).not.toContainEqual(expect.objectContaining({ id }));

  const undo = (done: typeof deleted) =>
    call('audit.undo_change', { change_id: Number(done.headers['change-id']) }, { as: bala });
  expect((await undo(deleted)).status).toBe(200);
  expect((await undo(renamed)).status).toBe(200);
  expect((await db.query('select type from course_types where id = $1', [id])).rows).toEqual([
    { type: 'Logic' },
  ]);
});

it('a teacher in the second role changes no type', async () => {
  const before = await types();
  const { id } = (await db.query<{ id: number }>('select id from course_types limit 1')).rows[0]!;
  const headers = { authorization: `Bearer ${await server.tokenOf(dev)}` };
  await call('accounts.switch_role', { role: 'courseadmin' }, { headers });
  expect((await call('accounts.act_as', { role: 'courseadmin' }, { headers })).status).toBe(200);
  for (const state of ['EDIT', 'DELETE']) {
    expect((await call(courses.edit_course_type, { id, type: 'Mine', state }, { headers })).status).toBe(403);
  }
  expect((await call(courses.add_course_type, { type: 'Mine' }, { headers })).status).toBe(403);
  expect(await types()).toEqual(before);
});
