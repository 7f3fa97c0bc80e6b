import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/tx.ts';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { admin, foundSchool, other, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, draft, students, staff } = await foundSchool(db);

// Newest first: p4, p3, p2, p1. p3 is in another course admin's course.
await run(db)`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency, status,
    paid_at)
  values
    ('p1', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', '9876500001', 0.10, 'INR', 'success', '2026-01-31T18:29:59Z'),
    ('p2', ${draft.id}, ${students.bala}, 'Bala', 'bala@office.test', '', 0.20, 'INR', 'Success', '2026-01-31T18:30:00Z'),
    ('p3', ${veda.id}, ${students.esha}, 'Esha', 'esha@office.test', '', 7.00, 'USD', 'success', '2026-02-01T18:29:59Z'),
    ('p4', ${gita.id}, null, 'Uncle', 'uncle@example.com', '', 1250.50, null, 'failed', '2026-02-01T18:30:00Z')
`;
await run(db)`
  insert into ticket_payments (payment_id, name, email, course_type, registration_code, adult, child, amount, currency,
    status, created_at)
  values
    ('t1', 'Anu', 'anu@office.test', 'Annual Day', 'AD-1', 2, 1, 600.00, 'INR', 'success', '2026-03-01T10:00:00Z'),
    ('t2', 'Bala', 'bala@office.test', 'Vedic Camp', 'VC-1', 1, 0, 2500.50, 'INR', 'pending', '2026-03-02T10:00:00Z')
`;

type Row = Record<string, unknown>;
const ids = (rows: Row[]) => rows.map((row) => row['payment_id']).join(' ');

// The query is part of the path.
async function get(as: string | undefined, path: string, query: Record<string, string | number> = {}) {
  const asText = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const response = await office.app.inject({
    url: `/api/payments/${path}?${asText.toString()}`,
    headers: as === undefined ? {} : { authorization: `Bearer ${await office.tokenOf(as)}` },
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
const all = (query = {}) => get(admin, 'get_payment_details', query);

describe('the totals of all payments', () => {
  const kept = async () => (await all({ page: 1 })).body.by_status;
  const counted = () =>
    many<Row>(db)`
      select lower(status) as status, currency, count(*) as count, sum(amount)::text as amount
      from payments group by 1, 2 order by 3 desc, 1, 2
    `;
  const inPlainForm = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, amount: Number(row['amount']) }));

  it('stay those of each payment through every change, also while they are put together', async () => {
    const asBefore = inPlainForm(await kept());
    expect(asBefore).toEqual(inPlainForm(await counted()));
    const undone = new Error('as it was');
    const change = inTransaction(db, async (tx) => {
      await run(tx)`
        update payments set status = 'FAILED', currency = 'KWD', amount = 1.125 where payment_id <> 'p3'
      `;
      await run(tx)`delete from payments where payment_id = 'p3'`;
      await run(tx)`
        insert into payments (payment_id, course_id, full_name, email_id, amount, status, paid_at)
        select 'more' || n, ${gita.id}, 'More', 'more@office.test', n, 'Success', now() from generate_series(1, 3) n
      `;
      const sums = async () =>
        many<Row>(tx)`
          select status, currency, sum(payments)::bigint as count, sum(amount)::text as amount
          from payment_totals group by 1, 2 having sum(payments) > 0 order by 3 desc, 1, 2
        `;
      const expected = [
        { status: 'failed', currency: 'KWD', count: 3, amount: 3.375 },
        { status: 'success', currency: null, count: 3, amount: 6 },
      ];
      expect(inPlainForm(await sums())).toEqual(expected);
      await run(tx)`select fold_payment_totals()`;
      expect(inPlainForm(await sums())).toEqual(expected);
      expect(await one(tx)`select count(*) from payment_totals`).toEqual({ count: 2 });
      throw undone;
    });
    await expect(change).rejects.toBe(undone);
    await Promise.all(Array.from({ length: 4 }, () => run(db)`select fold_payment_totals()`));
    expect(inPlainForm(await kept())).toEqual(asBefore);
  });
});

