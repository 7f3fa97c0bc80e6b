import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** The slot `s` and exception `x` of the meeting of register `r`, and the meeting's local time, 18:30; '' for none. */
export const meetingOfRegister = sql`
  left join class_slots s on s.id = r.slot_id
  left join meetings x on x.slot_id = r.slot_id and x.on_date = r.on_date and (x.state = 'extra') = r.is_extra
`;
export const timeOfRegister = sql`coalesce(to_char(coalesce(x.local_time, s.local_time), 'HH24:MI'), '')`;

/** Condition: register `r` is that of meeting `m`. One without a slot is of the whole day. Its own comes first by slot. */
export const isRegisterOf = (m: {
  readonly classId: Sql;
  readonly day: Sql;
  readonly slotId: Sql;
  readonly onDate: Sql;
  readonly isExtra: Sql;
}): Sql => sql`
  r.class_id = ${m.classId} and r.attendance_date = ${m.day}
  and (r.slot_id is null or r.slot_id = ${m.slotId} and r.on_date = ${m.onDate} and r.is_extra = ${m.isExtra})
`;
