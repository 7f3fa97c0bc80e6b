-- Passkeys of people with an account (WebAuthn).
create table passkeys (
  id bigint generated always as identity constraint passkeys_pkey primary key,
  person_id bigint not null constraint passkeys_person_fkey references people on delete cascade,
  -- base64url, as browsers send it
  credential_id text not null constraint passkeys_credential_unique unique,
  -- COSE
  public_key bytea not null,
  -- How often the authenticator said that it signed; 0 for authenticators that do not count.
  sign_count bigint not null constraint passkeys_count_not_negative check (sign_count >= 0),
  transports text[] not null,
  name text not null constraint passkeys_name_short check (length(name) between 1 and 60),
  -- The person's devices share it, so a lost phone does not lose it.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person_id);

-- An app that shows a code every 30 seconds (TOTP), one for each person.
create table code_apps (
  person_id bigint constraint code_apps_pkey primary key
    constraint code_apps_person_fkey references people on delete cascade,
  -- sealed with a key outside the database
  sealed_secret text not null,
  -- null: it is being set up
  confirmed_at timestamptz,
  -- The time step of the last code that was taken. No code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- For somebody whose phone is lost. Only codes that still work have a row.
create table recovery_codes (
  person_id bigint not null constraint recovery_codes_person_fkey references people on delete cascade,
  -- HMAC with a key outside the database
  code_hmac bytea not null,
  constraint recovery_codes_pkey primary key (person_id, code_hmac)
);

-- Challenges that a browser has to answer within minutes. The browser is known by its signed name.
create table factor_challenges (
  challenge_hash bytea constraint factor_challenges_pkey primary key,
  purpose text not null
    constraint factor_challenges_purpose_known check (purpose in ('add', 'sign_in', 'prove', 'second')),
  browser_hash bytea not null,
  -- null: any person, for a sign-in by a passkey
  person_id bigint constraint factor_challenges_person_fkey references people on delete cascade,
  -- What the first step of a sign-in asked for, and the hash of the password hash that it proved.
  flag text not null default '',
  remembers boolean not null default false,
  proved_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index factor_challenges_by_person on factor_challenges (person_id);
create index factor_challenges_by_expiry on factor_challenges (expires_at);
