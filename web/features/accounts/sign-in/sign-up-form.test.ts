import { describe, expect, test } from 'vitest';
import { signUpRules, type SignUpFields } from './sign-up-form.ts';

const filled: SignUpFields = {
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: 'asha@example.org',
  password: 'Abcdef1-',
  cpassword: 'Abcdef1-',
  role: 'teacher',
};

const faultsOf = (change: Partial<SignUpFields>) => {
  const fields = { ...filled, ...change };
  return Object.entries(signUpRules).flatMap(([name, rule]) => {
    const fault = rule(fields[name as keyof SignUpFields], fields);
    return fault ? [fault] : [];
  });
};

describe('the sign-up form', () => {
  test('takes what is right', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ password: 'ABCDEFGHIJKLMNOPQ12#', cpassword: 'ABCDEFGHIJKLMNOPQ12#' })).toEqual([]);
  });

  test('says of every field that is empty that it is required', () => {
    const empty = { first_name: ' ', last_name: '', email_id: '', password: '', cpassword: '' } as const;
    expect(faultsOf({ ...empty, role: '' })).toEqual([
      'Firstname is required',
      'Lastname is required',
      'Email field is required',
      'Password is required',
      'Confirm password is required',
      'Role is required',
    ]);
  });

  test('takes the same names as the profile', () => {
    expect(faultsOf({ first_name: 'లక్ష్మి', last_name: "D'Souza Rao" })).toEqual([]);
    expect(faultsOf({ first_name: 'Asha2', last_name: '<b>' })).toEqual([
      'Enter vaild Name',
      'Enter vaild Name',
    ]);
  });

  test.each(['t@site', 'tsite.org', 'a b@c.de', 'a@b..test', 'a@b.test.', 'a\u202e@b.test'])(
    'refuses the address %s',
    (email_id) => {
      expect(faultsOf({ email_id })).toEqual(['Email is not Valid,Enter Valid Email']);
    },
  );

  test.each(['abcdef1-', 'Abcdefg-', 'Abcdefg1', 'Abc1-', 'ABCDEFGHIJKLMNOPQ123#'])(
    'refuses the password %s',
    (password) => {
      expect(faultsOf({ password, cpassword: password })).toEqual([
        'Password should be 8 characters with at least 1 (Capital Letter, Numeric, Special Character)',
      ]);
    },
  );

  test('wants the same password twice', () => {
    expect(faultsOf({ cpassword: 'Abcdef1_' })).toEqual(['Password and Confirm password should be same']);
  });
});
