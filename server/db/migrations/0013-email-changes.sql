-- A new sign-in address that somebody waits to confirm, at most one of a person. The row ends with the answer. It is
-- secret: both links belong to it, one mailed to the new address, one to the old.
create table email_changes (
  person_id bigint constraint email_changes_pkey primary key
    constraint email_changes_person_fkey references people on delete cascade,
  email_id text not null,
  -- the address at that time; once the person has another one, both links are over
  instead_of text not null,
  confirm_hash bytea not null constraint email_changes_confirm_unique unique,
  refuse_hash bytea not null constraint email_changes_refuse_unique unique,
  expires_at timestamptz not null
);
