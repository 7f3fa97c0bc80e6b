-- The whole domain; nouns as in docs/data-model.md. Names of constraints and indexes lead to codes (server/db/errors.ts).
-- Local truth first: a class meets at a weekday and local time in an IANA zone; instants are derived, never stored.

create extension if not exists pg_trgm;
create collation natural_order (provider = icu, locale = 'und-u-kn-true'); -- Class 9 before Class 10

-- People: staff and students alike -----------------------------------------------------------------------------

create table imports (
  id bigint generated always as identity constraint imports_pkey primary key,
  kind text not null constraint imports_kind_known check (kind in ('students', 'payments')),
  file_name text not null,
  content_hash bytea not null,
  row_count integer not null constraint imports_row_count_positive check (row_count > 0),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index imports_of_payments on imports (created_at desc, id desc) where kind = 'payments';

create table people (
  id bigint generated always as identity constraint people_pkey primary key,
  email_id text not null constraint people_email_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  -- null: the account cannot sign in (students, and staff who have not finished their sign-up)
  password_hash text,
  main_role text not null
    constraint people_main_role_known check (main_role in ('admin', 'courseadmin', 'teacher', 'coordinator', 'student')),
  -- the second role held beside the main one; on the wire `as_role`
  as_role text
    constraint people_second_role_pairs check (
      as_role is null
      or (main_role = 'courseadmin' and as_role = 'teacher')
      or (main_role = 'teacher' and as_role = 'courseadmin')
    ),
  first_name text not null constraint people_first_name_present check (first_name <> ''),
  last_name text not null default '',
  fullname text not null generated always as (trim(first_name || ' ' || last_name)) stored,
  phone_number text,
  gender text constraint people_gender_known check (gender in ('male', 'female', 'others')),
  -- 1970-01-01 counts as "not given" on the wire and is stored as null
  dob date constraint people_dob_plausible check (dob > '1900-01-01' and dob <> '1970-01-01'),
  description text not null default '',
  image text not null default '',
  address text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  region text not null default '',
  pincode text not null default '',
  timezone text not null default 'Asia/Kolkata',
  language text constraint people_language_known check (language in ('Telugu', 'English', 'Sanskrit')),
  student_level_status text,
  work_status text,
  import_id bigint constraint people_import_fkey references imports,
  registered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- one living account per address; a deleted person's address can be invited again
create unique index people_email_unique on people (lower(email_id)) where deleted_at is null;
create index people_by_main_role on people (main_role, id desc) where deleted_at is null;
create index people_by_second_role on people (as_role, id desc) where deleted_at is null and as_role is not null;
-- the orders of the student lists
create index people_students_by_name on people (lower(fullname), id)
  where main_role = 'student' and deleted_at is null;
create index people_students_by_email on people (lower(email_id), id)
  where main_role = 'student' and deleted_at is null;
create index people_students_by_registration on people (registered_at, id)
  where main_role = 'student' and deleted_at is null;
-- what dashboards count: of everybody in groups, and of some students one by one
create index people_by_group on people (region, gender, dob) where main_role = 'student' and deleted_at is null;
create index people_of_students on people (id) include (gender, region, dob)
  where main_role = 'student' and deleted_at is null;
create index people_by_import on people (import_id) where import_id is not null;
-- by the last nine digits of the number, with any prefix or separators
create index people_by_phone on people ((right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)))
  where main_role = 'student' and deleted_at is null and phone_number is not null;
create index people_search on people using gin ((lower(fullname || ' ' || email_id || ' ' || coalesce(phone_number, ''))) gin_trgm_ops);

alter table imports add constraint imports_created_by_fkey foreign key (created_by) references people;

-- Sheets write U.S.A., UNITED  STATES or "india": only the letters count. Not `parallel safe`: counting students by
-- region is not shared out among processes, which costs twice the processor.
create function region_of(region text) returns text language sql immutable
  return case lower(regexp_replace(region, '[\s\u00a0\u2000-\u200a\u202f\u205f\u3000\ufeff.,_-]', '', 'g'))
    when 'india' then 'India'
    when 'uk' then 'UK'
    when 'unitedkingdom' then 'UK'
    when 'us' then 'USA'
    when 'usa' then 'USA'
    when 'unitedstates' then 'USA'
    when 'unitedstatesofamerica' then 'USA'
    else 'Others'
  end;

-- Courses and curriculum -----------------------------------------------------------------------------------------

create table course_types (
  id bigint generated always as identity constraint course_types_pkey primary key,
  type text not null constraint course_types_type_present check (type <> ''),
  created_at timestamptz not null default now()
);
create unique index course_types_type_unique on course_types (lower(type));

create table courses (
  id bigint generated always as identity constraint courses_pkey primary key,
  course_name text collate natural_order not null constraint courses_name_present check (course_name <> ''),
  course_image text not null,
  -- null: its course admin was deleted and an admin has yet to name another
  courseadmin_id bigint constraint courses_courseadmin_fkey references people,
  course_duration text not null
    constraint courses_duration_known check (course_duration in ('semester', 'trimister', 'quarterly', 'yearly')),
  start_date date not null,
  course_description text not null default '',
  what_we_learn text not null default '',
  note text not null default '',
  -- legacy single price; prices per region live in course_prices
  price text,
  type_id bigint constraint courses_type_fkey references course_types on delete set null,
  email_id text not null default '',
  status text not null default 'unpublished'
    constraint courses_status_known check (status in ('published', 'unpublished', 'coming_soon')),
  reg_status text not null default 'closed'
    constraint courses_reg_status_known check (reg_status in ('opened', 'closed')),
  status_changed_at timestamptz,
  -- raised by every save of the course admin's form: two tabs never mix
  version integer not null default 1,
  created_by bigint constraint courses_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index courses_by_courseadmin on courses (courseadmin_id, id desc) where deleted_at is null;
create index courses_by_name on courses (lower(course_name), id) where deleted_at is null;
-- most are published
create index courses_inactive on courses (id) where status <> 'published' and deleted_at is null;
create index courses_by_type on courses (type_id) where type_id is not null;

create function course_months(course_duration text) returns integer language sql immutable parallel safe
  return case course_duration when 'semester' then 6 when 'trimister' then 3 when 'quarterly' then 3 else 12 end;

-- Weeks are not stored: they follow from start date and duration. Weeks of seven days while a week starts before
-- the end of the duration; the last one is not shortened.
create view course_weeks as
select
  c.id as course_id,
  row_number() over (partition by c.id order by w.starts_on)::integer as week_count,
  w.starts_on::date as starts_on,
  (w.starts_on + interval '6 days')::date as ends_on
from courses c
cross join lateral generate_series(
  c.start_date::timestamp,
  c.start_date + make_interval(months => course_months(c.course_duration)) - interval '1 day',
  interval '7 days'
) as w (starts_on);

create table course_prices (
  id bigint generated always as identity constraint course_prices_pkey primary key,
  course_id bigint not null constraint course_prices_course_fkey references courses on delete cascade,
  country_name text not null,
  country_code text not null,
  currency_code text not null,
  -- whole currency units; null: the region is offered, the price is not announced yet
  price_value numeric(12) constraint course_prices_value_not_negative check (price_value >= 0),
  position integer not null default 0,
  -- judged at the end of a statement: one save may pass a country from one row to another
  constraint course_prices_region_unique unique (course_id, country_code) deferrable
);

create table glimpses (
  id bigint generated always as identity constraint glimpses_pkey primary key,
  course_id bigint not null constraint glimpses_course_fkey references courses on delete cascade,
  glimpse_name text not null,
  glimpse_description text not null default '',
  glimpse_image text not null default '',
  position integer not null default 0
);
create index glimpses_by_course on glimpses (course_id, position, id);

create table topics (
  id bigint generated always as identity constraint topics_pkey primary key,
  course_id bigint not null constraint topics_course_fkey references courses on delete cascade,
  -- counted from 1; a topic keeps its week when the dates move
  week_count integer not null constraint topics_week_positive check (week_count > 0),
  position integer not null default 0,
  topic_name text not null constraint topics_name_present check (topic_name <> ''),
  video text not null default '',
  homework boolean not null default false,
  pdf text not null default '',
  pdf_name text not null default ''
);
create index topics_by_course on topics (course_id, week_count, position, id);

-- Classes, slots, teachers ---------------------------------------------------------------------------------------

create table classes (
  id bigint generated always as identity constraint classes_pkey primary key,
  course_id bigint not null constraint classes_course_fkey references courses,
  class_name text collate natural_order not null constraint classes_name_present check (class_name <> ''),
  created_by bigint constraint classes_created_by_fkey references people,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint classes_of_course_unique unique (id, course_id)
);
create unique index classes_name_unique on classes (course_id, lower(class_name)) where deleted_at is null;

-- One weekly slot of a class. On the wire: id (also new_id) is the slot, class_id the class.
create table class_slots (
  id bigint generated always as identity constraint class_slots_pkey primary key,
  class_id bigint not null,
  course_id bigint not null,
  class_day text not null
    constraint class_slots_day_known
    check (class_day in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  local_time time(0) not null,
  time_zone text not null
    constraint class_slots_zone_iana check (time_zone = 'UTC' or time_zone like '%/%')
    -- PostgreSQL raises an error for a zone it does not know
    constraint class_slots_zone_known check (timezone(time_zone, timestamp '2026-01-01') is not null),
  duration_minutes integer not null default 60
    constraint class_slots_duration_sane check (duration_minutes between 5 and 720),
  created_by bigint constraint class_slots_created_by_fkey references people,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint class_slots_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint class_slots_of_course_unique unique (id, course_id)
);
create unique index class_slots_time_unique on class_slots (class_id, class_day, local_time, time_zone)
  where deleted_at is null;
create index class_slots_by_course on class_slots (course_id, id) where deleted_at is null;

-- A teacher associated with a course, and their maximum of students in it (`strength`).
create table course_teachers (
  course_id bigint not null constraint course_teachers_course_fkey references courses,
  teacher_id bigint not null constraint course_teachers_teacher_fkey references people,
  associated boolean not null default true,
  strength integer not null default 0 constraint course_teachers_strength_not_negative check (strength >= 0),
  associated_by bigint constraint course_teachers_associated_by_fkey references people,
  associated_at timestamptz not null default now(),
  constraint course_teachers_pkey primary key (course_id, teacher_id)
);
create index course_teachers_by_teacher on course_teachers (teacher_id, course_id) where associated;

-- Who teaches a slot. A replacement ends one assignment and starts another, so the past stays true.
create table slot_teachers (
  id bigint generated always as identity constraint slot_teachers_pkey primary key,
  slot_id bigint not null,
  course_id bigint not null,
  teacher_id bigint not null,
  assigned_by bigint constraint slot_teachers_assigned_by_fkey references people,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint slot_teachers_slot_fkey foreign key (slot_id, course_id) references class_slots (id, course_id),
  constraint slot_teachers_association_fkey foreign key (course_id, teacher_id)
    references course_teachers (course_id, teacher_id),
  constraint slot_teachers_ends_after_start check (ended_at >= assigned_at)
);
create unique index slot_teachers_one_per_slot on slot_teachers (slot_id) where ended_at is null;
create index slot_teachers_by_teacher on slot_teachers (teacher_id, slot_id) where ended_at is null;

-- Students in courses --------------------------------------------------------------------------------------------

-- One enrolment of a student in a course (and class). A move ends one row and starts another: the past never changes.
create table enrolments (
  id bigint generated always as identity constraint enrolments_pkey primary key,
  student_id bigint not null constraint enrolments_student_fkey references people,
  course_id bigint not null constraint enrolments_course_fkey references courses,
  class_id bigint,
  started_on date not null,
  -- first day that no longer counts; null while the enrolment goes on
  ended_on date,
  registration_status text not null default 'Registered'
    constraint enrolments_registration_status_known check (
      registration_status in ('Registered', 'Registration failed', 'Canceled', 'Completed', 'Memorizer',
        'Gold medalist', 'Failed', 'Dropped')
    ),
  payment_status text
    constraint enrolments_payment_status_known check (
      payment_status in ('Successful', 'Failed', 'Refunded', 'Exempted', 'Alternate arrangements made', 'Sponsored')
    ),
  fee_details text not null default '',
  import_id bigint constraint enrolments_import_fkey references imports,
  registered_at timestamptz not null default now(),
  constraint enrolments_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint enrolments_ends_after_start check (ended_on >= started_on)
);
create unique index enrolments_one_current on enrolments (student_id, course_id) where ended_on is null;
-- the page order of the student lists: newest first within a course; and what the dashboards count there
create index enrolments_by_course on enrolments (course_id, id desc) include (student_id, registered_at)
  where ended_on is null;
-- the newest of everybody
create index enrolments_newest on enrolments (id desc) include (student_id, course_id) where ended_on is null;
create index enrolments_by_registration on enrolments (registered_at) where ended_on is null;
create index enrolments_of_class on enrolments (class_id, student_id, started_on) include (ended_on, registered_at);
create index enrolments_by_student on enrolments (student_id, id desc);
create index enrolments_by_import on enrolments (import_id) where import_id is not null;

-- Ends the enrolments of deleted students and courses, so that enrolments can be counted without reading either.
create function end_enrolments() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if tg_table_name = 'people' then
    update enrolments set ended_on = greatest(today, started_on) where student_id = new.id and ended_on is null;
  else
    update enrolments set ended_on = greatest(today, started_on) where course_id = new.id and ended_on is null;
  end if;
  return null;
end
$$;
create trigger people_deleted_end_enrolments after update of deleted_at on people for each row
  when (new.deleted_at is not null)
  execute function end_enrolments();
create trigger courses_deleted_end_enrolments after update of deleted_at on courses for each row
  when (new.deleted_at is not null)
  execute function end_enrolments();

-- Attendance -----------------------------------------------------------------------------------------------------

-- One class on one date: the register that was taken. On the wire `attendance_id`.
create table attendance_registers (
  id bigint generated always as identity constraint attendance_registers_pkey primary key,
  course_id bigint not null,
  class_id bigint not null,
  attendance_date date not null,
  taken_by bigint constraint attendance_registers_taken_by_fkey references people,
  taken_at timestamptz not null default now(),
  constraint attendance_registers_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint attendance_registers_one_per_day unique (class_id, attendance_date),
  constraint attendance_registers_of_day_unique unique (id, class_id, attendance_date)
);
create index attendance_registers_by_date on attendance_registers (attendance_date) include (class_id, id);

-- One student's mark in a register. On the wire `student_attendance_id`.
-- The date is part of every key, so that the table can be partitioned by month without changing a query.
create table attendance (
  id bigint generated always as identity,
  attendance_date date not null,
  student_id bigint not null constraint attendance_student_fkey references people,
  course_id bigint not null,
  class_id bigint not null,
  register_id bigint not null,
  status text not null
    constraint attendance_status_known check (status in ('present', 'absent', 'moved', 'drop-out')),
  marked_by bigint constraint attendance_marked_by_fkey references people,
  marked_at timestamptz not null default now(),
  -- the time of the last change of the mark; the audit trail has its author and the old value
  corrected_at timestamptz,
  constraint attendance_pkey primary key (id, attendance_date),
  constraint attendance_once_a_day unique (class_id, attendance_date, student_id),
  constraint attendance_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  -- class and date of a mark are those of its register
  constraint attendance_register_fkey foreign key (register_id, class_id, attendance_date)
    references attendance_registers (id, class_id, attendance_date)
);
create index attendance_by_student on attendance (student_id, attendance_date desc) include (class_id, course_id, status);

create table homework (
  id bigint generated always as identity constraint homework_pkey primary key,
  student_id bigint not null constraint homework_student_fkey references people,
  course_id bigint not null,
  class_id bigint not null,
  topic_id bigint constraint homework_topic_fkey references topics on delete set null,
  week_name text not null,
  home_work text not null,
  status text not null default 'pending'
    constraint homework_status_known check (status in ('pending', 'accepted', 'rejected')),
  submitted_at timestamptz not null default now(),
  decided_by bigint constraint homework_decided_by_fkey references people,
  decided_at timestamptz,
  -- one file is handed in once, however often it is sent
  file_id uuid constraint homework_file_unique unique,
  constraint homework_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint homework_decided_once check ((status = 'pending') = (decided_at is null))
);
create index homework_by_class on homework (class_id, id desc);
create index homework_by_student on homework (student_id, id desc);

-- Money ----------------------------------------------------------------------------------------------------------

create table payments (
  id bigint generated always as identity constraint payments_pkey primary key,
  payment_id text not null constraint payments_payment_id_present check (payment_id <> ''),
  course_id bigint not null constraint payments_course_fkey references courses,
  -- null: paid by somebody whose address is not (yet) a student's
  student_id bigint constraint payments_student_fkey references people,
  full_name text not null,
  email_id text not null,
  phone_number text not null default '',
  amount numeric(12, 2) not null constraint payments_amount_not_negative check (amount >= 0),
  status text not null,
  paid_at timestamptz not null,
  import_id bigint constraint payments_import_fkey references imports,
  created_at timestamptz not null default now(),
  constraint payments_payment_id_unique unique (payment_id)
);
create index payments_by_course on payments (course_id, paid_at desc, id desc);
create index payments_by_date on payments (paid_at desc, id desc);
create index payments_by_student on payments (student_id, paid_at desc) where student_id is not null;
create index payments_search on payments
  using gin ((lower(full_name || ' ' || email_id || ' ' || phone_number || ' ' || payment_id)) gin_trgm_ops);

-- What one upload did to one payment, so that it can be taken back as a whole and a payment can say where it is from.
create table imported_payments (
  import_id bigint not null constraint imported_payments_import_fkey references imports,
  -- its number in the spreadsheet
  row_number integer not null constraint imported_payments_row_positive check (row_number > 0),
  -- payments.id; no reference, since an undone upload keeps its record after its payments are gone
  payment bigint not null,
  matched_by text
    constraint imported_payments_ground_known check (matched_by in ('email', 'phone', 'name', 'choice')),
  -- the whole row as it was; null: this upload brought it
  before jsonb,
  after jsonb not null,
  constraint imported_payments_pkey primary key (import_id, row_number)
);
create index imported_payments_by_payment on imported_payments (payment, import_id);

create table ticket_payments (
  id bigint generated always as identity constraint ticket_payments_pkey primary key,
  payment_id text not null constraint ticket_payments_payment_id_unique unique,
  name text not null,
  email text not null,
  phone text not null default '',
  course_type text not null,
  registration_code text not null,
  adult integer not null default 0 constraint ticket_payments_adult_not_negative check (adult >= 0),
  child integer not null default 0 constraint ticket_payments_child_not_negative check (child >= 0),
  amount numeric(12, 2) not null constraint ticket_payments_amount_not_negative check (amount >= 0),
  status text not null,
  created_at timestamptz not null default now()
);
create index ticket_payments_by_date on ticket_payments (created_at desc, id desc);

-- What is due today ----------------------------------------------------------------------------------------------

-- What needs a person today is cached for each course, the only derived rows of this schema. `due` holds what was due
-- of a course when it was last computed. A trigger adds a row to `due_changes` for each write that may matter, and
-- `due_expiries` holds the moment at which time alone changes something. `stale_courses` are those that either names.
-- A reader takes every other course from the cache and computes the stale ones, in one statement. So a reader sees one
-- snapshot: a change and the row that names its course are committed together. Nobody who writes waits for anybody.

create table due (
  id bigint generated always as identity constraint due_pkey primary key,
  kind text collate "C" not null,
  course_id bigint not null,
  class_id bigint,
  -- null: it is about the class
  student_id bigint,
  slot_id bigint,
  payment bigint,
  on_day date,
  is_enrolled boolean,
  -- of each kind the lowest is the most pressing
  rank bigint not null,
  tie bigint not null
);
create index due_by_rank on due (kind, rank, tie) include (course_id);
create index due_by_course on due (course_id, kind, rank, tie);

-- A course in which something was written since, or a student whose courses are meant, all of them.
create table due_changes (
  id bigint generated always as identity constraint due_changes_pkey primary key,
  course_id bigint,
  student_id bigint,
  constraint due_changes_of_one check (num_nonnulls(course_id, student_id) = 1)
);
create index due_changes_by_course on due_changes (course_id);

create table due_expiries (
  course_id bigint constraint due_expiries_pkey primary key,
  expires_at timestamptz not null
);
create index due_expiries_by_time on due_expiries (expires_at);

-- The courses of a student are looked up by the reader: a transaction that is still open may put them into another one.
create view courses_of_changed_students as
select e.course_id from due_changes d join enrolments e on e.student_id = d.student_id
union
select m.course_id from due_changes d join payments m on m.student_id = d.student_id;

create view stale_courses as
select d.course_id from due_changes d where d.course_id is not null
union
select s.course_id from courses_of_changed_students s
union
select x.course_id from due_expiries x where x.expires_at <= now();

create function note_due_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into due_changes (student_id) values (new.id);
  elsif tg_table_name = 'courses' then
    insert into due_changes (course_id) values (new.id);
  else
    insert into due_changes (course_id)
    select distinct c.course_id from (values (old.course_id), (new.course_id)) c (course_id) where c.course_id is not null;
  end if;
  return null;
end
$$;

create function note_due_changes() returns trigger language plpgsql as $$
begin
  insert into due_changes (course_id) select distinct w.course_id from written w;
  return null;
end
$$;

create trigger people_change_due after update of deleted_at on people for each row execute function note_due_change();
create trigger courses_change_due
  after update of start_date, course_duration, deleted_at on courses for each row execute function note_due_change();
create trigger classes_change_due after update of deleted_at on classes for each row execute function note_due_change();
create trigger class_slots_change_due after insert or update or delete on class_slots
  for each row execute function note_due_change();
create trigger slot_teachers_change_due after insert or update or delete on slot_teachers
  for each row execute function note_due_change();
-- Of a student who is in another course than before, both courses are told; marks never change their course.
create trigger enrolments_change_due after update or delete on enrolments
  for each row execute function note_due_change();
create trigger payments_change_due after update or delete on payments
  for each row execute function note_due_change();
-- Many at once
create trigger enrolments_come_due after insert on enrolments
  referencing new table as written for each statement execute function note_due_changes();
create trigger payments_come_due after insert on payments
  referencing new table as written for each statement execute function note_due_changes();
create trigger attendance_made_due after insert on attendance
  referencing new table as written for each statement execute function note_due_changes();
create trigger attendance_corrected_due after update on attendance
  referencing new table as written for each statement execute function note_due_changes();
create trigger attendance_removed_due after delete on attendance
  referencing old table as written for each statement execute function note_due_changes();

create function is_unpaid(payment_status text) returns boolean language sql immutable parallel safe
  return payment_status is null or payment_status in ('Failed', 'Refunded');

create function today_in_kolkata() returns date language sql stable parallel safe
  return (now() at time zone 'Asia/Kolkata')::date;

-- The day after the last week of a course: a week that has begun is taught to its end.
create function course_end(start_date date, course_duration text) returns date language sql immutable parallel safe
  return start_date + (
    ((start_date + make_interval(months => course_months(course_duration)))::date - start_date + 6) / 7
  ) * 7;

-- Whether somebody who was in the class on that day has no mark. `offset 0` has each looked up by the whole key: joined
-- freely, tables without statistics were compared each with each.
create function lacks_a_mark(class_id bigint, attendance_date date) returns boolean language sql stable
  return exists (
    select from enrolments e
    where e.class_id = lacks_a_mark.class_id
      and e.started_on <= lacks_a_mark.attendance_date
      and (e.ended_on is null or e.ended_on > lacks_a_mark.attendance_date)
      and (
        e.ended_on is null
        or exists (select from people p where p.id = e.student_id and p.deleted_at is null offset 0)
      )
      and not exists (
        select from attendance a
        where a.class_id = e.class_id
          and a.attendance_date = lacks_a_mark.attendance_date
          and a.student_id = e.student_id
        offset 0
      )
  );

-- Of each slot of these courses the last meeting that is over at that moment, one of the last seven days, and when the
-- next one will be over.
create function last_meetings(courses bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp, is_in_course boolean,
  next_at timestamptz
)
language sql stable as $$
  select s.id, s.class_id, s.course_id, o.date, o.date + s.local_time,
    o.date >= c.start_date and o.date < e.ends_on and (o.date + s.local_time) at time zone s.time_zone >= s.created_at,
    case
      when o.date >= e.ends_on then 'infinity'
      else (o.date + 7 + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes)
    end
  from courses c
  join class_slots s on s.course_id = c.id and s.deleted_at is null
  cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
  cross join lateral (select last_meetings.moment at time zone s.time_zone as wall) w
  cross join lateral (
    select w.wall::date as today, w.wall::date - (
      extract(isodow from w.wall)::integer - array_position(
        array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
      ) + 7
    ) % 7 as date
  ) l
  cross join lateral (
    select case
      when l.date < l.today - 1 then l.date
      when (l.date + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes)
        <= last_meetings.moment then l.date
      else l.date - 7
    end as date
  ) o
  where c.id = any(last_meetings.courses) and c.deleted_at is null
    -- looked up one by one: a join may go through all classes
    and (select k.deleted_at is null from classes k where k.id = s.class_id)
$$;

-- What is due of these courses at this moment, from the rows as they are. `until`: the day in Kolkata on which it ends by
-- itself. A row without a kind says when the next meeting of a course will be over.
create function due_of_courses(courses bigint[])
returns table (
  kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date,
  is_enrolled boolean, rank bigint, tie bigint, until timestamptz
)
language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
begin
  if cardinality(courses) = 0 then
    return;
  end if;
  return query
    with running as materialized (
      select c.id, c.start_date, e.ends_on, e.ends_on::timestamp at time zone 'Asia/Kolkata' as until
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
      where c.id = any(due_of_courses.courses) and c.deleted_at is null and e.ends_on > today
    ),
    meeting as materialized (
      select m.* from last_meetings(due_of_courses.courses, now()) m
    ),
    first_of_day as (
      select distinct on (m.class_id, m.date) m.* from meeting m where m.is_in_course order by m.class_id, m.date, m.slot_id
    )
    select null, m.course_id, null::bigint, null::bigint, null::bigint, null::bigint, null::date, null::boolean,
      null::bigint, null::bigint, min(m.next_at)
    from meeting m
    group by m.course_id
    union all
    select 'unmarked_class', m.course_id, m.class_id, null, m.slot_id, null, m.date, null,
      extract(epoch from m.local_start)::bigint, m.class_id, 'infinity'
    from first_of_day m
    where lacks_a_mark(m.class_id, m.date)
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
    union all
    -- They paid last, were not refunded, are in no class, and are still meant to come.
    select 'paid_not_placed', r.id, null, paid.student_id, null, paid.id, null, e.id is not null,
      (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, r.until
    from running r
    cross join lateral (
      select distinct on (m.student_id) m.student_id, m.id, m.paid_at, m.status
      from payments m
      where m.course_id = r.id and m.student_id is not null and lower(m.status) in ('success', 'refunded')
        and not exists (
          select from enrolments e
          where e.student_id = m.student_id and e.course_id = m.course_id and e.ended_on is null and e.class_id is not null
        )
      -- of two at one moment the refund came later
      order by m.student_id, m.paid_at desc, lower(m.status) = 'success', m.id desc
    ) paid
    join people p on p.id = paid.student_id and p.deleted_at is null
    left join enrolments e on e.student_id = paid.student_id and e.course_id = r.id and e.ended_on is null
    where lower(paid.status) = 'success'
      and coalesce((
        select e.registration_status
        from enrolments e
        where e.student_id = paid.student_id and e.course_id = r.id
        order by e.id desc
        limit 1
      ), 'Registered') = 'Registered'
    union all
    select 'attending_unpaid', e.course_id, e.class_id, e.student_id, null, null, came.day, null,
      (date '2000-01-01' - came.day)::bigint, e.id, (came.day + 30)::timestamp at time zone 'Asia/Kolkata'
    from enrolments e
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
        and a.attendance_date > today - 30
      order by a.attendance_date desc
      limit 1
    ) came
    where e.course_id = any(due_of_courses.courses) and e.ended_on is null and is_unpaid(e.payment_status)
    union all
    -- The last three marks all say absent.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.last_on, null,
      (date '2000-01-01' - absent.last_on)::bigint, e.id,
      least((absent.first_on + 56)::timestamp at time zone 'Asia/Kolkata', r.until)
    from running r
    join enrolments e on e.course_id = r.id and e.ended_on is null
    cross join lateral (
      select min(m.attendance_date) as first_on, max(m.attendance_date) as last_on
      from (
        select a.status, a.attendance_date
        from attendance a
        where a.class_id = e.class_id and a.student_id = e.student_id and a.attendance_date > today - 56
        order by a.attendance_date desc
        limit 3
      ) m
      having count(*) = 3 and bool_and(m.status = 'absent')
    ) absent
    where (select k.deleted_at is null from classes k where k.id = e.class_id)
      and (select p.deleted_at is null from people p where p.id = e.student_id);
end
$$;

-- Computes stale courses, at most so many, and answers how many that were. One process at a time does so, in one
-- statement; what is committed meanwhile stays in `due_changes`. After a load that silenced the triggers:
-- `insert into due_changes (course_id) select id from courses`.
create function refresh_due(most integer) returns integer language plpgsql as $$
declare
  refreshed integer;
begin
  if not pg_try_advisory_xact_lock(7312) then
    return 0;
  end if;
  with told as (
    insert into due_changes (course_id) select s.course_id from courses_of_changed_students s
  )
  delete from due_changes where student_id is not null;
  with stale as materialized (
    select array(select s.course_id from stale_courses s limit most) as courses
  ),
  fresh as materialized (
    select f.* from stale cross join lateral due_of_courses(stale.courses) f
  ),
  told as (
    delete from due_changes d using stale where d.course_id = any(stale.courses)
  ),
  gone as (
    delete from due d using stale where d.course_id = any(stale.courses)
  ),
  come as (
    insert into due (kind, course_id, class_id, student_id, slot_id, payment, on_day, is_enrolled, rank, tie)
    select f.kind, f.course_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie
    from fresh f
    where f.kind is not null
  ),
  expiry as (
    select f.course_id, min(f.until) as expires_at from fresh f where f.until < 'infinity' group by f.course_id
  ),
  timeless as (
    delete from due_expiries x
    using stale
    where x.course_id = any(stale.courses) and x.course_id not in (select e.course_id from expiry e)
  ),
  timed as (
    insert into due_expiries (course_id, expires_at) select e.course_id, e.expires_at from expiry e
    on conflict (course_id) do update set expires_at = excluded.expires_at
  )
  select cardinality(stale.courses) into refreshed from stale;
  return refreshed;
end
$$;

-- Events ---------------------------------------------------------------------------------------------------------

create table events (
  id bigint generated always as identity constraint events_pkey primary key,
  course_id bigint not null constraint events_course_fkey references courses,
  event_name text not null constraint events_name_present check (event_name <> ''),
  description text not null default '',
  meeting_link text not null,
  -- calendar date in Asia/Kolkata, the zone events are entered in
  event_date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  image_url text not null default '',
  edit_flag boolean not null default false,
  live_status text not null default 'pending'
    constraint events_live_status_known check (live_status in ('pending', 'published', 'canceled')),
  registration_status text not null default 'inactive'
    constraint events_registration_status_known check (registration_status in ('active', 'inactive')),
  registration_changed_at timestamptz,
  created_by bigint not null constraint events_created_by_fkey references people,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- when the students got their mails; people who register later then get one as well
  announced_at timestamptz,
  -- the session (sessions.id) that switched the registration last: a second click there is no second wish
  registration_changed_in bigint,
  -- goes up with every edit, with canceling and with undoing: which of two mails about the event is the later one
  version integer not null default 1,
  constraint events_end_after_start check (ends_at > starts_at)
);
create index events_by_course on events (course_id, id desc) where deleted_at is null;
create index events_by_creator on events (created_by, id desc) where deleted_at is null;
-- deleted ones too: mails are about them
create index events_ever_by_course on events (course_id) include (id);
create index events_without_link on events (starts_at, id) include (course_id)
  where deleted_at is null and live_status = 'published' and trim(meeting_link) = '';

create table event_speakers (
  id bigint generated always as identity constraint event_speakers_pkey primary key,
  event_id bigint not null constraint event_speakers_event_fkey references events on delete cascade,
  speaker_name text not null,
  speaker_image text not null default '',
  position integer not null default 0
);
create index event_speakers_by_event on event_speakers (event_id, position, id);

create table event_registrations (
  id bigint generated always as identity constraint event_registrations_pkey primary key,
  event_id bigint not null constraint event_registrations_event_fkey references events,
  student_id bigint not null constraint event_registrations_student_fkey references people,
  registered_by bigint constraint event_registrations_registered_by_fkey references people,
  registered_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index event_registrations_once on event_registrations (event_id, student_id) where removed_at is null;
create index event_registrations_by_student on event_registrations (student_id) where removed_at is null;

-- Enquiries: which mailbox hears about which type of question ---------------------------------------------------

create table query_types (
  id bigint generated always as identity constraint query_types_pkey primary key,
  name text not null constraint query_types_name_present check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index query_types_name_unique on query_types (lower(name));

create table query_emails (
  id bigint generated always as identity constraint query_emails_pkey primary key,
  query_type_id bigint not null constraint query_emails_type_fkey references query_types,
  email_id text not null constraint query_emails_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  created_at timestamptz not null default now()
);
create index query_emails_by_type on query_emails (query_type_id);

-- Files ----------------------------------------------------------------------------------------------------------

-- `pending` from the moment an upload is offered until the server has checked what arrived.
create table files (
  id uuid constraint files_pkey primary key default gen_random_uuid(),
  kind text not null
    constraint files_kind_known check (kind in ('profile_image', 'course_image', 'glimpse_image', 'event_image',
      'speaker_image', 'topic_pdf', 'homework_pdf')),
  -- where the checked bytes lie, and the tail of the public location; random, so that it cannot be guessed
  key text constraint files_key_unique unique,
  name text not null,
  content_type text not null,
  size bigint not null constraint files_size_positive check (size > 0),
  width integer,
  height integer,
  uploaded_by bigint constraint files_uploaded_by_fkey references people,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- homework of the public site is uploaded with a key
  intake_key_id bigint,
  -- since when a row has named it: what none ever named is removed after a day
  named_at timestamptz,
  constraint files_uploaded_by_one check (num_nonnulls(uploaded_by, intake_key_id) = 1),
  constraint files_finished_has_key check ((finished_at is null) = (key is null))
);
create index files_unfinished on files (created_at) where finished_at is null;
create index files_of_person on files (uploaded_by, created_at);

alter table homework add constraint homework_file_fkey foreign key (file_id) references files;

-- Sign-in --------------------------------------------------------------------------------------------------------

-- Tokens are never stored: sha256 only.
create table sessions (
  token_hash bytea constraint sessions_pkey primary key,
  id bigint generated always as identity constraint sessions_id_unique unique,
  person_id bigint not null constraint sessions_person_fkey references people on delete cascade,
  active_role text not null
    constraint sessions_role_enters_portal check (active_role in ('admin', 'courseadmin', 'teacher')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- what the browser calls itself and where it signed in from, for the person to recognise it
  agent text not null default '' constraint sessions_agent_short check (length(agent) <= 400),
  from_address inet,
  -- the remembered browser it came from, so that a copied cookie ends it
  series text
);
create index sessions_by_person on sessions (person_id, created_at);
create index sessions_by_expiry on sessions (expires_at);

create table remember_tokens (
  selector text constraint remember_tokens_pkey primary key,
  person_id bigint not null constraint remember_tokens_person_fkey references people on delete cascade,
  validator_hash bytea not null,
  previous_validator_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- for a few seconds after it the previous validator still counts: two tabs may use it at once
  rotated_at timestamptz
);
create index remember_tokens_by_person on remember_tokens (person_id);

-- The browsers in which a person has signed in before: a new password ends them.
create table known_browsers (
  person_id bigint not null constraint known_browsers_person_fkey references people on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  constraint known_browsers_pkey primary key (person_id, device_hash)
);

-- Many accounts that failed to sign in from one network, or from all of them (no network), within an hour.
create table sign_in_alarms (
  id bigint generated always as identity constraint sign_in_alarms_pkey primary key,
  network text,
  accounts integer not null,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by bigint constraint sign_in_alarms_seen_by_fkey references people
);
create index sign_in_alarms_by_time on sign_in_alarms (last_at desc);

create table invites (
  id bigint generated always as identity constraint invites_pkey primary key,
  hash bytea not null constraint invites_hash_unique unique,
  email_id text not null,
  role text not null constraint invites_role_known check (role in ('courseadmin', 'coordinator', 'teacher')),
  invited_by bigint not null constraint invites_invited_by_fkey references people,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invites_by_email on invites (lower(email_id)) where used_at is null and revoked_at is null;
create index invites_by_inviter on invites (invited_by, created_at);

-- One row per code sent; person_id is null for a decoy, which must behave the same.
create table reset_challenges (
  id bigint generated always as identity constraint reset_challenges_pkey primary key,
  challenge_hash bytea not null constraint reset_challenges_hash_unique unique,
  person_id bigint constraint reset_challenges_person_fkey references people on delete cascade,
  email_id text not null,
  code_hmac bytea not null,
  attempts integer not null default 0 constraint reset_challenges_attempts_bounded check (attempts between 0 and 3),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index reset_challenges_by_email on reset_challenges (lower(email_id), created_at);

create table reset_grants (
  grant_hash bytea constraint reset_grants_pkey primary key,
  -- null for an address without an account, as with its challenge
  person_id bigint constraint reset_grants_person_fkey references people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index reset_grants_by_person on reset_grants (person_id);

-- Private links under which calendar apps fetch what a teacher teaches.
create table calendar_feeds (
  id bigint generated always as identity constraint calendar_feeds_pkey primary key,
  person_id bigint not null constraint calendar_feeds_person_fkey references people on delete cascade,
  hash bytea not null constraint calendar_feeds_hash_unique unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_read_at timestamptz
);
create unique index calendar_feeds_one_each on calendar_feeds (person_id) where revoked_at is null;

-- Key material shared by all server processes (the sealing key pair).
create table server_keys (
  name text constraint server_keys_pkey primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Counters of failures, mails and invites (rate-limiter-flexible's layout); logged, so that they survive a crash.
create table rate_limits (
  key text constraint rate_limits_pkey primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

-- Every mail ever asked for, once per dedupe key. The job queue holds its number only.
create table mails (
  id bigint generated always as identity constraint mails_pkey primary key,
  dedupe_key text not null constraint mails_dedupe_key_unique unique,
  kind text not null,
  recipient text not null constraint mails_recipient_one_mailbox check (recipient ~ '^[^\s@]+@[^\s@]+$'),
  -- what the mail says, sealed with a key outside the database; gone once the mail is. A mail that still waits
  -- without it was called back while a worker had it in its hands: no further try sends it
  sealed text,
  enqueued_at timestamptz not null default now(),
  sent_at timestamptz,
  -- a dead letter: given up
  failed_at timestamptz,
  -- why the last try failed, also while more are to come
  failure text,
  -- the subject of the mail and its recipient, where known
  event_id bigint constraint mails_event_fkey references events,
  person_id bigint constraint mails_person_fkey references people,
  tries integer not null default 0,
  -- taken back before it left
  withdrawn_at timestamptz,
  -- since when a mail server may have it: set when a try begins, cleared when that try is known to have failed
  handed_over_at timestamptz,
  -- how often it was taken up again after it had been given up; jobs of earlier rounds count no more
  round integer not null default 0,
  state text not null generated always as (
    case
      when sent_at is not null then 'sent'
      when failed_at is not null then 'failed'
      when withdrawn_at is not null then 'withdrawn'
      else 'queued'
    end
  ) stored,
  constraint mails_one_end check (num_nonnulls(sent_at, failed_at, withdrawn_at) <= 1)
);
-- Mails that went into the outbox, where no mail server is set: what they say, for those who want to read them.
create table kept_mails (
  mail_id bigint constraint kept_mails_pkey primary key
    constraint kept_mails_mail_fkey references mails on delete cascade,
  sealed text not null
);
create index mails_by_state on mails (state, id desc);
create index mails_failed on mails (failed_at desc, id desc) include (event_id) where state = 'failed';
create index mails_by_kind on mails (kind, id desc) include (state);
create index mails_by_event on mails (event_id, id desc) include (kind, state) where event_id is not null;
create index mails_by_person on mails (person_id, id desc) where person_id is not null;
create index mails_search on mails using gin (lower(recipient) gin_trgm_ops);

-- Machines that hand things in. Of a key only the sha256 is kept.
create table intake_keys (
  id bigint generated always as identity constraint intake_keys_pkey primary key,
  name text not null constraint intake_keys_name_present check (name <> ''),
  hash bytea not null constraint intake_keys_hash_unique unique,
  -- the first signs of the key, to tell it from others on the screen
  starts_with text not null,
  scopes text[] not null
    constraint intake_keys_scopes_known
    check (
      scopes <@ array['students', 'payments', 'tickets', 'registrations', 'homework', 'enquiries']
      and cardinality(scopes) > 0
    ),
  created_by bigint not null constraint intake_keys_created_by_fkey references people,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- When a payment service signed what it last said about a payment, for as long as something older may still arrive.
create table payment_signatures (
  payment_id text constraint payment_signatures_pkey primary key,
  signed_at timestamptz not null
);
alter table files add constraint files_intake_key_fkey foreign key (intake_key_id) references intake_keys;

-- Questions asked on the public site, known by the site's own name for them.
create table enquiries (
  id bigint generated always as identity constraint enquiries_pkey primary key,
  intake_key_id bigint not null constraint enquiries_intake_key_fkey references intake_keys,
  enquiry_id text not null,
  query_type_id bigint not null constraint enquiries_type_fkey references query_types,
  name text not null,
  email_id text not null constraint enquiries_email_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  phone_number text,
  message text not null,
  received_at timestamptz not null default now(),
  constraint enquiries_once unique (intake_key_id, enquiry_id)
);
create index enquiries_by_type on enquiries (query_type_id);

-- What somebody asked for and an account admin decides: an address out of the asking person's reach shall come into a
-- course, or to an event. It says the same for every owner of the address.
create table access_requests (
  id bigint generated always as identity constraint access_requests_pkey primary key,
  course_id bigint not null constraint access_requests_course_fkey references courses,
  class_id bigint,
  -- null: the course itself is asked for
  event_id bigint constraint access_requests_event_fkey references events,
  email_id text not null constraint access_requests_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  fullname text not null default '',
  -- the cells of the spreadsheet's row, for an address that is nobody's by the time it is decided
  details jsonb,
  -- null: a machine with an intake key asked
  asked_by bigint constraint access_requests_asked_by_fkey references people,
  intake_key_id bigint constraint access_requests_intake_key_fkey references intake_keys,
  asked_at timestamptz not null default now(),
  decision text constraint access_requests_decision_known check (decision in ('accepted', 'declined')),
  decided_by bigint constraint access_requests_decided_by_fkey references people,
  decided_at timestamptz,
  constraint access_requests_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint access_requests_of_one check (num_nonnulls(asked_by, intake_key_id) = 1),
  constraint access_requests_decided check ((decision is null) = (decided_at is null))
);
-- what is asked for twice waits once
create unique index access_requests_once on access_requests (course_id, (coalesce(event_id, 0)), (lower(email_id)))
  where decided_at is null;

-- Writes ---------------------------------------------------------------------------------------------------------

-- The answer of a write, kept with it in the same transaction, so that a repeated request gets it again.
create table idempotency_keys (
  person_id bigint constraint idempotency_keys_person_fkey references people on delete cascade,
  intake_key_id bigint constraint idempotency_keys_intake_key_fkey references intake_keys on delete cascade,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  -- what the first request changed
  change_id bigint,
  constraint idempotency_keys_of_one check (num_nonnulls(person_id, intake_key_id) = 1),
  constraint idempotency_keys_once unique nulls not distinct (person_id, intake_key_id, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- One write as a whole: everything that one call, job or statement of an operator did in one transaction.
create table changes (
  id bigint generated always as identity constraint changes_pkey primary key,
  at timestamptz not null default now(),
  person_id bigint,
  intake_key_id bigint,
  call text,
  request_id text,
  -- where it came from
  from_address inet
);
create index changes_by_person on changes (person_id, id desc);
create index changes_by_call on changes (call, id desc);

-- A change that was taken back, once, and by which other one.
create table undos (
  change_id bigint constraint undos_pkey primary key constraint undos_change_fkey references changes,
  undone_at timestamptz not null default now(),
  undone_by bigint,
  by_change_id bigint not null constraint undos_by_change_fkey references changes
);

-- Shaped for partitions by month: the instant is part of the key.
create table audit_entries (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  person_id bigint,
  call text,
  request_id text,
  table_name text not null,
  row_id text not null,
  action text not null constraint audit_entries_action_known check (action in ('insert', 'update', 'delete', 'denied')),
  before jsonb,
  after jsonb,
  -- a machine did it
  intake_key_id bigint,
  -- Filled by the trigger below, and by nobody else; without references, so that an upload of thousands of rows does
  -- not check each. Refusals belong to no change.
  change_id bigint,
  course_id bigint,
  about_person_id bigint,
  constraint audit_entries_pkey primary key (id, at)
);
create index audit_entries_by_row on audit_entries (table_name, row_id, at desc);
create index audit_entries_by_change on audit_entries (change_id) where change_id is not null;
create index audit_entries_of_course on audit_entries (course_id, change_id desc) where course_id is not null;
create index audit_entries_about_person on audit_entries (about_person_id, change_id desc)
  where about_person_id is not null;

-- The change that the transaction is making, begun by the first write that asks: a call that writes nothing makes none.
create function current_change() returns bigint language plpgsql as $$
declare
  change bigint := nullif(current_setting('gurukul.change', true), '');
begin
  if change is null then
    insert into changes (person_id, intake_key_id, call, request_id, from_address)
    values (
      nullif(current_setting('gurukul.person', true), '')::bigint,
      nullif(current_setting('gurukul.key', true), '')::bigint,
      nullif(current_setting('gurukul.call', true), ''),
      nullif(current_setting('gurukul.request', true), ''),
      nullif(current_setting('gurukul.from', true), '')::inet
    )
    returning id into change;
    perform set_config('gurukul.change', change::text, true);
  end if;
  return change;
end
$$;

-- Every write to a table of the domain leaves before and after here, from any writer: the binder sets who and
-- which call for the transaction. Of an update only the changed columns are kept. Hashes of passwords, keys
-- and links never are; that a password changed is.
create function record_audit() returns trigger language plpgsql as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole_row jsonb := coalesce(after_row, before_row);
  new_password boolean := tg_op = 'UPDATE' and before_row -> 'password_hash' is distinct from after_row -> 'password_hash';
  change bigint := nullif(current_setting('gurukul.change', true), '');
  course bigint := whole_row ->> 'course_id';
  person bigint := coalesce(whole_row ->> 'student_id', whole_row ->> 'teacher_id', whole_row ->> 'person_id');
begin
  before_row := before_row - array['password_hash', 'hash'];
  after_row := after_row - array['password_hash', 'hash'];
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, after_row -> b.key)
      into before_row, after_row
      from jsonb_each(before_row) b
      where b.value is distinct from after_row -> b.key
      -- that something was saved as it was before is no change
      having bool_or(b.key not in ('updated_at', 'version'));
    if new_password then
      before_row := coalesce(before_row, '{}');
      after_row := coalesce(after_row, '{}') || '{"password_changed": true}';
    end if;
    if before_row is null then
      return null;
    end if;
  end if;
  if change is null then
    change := current_change();
  end if;
  if tg_table_name = 'people' then
    person := whole_row ->> 'id';
  elsif tg_table_name = 'courses' then
    course := whole_row ->> 'id';
  elsif course is null and whole_row ? 'event_id' then
    select e.course_id into course from events e where e.id = (whole_row ->> 'event_id')::bigint;
  end if;
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, before,
    after, course_id, about_person_id)
  values (
    change,
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    tg_table_name,
    coalesce(whole_row ->> 'id', concat_ws('/', whole_row ->> 'course_id', whole_row ->> 'teacher_id')),
    lower(tg_op),
    before_row,
    after_row,
    course,
    person
  );
  return null;
end
$$;

-- The same of all the marks of a roll at once.
create function record_audit_of_marks() returns trigger language plpgsql as $$
declare
  change bigint;
begin
  if not exists (select from made) then
    return null;
  end if;
  change := current_change();
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, after,
    course_id, about_person_id)
  select
    change,
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    'attendance',
    m.id,
    'insert',
    to_jsonb(m),
    m.course_id,
    m.student_id
  from made m;
  return null;
end
$$;

do $$
declare
  audited text;
begin
  foreach audited in array array['people', 'course_types', 'courses', 'course_prices', 'glimpses', 'topics', 'classes',
    'class_slots', 'course_teachers', 'slot_teachers', 'enrolments', 'attendance_registers', 'homework',
    'payments', 'ticket_payments', 'events', 'event_speakers', 'event_registrations', 'query_types', 'query_emails',
    'files', 'invites', 'imports', 'enquiries', 'access_requests']
  loop
    -- The demo provider's past is laid down by the owner without an audit trail: nobody did it. The application's own
    -- role cannot silence the trail, whatever it sets.
    execute format(
      'create trigger %I after insert or update or delete on %I for each row
         when (current_user = ''gurukul_app'' or coalesce(current_setting(''gurukul.audit'', true), '''') <> ''off'')
         execute function record_audit()',
      audited || '_audited', audited);
  end loop;
end
$$;

create trigger attendance_audited after insert on attendance referencing new table as made for each statement
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit_of_marks();
create trigger attendance_changes_audited after update or delete on attendance for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Making and revoking a calendar link is recorded, that an app read it is not.
create trigger calendar_feeds_audited after insert or update of revoked_at or delete on calendar_feeds for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

create trigger intake_keys_audited after insert or delete or update of name, scopes, revoked_at on intake_keys
  for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- That somebody had a mail tried again is recorded, what the workers do with it is not.
create trigger mails_audited after update of round on mails for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- What a change may not leave behind: something that goes on below something that is over. Each change is judged when it
-- is complete, by the rows it wrote; Undo asks first. Of two at once each sees its own: handlers hold the parent's row.
create function broken_rules(change bigint)
returns table (code text, place text, person text, course text, class text, event text) language sql stable as $$
  with written as materialized (
    select distinct e.table_name, e.row_id, case when e.row_id ~ '^[0-9]+$' then e.row_id::bigint end as id
    from audit_entries e
    where e.change_id = change and e.action <> 'delete' and e.table_name in ('courses', 'class_slots', 'course_teachers',
      'slot_teachers', 'enrolments', 'events')
  )
  select found.code, w.table_name || '.' || w.row_id, found.person, found.course, found.class, found.event
  from written w
  cross join lateral (
    select p.fullname as person, c.course_name as course, k.class_name as class, null as event,
      case when p.deleted_at is not null then 'person_deleted' when c.deleted_at is not null then 'course_deleted'
        when k.deleted_at is not null then 'class_deleted' end as code
    from enrolments n
    join people p on p.id = n.student_id join courses c on c.id = n.course_id left join classes k on k.id = n.class_id
    where w.table_name = 'enrolments' and n.id = w.id and n.ended_on is null
    union all
    select null, c.course_name, k.class_name, null,
      case when c.deleted_at is not null then 'course_deleted' when k.deleted_at is not null then 'class_deleted' end
    from class_slots s join courses c on c.id = s.course_id join classes k on k.id = s.class_id
    where w.table_name = 'class_slots' and s.id = w.id and s.deleted_at is null
    union all
    select p.fullname, c.course_name, k.class_name, null,
      case when c.deleted_at is not null then 'course_deleted' when s.deleted_at is not null then 'slot_deleted'
        when p.deleted_at is not null or 'teacher' not in (p.main_role, coalesce(p.as_role, '')) then 'no_teacher'
        when not ct.associated then 'not_associated' end
    from slot_teachers t
    join class_slots s on s.id = t.slot_id join classes k on k.id = s.class_id
    join courses c on c.id = t.course_id join people p on p.id = t.teacher_id
    join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
    where w.table_name = 'slot_teachers' and t.id = w.id and t.ended_at is null
    union all
    select p.fullname, c.course_name, null, null,
      case when not ct.associated then case when exists (
          select from slot_teachers t join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where t.teacher_id = ct.teacher_id and t.course_id = ct.course_id and t.ended_at is null
        ) then 'teaches_in_course' end when c.deleted_at is not null then 'course_deleted'
        when p.deleted_at is not null or 'teacher' not in (p.main_role, coalesce(p.as_role, '')) then 'no_teacher' end
    from course_teachers ct join courses c on c.id = ct.course_id join people p on p.id = ct.teacher_id
    where w.table_name = 'course_teachers'
      and (ct.course_id, ct.teacher_id) = (split_part(w.row_id, '/', 1)::bigint, split_part(w.row_id, '/', 2)::bigint)
    union all
    select p.fullname, c.course_name, null, null, 'no_course_admin'
    from courses c join people p on p.id = c.courseadmin_id
    where w.table_name = 'courses' and c.id = w.id
      and (p.deleted_at is not null or 'courseadmin' not in (p.main_role, coalesce(p.as_role, '')))
    union all
    select null, c.course_name, null, v.event_name,
      case when c.deleted_at is not null then 'course_deleted'
        when v.live_status = 'canceled' and v.registration_status = 'active' then 'event_canceled' end
    from events v join courses c on c.id = v.course_id
    where w.table_name = 'events' and v.id = w.id and v.deleted_at is null
  ) found where found.code is not null
$$;

create function refuse_broken_rules() returns trigger language plpgsql as $$
declare
  broken text := (select b.place || ' (' || b.code || ')' from broken_rules(new.id) b limit 1);
begin
  if broken is not null then
    raise exception 'what is over takes nothing new: %', broken
      using errcode = 'check_violation', constraint = 'changes_break_no_rule', table = 'changes';
  end if;
  return null;
end
$$;
create constraint trigger changes_break_no_rule after insert on changes deferrable initially deferred
  for each row execute function refuse_broken_rules();

-- The application's role: reads and writes rows, defines nothing, and can only add to the audit trail. -----------

do $$
begin
  if not exists (select from pg_roles where rolname = 'gurukul_app') then
    create role gurukul_app nologin;
  end if;
end
$$;
grant usage on schema public to gurukul_app;
grant select, insert, update, delete on all tables in schema public to gurukul_app;
revoke update, delete on audit_entries, changes, undos from gurukul_app;
alter default privileges in schema public grant select, insert, update, delete on tables to gurukul_app;
