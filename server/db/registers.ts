import sql from 'sql-template-tag';

/** The slot `s` and exception `x` of the meeting of register `r`, and the meeting's local time, 18:30; '' for none. */
export const meetingOfRegister = sql`
  left join class_slots s on s.id = r.slot_id
  left join meetings x on x.slot_id = r.slot_id and x.on_date = r.on_date and (x.state = 'extra') = r.is_extra
`;
export const timeOfRegister = sql`coalesce(to_char(coalesce(x.local_time, s.local_time), 'HH24:MI'), '')`;
