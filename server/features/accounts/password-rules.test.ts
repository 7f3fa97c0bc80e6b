import { describe, expect, test } from 'vitest';
import { newPasswordProblem, registrationProblem } from './password-rules.ts';

const email = 'meera.nair@vidyalaya.org';

describe('the password of a sign-up', () => {
  test.each(['abcdef1-', 'Abcdefg-', 'Abcdefg1', 'Abc1-', 'ABCDEFGHIJKLMNOPQ123#', ''])(
    '%j breaks the rule',
    (password) => expect(registrationProblem(password, email)).toBe('registration_rule'),
  );

  test.each(['Abcdef1-', 'ABCDEFGHIJKLMNOPQ12#', 'Quiet-River-7'])('%j is taken', (password) =>
    expect(registrationProblem(password, email)).toBeNull(),
  );
});

describe('a password chosen later', () => {
  test.each(['Short1!', 'nodigits!', 'nosign123', 'lower-case-and-17!'])('%j breaks the rule', (password) =>
    expect(newPasswordProblem(password, email)).toBe('password_rule'),
  );

  test.each(['k7-fjord!', '12345678$x', 'Abcdef1-', 'Long-River-Of-2026-x'])('%j is taken', (password) =>
    expect(newPasswordProblem(password, email)).toBeNull(),
  );
});

test.each([
  ['Password1!', 'a word everybody takes'],
  ['P@ssw0rd!', 'the same in disguise'],
  ['123Qwerty!', 'a row of keys'],
  ['Ganesha#108', 'a name everybody knows'],
  ['Gurukul@2026', 'the product'],
  ['xX-GURUKUL-9', 'the product within'],
  ['Meera-Devi-1', 'the own name'],
  ['1-Vidyalaya!', 'the own site'],
])('%j is refused: %s', (password) => {
  expect(registrationProblem(password, email)).toBe('easy_password');
  expect(newPasswordProblem(password, email)).toBe('easy_password');
});
