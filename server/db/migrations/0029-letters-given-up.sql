-- Outside a transaction. Of all letters few were given up: what is due today counts them, and shows the latest.
create index concurrently if not exists mails_failed on mails (failed_at desc, id desc) include (event_id)
  where state = 'failed';
