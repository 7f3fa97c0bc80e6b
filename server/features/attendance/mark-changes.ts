import type { MarkChange } from '@gurukul/contract/attendance';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { instant, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { withinReach } from './queries.ts';

const markChangeRow = row({
  changed_by: text.nullable(),
  changed_at: instant,
  from: oneOf(attendanceStatuses).nullable(),
  to: oneOf(attendanceStatuses),
});

/**
 * The creation of a mark and every change of its status, oldest first, with the names of their authors, also deleted
 * ones. A mark without a creation in the audit trail came with the first data. Its first value is the value before the
 * first change, or else its present value. No rows when the mark is out of reach.
 */
export const listMarkChanges = (db: Db, person: Person, markId: number): Promise<MarkChange[]> =>
  many(
    db,
    markChangeRow,
    sql`
      with mark as (
        select a.id, a.status, a.marked_by, a.marked_at
        from attendance a
        join classes k on k.id = a.class_id
        join courses c on c.id = k.course_id
        where a.id = ${markId}
          and ${withinReach(person)}
      ),
      trail as (
        select t.id, t.at, t.person_id, t.before, t.after
        from mark
        join audit_entries t
          on t.table_name = 'attendance'
          and t.row_id = mark.id::text
          and t.action in ('insert', 'update')
          and t.after ? 'status'
      ),
      -- Of an update only what changed is kept, so each column was what the first update that changed it says.
      first_known as (
        select
          coalesce((select t.before ->> 'status' from trail t order by t.at, t.id limit 1), mark.status) as status,
          coalesce(
            (
              select t.before -> 'marked_by'
              from trail t
              where t.before ? 'marked_by'
              order by t.at, t.id
              limit 1
            ),
            to_jsonb(mark.marked_by)
          ) as marked_by,
          coalesce(
            (
              select (t.before ->> 'marked_at')::timestamptz
              from trail t
              where t.before ? 'marked_at'
              order by t.at, t.id
              limit 1
            ),
            mark.marked_at
          ) as marked_at
        from mark
        where not exists (select from trail t where t.before is null)
      ),
      steps as (
        select 0 as id, f.marked_at as at, (f.marked_by #>> '{}')::bigint as person_id, null as from, f.status as to
        from first_known f
        union all
        select t.id, t.at, t.person_id, t.before ->> 'status', t.after ->> 'status'
        from trail t
      )
      select p.fullname as changed_by, s.at as changed_at, s.from, s.to
      from steps s
      left join people p on p.id = s.person_id
      order by s.at, s.id
    `,
  );
