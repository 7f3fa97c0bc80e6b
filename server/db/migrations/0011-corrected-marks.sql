-- A mark that was changed after it was first made says so; who did it and when is in the audit trail.
alter table attendance add column corrected_at timestamptz;

-- Nobody changes a mark here, so nothing is added to the trail.
select set_config('gurukul.audit', 'off', true);

update attendance a
set corrected_at = c.at
from (
  select row_id::bigint as id, max(at) as at
  from audit_entries
  where table_name = 'attendance' and action = 'update' and after ? 'status'
  group by row_id
) c
where c.id = a.id;

select set_config('gurukul.audit', '', true);
