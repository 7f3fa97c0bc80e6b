import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students } = await foundSchool(db);

const written = { first_name: 'Uma', last_name: 'Devi', email_id: 'uma@office.test', phone_number: '' };
const add = (as: string, more: object = {}) =>
  office.call('students.add_student', { ...written, course_id: gita.id, ...more }, { as });

const addedPeople = () =>
  many<{ id: number; fullname: string }>(db)`
    select id, fullname from people where fullname like 'Uma%' and deleted_at is null order by id
  `;
const coursesOf = async (id: number) =>
  (
    await many<{ course_id: number }>(db)`
      select course_id from enrolments where student_id = ${id} and ended_on is null order by course_id
    `
  ).map(({ course_id }) => course_id);
const requests = () => many<{ email_id: string; details: object }>(db)`select * from access_requests`;

beforeEach(async () => {
  await run(db)`delete from access_requests`;
  await run(db)`
    delete from enrolments where student_id in (select id from people where fullname like 'Uma%')
  `;
  await run(db)`delete from guardians`;
  await run(db)`delete from duplicate_pairs`;
  await run(db)`delete from people where fullname like 'Uma%'`;
  await run(db)`update people set other_names = '{}'`;
  await run(db)`update people set dob = null, phone_number = null where id = ${students.esha}`;
});

describe('a new student', () => {
  it('is saved with all fields, in the course and class, and undone in one', async () => {
    const { status, body, headers } = await add(admin, {
      class_id: gita.morning,
      phone_number: '+1 312 555 0100',
      dob: '2012-03-04',
      city: 'Chicago',
      country: 'United States',
      address2: 'Flat 2',
      timezone: 'America/Chicago',
      gender: 'female',
      language: 'Telugu',
      region: 'US',
    });
    expect([status, body.data]).toEqual([
      200,
      { outcome: 'added', user_id: expect.any(Number), waits: false },
    ]);
    expect(
      await one(db)`
        select p.email_id, p.phone_number, p.dob::text, p.city, p.address2, p.timezone, p.gender, p.language, p.region,
          e.class_id
        from people p join enrolments e on e.student_id = p.id
        where p.id = ${body.data.user_id}
      `,
    ).toEqual({
      email_id: 'uma@office.test',
      phone_number: '+13125550100',
      dob: '2012-03-04',
      city: 'Chicago',
      address2: 'Flat 2',
      timezone: 'America/Chicago',
      gender: 'female',
      language: 'Telugu',
      region: 'United States',
      class_id: gita.morning,
    });
    const undone = await office.call(
      'audit.undo_change',
      { change_id: Number(headers['change-id']) },
      { as: admin },
    );
    expect(undone.status).toBe(200);
    expect(await addedPeople()).toEqual([]);
  });

  it('gets the zone of their place, else of their class', async () => {
    const zoneOf = async (more: object) => {
      const { body } = await add(admin, { answer: 'new', ...more });
      const { user_id: id } = body.data;
      return (await one<{ timezone: string }>(db)`select timezone from people where id = ${id}`).timezone;
    };
    expect(await zoneOf({ city: 'Chicago', country: 'United States' })).toBe('America/Chicago');
    expect(await zoneOf({ class_id: gita.morning })).toBe('Asia/Kolkata');
    expect(await zoneOf({ class_id: gita.morning, region: 'United States' })).toBe('');
  });

  it('has the clock and the language that are proposed before it is saved', async () => {
    const typed = {
      phone_number: '',
      address: '',
      address2: '',
      city: '',
      state: '',
      country: '',
      region: '',
    };
    const propose = async (more: object, as = own) =>
      (await office.call('students.propose_clock', { ...typed, ...more }, { as })).body.data;
    const chicago = { clock: { zone: 'America/Chicago', by: 'place' }, language: null };
    const india = { clock: { zone: 'Asia/Kolkata', by: 'class' }, language: null };
    const ofGita = { course_id: gita.id, class_id: gita.morning };

    expect(await propose({ city: 'Chicago', country: 'United States' })).toEqual(chicago);
    expect(await propose({ address2: 'Chicago, IL', phone_number: '+1 312 555 0100' })).toEqual(chicago);
    expect(await propose(ofGita)).toEqual(india);
    // Half a number says nothing. A whole one says that the class's clock is not theirs.
    expect(await propose({ ...ofGita, phone_number: '+1 312' })).toEqual(india);
    expect(await propose({ ...ofGita, phone_number: '+1 312 555 0100' })).toEqual({
      clock: { zone: 'Asia/Kolkata', by: 'provider' },
      language: null,
    });
    expect((await propose({ country: 'Nepal' })).clock).toEqual({ zone: 'Asia/Kathmandu', by: 'place' });
    expect((await propose({})).clock.by).toBe('provider');

    await run(db)`update people set language = 'Telugu' where id in (${students.anu}, ${students.bala})`;
    expect((await propose(ofGita)).language).toBe('Telugu');
    // Somebody who is there: their classes, and the place that is being typed.
    expect(await propose({ user_id: students.anu })).toEqual({ ...india, language: 'Telugu' });
    expect((await propose({ user_id: students.anu, city: 'Chicago', country: 'US' })).clock).toEqual(
      chicago.clock,
    );
    expect((await propose({ user_id: students.free }, admin)).clock.by).toBe('provider');
    await run(db)`update people set language = null where id in (${students.anu}, ${students.bala})`;
  });

  it.each([
    ["another's course", { course_id: veda.id }],
    ["another's class", { course_id: veda.id, class_id: veda.morning }],
    ["a class of another's course in an own one", { course_id: gita.id, class_id: veda.morning }],
    ["another's class without its course", { class_id: veda.morning }],
    ["another's student", { user_id: students.esha }],
    ['a student who is deleted', { user_id: students.gone }],
  ])('gets no proposal by %s', async (_, foreign) => {
    const typed = {
      phone_number: '',
      address: '',
      address2: '',
      city: '',
      state: '',
      country: '',
      region: '',
    };
    const { status } = await office.call('students.propose_clock', { ...typed, ...foreign }, { as: own });
    expect(status).toBe(404);
  });

  it('waits for a full class', async () => {
    await run(db)`update course_teachers set strength = 1 where course_id = ${gita.id}`;
    expect((await add(admin, { class_id: gita.morning })).body.data).toMatchObject({
      outcome: 'added',
      waits: true,
    });
    await run(db)`update course_teachers set strength = 0 where course_id = ${gita.id}`;
  });

  it('needs no address', async () => {
    expect((await add(admin, { email_id: '' })).body.data.outcome).toBe('added');
    expect((await add(own, { email_id: '', first_name: 'Umadevi' })).body.data.outcome).toBe('added');
  });

  it.each([
    ['a birthday to come', { dob: '2999-01-01' }, 'dob'],
    ['a number that is none', { phone_number: '12' }, 'phone_number'],
    ['no first name', { first_name: '' }, 'first_name'],
    ['half an address', { email_id: 'uma' }, 'email_id'],
    ['no such zone', { timezone: 'Mars/Base' }, 'timezone'],
    ['nobody to be the same as', { answer: 'same' }, 'user_id'],
  ])('%s is refused', async (_, wrong, field) => {
    const { status, body } = await add(admin, wrong);
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    expect(await addedPeople()).toEqual([]);
  });
});

