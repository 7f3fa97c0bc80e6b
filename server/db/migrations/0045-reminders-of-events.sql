-- The same for an event.
alter table events
  add column reminders text[] not null default '{}',
  add constraint events_reminders_known check (reminders <@ array['day', 'hour']) not valid;
-- Allowed: index, because no event has reminders yet, and events are few.
create index events_with_reminders on events (starts_at) where reminders <> '{}' and deleted_at is null;
