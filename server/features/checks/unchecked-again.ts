import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';
import type { BrokenRule } from '../audit/audited.ts';

const uncheckedRow = row({ code: oneOf(['teacher_unchecked']), place: text, person: text, class: text });

/** Those who would teach children again without a valid check, because an undo gives back rows of this table. */
export const uncheckedAgain =
  (table: 'classes' | 'class_slots' | 'courses' | 'meetings' | 'slot_teachers') =>
  (tx: Db, changeId: number): Promise<readonly BrokenRule[]> => {
    const isTouched = (id: Sql) => sql`${id} in (
      select e.row_id::bigint
      from audit_entries e
      where e.change_id = ${changeId} and e.table_name = ${table}
        and coalesce(e.after, e.before) ?| array['teacher_id', 'ended_at', 'for_children', 'deleted_at', 'state', 'held_on']
    )`;
    const ofAll: Readonly<Record<string, Sql>> = {
      classes: sql`k.id`,
      class_slots: sql`s.id`,
      courses: sql`c.id`,
    };
    const touched = (rowId: Sql, ofTable: string) => {
      if (table === ofTable) return isTouched(rowId);
      const above = ofAll[table];
      return above === undefined ? sql`false` : isTouched(above);
    };
    return many(
      tx,
      uncheckedRow,
      sql`
        select distinct 'teacher_unchecked' as code, g.place, p.fullname as person, g.class_name as class
        from (
          select 'slot_teachers.' || t.id as place, t.teacher_id, k.class_name, ${officeToday} as day
          from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          join classes k on k.id = s.class_id and k.deleted_at is null and k.for_children
          join courses c on c.id = k.course_id and c.deleted_at is null
          where t.ended_at is null and ${touched(sql`t.id`, 'slot_teachers')}
          union all
          select 'meetings.' || m.id, m.teacher_id, k.class_name, coalesce(m.held_on, m.on_date)
          from meetings m
          join class_slots s on s.id = m.slot_id and s.deleted_at is null
          join classes k on k.id = m.class_id and k.deleted_at is null and k.for_children
          join courses c on c.id = k.course_id and c.deleted_at is null
          where m.teacher_id is not null and m.state is distinct from 'canceled'
            and coalesce(m.held_on, m.on_date) >= ${officeToday} and ${touched(sql`m.id`, 'meetings')}
        ) g
        join people p on p.id = g.teacher_id
        join provider v on v.children_rule = 'refuse'
        where coalesce(checked_until(g.teacher_id) < g.day, true)
        order by g.place
        limit 50
      `,
    );
  };
