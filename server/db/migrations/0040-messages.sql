-- What somebody in the office, or a teacher, writes to people. Nothing is stored per reader before its time: when
-- `next_at` has come, one transaction expands the audience into mails.

create table messages (
  id bigint generated always as identity constraint messages_pkey primary key,
  author_id bigint not null constraint messages_author_fkey references people,
  -- the role in which it was written: whom they reach is judged again when it is sent
  author_role text not null
    constraint messages_author_role_known check (author_role in ('admin', 'courseadmin', 'teacher')),
  -- both with {fields}, which are filled in for each reader; the body is sanitized HTML
  subject text not null,
  body text not null,
  -- who is meant, as asked: a class, a course, an event, people, or a list of students with its filters
  audience jsonb not null,
  -- where the audience is of one course
  course_id bigint constraint messages_course_fkey references courses,
  class_id bigint constraint messages_class_fkey references classes,
  event_id bigint constraint messages_event_fkey references events,
  -- names text, audience and time; two presses of one button have the same
  digest text not null,
  send_at timestamptz not null,
  -- at nine o'clock of that day on the clock of each reader
  nine_on date,
  -- when the next mails are written; null: all are, or none will be
  next_at timestamptz,
  prepared_at timestamptz,
  canceled_at timestamptz,
  -- the portal stopped it, because its author was gone or reached the audience no more
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint messages_one_end check (num_nonnulls(prepared_at, canceled_at, stopped_at, next_at) = 1)
);
create index messages_due on messages (next_at) where next_at is not null;
create index messages_by_author on messages (author_id, id desc);
create index messages_by_course on messages (course_id, id desc) where course_id is not null;

-- Whom a message was for when it was sent. Of several students who share a mailbox each has a row with the same mail.
create table message_readers (
  message_id bigint not null constraint message_readers_message_fkey references messages on delete cascade,
  student_id bigint not null constraint message_readers_student_fkey references people,
  -- null: no mail was written, and `withheld` says why
  mail_id bigint constraint message_readers_mail_fkey references mails,
  withheld text constraint message_readers_withheld_known check (withheld in ('no_address', 'may_not_see')),
  -- somebody sent it by hand in another app
  ticked_at timestamptz,
  ticked_by bigint constraint message_readers_ticked_by_fkey references people,
  constraint message_readers_pkey primary key (message_id, student_id),
  constraint message_readers_mail_or_why check (num_nonnulls(mail_id, withheld) = 1),
  constraint message_readers_tick_whole check (num_nonnulls(ticked_at, ticked_by) in (0, 2))
);
create index message_readers_by_student on message_readers (student_id, message_id desc);
create index message_readers_by_mail on message_readers (mail_id) where mail_id is not null;

-- Texts of the office to begin with.
create table message_templates (
  id bigint generated always as identity constraint message_templates_pkey primary key,
  name text not null,
  language text not null constraint message_templates_language_known check (language in ('en', 'te', 'hi')),
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create unique index message_templates_once on message_templates (lower(name), language);

-- What the portal does with a message when its time has come is no deed of anybody.
create trigger messages_audited after insert or update of canceled_at or delete on messages for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger message_templates_audited after insert or update or delete on message_templates for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
