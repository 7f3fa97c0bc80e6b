import { describe, expect, test } from 'vitest';
import { fieldsOf, findFault, type ProfileFields } from './profile-form.ts';

const filled: ProfileFields = {
  first_name: 'Asha',
  last_name: 'Rao',
  gender: 'female',
  phone_number: '9876543210',
  description: '<p>Teaches Sanskrit.</p>',
  city: 'Mysuru',
  state: 'Karnataka',
  region: 'India',
  dob: '1984-05-12',
  address: '12 Temple Road',
  pincode: '570001',
  image: '',
};

const textOf = (change: Partial<ProfileFields>) => findFault({ ...filled, ...change })?.text ?? null;

const empty = fieldsOf({
  first_name: '',
  last_name: '',
  phone_number: null,
  description: '',
  image: '',
  gender: 'unknown',
  dob: '1970-01-01',
  address: '',
  pincode: '',
  city: '',
  state: '',
  region: '',
});

describe('the profile form', () => {
  test('takes a whole profile, with or without a picture', () => {
    expect(textOf({})).toBeNull();
    expect(textOf({ image: '/files/a.webp' })).toBeNull();
  });

  test('asks for what is missing in the office’s order, one thing at a time', () => {
    const asked: string[] = [];
    const fields = { ...empty };
    for (let fault = findFault(fields); fault; fault = findFault(fields)) {
      asked.push(fault.text);
      Object.assign(fields, { [fault.field]: filled[fault.field] });
    }
    expect(asked).toEqual([
      'Please Enter First Name',
      'Please Enter Last Name',
      'Gender Required',
      'Please Enter Phone Number',
      'Please Enter Description',
      'Please Enter City name',
      'Please Enter State',
      'Please Enter Region',
      'Please Enter Date of Birth',
      'Please Enter Address Line 1',
      'Please Enter pincodeCode',
    ]);
  });

  test('takes 1970-01-01 for no date of birth', () => {
    expect(textOf({ dob: '1970-01-01' })).toBe('Please Enter Date of Birth');
  });

  test.each(['Ravi1', '-', 'Ravi@home', '<b>'])('refuses the name %s', (name) => {
    expect(textOf({ first_name: name })).toBe('Enter vaild Name');
    expect(textOf({ last_name: name })).toBe('Enter vaild Name');
  });

  test.each(['లక్ష్మి', 'Lakshmi Sita', "D'Souza", 'Anne-Marie', 'S.'])('takes the name %s', (name) => {
    expect(findFault({ ...filled, first_name: name, last_name: name })).toBeNull();
  });

  test.each(['5876543210', '987654321', '98765432101', '98765abcde'])('refuses the number %s', (phone) => {
    expect(textOf({ phone_number: phone })).toBe('Enter vaild phone number');
  });

  test('looks at patterns only when nothing is missing', () => {
    expect(textOf({ first_name: 'Ra vi', pincode: '' })).toBe('Please Enter pincodeCode');
  });
});
