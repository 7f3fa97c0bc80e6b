-- Outside a transaction
-- Of two offices that press at once, one has the next run.
create unique index concurrently if not exists courses_follows_once on courses (follows_id)
  where follows_id is not null and deleted_at is null;
