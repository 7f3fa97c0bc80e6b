import { expect, test } from 'vitest';
import { readResetLink } from './reset-link.ts';

const grant = 'g_0123456789abcdefghijklmnopqrstuvwxyz-ABCDE';

test('the mailed link holds the grant and whose it is', () => {
  const link = { grant, email: 'asha+1@example.org' };
  expect(readResetLink(`${grant}&email=asha%2B1%40example.org`)).toEqual(link);
  expect(readResetLink(`${grant}&email=asha+1@example.org`)).toEqual(link);
  expect(readResetLink(`${grant}&email=100%@example.org`)).toEqual({ grant, email: '' });
  expect(readResetLink(grant)).toEqual({ grant, email: '' });
});

test.each(['', 'main', 'a b', `${grant}<`])('%j is no such link', (fragment) => {
  expect(readResetLink(fragment)).toBeNull();
});