describe('all payments', () => {
  it('come newest first, in the old shape, when no page is requested', async () => {
    const { body } = await all();
    expect(ids(body.data)).toBe('p4 p3 p2 p1');
    expect(Object.keys(body)).toEqual(['status', 'message', 'data']);
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      course_id: gita.id,
      student_id: null,
      full_name: 'Uncle',
      course_name: 'Gita',
      payment_id: 'p4',
      created_at: '2026-02-01T18:30:00.000Z',
      amount: '1250.50',
      currency: null,
      kind: 'fee',
      campaign: '',
      method: null,
      status: 'failed',
      void_reason: null,
      refunded: '0',
      phone_number: '',
      email_id: 'uncle@example.com',
      receipt: null,
    });
  });

  it('come one page at a time, with number and sum', async () => {
    const { body } = await all({ page: 2, pageSize: 3 });
    expect(ids(body.data)).toBe('p1');
    expect(body.total_count).toBe(4);
    expect(body.totals).toEqual([
      { currency: 'INR', received: '0.30', open: '0.00', waived: '0.00', refunded: '0.00' },
      { currency: null, received: '0.00', open: '0.00', waived: '0.00', refunded: '0.00' },
      { currency: 'USD', received: '7.00', open: '0.00', waived: '0.00', refunded: '0.00' },
    ]);
    expect(body.by_status).toEqual([
      { status: 'success', currency: 'INR', count: 2, amount: '0.30' },
      { status: 'failed', currency: null, count: 1, amount: '1250.50' },
      { status: 'success', currency: 'USD', count: 1, amount: '7.00' },
    ]);
    expect((await all({ page: 9 })).body).toMatchObject({ data: [], total_count: 4 });
  });

  it('count what went back once, by its own row or by the status of its payment', async () => {
    const refunded = async () => {
      const { totals } = (await all({ page: 1 })).body;
      return totals.find(({ currency }: Row) => currency === 'INR').refunded;
    };
    await run(db)`
      insert into refunds (payment_id, amount, refunded_at)
      select id, 0.05, now() from payments where payment_id = 'p1'
    `;
    expect(await refunded()).toBe('0.05');
    await run(db)`update payments set status = 'refunded' where payment_id = 'p1'`;
    expect(await refunded()).toBe('0.10');
    await run(db)`delete from refunds`;
    await run(db)`update payments set status = 'success' where payment_id = 'p1'`;
  });

  it.each([
    [{ status: 'SUCCESS' }, 'p3 p2 p1'],
    [{ status: 'refunded' }, ''],
    [{ currency: 'usd' }, 'p3'],
    [{ currency: 'none' }, 'p4'],
    [{ kind: 'donation' }, ''],
    [{ course_id: 'GITA' }, 'p4 p1'],
    [{ from: '2026-02-01', to: '2026-02-01' }, 'p3 p2'],
    [{ from: '2026-02-02' }, 'p4'],
    [{ to: '2026-01-31' }, 'p1'],
    [{ search: '98765' }, 'p1'],
    [{ search: 'UNCLE@' }, 'p4'],
    [{ search: 'P3' }, 'p3'],
    [{ search: '%' }, ''],
    [{ student_id: 'ANU' }, 'p1'],
    [{ status: 'success', course_id: 'GITA', search: 'anu' }, 'p1'],
    [{ status: '', course_id: '', search: '', from: '' }, 'p4 p3 p2 p1'],
  ])('with %j are %s, on a page and as a whole', async (query, expected) => {
    const asked = JSON.parse(
      JSON.stringify(query).replace('GITA', String(gita.id)).replace('ANU', String(students.anu)),
    );
    const { body } = await all({ ...asked, page: 1 });
    expect(ids(body.data)).toBe(expected);
    expect(body.total_count).toBe(expected === '' ? 0 : expected.split(' ').length);
    expect(ids((await all(asked)).body.data)).toBe(expected);
  });

  it('keep the sums of the other statuses when one is chosen', async () => {
    const { body } = await all({ page: 1, status: 'failed' });
    expect(body.total_count).toBe(1);
    expect(body.by_status).toHaveLength(3);
  });

  it.each([
    ['amount', 'p1 p2 p3 p4'],
    ['-amount', 'p4 p3 p2 p1'],
    ['full_name', 'p1 p2 p3 p4'],
    ['-course_name', 'p3 p2 p4 p1'],
    ['created_at', 'p1 p2 p3 p4'],
  ])('sort by %s, on a page and as a whole', async (sort, expected) => {
    expect(ids((await all({ page: 1, sort })).body.data)).toBe(expected);
    expect(ids((await all({ sort })).body.data)).toBe(expected);
  });

  it.each([
    { page: 0 },
    { page: 1, pageSize: 101 },
    { from: '2026-02-30' },
    { sort: 'id; drop' },
    { to: 'x' },
  ])('refuse %j', async (query) => {
    expect((await all(query)).status).toBe(400);
  });
});

