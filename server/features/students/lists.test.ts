import type { ShownSlot } from '@gurukul/contract/shared/meetings/slots';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { keysOfPage, wholeList } from './listing.ts';
import type { Listing } from './listing.ts';
import { office as priced } from '#server/test/office.ts';
import { admin, foundSchool, other, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, draft, students, staff } = await foundSchool(db);

await run(db)`
  insert into enrolments (student_id, course_id, started_on, payment_status)
  values (${students.esha}, ${draft.id}, '2026-01-05', 'Sponsored')
`;
await run(db)`update people set phone_number = '9876500001' where id = ${students.anu}`;
// Two payments for Gita, of which the later counts. The payment for Veda belongs to another course.
await run(db)`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
  values
    ('p1', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 100, 'success', '2026-01-01T00:00:00Z'),
    ('p2', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 1250.50, 'success', '2026-02-01T00:00:00Z'),
    ('p3', ${veda.id}, ${students.anu}, 'Anu', 'anu@office.test', 7, 'success', '2026-03-01T00:00:00Z')
`;

type Row = Record<string, unknown>;
const listed = (rows: Row[]) =>
  rows.map((row) => `${String(row['fullname'])} in ${String(row['course_name'])}`);

const all = (course_status: string, as = admin) =>
  office.call('students.get_all_students', { course_status }, { as });
const page = (as: string, input: Row = {}) =>
  office.call(
    'students.getallstudents_under_courseadmin',
    { course_status: 'all', page: 1, pageSize: 10, ...input },
    { as },
  );

describe('all students', () => {
  it('know these statuses only', async () => {
    expect((await all('some')).status).toBe(400);
  });

  it('come once for each course, newest first; students without a course come last', async () => {
    const { body } = await all('all');
    expect(listed(body.data)).toEqual([
      'Esha in Upanishads',
      'Esha in Veda',
      'Deepa in Gita',
      'Chitra in Gita',
      'Bala in Gita',
      'Anu in Gita',
      'Free in null',
    ]);
    expect(body.data.at(-1)).toMatchObject({ id: students.free, course_id: '---', class_name: null });
  });

  it('are active in a published course, otherwise inactive', async () => {
    expect(listed((await all('active')).body.data)).not.toContain('Esha in Upanishads');
    expect(listed((await all('active')).body.data)).toHaveLength(5);
    expect(listed((await all('inactive')).body.data)).toEqual(['Esha in Upanishads', 'Free in null']);
  });

  it('show class, teacher, next meetings and the last payment for that course', async () => {
    const { body } = await all('all');
    const anu = body.data.find((row: Row) => row['id'] === students.anu);
    expect(anu).toMatchObject({
      user_id: students.anu,
      uid: students.anu,
      class_id: gita.morning,
      class_name: 'Morning',
      teacher: 'Teach',
      phone_number: '9876500001',
      registration_status: 'Registered',
      amount: '1250.50',
      payment_date: '2026-02-01T00:00:00.000Z',
    });
    const meetings = String(anu.slot_time).split(',');
    expect(meetings).toEqual(meetings.toSorted());
    expect(anu.weekly_slots.map(({ slot_time }: ShownSlot) => slot_time)).toEqual(meetings);
    expect(meetings.map((at) => at.slice(10)).toSorted()).toEqual(['T02:00:00.000Z', 'T12:30:00.000Z']);
    expect(new Set(meetings.map((at) => new Date(at).getUTCDay()))).toEqual(new Set([1, 4]));
    expect(meetings.every((at) => Date.parse(at) > Date.now() - 60_000)).toBe(true);
    const esha = body.data.find((row: Row) => row['course_name'] === 'Upanishads');
    expect(esha).toMatchObject({ pay_status: 'Sponsored', amount: null, class_name: null, slot_time: null });
  });

  it('have their share of a payment for several', async () => {
    onTestFinished(() => run(db)`delete from payments where payment_id = 'p4'`.then(() => undefined));
    await run(db)`
      with paid as (
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
        values ('p4', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 500, 'success', '2026-04-01T00:00:00Z')
        returning id
      )
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select paid.id, s.student_id, ${gita.id}, s.amount
      from paid, (values (${students.anu}::bigint, 300), (${students.bala}::bigint, 200)) s (student_id, amount)
    `;
    const { body } = await all('all');
    const amounts = Object.fromEntries(listed(body.data).map((one, n) => [one, body.data[n].amount]));
    expect(amounts).toMatchObject({ 'Anu in Gita': '300', 'Bala in Gita': '200' });
  });
});

