-- Families register on a page of the portal: what they typed until its mailbox is proved, and each learner afterwards.
alter table provider add column registration_open boolean not null default false;

create table registration_forms (
  id bigint generated always as identity constraint registration_forms_pkey primary key,
  course_id bigint not null constraint registration_forms_course_fkey references courses,
  -- in lower case
  mailbox text not null,
  -- what was typed; empty once it is done
  form jsonb not null,
  -- of the secret that the browser sends with the code
  hash bytea not null constraint registration_forms_hash_unique unique,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  made_at timestamptz not null default now(),
  proved_at timestamptz,
  done_at timestamptz
);
create index registration_forms_by_age on registration_forms (made_at);

create table registrations (
  id bigint generated always as identity constraint registrations_pkey primary key,
  course_id bigint not null constraint registrations_course_fkey references courses,
  -- the class that was asked for; null: the office finds one
  class_id bigint,
  -- who registers: the learner, a parent or a guardian
  contact_name text not null,
  -- in lower case, proved by a code
  email_id text not null,
  phone_number text not null default '',
  -- of the page
  page_language text not null,
  is_self boolean not null,
  learner_name text not null,
  birth_year integer not null,
  language text,
  timezone text not null default '',
  asked_at timestamptz not null default now(),
  -- null: whether they are a student already is a question for the office
  student_id bigint constraint registrations_student_fkey references people,
  decision text,
  reason text not null default '',
  decided_by bigint constraint registrations_decided_by_fkey references people,
  decided_at timestamptz,
  constraint registrations_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint registrations_decision_known check (decision in ('placed', 'known', 'new', 'refused')),
  constraint registrations_decided_whole check (num_nonnulls(decision, decided_by, decided_at) in (0, 3))
);
create index registrations_open on registrations (course_id, asked_at) where decided_at is null;
create index registrations_by_student on registrations (student_id) where student_id is not null;
create index registrations_by_mailbox on registrations (email_id);

create trigger registrations_audited after insert or update or delete on registrations for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Allowed: drop, because the check comes back wider in the next statement.
alter table mails drop constraint mails_kind_known;
alter table mails add constraint mails_kind_known check (kind in (
  'invite', 'reset_code', 'password_changed', 'sign_in_blocked', 'new_device', 'security_alarm', 'reset_link',
  'email_confirm', 'email_refuse', 'email_changed', 'browser_copied', 'deed_asked', 'deed_decided',
  'openid_linked', 'factor_news', 'intake_key_made', 'intake_key_rotated', 'intake_key_ends',
  'intake_keys_left', 'event_published', 'event_changed', 'event_canceled', 'event_on_again',
  'meeting_reminder', 'event_reminder', 'meeting_change', 'cover_asked', 'cover_nobody', 'receipt',
  'owing_reminder', 'my_page_link', 'my_page_code', 'address_changed', 'address_refused', 'enquiry', 'message', 'report',
  'open_cases', 'homework_decided', 'test_news', 'test_reminder', 'registration_code', 'registration_news', 'test_mail'
)) not valid;
