import sql from 'sql-template-tag';

/** The columns of `class_slots` that make a weekly time. */
export const hourColumns = sql`array['class_day', 'local_time', 'time_zone', 'duration_minutes']`;

/** A weekly time by the record `was`, which is how its slot stood before. */
export const weeklyWas = sql`json_build_object(
  'class_day', was.class_day, 'time', to_char(was.local_time, 'HH24:MI'), 'zone', was.time_zone,
  'minutes', was.duration_minutes
)`;
