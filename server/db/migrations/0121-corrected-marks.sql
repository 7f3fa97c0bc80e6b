-- One statement writes the audit entries of all marks that a statement corrects, as one does for new marks. Before, each
-- mark called a function of its own, at twice the time.

create function record_audit_of_corrected_marks() returns trigger language plpgsql as $$
begin
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, before,
    after, course_id, about_person_id)
  with changed as materialized (
    select n.id, n.course_id, n.student_id, d.before, d.after
    from was o
    join becomes n on n.id = o.id
    -- `offset 0`, or the planner would write both again for each column
    cross join lateral (select to_jsonb(o) as before, to_jsonb(n) as after offset 0) r
    cross join lateral (
      select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, r.after -> b.key) as after
      from jsonb_each(r.before) b
      where b.value is distinct from r.after -> b.key
      -- that something was saved as it was before is no change
      having bool_or(b.key not in ('updated_at', 'version'))
    ) d
  )
  select
    (select current_change()),
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    'attendance',
    c.id,
    'update',
    c.before,
    c.after,
    c.course_id,
    c.student_id
  from changed c
  order by c.id;
  return null;
end
$$;

-- The next two statements give it back, in the same transaction.
drop trigger attendance_changes_audited on attendance;
create trigger attendance_changes_audited after update on attendance
  referencing old table as was new table as becomes for each statement
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit_of_corrected_marks();
create trigger attendance_removals_audited after delete on attendance for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
