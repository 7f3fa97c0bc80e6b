-- Outside a transaction. Deleted ones too: a letter about one of them that was given up is still told of.
create index concurrently if not exists events_ever_by_course on events (course_id) include (id);
