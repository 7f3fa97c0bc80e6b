-- Nobody decides about themselves: their own marks, money, statuses and tests. What somebody does on My page is no decision.
create or replace function refuse_own_life() returns trigger language plpgsql as $$
begin
  if new.person_id is not null and coalesce(new.call, '') not like 'page.%' and exists (
    select from audit_entries e
    where e.change_id = new.id
      and new.person_id in (e.about_person_id, (e.before ->> 'student_id')::bigint)
      and case
        when e.table_name in ('attendance', 'payments', 'payment_shares', 'charges', 'waivers', 'refunds') then true
        when e.table_name in ('enrolments', 'homework', 'people') then e.action = 'update'
          and e.after ?| array['payment_status', 'registration_status', 'status', 'student_level_status']
        when e.table_name = 'tests' then e.after ? 'result'
        else false
      end
  ) then
    raise exception 'nobody decides about themselves'
      using errcode = 'check_violation', constraint = 'changes_not_of_oneself', table = 'changes';
  end if;
  return null;
end
$$;
