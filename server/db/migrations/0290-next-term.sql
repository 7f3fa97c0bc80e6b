-- The course of which this one is the next run, and the course that must be completed before this one.
alter table courses add column follows_id bigint, add column level_after bigint;
alter table courses add constraint courses_follows_fkey foreign key (follows_id) references courses (id) not valid;
alter table courses add constraint courses_level_after_fkey foreign key (level_after) references courses (id) not valid;
alter table courses add constraint courses_level_of_another check (level_after <> id) not valid;

-- A place in the next run of a course that is kept for a student until they answer, at most until the end of a day.
create table continuations (
  id bigint generated always as identity constraint continuations_pkey primary key,
  course_id bigint not null constraint continuations_course_fkey references courses (id),
  -- null: in the course, in no class yet
  class_id bigint,
  student_id bigint not null constraint continuations_student_fkey references people (id),
  until_date date not null,
  state text not null default 'asked' constraint continuations_state_known check (state in ('asked', 'kept', 'declined')),
  answered_by bigint constraint continuations_answered_by_fkey references people (id),
  answered_at timestamptz,
  constraint continuations_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint continuations_answered_whole
    check (num_nonnulls(answered_by, answered_at) = case state when 'asked' then 0 else 2 end)
);
create index continuations_by_course on continuations (course_id);
create index continuations_by_student on continuations (student_id);
create index continuations_asked on continuations (class_id) where state = 'asked';

-- Who teaches a class, and is asked whether they teach it in the next run.
create table asked_teachers (
  id bigint generated always as identity constraint asked_teachers_pkey primary key,
  course_id bigint not null,
  class_id bigint not null,
  teacher_id bigint not null constraint asked_teachers_teacher_fkey references people (id),
  secret_hash bytea not null,
  answer text constraint asked_teachers_answer_known check (answer in ('same', 'other_time', 'no')),
  words text not null default '',
  answered_at timestamptz,
  constraint asked_teachers_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint asked_teachers_answered_whole check ((answer is null) = (answered_at is null))
);
create index asked_teachers_by_course on asked_teachers (course_id);
create index asked_teachers_by_secret on asked_teachers (secret_hash);

-- Whom the office lets into a course without the level before it.
create table level_exceptions (
  id bigint generated always as identity constraint level_exceptions_pkey primary key,
  course_id bigint not null constraint level_exceptions_course_fkey references courses (id),
  student_id bigint not null constraint level_exceptions_student_fkey references people (id),
  reason text not null constraint level_exceptions_reason_given check (btrim(reason) <> ''),
  given_by bigint not null constraint level_exceptions_given_by_fkey references people (id),
  given_at timestamptz not null default now()
);
create index level_exceptions_by_student on level_exceptions (student_id, course_id);

create trigger continuations_audited after insert or update or delete on continuations for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger asked_teachers_audited after insert or update or delete on asked_teachers for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger level_exceptions_audited after insert or update or delete on level_exceptions for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert, update, delete on continuations, asked_teachers, level_exceptions to gurukul_app;

-- Allowed: drop, because the check comes back wider in the next statement.
alter table mails drop constraint mails_kind_known;
alter table mails add constraint mails_kind_known check (kind in (
  'invite', 'reset_code', 'password_changed', 'sign_in_blocked', 'new_device', 'security_alarm', 'reset_link',
  'email_confirm', 'email_refuse', 'email_changed', 'browser_copied', 'deed_asked', 'deed_decided',
  'openid_linked', 'factor_news', 'intake_key_made', 'intake_key_rotated', 'intake_key_ends',
  'intake_keys_left', 'event_published', 'event_changed', 'event_canceled', 'event_on_again',
  'meeting_reminder', 'event_reminder', 'meeting_change', 'cover_asked', 'cover_nobody', 'receipt',
  'owing_reminder', 'my_page_link', 'my_page_code', 'address_changed', 'address_refused', 'enquiry', 'message', 'report',
  'open_cases', 'homework_decided', 'test_news', 'test_reminder', 'registration_code', 'registration_news',
  'class_again', 'place_kept', 'test_mail'
)) not valid;
