-- A deed on how an account admin signs in is approved by another admin, or by a day in which no admin stopped it.

-- from then on the day counts as the approval; null: a second person has to decide
alter table asked_deeds add column alone_from timestamptz;
-- the day counts for nothing any more, so a second person has to decide
alter table asked_deeds add column stopped_at timestamptz;
-- Allowed: drop, because the constraint that replaces it allows whatever it allowed.
alter table asked_deeds drop constraint asked_deeds_done_after_approval;
alter table asked_deeds add constraint asked_deeds_done_after_approval check (
  done_at is null or coalesce(is_approved, alone_from is not null and stopped_at is null)
) not valid;

-- How an account admin signs in is changed by that admin, by strangers with a link from the admin's mailbox, or by two
-- people. The gate of the calls says `gurukul.second_person` after an approval. This refuses every other way to the same
-- rows. Where no other admin is left to ask, one may do it alone.
create function refuse_alone() returns trigger language plpgsql as $$
declare
  acting bigint := nullif(current_setting('gurukul.person', true), '')::bigint;
  new_row jsonb := to_jsonb(new);
  old_row jsonb := to_jsonb(old);
  target bigint := coalesce(new_row, old_row) ->> case when tg_table_name = 'people' then 'id' else 'person_id' end;
  was_admin boolean := exists (select from people p where p.id = target and p.main_role = 'admin');
begin
  if tg_table_name = 'people' then
    was_admin := coalesce(old_row ->> 'main_role' = 'admin', false);
  end if;
  if acting is null or current_setting('gurukul.second_person', true) = 'yes'
    or target = acting and was_admin
    or not was_admin and coalesce(new_row ->> 'main_role', '') <> 'admin'
    or not exists (
      select from people p
      where p.main_role = 'admin' and p.deleted_at is null and p.password_hash is not null and p.id <> acting
        and (p.id <> target or was_admin)
    )
  then
    return null;
  end if;
  raise exception 'person % may not change alone how account admin % signs in', acting, target
    using errcode = 'check_violation', constraint = 'admins_need_two_people';
end
$$;

create constraint trigger admins_need_two_people after update on people for each row
  when (
    (old.main_role = 'admin' or new.main_role = 'admin') and (old.deleted_at is null or new.deleted_at is null)
    and row(old.email_id, old.password_hash, old.main_role, old.suspended_at, old.deleted_at)
      is distinct from row(new.email_id, new.password_hash, new.main_role, new.suspended_at, new.deleted_at)
  )
  execute function refuse_alone();
create trigger people_new_admins_by_two after insert on people for each row when (new.main_role = 'admin')
  execute function refuse_alone();
create trigger passkeys_of_admins_by_two after insert or update or delete on passkeys for each row
  execute function refuse_alone();
create trigger code_apps_of_admins_by_two after insert or update or delete on code_apps for each row
  execute function refuse_alone();
create trigger identities_of_admins_by_two after insert or delete on openid_identities for each row
  execute function refuse_alone();
create trigger addresses_of_admins_by_two after insert or update on email_changes for each row
  execute function refuse_alone();
create trigger grants_of_admins_by_two after insert on reset_grants for each row execute function refuse_alone();

-- The rules for two people and for second factors are not loosened by an undo, or by whatever is no call of the gate.
create function refuse_loosening() returns trigger language plpgsql as $$
declare
  acting bigint := nullif(current_setting('gurukul.person', true), '')::bigint;
begin
  if acting is null or current_setting('gurukul.second_person', true) = 'yes' or not exists (
    select from people p
    where p.main_role = 'admin' and p.deleted_at is null and p.suspended_at is null and p.password_hash is not null
      and p.id <> acting
  ) then
    return null;
  end if;
  raise exception 'person % may not loosen alone the rules for account admins', acting
    using errcode = 'check_violation', constraint = 'rules_need_two_people';
end
$$;
create constraint trigger rules_need_two_people after update on provider for each row
  when (
    coalesce(new.second_person_above, 2147483647) > coalesce(old.second_person_above, 2147483647)
    or coalesce(new.admin_factor_from, 'infinity') > coalesce(old.admin_factor_from, 'infinity')
    or coalesce(new.courseadmin_factor_from, 'infinity') > coalesce(old.courseadmin_factor_from, 'infinity')
    or coalesce(new.teacher_factor_from, 'infinity') > coalesce(old.teacher_factor_from, 'infinity')
  )
  execute function refuse_loosening();
