-- The names by which students appear in online meetings, learned from the answers of staff. Two children on one device
-- have the same one.
create table display_names (
  id bigint generated always as identity constraint display_names_pkey primary key,
  student_id bigint not null constraint display_names_student_fkey references people,
  -- where it was learned
  course_id bigint not null,
  class_id bigint not null,
  -- as it was in the report
  name text not null constraint display_names_name_present check (name <> ''),
  learned_by bigint constraint display_names_learned_by_fkey references people,
  learned_at timestamptz not null default now(),
  constraint display_names_class_fkey foreign key (class_id, course_id) references classes (id, course_id)
);
create unique index display_names_once on display_names (student_id, lower(name));

create trigger display_names_audited after insert or update or delete on display_names for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