describe('all students, page by page', () => {
  const paged = async (input: Row) => {
    const { body } = await office.call(
      'students.get_all_students',
      { course_status: 'all', ...input },
      { as: admin },
    );
    return body;
  };

  it('come with the total number; students without a course are on the last page', async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => paged({ page: number, pageSize: 3 })));
    expect(pages.flatMap(({ data }) => listed(data))).toEqual(listed((await all('all')).body.data));
    expect(pages.map(({ total_count }) => total_count)).toEqual([7, 7, 7]);
    expect(pages[2].data).toHaveLength(1);
    expect(await paged({ page: 9, pageSize: 3 })).toMatchObject({ data: [], total_count: 7 });
  });

  it('give no total when everything was requested', async () => {
    expect((await all('all')).body).not.toHaveProperty('total_count');
  });

  it('are filtered like the whole list', async () => {
    expect((await paged({ course_status: 'active', page: 1 })).total_count).toBe(5);
    const inactive = await paged({ course_status: 'inactive', page: 1 });
    expect([listed(inactive.data), inactive.total_count]).toEqual([
      ['Esha in Upanishads', 'Free in null'],
      2,
    ]);
  });

  it.each([
    ['fullname', ['Anu', 'Bala', 'Chitra', 'Deepa', 'Esha', 'Esha', 'Free']],
    ['-fullname', ['Free', 'Esha', 'Esha', 'Deepa', 'Chitra', 'Bala', 'Anu']],
    ['email_id', ['Anu', 'Bala', 'Chitra', 'Deepa', 'Esha', 'Esha', 'Free']],
    ['-register_at', ['Bala', 'Free', 'Esha', 'Esha', 'Deepa', 'Chitra', 'Anu']],
    ['course_name', ['Deepa', 'Chitra', 'Bala', 'Anu', 'Esha', 'Esha', 'Free']],
    ['-course_name', ['Esha', 'Esha', 'Deepa', 'Chitra', 'Bala', 'Anu', 'Free']],
  ])('are sorted by %s, on pages, as a whole and among those found', async (sort, expected) => {
    await run(db)`update people set registered_at = now() + interval '1 hour' where id = ${students.bala}`;
    const names = (rows: Row[]) => rows.map((row) => row['fullname']);
    const pages = await Promise.all([1, 2, 3].map((number) => paged({ page: number, pageSize: 3, sort })));
    expect(pages.flatMap(({ data }) => names(data))).toEqual(expected);
    expect(names((await paged({ sort })).data)).toEqual(expected);
    const found = await paged({ sort, search: 'office.test', page: 1, pageSize: 20 });
    expect(names(found.data)).toEqual(expected);
  });

  it('are sorted by name as people expect: in any case, accents aside, each script by its alphabet', async () => {
    const expected = [
      'álpa Zed',
      'Alpa Zeta',
      'bina Rao',
      'Bina Shah',
      'BINA TATA',
      'Zoya',
      'अमर',
      'आशा',
      'कमला',
      'అనిల్',
      'ఆశ',
      'కమల',
    ];
    onTestFinished(async () => {
      await run(db)`delete from people where email_id like '%@names.test'`;
    });
    await run(db)`
      insert into people (email_id, main_role, first_name)
      select n || '@names.test', 'student', name
      from unnest(${expected.toReversed()}::text[]) with ordinality as given (name, n)
    `;
    const names = async (input: Row) => {
      const { data } = await paged({ search: 'names.test', ...input });
      return data.map((row: Row) => row['fullname']);
    };
    expect(await names({ sort: 'fullname' })).toEqual(expected);
    expect(await names({ sort: '-fullname', page: 1, pageSize: 20 })).toEqual(expected.toReversed());
    expect(await names({ sort: 'fullname', page: 2, pageSize: 5 })).toEqual(expected.slice(5, 10));
  });

  it.each(['password_hash', 'fullname desc', '--fullname', 'lower(fullname)'])(
    'are not sorted by "%s"',
    async (sort) => {
      const { status } = await office.call(
        'students.get_all_students',
        { course_status: 'all', sort },
        { as: admin },
      );
      expect(status).toBe(400);
    },
  );

  it('say what the caller may do with a row', async () => {
    const { data } = await paged({});
    expect(data[0].can).toEqual({ unassociate: true, delete: true });
    expect(data.at(-1).can).toEqual({ unassociate: false, delete: true });
    expect((await page(own)).body.data[0][0].can).toEqual({ unassociate: true, delete: false });
  });
});

