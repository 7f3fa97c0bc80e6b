import { courses } from '@gurukul/contract/courses';
import { wrapHtml } from '@gurukul/contract/shared/html-json';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { many, run } from '../../test/rows.ts';
import { office, refusal } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);
const startedIn2026 = { startDate: '2026-01-05' };

const asha = 'asha@office.test';
const bala = 'bala@office.test';
const adminId = await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const ishaId = await at.person('Isha', 'student');

const longAgo = '2026-01-05';
const nextYear = `${new Date().getUTCFullYear() + 1}-02-01`;

const basics = (course_id: number, changes: object = {}) => ({
  course_id,
  course_name: 'Bhagavad Gita',
  course_duration: 'quarterly',
  start_date: longAgo,
  course_image: '/defaults/course.svg',
  ...changes,
});
const form = (course_id: number, changes: object = {}) => ({
  ...basics(course_id),
  type: null,
  description: wrapHtml('description', '<p>Eighteen chapters</p>'),
  what_we_learn: wrapHtml('what', '<p>Duty</p>'),
  note: wrapHtml('note', ''),
  prices: [],
  glimpse: [],
  total_topics: [],
  ...changes,
});
const adminForm = (course_id: number, changes: object = {}) => ({
  ...basics(course_id),
  courseadmin_id: balaId,
  course_description: wrapHtml('description', '<p>Eighteen chapters</p>'),
  ...changes,
});

const price = (changes: object = {}) => ({
  country_name: 'India',
  country_code: 'IN',
  currency_code: 'INR',
  price_value: '1500',
  state: 'ADD',
  ...changes,
});
const glimpse = (name: string, changes: object = {}) => ({
  glimpse_name: name,
  glimpse_description: `<p>About ${name}</p>`,
  glimpse_image: '',
  state: 'ADD',
  ...changes,
});
const topic = (weekCount: number, topicName: string, changes: object = {}) => ({
  weekCount,
  topicName,
  video: '',
  homework: 'false',
  pdf: '',
  pdfName: '',
  state: 'ADD',
  ...changes,
});

const save = (input: object, as = bala) => call(courses.edit_course_by_courseadmin, input, { as });
const saveAsAdmin = (input: object, as = asha) => call(courses.edit_course_by_admin, input, { as });
const open = async (course_id: number, as = bala) =>
  (await call(courses.get_single_course, { student_id: null, course_id }, { as })).body;
const courseOf = async (id: number) => (await db.query('select * from courses where id = $1', [id])).rows[0];

