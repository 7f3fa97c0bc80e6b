-- Outside a transaction
-- What may end, oldest first: where nothing is old the nightly sweep reads nothing.
create index concurrently if not exists audit_entries_by_age on audit_entries (at)
  where history_may_end(table_name, before);
-- Without it each change that goes would read all undos.
create index concurrently if not exists undos_by_change on undos (by_change_id);