describe('the students of a course admin', () => {
  it('are of course admins only', async () => {
    expect((await page(admin, { user_id: staff.teach })).status).toBe(404);
    expect((await page(admin, { user_id: 999_999 })).status).toBe(404);
  });

  it('are those of their own courses, without deleted students and those who left', async () => {
    const { body } = await page(own, { user_id: staff.own });
    expect(listed(body.data[0])).toEqual([
      'Esha in Upanishads',
      'Deepa in Gita',
      'Chitra in Gita',
      'Bala in Gita',
      'Anu in Gita',
    ]);
    expect(body.total_count).toBe(5);
    expect(listed((await page(other)).body.data[0])).toEqual(['Esha in Veda']);
  });

  it('an admin sees the list of one course admin, or everybody', async () => {
    expect((await page(admin, { user_id: staff.other })).body.total_count).toBe(1);
    expect((await page(admin)).body.total_count).toBe(6);
  });

  it('come page by page with the count of all', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((number) => page(own, { page: number, pageSize: 2 })));
    expect(pages.map(({ body }) => listed(body.data[0]))).toEqual([
      ['Esha in Upanishads', 'Deepa in Gita'],
      ['Chitra in Gita', 'Bala in Gita'],
      ['Anu in Gita'],
      [],
    ]);
    expect(pages.map(({ body }) => body.total_count)).toEqual([5, 5, 5, 5]);
  });

  it('are filtered by the status of the course', async () => {
    expect(listed((await page(own, { course_status: 'inactive' })).body.data[0])).toEqual([
      'Esha in Upanishads',
    ]);
    expect((await page(own, { course_status: 'active' })).body.total_count).toBe(4);
  });

  it.each([
    ['part of a name', 'EEP', ['Deepa in Gita']],
    ['an email', 'anu@office', ['Anu in Gita']],
    ['a phone number', '6500001', ['Anu in Gita']],
    ['a sign that means "anything" to the database', '%', []],
    ['another such sign', '_', []],
    ['a backslash', '\\', []],
    ['somebody of another course admin, in own courses only', 'esha', ['Esha in Upanishads']],
    ['somebody deleted', 'gone', []],
  ])('are found by %s', async (_, search, expected) => {
    const { body } = await page(own, { search });
    expect(listed(body.data[0])).toEqual(expected);
    expect(body.total_count).toBe(expected.length);
  });

  it('search pages, too', async () => {
    const { body } = await page(own, { search: 'office.test', page: 2, pageSize: 3 });
    expect(listed(body.data[0])).toEqual(['Bala in Gita', 'Anu in Gita']);
    expect(body.total_count).toBe(5);
  });
});

