import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Audited, BrokenRule } from '../audit/audited.ts';

const overSinceRow = row({
  code: oneOf(['event_deleted', 'event_canceled', 'person_deleted']),
  place: text,
  person: text,
  event: text,
});

/** Conditions from before the change do not stand against restoring a registration. */
const overSince = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    overSinceRow,
    sql`
      select * from (
        select
          case
            when v.deleted_at > made.at then 'event_deleted'
            when v.live_status = 'canceled' and exists (
              select from audit_entries e
              where e.table_name = 'events'
                and e.row_id = v.id::text
                and e.change_id > made.id
                and e.after ->> 'live_status' = 'canceled'
            ) then 'event_canceled'
            when p.deleted_at > made.at then 'person_deleted'
          end as code,
          'event_registrations.' || r.id as place, p.fullname as person, v.event_name as event
        from event_registrations r
        join events v on v.id = r.event_id
        join people p on p.id = r.student_id
        join changes made on made.id = ${changeId}
        where r.id in (
            select e.row_id::bigint from audit_entries e
            where e.change_id = ${changeId} and e.table_name = 'event_registrations'
          )
          and r.removed_at is null
      ) looked
      where code is not null
      order by place
      limit 50
    `,
  );

export const eventsAudit: Audited = {
  events: {
    name: 'event_name',
    thing: 'event',
    namedIn: ['event_id'],
    silent: [
      'announced_at',
      'is_for_registered',
      'edit_flag',
      'registration_changed_at',
      'registration_changed_in',
    ],
  },
  event_speakers: { name: 'speaker_name' },
  event_registrations: {
    noun: 'event registrations',
    over: ': the event registration was removed',
    silent: ['registered_at', 'registered_by'],
    wrongAfterUndo: overSince,
  },
};
