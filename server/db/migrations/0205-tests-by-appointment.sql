-- Tests by appointment: a course names the portions that are tested, examiners open hours, families book a test in them.

create table test_portions (
  id bigint generated always as identity constraint test_portions_pkey primary key,
  course_id bigint not null constraint test_portions_course_fkey references courses,
  name text not null,
  position integer not null,
  deleted_at timestamptz,
  constraint test_portions_id_course unique (id, course_id),
  constraint test_portions_name_given check (btrim(name) <> '' and length(name) <= 200)
);
create index test_portions_by_course on test_portions (course_id) where deleted_at is null;

-- Ranges of one number each let GiST compare people without an extension.
create table test_hours (
  id bigint generated always as identity constraint test_hours_pkey primary key,
  course_id bigint not null constraint test_hours_course_fkey references courses,
  examiner_id bigint not null constraint test_hours_examiner_fkey references people,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- of one test
  minutes integer not null,
  join_link text not null default '',
  offered_by bigint not null constraint test_hours_offered_by_fkey references people,
  constraint test_hours_whole check (minutes between 5 and 180 and ends_at >= starts_at + minutes * interval '1 minute'),
  constraint test_hours_once exclude using gist (
    int8range(examiner_id, examiner_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  )
);
create index test_hours_by_course on test_hours (course_id, ends_at);

create table tests (
  id bigint generated always as identity constraint tests_pkey primary key,
  course_id bigint not null,
  portion_id bigint not null,
  student_id bigint not null constraint tests_student_fkey references people,
  examiner_id bigint not null constraint tests_examiner_fkey references people,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  booked_by bigint not null constraint tests_booked_by_fkey references people,
  -- a family changes a time once
  was_changed boolean not null default false,
  -- null: nobody has decided
  result text,
  words text not null default '',
  decided_by bigint constraint tests_decided_by_fkey references people,
  decided_at timestamptz,
  canceled_at timestamptz,
  constraint tests_portion_fkey foreign key (portion_id, course_id) references test_portions (id, course_id),
  constraint tests_in_order check (starts_at < ends_at),
  constraint tests_result_known check (result in ('passed', 'again', 'no_show')),
  constraint tests_decided_whole check (num_nonnulls(result, decided_by, decided_at) in (0, 3)),
  -- nobody examines themselves
  constraint tests_of_two check (examiner_id <> student_id or canceled_at is not null),
  constraint tests_examiner_once exclude using gist (
    int8range(examiner_id, examiner_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) where (result is null and canceled_at is null),
  constraint tests_student_once exclude using gist (
    int8range(student_id, student_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) where (result is null and canceled_at is null)
);
create unique index tests_portion_once on tests (student_id, portion_id) where result is null and canceled_at is null;
create index tests_by_student on tests (student_id, starts_at);
create index tests_by_examiner on tests (examiner_id, starts_at);
create index tests_by_course on tests (course_id, starts_at);
create index tests_ahead on tests (starts_at) where result is null and canceled_at is null;
create index tests_decided on tests (decided_at) where decided_at is not null;

create trigger test_portions_audited after insert or update or delete on test_portions for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger test_hours_audited after insert or update or delete on test_hours for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger tests_audited after insert or update or delete on tests for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
