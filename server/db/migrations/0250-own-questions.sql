-- Questions of the provider's own, about a student or about a student in a course.
create table questions (
  id bigint generated always as identity constraint questions_pkey primary key,
  about text not null constraint questions_about_known check (about in ('person', 'enrolment')),
  kind text not null constraint questions_kind_known check (kind in ('line', 'text', 'choice', 'several', 'yes', 'day')),
  label text not null,
  label_te text not null default '',
  label_hi text not null default '',
  choices text[] not null default '{}',
  -- where it is asked beside the student's page; empty: the office alone
  asked text[] not null default '{}',
  shown_to text not null constraint questions_shown_known check (shown_to in ('office', 'teachers')),
  -- how long answers stay after the last course of the student ended; null: always
  keep_count integer,
  keep_unit text not null default 'months' constraint questions_unit_known check (keep_unit in ('days', 'months')),
  position integer not null,
  -- its answers stay until their end, and it is asked no more
  removed_at timestamptz,
  constraint questions_kept_positive check (keep_count > 0)
);
create trigger questions_audited after insert or delete or update on questions
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert, update, delete on questions to gurukul_app;

-- Answers by the id of the question.
alter table people add column answers jsonb not null default '{}';
alter table enrolments add column answers jsonb not null default '{}';
alter table registrations add column answers jsonb not null default '{}';
