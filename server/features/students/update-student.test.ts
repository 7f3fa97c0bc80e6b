import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students, staff } = await foundSchool(db);

const about = async (id: number, as = admin) =>
  (await office.call('students.get_about', { id }, { as })).body.data;
const update = (as: string, input: object) => office.call('students.update_student', input, { as });
const mother = {
  name: 'Sita Rao',
  relation: 'Mother',
  email_id: 'sita@office.test',
  phone_number: '9876543210',
  may_see: true,
  pays: false,
};

describe('what is known about a student', () => {
  it('is changed field by field, in one change that is taken back as a whole', async () => {
    const before = await about(students.anu);
    const changed = {
      last_name: 'Sharma',
      email_id: '',
      phone_number: '+1 312 555 0100',
      dob: '2012-05-06',
      timezone: 'America/Chicago',
      contacts: [
        { kind: 'email', value: 'second@office.test' },
        { kind: 'phone', value: '+91 98765 43210' },
      ],
      guardians: [mother],
      other_names: ['Annu'],
    };
    const { status, headers } = await update(own, { user_id: students.anu, ...changed });
    expect(status).toBe(200);
    expect(await about(students.anu)).toMatchObject({
      ...changed,
      first_name: 'Anu',
      phone_number: '+13125550100',
      contacts: [
        { kind: 'email', value: 'second@office.test' },
        { kind: 'phone', value: '9876543210' },
      ],
      guardians: [{ ...mother, guardian_id: expect.any(Number), can: { rename: true } }],
    });
    const undo = { change_id: Number(headers['change-id']) };
    expect((await office.call('audit.undo_change', undo, { as: own })).status).toBe(200);
    expect(await about(students.anu)).toEqual(before);
  });

  it('stays where nothing is said', async () => {
    await update(admin, { user_id: students.anu, guardians: [mother], other_names: ['Annu'] });
    const before = await about(students.anu);
    await update(admin, { user_id: students.anu, city: 'Mysuru' });
    const { version: _, ...now } = await about(students.anu);
    expect({ ...before, city: 'Mysuru' }).toMatchObject(now);
  });

  it.each([
    ['a number that is none', { contacts: [{ kind: 'phone', value: '12' }] }, 'contacts.0.value'],
    ['half an address', { contacts: [{ kind: 'email', value: 'a@b' }] }, 'contacts.0.value'],
    ['a birthday to come', { dob: '2999-01-01' }, 'dob'],
    ['a guardian without a name', { guardians: [{ ...mother, name: '' }] }, 'guardians.0.name'],
    [
      'a guardian’s number that is none',
      { guardians: [{ ...mother, phone_number: '1' }] },
      'guardians.0.phone_number',
    ],
  ])('%s is refused', async (_, wrong, field) => {
    const before = await about(students.anu);
    const { status, body } = await update(admin, { user_id: students.anu, city: 'Delhi', ...wrong });
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    expect(await about(students.anu)).toEqual(before);
  });

  it('is nobody else’s to read or change', async () => {
    for (const id of [students.esha, students.gone, staff.teach]) {
      expect((await office.call('students.get_about', { id }, { as: own })).status).toBe(404);
      expect((await update(own, { user_id: id, city: 'Delhi' })).status).toBe(404);
    }
  });
});

describe('a guardian', () => {
  const people = () =>
    many<{ id: number }>(db)`
      select id from people where main_role = 'guardian' and deleted_at is null order by id
    `;

  it('of two children is one person, and goes with the last of them', async () => {
    await update(own, { user_id: students.anu, guardians: [mother] });
    await update(own, { user_id: students.bala, guardians: [{ ...mother, name: 'Smt. SITA Rao' }] });
    expect(await people()).toHaveLength(1);
    const [{ guardian_id }] = (await about(students.bala)).guardians;
    expect((await about(students.anu)).siblings).toEqual([
      { user_id: students.bala, fullname: 'Bala', dob: null },
    ]);
    await update(own, {
      user_id: students.anu,
      guardians: [{ ...mother, guardian_id, phone_number: '9876543219' }],
    });
    expect((await about(students.bala)).guardians).toMatchObject([{ phone_number: '9876543219' }]);
    await update(own, { user_id: students.anu, guardians: [] });
    expect(await people()).toHaveLength(1);
    await update(own, { user_id: students.bala, guardians: [] });
    expect(await people()).toEqual([]);
  });

  it('who is a colleague is linked by an admin, never renamed here, and not told to a course admin', async () => {
    await run(db)`update people set phone_number = '9000000001' where id = ${staff.elsewhere}`;
    const teacher = { ...mother, name: 'Elsewhere', email_id: 'elsewhere@office.test' };
    await update(own, { user_id: students.anu, guardians: [teacher] });
    const [made] = (await about(students.anu, own)).guardians;
    expect([made.guardian_id === staff.elsewhere, made.phone_number]).toEqual([false, '9876543210']);

    await update(admin, { user_id: students.anu, guardians: [teacher] });
    const [linked] = (await about(students.anu)).guardians;
    expect(linked).toMatchObject({
      guardian_id: staff.elsewhere,
      phone_number: '9000000001',
      can: { rename: false },
    });
    expect((await about(students.anu, own)).guardians).toMatchObject([{ email_id: '', phone_number: '' }]);
    await update(own, {
      user_id: students.anu,
      guardians: [{ ...teacher, guardian_id: staff.elsewhere, name: 'Other', relation: 'Aunt' }],
    });
    expect((await about(students.anu)).guardians).toMatchObject([{ name: 'Elsewhere', relation: 'Aunt' }]);
    await update(admin, { user_id: students.anu, guardians: [] });
    expect(await one(db)`select deleted_at from people where id = ${staff.elsewhere}`).toEqual({
      deleted_at: null,
    });
  });

  it('of somebody else cannot be taken by number', async () => {
    await update(admin, { user_id: students.esha, guardians: [mother] });
    const [{ guardian_id }] = (await about(students.esha)).guardians;
    const taken = await update(own, { user_id: students.anu, guardians: [{ ...mother, guardian_id }] });
    expect(taken.status).toBe(404);
    await update(admin, { user_id: students.esha, guardians: [] });
  });
});

describe('siblings', () => {
  it('share an address of a family, not that of an office, and are seen within reach', async () => {
    const add = async (name: string) => {
      const { id } = await one<{ id: number }>(db)`
        insert into people (email_id, main_role, first_name) values ('home@office.test', 'student', ${name}) returning id
      `;
      return id;
    };
    const [first, second] = [await add('First'), await add('Second')];
    await addEnrolment(db, { student: first, course: gita.id, class: null });
    expect((await about(first)).siblings).toMatchObject([{ user_id: second }]);
    expect((await about(first, own)).siblings).toEqual([]);
    await addEnrolment(db, { student: second, course: gita.id, class: null });
    expect((await about(first, own)).siblings).toMatchObject([{ user_id: second }]);
    for (let each = 3; each <= 9; each += 1) await add('Another');
    expect((await about(first)).siblings).toEqual([]);
  });
});