describe('filters', () => {
  const found = async (as: string, filters: Row) => {
    const { body } = await page(as, filters);
    return listed(body.data[0]);
  };
  const everybody = async (filters: Row) =>
    (
      await office.call(
        'students.get_all_students',
        { course_status: 'all', page: 1, ...filters },
        { as: admin },
      )
    ).body;

  it.each<[string, Row, string[]]>([
    ['course', { course_id: draft.id }, ['Esha in Upanishads']],
    ['class', { class_id: gita.evening }, ['Deepa in Gita', 'Chitra in Gita']],
    ['teacher', { teacher_id: staff.teach }, ['Bala in Gita', 'Anu in Gita']],
    ['payment', { payment_status: 'Sponsored' }, ['Esha in Upanishads']],
    ['registration', { registration_status: 'Dropped' }, ['Bala in Gita']],
    ['region', { region: 'Nepal' }, ['Deepa in Gita']],
    ['language', { language: 'Telugu' }, ['Deepa in Gita', 'Anu in Gita']],
    ['days', { joined_from: '2020-02-01', joined_to: '2020-02-01' }, ['Deepa in Gita', 'Chitra in Gita']],
    ['two of them', { class_id: gita.evening, language: 'Telugu' }, ['Deepa in Gita']],
    ['one and a search', { class_id: gita.evening, search: 'chit' }, ['Chitra in Gita']],
    ['empty ones', { course_id: null, region: '', payment_status: null, search: 'deepa' }, ['Deepa in Gita']],
  ])('narrow by %s', async (_, filters, expected) => {
    await run(db)`update enrolments set registration_status = 'Dropped' where student_id = ${students.bala}`;
    await run(db)`update people set region = 'Nepal', language = 'Telugu' where id = ${students.deepa}`;
    await run(db)`update people set language = 'Telugu' where id = ${students.anu}`;
    // The first and the last minute of a day in Kolkata, and the minutes before and after it.
    await run(db)`
      update people p set registered_at = at
      from (values
        (${students.anu}::bigint, '2020-01-31T18:29:59Z'::timestamptz),
        (${students.chitra}, '2020-01-31T18:30:00Z'),
        (${students.deepa}, '2020-02-01T18:29:59Z'),
        (${students.bala}, '2020-02-01T18:30:00Z')
      ) as joined (id, at)
      where p.id = joined.id
    `;
    expect(await found(own, filters)).toEqual(expected);
    const { data, total_count } = await everybody(filters);
    expect(listed(data)).toEqual(expected);
    expect(total_count).toBe(expected.length);
  });

  it('by payment can mean nobody has recorded one, or it is not paid', async () => {
    await run(db)`update enrolments set payment_status = 'Failed' where student_id = ${students.bala}`;
    expect(await found(own, { payment_status: 'unpaid' })).toEqual([]);
    await priced(db).price(gita.id);
    const { bala, chitra, deepa } = students;
    await run(db)`update people set region = '', country = '' where id in (${bala}, ${chitra}, ${deepa})`;
    // One of Anu's payments was received.
    expect(await found(own, { payment_status: 'unpaid' })).toEqual([
      'Deepa in Gita',
      'Chitra in Gita',
      'Bala in Gita',
    ]);
    // Nobody owes where their own country has no price, and one of an unknown country is asked about.
    await run(db)`update people set region = 'Fiji' where id = ${students.chitra}`;
    expect(await found(own, { payment_status: 'unpaid' })).toEqual(['Deepa in Gita', 'Bala in Gita']);
    await run(db)`update people set region = '' where id = ${students.chitra}`;
    expect(await found(own, { payment_status: 'unpaid' })).toContain('Chitra in Gita');
    expect(await found(own, { payment_status: 'none' })).not.toContain('Bala in Gita');
    expect((await page(own, { payment_status: 'x' })).status).toBe(400);
  });

  it('of the person keep students without a course, filters of the course do not', async () => {
    await run(db)`update people set region = 'Fiji' where id in (${students.free}, ${students.esha})`;
    const inFiji = ['Esha in Upanishads', 'Esha in Veda', 'Free in null'];
    expect(listed((await everybody({ region: 'Fiji' })).data)).toEqual(inFiji);
    expect(listed((await everybody({ region: 'Fiji', payment_status: 'none' })).data)).toEqual([
      'Esha in Veda',
    ]);
  });

  it.each<[string, Row]>([
    ['course', { course_id: veda.id }],
    ['class', { class_id: veda.morning }],
    ['teacher, in a course of another course admin,', { teacher_id: staff.elsewhere, course_id: veda.id }],
    ['course, by its name,', { search: 'veda' }],
  ])('with a %s of somebody else find nobody', async (_, filters) => {
    expect(await found(own, filters)).toEqual([]);
    expect(await found('other@office.test', filters)).toEqual(['Esha in Veda']);
  });

  it('with a teacher find only the students of own courses', async () => {
    expect(await found(own, { teacher_id: staff.elsewhere })).toEqual(['Deepa in Gita', 'Chitra in Gita']);
    expect(await found('other@office.test', { teacher_id: staff.teach })).toEqual([]);
  });

  it.each([
    ['Gita', ['Deepa in Gita', 'Chitra in Gita', 'Bala in Gita', 'Anu in Gita']],
    ['evening', ['Deepa in Gita', 'Chitra in Gita']],
    ['esha', ['Esha in Upanishads', 'Esha in Veda']],
    ['FREE', ['Free in null']],
  ])('and the search finds "%s" in the names of people, courses and classes', async (search, expected) => {
    const { data, total_count } = await everybody({ search });
    expect(listed(data)).toEqual(expected);
    expect(total_count).toBe(expected.length);
  });

  it('that find nobody say how many the search finds without them', async () => {
    const { total_count, unfiltered_count } = await everybody({
      course_status: 'active',
      search: 'upanishads',
    });
    expect([total_count, unfiltered_count]).toEqual([0, 1]);
    expect(await everybody({ course_id: draft.id, payment_status: 'Failed' })).toMatchObject({
      data: [],
      unfiltered_count: 7,
    });
    const { body } = await page(own, { language: 'Sanskrit' });
    expect(body).toMatchObject({ total_count: 0, unfiltered_count: 5 });
    expect(await everybody({ search: 'nobody' })).not.toHaveProperty('unfiltered_count');
    expect(await everybody({ search: 'esha', page: 9 })).not.toHaveProperty('unfiltered_count');
  });
});

