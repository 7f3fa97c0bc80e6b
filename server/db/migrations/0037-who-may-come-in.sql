-- The browsers in which a person has signed in before: a new password ends them.
create table known_browsers (
  person_id bigint not null constraint known_browsers_person_fkey references people on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  constraint known_browsers_pkey primary key (person_id, device_hash)
);

-- The remembered browser that a session came from, so that a copied cookie ends it.
alter table sessions add column series text;

-- Many accounts that failed to sign in from one network, or from all of them (no network), within an hour.
create table sign_in_alarms (
  id bigint generated always as identity constraint sign_in_alarms_pkey primary key,
  network text,
  accounts integer not null,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by bigint constraint sign_in_alarms_seen_by_fkey references people
);
create index sign_in_alarms_by_time on sign_in_alarms (last_at desc);
