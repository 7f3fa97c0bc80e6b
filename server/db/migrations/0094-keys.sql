-- Keys that change: links of My page after a new SECRET_KEY, and intake keys with networks, an end and secrets of
-- their own.

-- A link that was made with a SECRET_KEY of before goes on working until it ends, beside the new one.
alter table personal_pages add column old_hash bytea;
alter table personal_pages add column old_expires_at timestamptz;

-- empty: from anywhere
alter table intake_keys add column networks cidr[] not null default '{}';
alter table intake_keys add column expires_at timestamptz;
-- when its signing secret was last made anew
alter table intake_keys add column rotated_at timestamptz;
alter table intake_keys add column last_network text;
-- when the account admins were told that it ends
alter table intake_keys add column end_told_at timestamptz;

-- What a payment service signs with. A key without a row has the secret that follows from its own row, as all keys
-- had before.
create table intake_secrets (
  id bigint generated always as identity constraint intake_secrets_pkey primary key,
  key_id bigint not null constraint intake_secrets_key_fkey references intake_keys on delete cascade,
  -- with a key outside the database
  sealed text not null,
  made_at timestamptz not null default now(),
  -- null: the present one
  ends_at timestamptz
);
create index intake_secrets_by_key on intake_secrets (key_id);

-- What each key did on a day, per network. A sweep removes days older than 90.
create table intake_uses (
  key_id bigint not null constraint intake_uses_key_fkey references intake_keys on delete cascade,
  day date not null,
  network text not null,
  requests integer not null default 0,
  -- those of them that were refused
  refused integer not null default 0,
  items integer not null default 0,
  constraint intake_uses_pkey primary key (key_id, day, network)
);

drop trigger intake_keys_audited on intake_keys;
create trigger intake_keys_audited
  after insert or delete or update of name, scopes, networks, expires_at, rotated_at, revoked_at on intake_keys
  for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
