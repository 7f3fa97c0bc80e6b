import { alarmKinds } from '@gurukul/contract/access';
import type { Alarm } from '@gurukul/contract/access';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { instant, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';

const mostShown = 100;

const alarmRow = row({
  alarm_id: int,
  kind: oneOf(alarmKinds),
  network: text.nullable(),
  person: object({ user_id: int, fullname: text }).nullable(),
  key: text.nullable(),
  accounts: int,
  started_at: instant,
  last_at: instant,
  seen_at: instant.nullable(),
  seen_by: text.nullable(),
});

const unseenRow = row({ unseen: int });

export async function listAlarms(db: Db): Promise<{ data: Alarm[]; unseen: number }> {
  const data = await many(
    db,
    alarmRow,
    sql`
      select a.id as alarm_id, a.kind, a.network, a.accounts,
        case when by.id is not null then json_build_object('user_id', by.id, 'fullname', by.fullname) end as person,
        k.name as key, a.started_at, a.last_at, a.seen_at, p.fullname as seen_by
      from sign_in_alarms a
      left join people p on p.id = a.seen_by
      left join people by on by.id = a.person_id
      left join intake_keys k on k.id = a.key_id
      order by a.last_at desc, a.id desc
      limit ${mostShown}
    `,
  );
  const { unseen } = await one(
    db,
    unseenRow,
    sql`select count(*) as unseen from sign_in_alarms where seen_at is null`,
  );
  return { data, unseen };
}

/** Marks the alarm as seen and returns whether it exists. The first person to see it stays recorded. */
export const seeAlarm = async (tx: Db, person: Person, id: number): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update sign_in_alarms
      set seen_at = coalesce(seen_at, now()), seen_by = coalesce(seen_by, ${person.id})
      where id = ${id}
    `,
  )) === 1;
