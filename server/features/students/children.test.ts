import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { bool, row } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import { testApp } from '#server/test/app.ts';
import { seenBy } from './children.ts';

const { db } = await testApp({ database: 'empty' });

const seenRow = row({ shows_birthday: bool, shows_number: bool });

/** What a role sees of somebody who turns 18 in so many days. One statement asks, so that no midnight is between. */
const seenOf = (role: PortalRole, days: number) => {
  const { dob, phone_number, hasOwnContacts } = seenBy({ role });
  return one(
    db,
    seenRow,
    sql`
      select ${dob} is not null as shows_birthday, ${phone_number} is not null and ${hasOwnContacts} as shows_number
      from (
        select 0::bigint as id, '98' as phone_number,
          ((today_in_kolkata() + ${days}::integer) - make_interval(years => 18))::date as dob
      ) p
    `,
  );
};

test.each([
  ['the day after their 18th birthday', -1, true],
  ['their 18th birthday', 0, true],
  ['the day before their 18th birthday', 1, false],
])('a teacher sees birthday and number of a student on %s: %s', async (_, days, shows) => {
  expect(await seenOf('teacher', days)).toEqual({ shows_birthday: shows, shows_number: shows });
  expect(await seenOf('courseadmin', days)).toEqual({ shows_birthday: true, shows_number: true });
});
