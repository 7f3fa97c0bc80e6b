import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createStorage } from '../storage/storage.ts';
import { ownDatabase } from '../test/db.ts';
import { slowIn } from './explain-slow.ts';
import { runAdmin } from './run-admin.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'gurukul-admin-'));
afterAll(() => rm(dataDir, { recursive: true }));
const settings = { ...readConfig({ DATA_DIR: dataDir }), appUrl: 'https://portal.example.org' };

test('a lost admin gets a link, everybody is signed out, and the security log knows', async () => {
  const { owner, pool } = await ownDatabase('empty');
  const admin = (...words: string[]) => runAdmin(owner, settings, words);
  const link = 'https://portal.example.org/forgotpassword#g_';
  expect(await admin('link', 'lost@example.org')).toContain(
    `A new account admin. Open within an hour:\n${link}`,
  );
  expect(await admin('link', 'Lost@example.org')).toMatch(new RegExp(`^Open within an hour:\n${link}`));
  expect(await admin('people')).toMatch(/^\d+\tlost@example\.org\tadmin\tactive\t0$/);
  expect(await admin('end-sessions')).toContain('0 sessions ended');
  const { rows } = await pool.query('select kind from security_entries order by id');
  expect(rows.map((each) => String(each.kind))).toEqual(['access_reset', 'access_reset', 'access_ended']);
  for (const words of [['link'], ['people', 'x'], ['all'], [], ['slow', '5', '6']])
    await expect(admin(...words)).rejects.toThrow('Say what to do');
});

test('the check finds what the database cannot refuse, names it, and changes nothing', async () => {
  const { owner, pool } = await ownDatabase('demo');
  const admin = (...words: string[]) => runAdmin(owner, settings, words);
  const ask = async (text: string): Promise<unknown> =>
    Object.values(((await pool.query(text)).rows[0] ?? {}) as object)[0];
  const storage = createStorage({ ...settings, secretKey: 'nothing is signed here' });
  const { rows: files } = await pool.query<{ key: string }>('select key from files where key is not null');
  for (const { key } of files) await storage.store(key, Buffer.from('bytes'), 'application/pdf');
  expect(await admin('check')).toMatch(/Nothing is wrong\.$/);
  expect(await admin('keys')).toContain('my page\tof ');

  const change = async (statement: string) => {
    const own = new pg.Client(owner);
    await own.connect();
    // Past the triggers, as damage is.
    try {
      await own.query('set session_replication_role = replica');
      await own.query(statement);
    } finally {
      await own.end();
    }
  };
  await change('update ledger_sums set open = open + 1 where ctid = (select min(ctid) from ledger_sums)');
  await change('update classes set deleted_at = now() where id = (select min(class_id) from class_slots)');
  await change(
    `insert into files (kind, key, name, content_type, size, finished_at, uploaded_by) select 'topic_pdf', 'gone.pdf', 'gone.pdf', 'application/pdf', 5, now(), min(id) from people`,
  );
  const before = await ask('select md5(string_agg(l::text, $$;$$ order by l::text)) from ledger_sums l');
  const said = await admin('check').then(String, (error: Error) => error.message);
  expect(said).toMatch(/^1\tsums of ledgers/m);
  expect(said).toMatch(/^1\tfiles that rows name/m);
  expect(said).toMatch(/^[1-9]\d*\tslots of deleted/m);
  expect(said).toMatch(/\tslot \d+\n/);
  expect(said).toMatch(/Something is wrong/);
  expect(await ask('select md5(string_agg(l::text, $$;$$ order by l::text)) from ledger_sums l')).toBe(
    before,
  );
});

test('a slow hour is explained from the log, statement by statement', () => {
  const log = [
    '2026-11-26 13:59:00.000 UTC [1] LOG:  duration: 9999.000 ms  execute old: select 1',
    '2026-11-26 14:00:00.123 UTC [77] LOG:  duration: 612.500 ms  execute s12: ',
    '\tselect *',
    '\tfrom people',
    '2026-11-26 14:01:00.123 UTC [78] ERROR:  canceling statement due to statement timeout',
    '2026-11-26 14:02:00.123 UTC [79] LOG:  duration: 1000.000 ms  statement: vacuum people',
    '2026-11-26 14:03:00.123 UTC [77] LOG:  duration: 700.500 ms  execute s12: ',
    '\tselect *',
    '\tfrom people',
  ].join('\n');
  expect(slowIn(log, new Date('2026-11-26T14:00:00Z'))).toEqual([
    { statement: ' select * from people', calls: 2, total: 1313, longest: 700.5 },
    { statement: 'vacuum people', calls: 1, total: 1000, longest: 1000 },
  ]);
});
