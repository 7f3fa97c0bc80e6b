import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';

const { call, db } = await testApp({ database: 'empty' });
const admin = 'admin@office.test';
const missing = 999_999;

let fees = 0;
let dates = 0;

const mappings = async () => (await call('enquiries.get_mappings', {}, { as: admin })).body.data.data;
const submit = (changes: unknown, headers = {}) => call('enquiries.submit', changes, { as: admin, headers });

interface Row {
  readonly course_type_mapp_id: number;
  readonly email_id: string;
}

beforeAll(async () => {
  const add = office(db);
  await add.person('Admin', 'admin');
  await add.person('Own', 'courseadmin');
  await add.person('Teach', 'teacher');
});

beforeEach(async () => {
  await run(db)`delete from query_emails`;
  await run(db)`delete from query_types`;
  for (const course_type_name of ['Fees', 'dates']) {
    await call('enquiries.add_type', { course_type_name }, { as: admin });
  }
  const { body } = await call('enquiries.get_types', {}, { as: admin });
  [dates, fees] = body.data.data.map((type: { course_type_id: number }) => type.course_type_id);
});

describe('query types', () => {
  test.each(['', '   ', 'a\nb', 'x'.repeat(101)])('are not added under the name "%s"', async (name) => {
    expect((await call('enquiries.add_type', { course_type_name: name }, { as: admin })).status).toBe(400);
  });

  test('are added once in any case, also by two at the same moment', async () => {
    const add = () => call('enquiries.add_type', { course_type_name: ' Visits ' }, { as: admin });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const late = await call('enquiries.add_type', { course_type_name: 'VISITS' }, { as: admin });
    expect([late.status, late.body.message]).toEqual([409, 'This query type already exists']);
  });

  test('are listed by name', async () => {
    const { body } = await call('enquiries.get_types', {}, { as: admin });
    expect(body.data.data).toEqual([
      { course_type_id: dates, course_type_name: 'dates' },
      { course_type_id: fees, course_type_name: 'Fees' },
    ]);
  });
});

describe('mappings', () => {
  const one = { flag: 1, course_type_id: 0, email_id: 'office@school.test' };

  test.each([
    ['an address that is none', { email_id: 'x@y' }],
    ['two addresses', { email_id: 'a@b.test, c@d.test' }],
    ['a header in the address', { email_id: 'a@b.test\r\nBcc: c@d.test' }],
    ['None for a type', { course_type_id: null }],
    ['an unknown flag', { flag: 4 }],
    ['an edit without the mapping', { flag: 2 }],
    ['a deletion without the mapping', { flag: 3 }],
  ])('with %s are refused, and the others of the request with them', async (_, wrong) => {
    const good = { ...one, course_type_id: fees };
    expect((await submit([good, { ...good, ...wrong }])).status).toBe(400);
    expect(await mappings()).toEqual([]);
  });

  test('of a type or a mapping that does not exist refuse the whole request', async () => {
    const good = { ...one, course_type_id: fees };
    expect((await submit([good, { ...one, course_type_id: missing }])).status).toBe(404);
    expect((await submit([good, { ...good, flag: 2, course_type_mapp_id: missing }])).status).toBe(404);
    expect(await mappings()).toEqual([]);
  });

  test('named twice are refused', async () => {
    await submit([{ ...one, course_type_id: fees }]);
    const [{ course_type_mapp_id }] = await mappings();
    const changes = [
      { flag: 2, course_type_mapp_id, course_type_id: fees, email_id: 'new@school.test' },
      { flag: 3, course_type_mapp_id },
    ];
    expect((await submit(changes)).status).toBe(400);
    expect((await mappings())[0].email_id).toBe('office@school.test');
  });

  test('are added, edited and deleted together, as a list or wrapped in one', async () => {
    await submit([
      { ...one, course_type_id: fees, email_id: 'a@school.test' },
      { ...one, course_type_id: fees, email_id: 'b@school.test' },
      { ...one, course_type_id: dates, email_id: 'c@school.test', course_type_mapp_id: null },
    ]);
    const [a, b, c]: Row[] = await mappings();
    const answer = await submit({
      list: [
        {
          flag: 2,
          course_type_mapp_id: a!.course_type_mapp_id,
          course_type_id: dates,
          email_id: 'a2@school.test',
        },
        { flag: 3, course_type_mapp_id: b!.course_type_mapp_id, course_type_id: null, email_id: '' },
        { ...one, course_type_id: dates, email_id: 'd@school.test' },
      ],
    });
    expect([answer.status, answer.body]).toEqual([200, { status: 200, message: 'success' }]);
    expect(await mappings()).toEqual([
      {
        course_type_mapp_id: a!.course_type_mapp_id,
        course_type_id: dates,
        email_id: 'a2@school.test',
        version: expect.any(String),
      },
      { ...c, course_type_id: dates, version: expect.any(String) },
      expect.objectContaining({ course_type_id: dates, email_id: 'd@school.test' }),
    ]);
  });

  test('deleted in two tabs are deleted; edited in one and deleted in the other never come back', async () => {
    await submit([{ ...one, course_type_id: fees }]);
    const [{ course_type_mapp_id }] = await mappings();
    const gone = { flag: 3, course_type_mapp_id };
    const answers = await Promise.all([submit([gone]), submit([gone])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const late = await submit([{ ...one, flag: 2, course_type_mapp_id, course_type_id: fees }]);
    expect(late.status).toBe(404);
    expect(await mappings()).toEqual([]);
  });

  test('changed by two in opposite order are changed by both', async () => {
    await submit([
      { ...one, course_type_id: fees, email_id: 'a@school.test' },
      { ...one, course_type_id: fees, email_id: 'b@school.test' },
    ]);
    const rows: Row[] = await mappings();
    const edits = rows.map(({ course_type_mapp_id, email_id }) => ({
      flag: 2,
      course_type_mapp_id,
      course_type_id: dates,
      email_id,
    }));
    for (let round = 0; round < 10; round += 1) {
      const both = await Promise.all([submit(edits), submit(edits.toReversed())]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});