describe('a page', () => {
  it.each(['', 'fullname', '-fullname', 'email_id', '-register_at', 'course_name', '-course_name'] as const)(
    'by "%s" is the part of the whole list, for every kind of list',
    async (sort) => {
      const usual = {
        courseadminId: null,
        withAlone: true,
        course_status: 'all',
        search: '',
        filters: {},
        sort,
      } as const;
      const lists: readonly Listing[] = [
        usual,
        { ...usual, withAlone: false },
        { ...usual, course_status: 'active' },
        { ...usual, course_status: 'inactive' },
        { ...usual, courseadminId: staff.own, withAlone: false },
        { ...usual, search: 'office' },
        { ...usual, search: 'gita' },
        { ...usual, filters: { region: 'Fiji' } },
        { ...usual, filters: { class_id: gita.morning } },
      ];
      for (const list of lists) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const whole = await keysOfPage(db, list, wholeList);
        expect(whole.keys.length).toBeGreaterThan(0);
        for (let offset = 0; offset <= whole.total; offset += 2) {
          // oxlint-disable-next-line no-await-in-loop
          expect(await keysOfPage(db, list, { offset, size: 3 })).toEqual({
            keys: whole.keys.slice(offset, offset + 3),
            total: whole.keys.length,
          });
        }
      }
    },
  );
});