/** The callers in this database that wait for another transaction. */
const waiting = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
`;

/** All rows that a save could change. */
const everything = async () => {
  const tables = ['courses', 'course_types', 'course_prices', 'glimpses', 'topics'];
  const dumps = await Promise.all(
    tables.map(async (table) => (await db.query(`select * from ${table} order by id`)).rows),
  );
  const trail = await db.query(`select count(*) from audit_entries where action <> 'denied'`);
  return { dumps, trail: trail.rows };
};

const keys = new Set<string>();
const upload = async (person: number, kind: string, ending: string) => {
  const key = `${String(keys.size).padStart(43, 'k')}.${ending}`;
  keys.add(key);
  await run(db)`
    insert into files (kind, key, name, content_type, size, uploaded_by, finished_at)
    values (${kind}, ${key}, 'a', 'x/y', 10, ${person}, now())
  `;
  return `/files/${key}`;
};

const namesOf = (rows: { glimpse_name: string }[]) => rows.map(({ glimpse_name }) => glimpse_name);
const topicsOf = (body: { data: { weeks: { topics: { topicName: string }[] }[] } }) =>
  body.data.weeks.map(({ topics }) => topics.map(({ topicName }) => topicName).join(','));

/** A course with one price, one glimpse and one topic, and their ids. */
async function filledCourse(name: string, courseadminId: number) {
  const id = await at.course(name, courseadminId, startedIn2026);
  const insert = async (text: string) => (await db.query<{ id: number }>(text, [id])).rows[0]!.id;
  return {
    id,
    price: await insert(
      `insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
       values ($1, 'Nepal', 'NP', 'NPR', 100) returning id`,
    ),
    glimpse: await insert(
      `insert into glimpses (course_id, glimpse_name) values ($1, 'Arjuna') returning id`,
    ),
    topic: await insert(
      `insert into topics (course_id, week_count, topic_name) values ($1, 1, 'Despair') returning id`,
    ),
  };
}

describe('a course that is not the course admin’s own', () => {
  it.each([
    ['price', (other: number, state: string) => ({ prices: [price({ id: other, state })] })],
    [
      'glimpse',
      (other: number, state: string) => ({ glimpse: [glimpse('Mine', { glimpse_id: other, state })] }),
    ],
    [
      'topic',
      (other: number, state: string) => ({ total_topics: [topic(2, 'Mine', { topic_id: other, state })] }),
    ],
  ] as const)('refuses %s of another course, to be changed or removed', async (part, rows) => {
    const own = await filledCourse(`Own with a ${part}`, balaId);
    const sister = await filledCourse(`Sister with a ${part}`, balaId);
    const foreign = await filledCourse(`Foreign with a ${part}`, chitraId);
    const before = await everything();
    const gone = await save(form(own.id, rows(999_999, 'EDIT')));
    for (const other of [sister[part], foreign[part]]) {
      for (const state of ['EDIT', 'REMOVE']) {
        const refused = await save(
          form(own.id, {
            course_name: 'Changed',
            // Valid parts of the same save are not saved either.
            ...(part === 'price' ? { glimpse: [glimpse('New')] } : { prices: [price()] }),
            ...rows(other, state),
          }),
        );
        expect(refused.status).toBe(404);
        expect(refusal(refused)).toEqual(refusal(gone));
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe('an invalid save', () => {
  it('changes nothing', async () => {
    const own = await filledCourse('In order', balaId);
    const foreignPdf = await upload(chitraId, 'topic_pdf', 'pdf');
    const otherKind = await upload(balaId, 'profile_image', 'png');
    const before = await everything();
    const wrong: object[] = [
      { course_name: '' },
      { course_duration: 'weekly' },
      { start_date: '2026-Foo-05' },
      { start_date: '2025-12-31' },
      { type: 999_999 },
      { email_id: 'nobody' },
      { email_id: 'a@b.test, c@d.test' },
      { course_image: 'https://elsewhere.test/a.png' },
      { course_image: otherKind },
      { prices: [price({ price_value: '10.5' })] },
      { prices: [price({ price_value: '-1' })] },
      { prices: [price({ country_code: 'India' })] },
      { prices: [price({ currency_code: '' })] },
      { prices: [price(), price()] },
      { prices: [price({ state: 'EDIT' })] },
      {
        prices: [price({ id: own.price, state: 'EDIT' }), price({ id: own.price, state: 'REMOVE' })],
      },
      { glimpse: [glimpse('A', { glimpse_image: 'javascript:alert(1)' })] },
      { glimpse: [glimpse('A', { state: 'UPSERT' })] },
      { total_topics: [topic(1, '')] },
      { total_topics: [topic(0, 'A')] },
      { total_topics: [topic(1, 'A', { video: 'http://video.test' })] },
      { total_topics: [topic(1, 'A', { pdf: foreignPdf })] },
    ];
    for (const changes of wrong) {
      const refused = await save(form(own.id, changes));
      expect({ changes, status: refused.status }).toEqual({ changes, status: 400 });
    }
    expect(await everything()).toEqual(before);
  });

  it('says that a country has its price already', async () => {
    const own = await filledCourse('Twice Nepal', balaId);
    const nepal = { country_name: 'Nepal', country_code: 'NP', currency_code: 'NPR' };
    const refused = await save(form(own.id, { prices: [price(nepal)] }));
    expect(refused.body).toMatchObject({
      status: 400,
      message: 'This course already has a price for that country',
    });
  });
});

describe('a course with students', () => {
  it('keeps name, duration and start, whatever is sent', async () => {
    const id = await at.course('With students', balaId, startedIn2026);
    await at.enrol(ishaId, id);
    const sent = { course_name: 'Other', course_duration: 'yearly', start_date: nextYear };
    const kept = { course_duration: 'quarterly', start_date: longAgo };
    expect((await save(form(id, { ...sent, note: wrapHtml('note', '<p>New</p>') }))).status).toBe(200);
    expect(await courseOf(id)).toMatchObject({ ...kept, course_name: 'With students', note: '<p>New</p>' });

    // The account admin's form locks the dates only.
    expect((await saveAsAdmin(adminForm(id, sent))).status).toBe(200);
    expect(await courseOf(id)).toMatchObject({ ...kept, course_name: 'Other', note: '<p>New</p>' });
  });

  it('keeps them too when the first student comes while the save is on its way', async () => {
    const id = await at.course('First student', balaId, startedIn2026);
    const enrolling = await db.connect();
    try {
      await enrolling.query('begin');
      await enrolling.query(
        `insert into enrolments (student_id, course_id, started_on) values ($1, $2, '2026-01-05')`,
        [ishaId, id],
      );
      const saving = save(form(id, { start_date: nextYear }));
      await expect.poll(async () => (await db.query(waiting)).rowCount, { interval: 20 }).toBe(1);
      await enrolling.query('commit');
      expect((await saving).status).toBe(200);
    } finally {
      enrolling.release();
    }
    expect(await courseOf(id)).toMatchObject({ course_name: 'First student', start_date: longAgo });
  });

  it('can be changed again when they have left', async () => {
    const id = await at.course('Left', balaId, startedIn2026);
    await at.enrol(ishaId, id, null, '2026-03-01');
    await save(form(id, { course_name: 'Renewed', start_date: nextYear }));
    expect(await courseOf(id)).toMatchObject({ course_name: 'Renewed', start_date: nextYear });
  });
});

describe('the account admin’s form', () => {
  it('changes what it shows and gives the course to another course admin', async () => {
    const id = await at.course('Handed over', balaId, startedIn2026);
    await run(db)`
      update courses set what_we_learn = '<p>Kept</p>', note = 'kept', price = '5' where id = ${id}
    `;
    const { status, body } = await saveAsAdmin(
      adminForm(id, {
        user_id: adminId,
        courseadmin_id: chitraId,
        course_name: 'Hers now',
        course_duration: 'yearly',
        start_date: nextYear,
        course_description: wrapHtml('description', '<p onclick="x()">Clean</p><img src=x onerror=x()>'),
      }),
    );
    expect([status, body.message]).toEqual([200, 'success']);
    expect(await courseOf(id)).toMatchObject({
      course_name: 'Hers now',
      courseadmin_id: chitraId,
      course_duration: 'yearly',
      start_date: nextYear,
      course_description: '<p>Clean</p>',
      what_we_learn: '<p>Kept</p>',
      note: 'kept',
      price: '5',
    });
    expect((await save(form(id))).status).toBe(404);
  });

  it('gives it only to people who can run it', async () => {
    const id = await at.course('Stays', balaId, startedIn2026);
    const before = await everything();
    for (const courseadmin_id of [devId, ishaId, 999_999]) {
      expect((await saveAsAdmin(adminForm(id, { courseadmin_id }))).status).toBe(404);
    }
    expect(await everything()).toEqual(before);
  });

  it('has the default image where none is sent', async () => {
    const id = await at.course('Pictured', balaId, startedIn2026);
    const course_image = await upload(adminId, 'course_image', 'png');
    await saveAsAdmin(adminForm(id, { course_image }));
    expect(await courseOf(id)).toMatchObject({ course_image });
    // Somebody else uploaded it, but the course has it by now.
    expect((await save(form(id, { course_image }))).status).toBe(200);
    expect(await courseOf(id)).toMatchObject({ course_image });
    for (const none of [null, '', undefined]) {
      expect((await saveAsAdmin(adminForm(id, { course_image }))).status).toBe(200);
      expect((await saveAsAdmin(adminForm(id, { course_image: none }))).status).toBe(200);
      expect(await courseOf(id)).toMatchObject({ course_image: '/defaults/course.svg' });
    }
  });
});

describe('the course admin’s form', () => {
  it('accepts both formats of a start, and leaves a start that is over as it is', async () => {
    const id = await at.course('Started', balaId, startedIn2026);
    expect((await save(form(id, { start_date: '2026-Jan-05' }))).status).toBe(200);
    expect(await courseOf(id)).toMatchObject({ start_date: longAgo });
    const refused = await save(form(id, { start_date: '2026-Jan-06' }));
    expect(refused.body).toMatchObject({ status: 400, message: 'Please select correct date' });
    await save(form(id, { start_date: nextYear.replace('-02-', '-Feb-') }));
    expect(await courseOf(id)).toMatchObject({ start_date: nextYear });
  });

  it('keeps the address, changes it to a valid one or takes it away', async () => {
    const id = await at.course('Addressed', balaId, startedIn2026);
    await run(db)`update courses set email_id = 'old style' where id = ${id}`;
    await save(form(id, { email_id: 'old style' }));
    await save(form(id));
    expect(await courseOf(id)).toMatchObject({ email_id: 'old style' });
    await save(form(id, { email_id: 'gita@office.test' }));
    expect(await courseOf(id)).toMatchObject({ email_id: 'gita@office.test' });
    await save(form(id, { email_id: '' }));
    expect(await courseOf(id)).toMatchObject({ email_id: '' });
  });

  it('moves a country from one price to another', async () => {
    const id = await at.course('Swapped', balaId, startedIn2026);
    const india = price();
    const nepal = price({ country_name: 'Nepal', country_code: 'NP', currency_code: 'NPR', price_value: '' });
    await save(form(id, { prices: [india, nepal] }));
    const [first, second] = (await open(id)).data.prices;
    const swapped = await save(
      form(id, {
        prices: [
          { ...nepal, id: first.id, state: 'EDIT' },
          { ...india, id: second.id, state: 'EDIT' },
        ],
      }),
    );
    expect(swapped.status).toBe(200);
    expect((await open(id)).data.prices).toEqual([
      { id: first.id, country_name: 'Nepal', country_code: 'NP', currency_code: 'NPR', price_value: '' },
      { id: second.id, country_name: 'India', country_code: 'IN', currency_code: 'INR', price_value: '1500' },
    ]);
  });

  it('builds a course of 26 weeks, which is reopened, changed, put in another order and thinned out', async () => {
    const id = await at.course('The whole', balaId, startedIn2026);
    const pdfs: string[] = [];
    for (let count = 0; count < 10; count++) pdfs.push(await upload(balaId, 'topic_pdf', 'pdf'));
    const picture = await upload(balaId, 'glimpse_image', 'png');
    const type = (
      await call(courses.add_course_type, { id, type: 'Scripture' }, { as: bala })
    ).body.data.find((row: { type: string }) => row.type === 'Scripture').id;
    const countries = [
      ['India', 'IN', 'INR', '1500'],
      ['United States', 'US', 'USD', '0'],
      ['Nepal', 'NP', 'NPR', ''],
    ];
    const built = await save(
      form(id, {
        added_by: balaId,
        course_duration: 'semester',
        start_date: nextYear,
        type,
        prices: countries.map(([country_name, country_code, currency_code, price_value]) =>
          price({ country_name, country_code, currency_code, price_value }),
        ),
        glimpse: ['One', 'Two', 'Three', 'Four'].map((name) => glimpse(name, { glimpse_image: picture })),
        total_topics: pdfs.map((pdf, index) =>
          topic(index < 2 ? 1 : index + 1, `Topic ${index}`, {
            pdf,
            pdfName: `Reading ${index}.pdf`,
            homework: index === 0 ? 'true' : 'false',
            video: 'https://video.test/watch',
          }),
        ),
      }),
    );
    expect(built.body).toMatchObject({ status: 200, version: 2 });

    const reopened = await open(id);
    expect(reopened).toMatchObject({ type, version: 2, flag: false });
    expect(reopened.data.weeks).toHaveLength(26);
    expect(reopened.data.weeks[0].week).toBe(`01-02-${nextYear.slice(0, 4)}/07-02-${nextYear.slice(0, 4)}`);
    expect(reopened.data.prices.map((row: { price_value: string }) => row.price_value)).toEqual([
      '1500',
      '0',
      '',
    ]);
    expect(namesOf(reopened.data.glimpses)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(topicsOf(reopened).slice(0, 4)).toEqual(['Topic 0,Topic 1', '', 'Topic 2', 'Topic 3']);
    const [firstTopic, secondTopic] = reopened.data.weeks[0].topics;
    expect(firstTopic).toMatchObject({
      homework: 'true',
      pdfName: 'Reading 0.pdf',
      video: 'https://video.test/watch',
    });
    // The document opens by a link that was signed for this answer.
    expect(firstTopic.pdf).toMatch(new RegExp(`^${pdfs[0]}\\?expires=\\d+&signature=`));
    expect((await open(id, asha)).data.weeks[0].topics[0].pdf).not.toBe(pdfs[0]);

    const [one, two, , four] = reopened.data.glimpses;
    const [india, , nepal] = reopened.data.prices;
    const changed = await save(
      form(id, {
        version: reopened.version,
        course_duration: 'semester',
        start_date: nextYear,
        type,
        prices: [
          { ...india, price_value: '1800', state: 'EDIT' },
          { id: nepal.id, state: 'REMOVE' },
        ],
        glimpse: [
          { ...four, position: 0, glimpse_description: '<p>New<script>x()</script></p>', state: 'EDIT' },
          { ...one, position: 1, state: 'EDIT' },
          { glimpse_id: two.glimpse_id, state: 'REMOVE' },
          glimpse('Five', { position: 2 }),
        ],
        total_topics: [
          // As the portal sends it: the signed link, in the other order.
          { ...secondTopic, position: 0, state: 'EDIT' },
          { ...firstTopic, position: 1, state: 'EDIT' },
          {
            ...reopened.data.weeks[2].topics[0],
            weekCount: 26,
            topicName: 'The end',
            pdf: '',
            state: 'EDIT',
          },
          { ...reopened.data.weeks[3].topics[0], state: 'REMOVE' },
        ],
      }),
      asha,
    );
    expect(changed.body).toMatchObject({ status: 200, version: 3 });

    const after = await open(id);
    expect(after.data.prices.map((row: { price_value: string }) => row.price_value)).toEqual(['1800', '0']);
    expect(namesOf(after.data.glimpses)).toEqual(['Four', 'One', 'Five', 'Three']);
    expect(after.data.glimpses[0]).toMatchObject({
      glimpse_description: '<p>New</p>',
      glimpse_image: picture,
    });
    expect(topicsOf(after).filter((names) => names !== '')).toEqual([
      'Topic 1,Topic 0',
      'Topic 4',
      'Topic 5',
      'Topic 6',
      'Topic 7',
      'Topic 8',
      'Topic 9',
      'The end',
    ]);
    expect(after.data.weeks[25].topics[0]).toMatchObject({ pdf: '', pdfName: '' });
    const rows = await many(db)`select pdf from topics where course_id = ${id} and topic_name = ${'Topic 0'}`;
    expect(rows).toEqual([{ pdf: pdfs[0] }]);

    // Topics keep their week when the course becomes shorter.
    await save(form(id, { course_duration: 'quarterly', start_date: nextYear }));
    expect((await open(id)).data.weeks).toHaveLength(26);
  });

  it('takes no new topic after the end of the course, and keeps those that are there', async () => {
    const id = await at.course('Shorter', balaId, startedIn2026);
    const weeks = (course_duration: string, ...total_topics: object[]) =>
      save(form(id, { course_duration, start_date: nextYear, total_topics }));
    expect((await weeks('yearly', topic(53, 'Last'), topic(1, 'First'))).status).toBe(200);
    expect((await weeks('quarterly')).status).toBe(200);
    const { data } = await open(id);
    const [first] = data.weeks[0].topics;
    const [last] = data.weeks[52].topics;

    for (const outside of [topic(14, 'New'), { ...first, weekCount: 14, state: 'EDIT' }]) {
      const refused = await weeks('quarterly', outside);
      expect(refused).toMatchObject({
        status: 400,
        body: { problems: { total_topics: 'This course has only 13 weeks' } },
      });
    }
    expect((await weeks('quarterly', topic(13, 'New'))).status).toBe(200);
    expect((await weeks('quarterly', { ...last, topicName: 'Renamed', state: 'EDIT' })).status).toBe(200);
    expect((await weeks('quarterly', { ...last, weekCount: 12, state: 'EDIT' })).status).toBe(200);
    // The same save makes the course longer, so there is room.
    expect((await weeks('yearly', topic(40, 'Later'))).status).toBe(200);
    expect(topicsOf(await open(id)).filter((names) => names !== '')).toHaveLength(4);
  });
});
