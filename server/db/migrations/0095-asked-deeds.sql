-- Deeds that need a second person: asked by one, approved by another, done once by who asked.

-- a deed that concerns more than so many people or rows needs a second person; null: none does
alter table provider add column second_person_above integer;
alter table provider add constraint provider_second_person_above
  check (second_person_above between 0 and 100000) not valid;

create table asked_deeds (
  id bigint generated always as identity constraint asked_deeds_pkey primary key,
  call text not null,
  -- the input of the call, with a key outside the database
  sealed text not null,
  -- of the same input: a call with another one is another deed
  hash bytea not null,
  -- how many people or rows; null: a deed that always needs a second person
  size integer,
  -- the kind of change, where the call makes several
  kind text not null default '',
  about_person_id bigint constraint asked_deeds_about_person_fkey references people,
  asked_by bigint not null constraint asked_deeds_asked_by_fkey references people,
  reason text not null constraint asked_deeds_reason_present check (reason <> ''),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  decided_by bigint constraint asked_deeds_decided_by_fkey references people,
  decided_at timestamptz,
  is_approved boolean,
  done_at timestamptz,
  constraint asked_deeds_two_people check (decided_by <> asked_by),
  constraint asked_deeds_decided_once check (num_nonnulls(decided_by, decided_at, is_approved) in (0, 3)),
  constraint asked_deeds_done_after_approval check (done_at is null or is_approved)
);
create index asked_deeds_by_asker on asked_deeds (asked_by, call, hash);

create trigger asked_deeds_audited after insert or update or delete on asked_deeds for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
