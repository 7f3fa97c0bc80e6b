-- Where the push service of a browser takes notifications, and the keys for them, are secrets. They are stored sealed.
-- Allowed: drop, because a server cannot seal rows in SQL, and a browser gives its address again when the portal opens.
-- Until the portals of the version before are away, they tell devices nothing.
drop table push_devices;

-- Browsers of the staff that show notifications.
create table push_devices (
  id bigint generated always as identity constraint push_devices_pkey primary key,
  person_id bigint not null constraint push_devices_person_fkey references people on delete cascade,
  -- the session (sessions.id) in which the portal was last open there; signing out of it ends the device
  session_id bigint not null,
  -- HMAC of the address at the browser's push service, with a key outside the database; one browser has one
  endpoint_mac bytea not null constraint push_devices_endpoint_unique unique,
  -- that address, and the keys to which what is told is encrypted; with a key outside the database
  sealed text not null,
  agent text not null default '',
  language text not null constraint push_devices_language_known check (language in ('en', 'te', 'hi')),
  made_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index push_devices_by_person on push_devices (person_id);