describe('somebody like them', () => {
  const reasonsOf = async (more: object, as = admin) => {
    const { status, body } = await add(as, more);
    return status === 409 && body.code === 'looks_like'
      ? body.people.map(({ user_id, reasons }: { user_id: number; reasons: string[] }) => [user_id, reasons])
      : [];
  };

  it('is asked about: by address, number, and name with birthday', async () => {
    await run(db)`
      update people set dob = '2011-02-03', phone_number = '9876500001' where id = ${students.esha}
    `;
    const name = await one<{ fullname: string }>(db)`select fullname from people where id = ${students.esha}`;
    expect(await reasonsOf({ email_id: 'ESHA@office.test' })).toEqual([[students.esha, ['email']]]);
    expect(await reasonsOf({ phone_number: '+91 98765 00001' })).toEqual([[students.esha, ['phone']]]);
    const same = { first_name: name.fullname, last_name: '' };
    expect(await reasonsOf({ ...same, dob: '2011-02-03' })).toEqual([[students.esha, ['name']]]);
    expect(await reasonsOf({ ...same, email_id: 'esha@office.test', dob: '2011-02-03' })).toEqual([
      [students.esha, ['email', 'name']],
    ]);
    // A namesake of another birthday.
    expect((await add(admin, { first_name: 'Uma', dob: '2010-02-03' })).status).toBe(200);
  });

  it('is asked about by another spelling of name and address', async () => {
    const { esha, anu } = students;
    const asked = async (more: object) => {
      const { body } = await add(admin, { first_name: 'Padma', last_name: 'Iyer', email_id: '', ...more });
      if (body.code !== 'looks_like') return body.data.outcome;
      return body.people.map(({ user_id, reasons }: { user_id: number; reasons: string[] }) => [
        user_id,
        reasons,
      ]);
    };
    const padmas = sql`first_name = 'Padma' and last_name = 'Iyer'`;
    await run(db)`
      update people set first_name = 'Lakshmi', email_id = 'lakshmi@office.test', dob = '2011-02-03' where id = ${esha}
    `;
    // Esha is in another course; by birthday the Telugu spelling is the same name.
    expect(await asked({ first_name: 'లక్ష్మి', last_name: '', dob: '2011-02-03' })).toEqual([[esha, ['name']]]);
    expect(await asked({ email_id: 'Lakshmi@ofice.test' })).toEqual([[esha, ['near_email']]]);
    expect(await asked({ email_id: 'lakshmi2@office.test' })).toBe('added');
    await run(db)`delete from enrolments where student_id in (select id from people where ${padmas})`;
    await run(db)`delete from people where ${padmas}`;
    // In the course, a slip in the address.
    await run(db)`update people set email_id = 'anuradha@office.test' where id = ${anu}`;
    expect(await asked({ email_id: 'anuradah@office.test' })).toEqual([[anu, ['near_email']]]);
    await run(db)`
      update people set first_name = 'Esha', email_id = 'esha@office.test', dob = null where id = ${esha}
    `;
    await run(db)`update people set email_id = 'anu@office.test' where id = ${anu}`;
  });

  it('is asked about by a guardian’s address and number', async () => {
    const mother = await one<{ id: number }>(db)`
      insert into people (email_id, phone_number, main_role, first_name)
      values ('mother@office.test', '9876500002', 'guardian', 'Uma’s mother') returning id
    `;
    await run(db)`insert into guardians (student_id, guardian_id) values (${students.anu}, ${mother.id})`;
    expect(await reasonsOf({ email_id: 'mother@office.test' })).toEqual([[students.anu, ['email']]]);
    expect(await reasonsOf({ phone_number: '9876500002' })).toEqual([[students.anu, ['phone']]]);
  });

  it('is a sibling, or the same and only enrolled', async () => {
    const email_id = 'anu@office.test';
    expect((await add(admin, { email_id })).status).toBe(409);
    expect((await add(admin, { email_id, answer: 'sibling' })).body.data.outcome).toBe('added');
    const before = await coursesOf(students.anu);
    const same = { email_id, answer: 'same', user_id: students.anu };
    expect((await add(admin, { ...same, course_id: veda.id })).body.data).toEqual({
      outcome: 'enrolled',
      user_id: students.anu,
      waits: false,
    });
    expect(await coursesOf(students.anu)).toEqual([...before, veda.id].toSorted((a, b) => a - b));
    expect((await add(admin, same)).body.data.outcome).toBe('unchanged');
    // By that name they are known from now on.
    expect(await one(db)`select fullname, other_names from people where id = ${students.anu}`).toEqual({
      fullname: 'Anu',
      other_names: ['Uma Devi'],
    });
    await run(db)`delete from enrolments where student_id = ${students.anu} and course_id = ${veda.id}`;
  });

  it('is not told to a course admin out of reach, who learns nothing of them', async () => {
    await run(db)`
      update people set dob = '2011-02-03', phone_number = '9876500001' where id = ${students.esha}
    `;
    const answers = [];
    // The last one is nobody's, and is added.
    for (const who of ['esha', 'teach', 'admin', 'nobody']) {
      const email_id = `${who}@office.test`;
      const { status, body } = await add(own, { email_id, phone_number: '9876500001', dob: '2011-02-03' });
      answers.push([status, body]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]![0]).toBe(200);
    expect((await requests()).map(({ email_id }) => email_id)).toEqual([
      'esha@office.test',
      'teach@office.test',
      'admin@office.test',
    ]);
    expect(await addedPeople()).toHaveLength(1);
    const same = await add(own, { email_id: 'esha@office.test', answer: 'same', user_id: students.esha });
    expect(same.status).toBe(404);
  });

  it('is added as asked for when an account admin accepts', async () => {
    await add(own, { email_id: 'esha@office.test', timezone: 'America/Chicago' });
    const { id } = await one<{ id: number }>(db)`select id from access_requests`;
    const decided = await office.call(
      'access.decide',
      { request_ids: [id], decision: 'accepted' },
      { as: admin },
    );
    expect([decided.status, decided.body.message]).toEqual([200, 'success']);
    expect(await one(db)`select fullname, timezone from people where fullname like 'Uma%'`).toEqual({
      fullname: 'Uma Devi',
      timezone: 'America/Chicago',
    });
  });
});
