-- Outside a transaction
-- A course may have several next terms, which the office asks for.
create index concurrently if not exists courses_by_follows on courses (follows_id)
  where follows_id is not null and deleted_at is null;
drop index concurrently if exists courses_follows_once;
