import { courses } from '@gurukul/contract/courses';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { many, run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const [asha, bala] = ['asha@office.test', 'bala@office.test'];

const types = async () => await many(db)`select type from course_types order by lower(type)`;
const add = (type: string, as = bala) => call(courses.add_course_type, { id: null, type }, { as });
const edit = (input: object, as = bala) => call(courses.edit_course_type, input, { as });

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
  await run(db)`update courses set type_id = ${id} where id = ${courseId}`;

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

  await run(db)`update courses set type_id = null where id = ${courseId}`;
  const deleted = await edit({ id, state: 'DELETE' });
  expect(deleted.body).toMatchObject({ status: 200, message: 'Course type deleted' });
  expect(deleted.body.data).not.toContainEqual(expect.objectContaining({ id }));

  const undo = (done: typeof deleted) =>
    call('audit.undo_change', { change_id: Number(done.headers['change-id']) }, { as: bala });
  expect((await undo(deleted)).status).toBe(200);
  expect((await undo(renamed)).status).toBe(200);
  expect(await many(db)`select type from course_types where id = ${id}`).toEqual([{ type: 'Logic' }]);
});
