-- Outside a transaction, so that nobody who writes waits: from the migration before on, whatever is written is told.
create index concurrently if not exists events_without_link on events (starts_at, id) include (course_id)
  where deleted_at is null and live_status = 'published' and trim(meeting_link) = '';
insert into due_doubts (course_id) select c.id from courses c on conflict do nothing;
do $$
begin
  while keep_what_is_due(100) > 0 loop
    commit;
  end loop;
end
$$;
