import { viewNameMax, viewsMax, viewsOfPersonMax } from '@gurukul/contract/views';
import { beforeEach, describe, expect, test } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf, refusal } from '#server/test/office.ts';
import { admin, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, veda, staff } = await foundSchool(db);

const plain = {
  list: '/students',
  name: 'Unpaid',
  address: 'payment=unpaid&cols=name.city',
  for_office: true,
};
const save = (as: string, view: Partial<typeof plain> = {}) =>
  call('views.save_view', { ...plain, ...view }, { as });
const idOf = async (as: string, view: Partial<typeof plain> = {}): Promise<number> =>
  (await save(as, view)).body.data.view_id;
const listed = async (as: string, list = '/students') =>
  (await call('views.list_views', { list }, { as })).body.data;
const names = async (as: string, list?: string) =>
  (await listed(as, list)).map(({ name }: { name: string }) => name);
const remove = (as: string, view_id: number) => call('views.delete_view', { view_id }, { as });

beforeEach(async () => {
  await run(db)`delete from saved_views`;
});

describe('who sees a view', () => {
  test('one of the office: everybody who works in that role, in that list', async () => {
    const view_id = await idOf(own);
    const seen = {
      view_id,
      name: 'Unpaid',
      address: 'payment=unpaid&cols=name.city',
      for_office: true,
      author: 'Own',
      gone: [],
    };
    expect(await listed(own)).toEqual([{ ...seen, can: { change: true } }]);
    expect(await listed(other)).toEqual([{ ...seen, can: { change: false } }]);
    expect(await listed(other, '/payments')).toEqual([]);
    expect(await listed(teach)).toEqual([]);
    expect(await listed(admin)).toEqual([]);
  });

  test('one of a person: that person alone, in the role in which it was saved', async () => {
    await save(own, { for_office: false });
    expect(await names(own)).toEqual(['Unpaid']);
    expect(await names(other)).toEqual([]);
    await run(db)`update saved_views set role = 'teacher' where author_id = ${staff.own}`;
    expect(await names(own)).toEqual([]);
  });

  test('in natural order', async () => {
    for (const name of ['class 10', 'Class 9', 'అ']) await save(own, { name });
    expect(await names(own)).toEqual(['Class 9', 'class 10', 'అ']);
  });
});

describe('saving', () => {
  test.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(viewNameMax + 1) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['no list', { list: '' }],
    ['a whole address', { address: 'https://elsewhere.test/?q=1' }],
    ['markup in the address', { address: 'q=<b>' }],
    ['an address without end', { address: 'x'.repeat(6001) }],
  ])('with %s is refused', async (_, wrong) => {
    expect((await save(own, wrong)).status).toBe(400);
    expect(await listed(own)).toEqual([]);
  });

  test('under a known name replaces the older view; one of the office and one of a person are two', async () => {
    const first = await idOf(own);
    expect(await idOf(own, { address: 'sort=-age' })).toBe(first);
    expect(await idOf(own, { for_office: false })).not.toBe(first);
    expect((await listed(own)).map(({ address }: { address: string }) => address)).toEqual([
      'sort=-age',
      'payment=unpaid&cols=name.city',
    ]);
  });

  test('over a view that somebody else saved for the office is refused, except for account admins', async () => {
    await save(own);
    expect(codeOf(await save(other, { address: '' }))).toBe('409 view_name_taken');
    expect((await listed(own))[0].address).toBe(plain.address);

    await run(db)`update saved_views set role = 'admin'`;
    expect((await save(admin, { address: 'q=a' })).status).toBe(200);
    expect(await listed(admin)).toMatchObject([{ address: 'q=a', author: 'Own' }]);
  });

  test('ends when a list or a person has as many as they may', async () => {
    const fill = (count: number, list: string, by: number, forOffice: boolean) =>
      run(db)`
        insert into saved_views (author_id, role, list, name, address, for_office)
        select ${by}, 'courseadmin', ${list} || n / ${viewsMax}::int, 'View ' || n, '', ${forOffice}
        from generate_series(0, ${count - 1}::int) n
      `;
    await fill(viewsMax, '/a', staff.own, true);
    expect(codeOf(await save(other, { list: '/a0' }))).toBe('409 views_full');
    expect((await save(other, { list: '/a0', for_office: false })).status).toBe(200);
    expect((await save(own, { list: '/a0', name: 'View 3', address: 'q=a' })).status).toBe(200);

    await fill(viewsOfPersonMax - viewsMax, '/b', staff.own, false);
    expect((await save(own, { list: '/c' })).body.code).toBe('views_full');
    expect((await save(other, { list: '/c' })).status).toBe(200);
  });
});

