import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, list, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { overlapsWith, timedSlot } from '#server/time/overlap.ts';
import type { BrokenRule } from '../audit/audited.ts';
import { uncheckedAgain } from '../checks/unchecked-again.ts';

/** Rules that the assignments of an undone change would break. */
export const wrongAssignments = async (tx: Db, changeId: number): Promise<BrokenRule[]> => [
  ...(await rollsTaken(tx, changeId)),
  ...(await doubleBookings(tx, changeId)),
  ...(await uncheckedAgain('slot_teachers')(tx, changeId)),
];

const rollsTakenRow = row({ code: oneOf(['rolls_taken']), place: text, person: text, class: text });

/** An assignment that the undo removes must have no rolls. */
const rollsTaken = (tx: Db, changeId: number) =>
  many(
    tx,
    rollsTakenRow,
    sql`
      select 'rolls_taken' as code, 'slot_teachers.' || e.row_id as place, p.fullname as person,
        k.class_name as class
      from audit_entries e
      cross join lateral jsonb_populate_record(null::slot_teachers, e.after) t
      join people p on p.id = t.teacher_id
      join class_slots s on s.id = t.slot_id
      join classes k on k.id = s.class_id
      where e.change_id = ${changeId}
        and e.table_name = 'slot_teachers'
        and e.action = 'insert'
        and exists (
          select from attendance_registers r
          where r.class_id = s.class_id and r.taken_by = t.teacher_id and r.taken_at >= e.at
        )
      order by place
    `,
  );

const slotColumns = raw(`
  s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes as duration`);

const restoredRow = row({
  id: int,
  fullname: text,
  class_name: text,
  ...timedSlot.shape,
  others: list(timedSlot),
});

/**
 * A teacher who would be in two places again. If both slots were theirs before the change, somebody had been warned and
 * insisted. Slots given to them or moved since are checked.
 */
async function doubleBookings(tx: Db, changeId: number): Promise<BrokenRule[]> {
  const wasTouched = (table: string, id: Sql) => sql`exists (
    select from audit_entries e
    where e.table_name = ${table}
      and e.row_id = ${id}::text
      and e.change_id > ${changeId}
      and e.change_id <> current_change()
  )`;
  const restored = await many(
    tx,
    restoredRow,
    sql`
      select t.id, p.fullname, k.class_name, ${slotColumns},
        coalesce((
          select json_agg(json_build_object('class_day', o.class_day, 'time', to_char(o.local_time, 'HH24:MI'),
            'zone', o.time_zone, 'duration', o.duration_minutes))
          from slot_teachers other
          join class_slots o on o.id = other.slot_id and o.deleted_at is null
          join courses oc on oc.id = o.course_id and oc.deleted_at is null
          where other.teacher_id = t.teacher_id
            and other.slot_id <> t.slot_id
            and other.ended_at is null
            and (
              ${wasTouched('slot_teachers', sql`other.id`)}
              or ${wasTouched('class_slots', sql`o.id`)}
              or ${wasTouched('class_slots', sql`s.id`)}
            )
        ), '[]') as others
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join classes k on k.id = s.class_id
      join people p on p.id = t.teacher_id
      where t.id in (
          select e.row_id::bigint from audit_entries e
          where e.change_id = ${changeId} and e.table_name = 'slot_teachers'
        )
        and t.ended_at is null
    `,
  );
  const now = new Date();
  return restored.flatMap((slot): BrokenRule[] => {
    const overlapOf = overlapsWith(slot, now);
    if (slot.others.every((other) => overlapOf(other) === null)) return [];
    const { id, fullname: person, class_name } = slot;
    return [{ code: 'teaches_then', place: `slot_teachers.${id}`, person, class: class_name }];
  });
}
