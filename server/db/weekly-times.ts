import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';

/** SQL: the weekly times of a class, Monday first, as `list(weeklySlot)`. */
export const timesOf = (classId: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
    'zone', s.time_zone) order by array_position(
      array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
    ), s.local_time, s.id), '[]')
  from class_slots s
  where s.class_id = ${classId} and s.deleted_at is null
)`;
