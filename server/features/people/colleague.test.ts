import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { admin, foundSchool } from '../../test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { staff, students } = await foundSchool(office.db);

const about = async (id: number) =>
  (await office.call('people.get_colleague', { id }, { as: admin })).body.data;
const update = (as: string, input: object) => office.call('people.update_colleague', input, { as });

describe('what is known about a colleague', () => {
  it('is changed field by field, in one change that is taken back as a whole', async () => {
    const before = await about(staff.teach);
    const changed = {
      last_name: 'Sharma',
      phone_number: '+1 312 555 0100',
      dob: '1982-05-06',
      region: 'Germany',
      language: 'Telugu',
      timezone: 'Europe/Berlin',
      address: '1 Main Road',
      contacts: [
        { kind: 'email', value: 'second@office.test' },
        { kind: 'phone', value: '+91 98765 43210' },
      ],
    };
    const { status, headers } = await update(admin, { user_id: staff.teach, ...changed });
    expect(status).toBe(200);
    const { version, ...now } = await about(staff.teach);
    expect(now).toMatchObject({
      ...changed,
      first_name: 'Teach',
      email_id: 'teach@office.test',
      phone_number: '+13125550100',
      contacts: [
        { kind: 'email', value: 'second@office.test' },
        { kind: 'phone', value: '+919876543210' },
      ],
    });
    expect(version).not.toBe(before.version);
    const undo = { change_id: Number(headers['change-id']) };
    expect((await office.call('audit.undo_change', undo, { as: admin })).status).toBe(200);
    expect(await about(staff.teach)).toEqual(before);
  });

  it('is refused where it cannot be', async () => {
    const before = await about(staff.own);
    const { status, body } = await update(admin, { user_id: staff.own, city: 'Delhi', phone_number: '12' });
    expect([status, Object.keys(body.details)]).toEqual([400, ['phone_number']]);
    expect(await about(staff.own)).toEqual(before);
  });

  it('has no sign-in address and no role in it', async () => {
    const before = await about(staff.own);
    await update(admin, { user_id: staff.own, email_id: 'other@mail.test', main_role: 'admin' });
    expect(await about(staff.own)).toEqual(before);
  });

  it('are people with an account', async () => {
    for (const id of [students.anu, 999_999]) {
      expect((await office.call('people.get_colleague', { id }, { as: admin })).status).toBe(404);
      expect((await update(admin, { user_id: id, city: 'Delhi' })).status).toBe(404);
    }
  });
});
