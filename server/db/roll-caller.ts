import sql from 'sql-template-tag';

/** Who takes the meeting of `d`, an uncalled roll: a substitute, else the present teacher of its slot. */
export const callerOf = sql`coalesce(
  (
    select x.teacher_id
    from meetings x
    where x.slot_id = d.slot_id and coalesce(x.held_on, x.on_date) = d.on_day and x.teacher_id is not null
    limit 1
  ),
  (select st.teacher_id from slot_teachers st where st.slot_id = d.slot_id and st.ended_at is null)
)`;
