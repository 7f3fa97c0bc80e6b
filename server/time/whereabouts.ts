import { raw } from 'sql-template-tag';
import { text } from '#server/db/columns.ts';

/** What a query about a person `p` reads for `readingZone`. */
export const whereaboutsShape = {
  /** IANA zone; empty: not known. */
  timezone: text,
  city: text,
  state: text,
  address: text,
  country: text,
  phone: text.nullable(),
  class_zone: text.nullable(),
};

/** `class_zone`: of the classes that they are in, or wait for. */
export const whereaboutsColumns = raw(`
  p.timezone, p.city, p.state, concat_ws(E'\\n', p.address, p.address2) as address,
  coalesce(nullif(p.country, ''), p.region) as country, p.phone_number as phone,
  (
    select min(s.time_zone)
    from enrolments e
    join class_slots s on s.class_id = coalesce(e.class_id, e.waits_for_class_id) and s.deleted_at is null
    where e.student_id = p.id and e.ended_on is null
    having count(distinct s.time_zone) = 1
  ) as class_zone`);