describe('deleting', () => {
  test('is for the author, and for account admins where the office has it', async () => {
    const office = await idOf(own);
    const mine = await idOf(own, { for_office: false });
    for (const as of [other, teach]) {
      for (const id of [office, mine])
        expect(refusal(await remove(as, id))).toEqual(refusal(await remove(as, 999)));
    }
    expect((await remove(admin, mine)).status).toBe(404);
    expect((await remove(admin, office)).status).toBe(200);
    expect((await remove(own, mine)).status).toBe(200);
    expect(await listed(own)).toEqual([]);
  });
});

describe('what a view names', () => {
  const address = (course: number, classId: number) =>
    `course=${course}&class=${classId}&teacher=${staff.teach}&q=course%3D1`;

  test('is gone for those who do not see it, whether it exists or not', async () => {
    await save(own, { address: address(gita.id, gita.morning) });
    expect((await listed(own))[0].gone).toEqual([]);
    expect((await listed(other))[0].gone).toEqual(['course', 'class']);
    await save(own, { address: address(999_999, 999_999) });
    expect((await listed(other))[0].gone).toEqual(['course', 'class']);
  });

  test('is gone once it is deleted', async () => {
    await save(other, { address: address(veda.id, veda.morning) });
    await run(db)`update courses set deleted_at = now() where id = ${veda.id}`;
    await run(db)`update people set deleted_at = now() where id = ${staff.teach}`;
    expect((await listed(other))[0].gone).toEqual(['course', 'class', 'teacher']);
    await run(db)`update courses set deleted_at = null where id = ${veda.id}`;
    await run(db)`update people set deleted_at = null where id = ${staff.teach}`;
    expect((await listed(other))[0].gone).toEqual([]);
  });

  test.each(['course=abc', 'course=1e9', 'course=99999999999999999999', 'course=%', 'course=&class=', ''])(
    'is nothing in %j',
    async (odd) => {
      await save(own, { address: odd });
      expect((await listed(own))[0].gone).toEqual([]);
    },
  );
});

describe('undo', () => {
  const changeOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    Number(headers['change-id']);
  const undo = (as: string, change_id: number) => call('audit.undo_change', { change_id }, { as });

  test.each([own, teach])('brings back what %s saved over and deleted', async (as) => {
    const view_id = await idOf(as);
    const over = changeOf(await save(as, { address: 'sort=age' }));
    const gone = changeOf(await remove(as, view_id));
    expect((await undo(as, gone)).status).toBe(200);
    expect(await listed(as)).toMatchObject([{ view_id, address: 'sort=age' }]);
    expect((await undo(as, over)).status).toBe(200);
    expect(await listed(as)).toMatchObject([{ view_id, address: plain.address }]);
  });

  test('is for the author and account admins', async () => {
    const change = changeOf(await save(teach));
    for (const as of [elsewhere, own, other]) expect((await undo(as, change)).status).toBe(404);
    expect((await undo(admin, change)).status).toBe(200);
    expect(await listed(teach)).toEqual([]);
  });

  test('is refused once there is a view of that name again', async () => {
    const gone = changeOf(await remove(own, await idOf(own)));
    await save(own, { address: 'sort=age' });
    const { status, body } = await undo(own, gone);
    expect([status, body.reasons]).toEqual([
      409,
      [{ code: 'view_name_taken', place: 'saved_views_office_name' }],
    ]);
  });

  test('of a deleted view is offered in the bin, by its name; saving would bury it there', async () => {
    await remove(own, await idOf(own));
    await save(own, { name: 'Not in the bin' });
    const { body } = await call('audit.get_bin', {}, { as: own });
    expect(body.data[0]).toMatchObject({
      call: 'views.delete_view',
      about: [{ thing: 'view', name: 'Unpaid' }],
    });
  });
});
