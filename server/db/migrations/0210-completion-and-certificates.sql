-- When somebody has finished a course: attendance in per cent of their marks, homework that was accepted, and whether all
-- portions of tests must be passed. Null: the rule of the course does not ask for it.
alter table courses
  add column finish_attendance integer,
  add column finish_homework integer,
  add column finish_portions boolean not null default false,
  add constraint courses_finish_attendance_percent check (finish_attendance between 1 and 100) not valid,
  add constraint courses_finish_homework_sane check (finish_homework between 1 and 1000) not valid;

-- The registration status that the page Finish set, with the day and the rule of that day. While the status is another
-- one, somebody has set it by hand.
alter table enrolments
  add column finished_as text,
  add column finished_on date,
  add column finished_rule jsonb,
  add constraint enrolments_finished_whole check (num_nonnulls(finished_as, finished_on, finished_rule) in (0, 3)) not valid,
  add constraint enrolments_finished_known check (finished_as in ('Completed', 'Memorizer', 'Gold medalist')) not valid;

-- How new certificates look, the picture of a signature, and who signs.
alter table provider
  add column certificate_layout text not null default 'frame',
  add column signature text not null default '',
  add column signatory text not null default '',
  add constraint provider_layout_known check (certificate_layout in ('frame', 'landscape', 'letter')) not valid;
-- Allowed: drop, because the check comes back wider in the same statement.
alter table files
  drop constraint files_kind_known,
  add constraint files_kind_known check (kind in ('profile_image', 'course_image', 'glimpse_image', 'event_image',
    'speaker_image', 'topic_pdf', 'homework_pdf', 'provider_logo', 'provider_signature')) not valid;

-- Numbered without a gap within a year, so nothing removes one. Every column down to the issuer is what the paper says.
create table certificates (
  id bigint generated always as identity constraint certificates_pkey primary key,
  year text not null,
  number integer not null constraint certificates_number_positive check (number > 0),
  -- on the paper, for anybody who checks it
  verify_id text not null constraint certificates_verify_unique unique,
  student_id bigint not null constraint certificates_student_fkey references people,
  course_id bigint not null constraint certificates_course_fkey references courses,
  -- as it shall stand, in any script; empty: the student is erased
  name text not null,
  course_name text not null,
  status text not null constraint certificates_status_known check (status in ('Completed', 'Memorizer', 'Gold medalist')),
  on_day date not null,
  provider_name text not null,
  signature text not null,
  signatory text not null,
  layout text not null constraint certificates_layout_known check (layout in ('frame', 'landscape', 'letter')),
  language text not null,
  issued_by bigint constraint certificates_issued_by_fkey references people,
  issued_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text not null default '',
  constraint certificates_number_unique unique (year, number)
);
create index certificates_by_student on certificates (student_id, course_id, id desc);
create index certificates_by_course on certificates (course_id, id desc);
create trigger certificates_audited after insert or delete or update on certificates
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert, update, delete on certificates to gurukul_app;
