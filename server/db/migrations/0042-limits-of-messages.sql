-- How many messages a teacher may send on one day; 0: none.
alter table provider
  add column teacher_messages integer not null default 3,
  add constraint provider_teacher_messages_sane check (teacher_messages between 0 and 100) not valid;