describe('filters of payments', () => {
  const found = async (query: Record<string, string | number>) => {
    const { body } = await all({ page: 1, ...query });
    return [ids(body.data), body.total_count, body.unfiltered_count];
  };

  it('narrow by the region of the student and the type of the course', async () => {
    await run(db)`update people set region = 'Nepal' where id in (${students.anu}, ${students.esha})`;
    await run(db)`
      with added as (insert into course_types (type) values ('Weekend') returning id)
      update courses set type_id = (select id from added) where id = ${gita.id}
    `;
    expect(await found({ region: 'Nepal' })).toEqual(['p3 p1', 2, undefined]);
    expect(await found({ course_type: 'Weekend' })).toEqual(['p4 p1', 2, undefined]);
    expect(await found({ course_type: 'Weekend', region: 'Nepal' })).toEqual(['p1', 1, undefined]);
    const { body } = await get(own, `get_payment_details_course_admin/${staff.own}`, {
      page: 1,
      region: 'Nepal',
    });
    expect([ids(body.data), body.totals[0].received]).toEqual(['p1', '0.10']);
  });

  it('that leave nothing say how many the search finds without them', async () => {
    expect(await found({ region: 'Fiji' })).toEqual(['', 0, 4]);
    expect(await found({ search: 'anu', status: 'failed' })).toEqual(['', 0, 1]);
    expect(await found({ search: 'nobody' })).toEqual(['', 0, undefined]);
    expect(await found({ page: 9, status: 'failed' })).toEqual(['', 1, undefined]);
    const ofOwn = await get(own, `get_payment_details_course_admin/${staff.own}`, {
      page: 1,
      course_id: veda.id,
    });
    expect(ofOwn.body).toMatchObject({ data: [], unfiltered_count: 3 });
    const tickets = await get(admin, 'get_ticket_payment_details', {
      page: 1,
      from: '2030-01-01',
      search: 'bala',
    });
    expect(tickets.body).toMatchObject({ total_count: 0, unfiltered_count: 1 });
  });
});

describe('payments of a course admin', () => {
  const of = (as: string | undefined, uid: number, query = {}) =>
    get(as, `get_payment_details_course_admin/${uid}`, query);

  it('are those of their courses, for the admin too', async () => {
    expect(ids((await of(own, staff.own)).body.data)).toBe('p4 p2 p1');
    expect(ids((await of(other, staff.other)).body.data)).toBe('p3');
    expect(ids((await of(admin, staff.own)).body.data)).toBe('p4 p2 p1');
  });

  it('stay theirs with any filter, in rows and sums', async () => {
    const { body } = await of(own, staff.own, { page: 1, course_id: veda.id });
    expect(body).toMatchObject({ data: [], total_count: 0, totals: [], by_status: [] });
    expect((await of(own, staff.own, { page: 1 })).body.totals).toMatchObject([
      { currency: 'INR', received: '0.30' },
      { currency: null, received: '0.00' },
    ]);
  });
});

describe('event tickets', () => {
  const tickets = (as: string | undefined, query = {}) => get(as, 'get_ticket_payment_details', query);

  it('come newest first, in the old shape', async () => {
    const { body } = await tickets(admin);
    expect(Object.keys(body)).toEqual(['status', 'message', 'data']);
    expect(ids(body.data.data)).toBe('t2 t1');
    expect(body.data.data[1]).toMatchObject({ adult: 2, child: 1, amount: '600.00', phone: '' });
  });

  it('come by page and filter with totals', async () => {
    const { body } = await tickets(admin, { page: 1, course_type: 'Vedic Camp' });
    expect(ids(body.data.data)).toBe('t2');
    expect(body).toMatchObject({
      total_count: 1,
      totals: [{ currency: 'INR', received: '0.00' }],
      by_status: [{ status: 'pending', currency: 'INR', count: 1, amount: '2500.50' }],
    });
    expect(body.course_types).toEqual(['Annual Day', 'Vedic Camp']);
    expect(ids((await tickets(admin, { page: 1, search: 'ad-1' })).body.data.data)).toBe('t1');
    expect(ids((await tickets(admin, { page: 1, sort: '-name', status: 'pending' })).body.data.data)).toBe(
      't2',
    );
  });
});

describe('one payment', () => {
  const idOf = async (paymentId: string) =>
    (await one<{ id: number }>(db)`select id from payments where payment_id = ${paymentId}`).id;
  const single = async (as: string | undefined, id: number | string) => get(as, `get_single_payment/${id}`);

  it('shows its student, and that it was there from the start', async () => {
    const { body } = await single(own, await idOf('p1'));
    expect(body.data).toMatchObject({
      payment_id: 'p1',
      amount: '0.10',
      source: 'demo',
      student: { id: students.anu, fullname: 'Anu', email_id: 'anu@office.test' },
      steps: [{ deed: 'created', source: 'demo', changes: [] }],
    });
    expect((await single(admin, await idOf('p4'))).body.data.student).toBeNull();
  });
});
