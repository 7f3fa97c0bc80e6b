-- When the session last proved who uses it: by signing in, or by another proof since. Null: by a remembered browser only.
alter table sessions add column proved_at timestamptz;
