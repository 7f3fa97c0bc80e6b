import { expect, test } from 'vitest';
import { isGoodPassword } from './new-password.ts';

test.each(['abcdef1!', 'Abcdefgh12345@#$', 'ABCDEFGHIJKLMNOPQ12#'])('%s is a good password', (password) => {
  expect(isGoodPassword(password)).toBe(true);
});

test.each(['abc1!', 'abcdefgh1', 'abcdefgh!', 'abcdefghijklmno1!'])('%s is not', (password) => {
  expect(isGoodPassword(password)).toBe(false);
});
