import { expect, test } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { sweepExpired } from './sweep.ts';

const { db, config, idOf } = await testApp();

test('invitations stay as long as the delete that ended them can be undone, and then go', async () => {
  const admin = await idOf('admin');
  const invite = (name: string, ended: 'expires_at' | 'used_at' | 'revoked_at', daysAgo: number) =>
    run(db)`
      insert into invites (hash, email_id, role, invited_by, expires_at, used_at, revoked_at)
      select sha256(${name}::bytea), ${`${name}@example.org`}, 'teacher', ${admin},
        case when ${ended}::text = 'expires_at' then at else now() + interval '7 days' end,
        case when ${ended}::text = 'used_at' then at end,
        case when ${ended}::text = 'revoked_at' then at end
      from (select now() - make_interval(days => ${daysAgo}::int) as at) ended
    `;
  await run(db)`delete from invites`;
  await invite('waits', 'expires_at', -7);
  for (const ended of ['expires_at', 'used_at', 'revoked_at'] as const) {
    await invite(`recent-${ended}`, ended, 30);
    await invite(`old-${ended}`, ended, 32);
  }
  await sweepExpired(db, config.limits);
  const left = await many<{ email_id: string }>(db)`select email_id from invites order by id`;
  expect(left.map(({ email_id }) => email_id.split('@')[0])).toEqual([
    'waits',
    'recent-expires_at',
    'recent-used_at',
    'recent-revoked_at',
  ]);
});
