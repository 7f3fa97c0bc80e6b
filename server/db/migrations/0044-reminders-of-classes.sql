-- Of which meetings the students of a class are reminded: a day before, an hour before, both. Empty: of none.
alter table classes
  add column reminders text[] not null default '{}',
  add constraint classes_reminders_known check (reminders <@ array['day', 'hour']) not valid;
-- Allowed: index, because no class has reminders yet, and classes are few.
create index classes_with_reminders on classes (id) where reminders <> '{}' and deleted_at is null;
