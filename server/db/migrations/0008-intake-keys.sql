-- Keys with which the provider's public site and its payment service hand things in. Of a key only the sha256 is kept.
create table intake_keys (
  id bigint generated always as identity constraint intake_keys_pkey primary key,
  name text not null constraint intake_keys_name_present check (name <> ''),
  hash bytea not null constraint intake_keys_hash_unique unique,
  -- the first signs of the key, to tell it from others on the screen
  starts_with text not null,
  scopes text[] not null
    constraint intake_keys_scopes_known
    check (scopes <@ array['students', 'payments', 'tickets', 'registrations', 'homework'] and cardinality(scopes) > 0),
  created_by bigint not null constraint intake_keys_created_by_fkey references people,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- A machine did it. Hashes of keys, links and invitations stay out of the trail like those of passwords.
alter table audit_entries add column intake_key_id bigint;

create or replace function record_audit() returns trigger language plpgsql as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['password_hash', 'hash'] end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['password_hash', 'hash'] end;
  whole_row jsonb := coalesce(after_row, before_row);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, after_row -> b.key)
      into before_row, after_row
      from jsonb_each(before_row) b
      where b.value is distinct from after_row -> b.key;
    if to_jsonb(old) ->> 'password_hash' is distinct from to_jsonb(new) ->> 'password_hash' then
      before_row := coalesce(before_row, '{}');
      after_row := coalesce(after_row, '{}') || '{"password_changed": true}';
    end if;
    if before_row is null then
      return null;
    end if;
  end if;
  insert into audit_entries (person_id, intake_key_id, call, request_id, table_name, row_id, action, before, after)
  values (
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    tg_table_name,
    coalesce(whole_row ->> 'id', concat_ws('/', whole_row ->> 'course_id', whole_row ->> 'teacher_id')),
    lower(tg_op),
    before_row,
    after_row
  );
  return null;
end
$$;

create trigger intake_keys_audited after insert or delete or update of name, scopes, revoked_at on intake_keys
  for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Kept answers belong to a person or to a key.
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  alter column person_id drop not null,
  add column intake_key_id bigint constraint idempotency_keys_intake_key_fkey references intake_keys on delete cascade,
  add constraint idempotency_keys_of_one check (num_nonnulls(person_id, intake_key_id) = 1),
  add constraint idempotency_keys_once unique nulls not distinct (person_id, intake_key_id, path, key);
