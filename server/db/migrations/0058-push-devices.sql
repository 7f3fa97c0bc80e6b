-- Browsers of the staff that show notifications.
create table push_devices (
  id bigint generated always as identity constraint push_devices_pkey primary key,
  person_id bigint not null constraint push_devices_person_fkey references people on delete cascade,
  -- the session (sessions.id) in which the portal was last open there; signing out of it ends the device
  session_id bigint not null,
  -- of the browser's push service; one browser has one
  endpoint text not null constraint push_devices_endpoint_unique unique
    constraint push_devices_endpoint_https check (endpoint like 'https://%' and length(endpoint) <= 1000),
  -- to which what is told is encrypted
  p256dh text not null,
  auth text not null,
  agent text not null default '',
  language text not null constraint push_devices_language_known check (language in ('en', 'te', 'hi')),
  made_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index push_devices_by_person on push_devices (person_id);
