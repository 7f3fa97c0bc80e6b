-- When people can come, as they ticked it on their own clock, and in which languages.
create table wishes (
  id bigint generated always as identity constraint wishes_pkey primary key,
  person_id bigint not null constraint wishes_person_fkey references people (id),
  -- null: for each course that has none of its own
  course_id bigint constraint wishes_course_fkey references courses (id),
  -- the clock on which the hours were ticked
  zone text not null constraint wishes_zone_iana check (zone = 'UTC' or zone like '%/%'),
  -- of the week, from Monday 00:00 on
  hours bit(168) not null,
  -- by their English names; empty: any
  languages text[] not null default '{}'
);
create unique index wishes_once on wishes (person_id, coalesce(course_id, 0));
create index wishes_of_course on wishes (course_id);
create trigger wishes_audited after insert or delete or update on wishes
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert, update, delete on wishes to gurukul_app;

-- Of a learner while who they are is the question.
alter table registrations add column wish jsonb;

-- By its English name, as of people; null: nobody said.
alter table classes add column language text;
