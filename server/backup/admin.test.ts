import { expect, test } from 'vitest';
import { ownDatabase } from '../test/db.ts';
import { runAdmin } from './admin.ts';

test('a lost admin gets a link, everybody is signed out, and the security log knows', async () => {
  const { owner, pool } = await ownDatabase('empty');
  const admin = (...words: string[]) => runAdmin(owner, 'https://portal.example.org', words);
  const link = 'https://portal.example.org/forgotpassword#g_';
  expect(await admin('link', 'lost@example.org')).toContain(
    `A new account admin. Open within an hour:\n${link}`,
  );
  expect(await admin('link', 'Lost@example.org')).toMatch(new RegExp(`^Open within an hour:\n${link}`));
  expect(await admin('people')).toMatch(/^\d+\tlost@example\.org\tadmin\tactive\t0$/);
  expect(await admin('end-sessions')).toContain('0 sessions ended');
  const { rows } = await pool.query('select kind from security_entries order by id');
  expect(rows.map((each) => String(each.kind))).toEqual(['access_reset', 'access_reset', 'access_ended']);
  await expect(admin('link')).rejects.toThrow('Say what to do');
});
