-- Outside a transaction
-- Today lists homework that waits for a teacher, the longest first.
create index concurrently if not exists homework_waiting on homework (submitted_at, id) include (class_id)
  where status = 'pending';
