-- In a file of its own: whoever writes, writes to `changes`.
create constraint trigger changes_settle_ledgers after insert on changes deferrable initially deferred
  for each row execute function settle_changed_ledgers();
