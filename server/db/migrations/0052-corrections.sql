-- What students and guardians say is wrong about a person. Nothing changes before the office takes it.

create table corrections (
  id bigint generated always as identity constraint corrections_pkey primary key,
  person_id bigint not null constraint corrections_person_fkey references people,
  field text not null constraint corrections_field_known
    check (field in ('first_name', 'last_name', 'phone_number', 'dob', 'address', 'city', 'pincode')),
  -- empty: it is not known
  value text not null,
  said_by bigint not null constraint corrections_said_by_fkey references people,
  said_at timestamptz not null default now(),
  decided_by bigint constraint corrections_decided_by_fkey references people,
  decided_at timestamptz,
  taken boolean,
  constraint corrections_decided_whole check (num_nonnulls(decided_by, decided_at, taken) in (0, 3))
);
-- a later proposal takes the place of an open one
create unique index corrections_one_open on corrections (person_id, field) where decided_at is null;
create index corrections_by_person on corrections (person_id, said_at desc);

create trigger corrections_audited after insert or update or delete on corrections for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
