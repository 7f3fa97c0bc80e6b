import { expect, test } from 'vitest';
import { readMailedLink } from './mailed-link.ts';

const grant = 'g_0123456789abcdefghijklmnopqrstuvwxyz-ABCDE';

test('the mailed link holds the grant and whose it is', () => {
  const link = { grant, email: 'asha+1@example.org' };
  expect(readMailedLink(`${grant}&email=asha%2B1%40example.org`)).toEqual(link);
  expect(readMailedLink(`${grant}&email=asha+1@example.org`)).toEqual(link);
  expect(readMailedLink(`${grant}&email=100%@example.org`)).toEqual({ grant, email: '' });
  expect(readMailedLink(grant)).toEqual({ grant, email: '' });
});

test.each(['', 'main', 'a b', `${grant}<`])('%j is no such link', (fragment) => {
  expect(readMailedLink(fragment)).toBeNull();
});
