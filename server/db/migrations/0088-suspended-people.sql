-- A colleague whose sign-in and duties rest. Everything that they did stays, and they can be let in again.
alter table people add column suspended_at timestamptz;

-- What a browser calls itself, for the person to recognise it; empty for those from before.
alter table known_browsers add column agent text not null default '';
alter table known_browsers add column made_at timestamptz not null default now();
