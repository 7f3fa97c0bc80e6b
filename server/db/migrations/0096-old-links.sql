-- Outside a transaction
-- Links of My page that were made with a SECRET_KEY of before.
create unique index concurrently if not exists personal_pages_by_old_hash on personal_pages (old_hash)
  where old_hash is not null;
