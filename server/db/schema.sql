-- The whole domain in one reading. Nouns are those of docs/data-model.md.
-- Every constraint and index is named: violations are mapped to error codes by name (server/db/errors.ts).
-- Local truth first: a class meets at a weekday and local time in an IANA zone; instants are derived, never stored.

create extension if not exists pg_trgm;

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
-- what a teacher's dashboard says of his students, without a look at their rows
create index people_of_students on people (id) include (gender, region, dob)
  where main_role = 'student' and deleted_at is null;
create index people_by_import on people (import_id) where import_id is not null;
-- whose number it is, whatever stands before or between its digits
create index people_by_phone on people ((right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)))
  where main_role = 'student' and deleted_at is null and phone_number is not null;
create index people_search on people using gin ((lower(fullname || ' ' || email_id || ' ' || coalesce(phone_number, ''))) gin_trgm_ops);

alter table imports add constraint imports_created_by_fkey foreign key (created_by) references people;

-- Courses and curriculum -----------------------------------------------------------------------------------------

create table course_types (
  id bigint generated always as identity constraint course_types_pkey primary key,
  type text not null constraint course_types_type_present check (type <> ''),
  created_at timestamptz not null default now()
);
create unique index course_types_type_unique on course_types (lower(type));

create table courses (
  id bigint generated always as identity constraint courses_pkey primary key,
  course_name text not null constraint courses_name_present check (course_name <> ''),
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
  class_name text not null constraint classes_name_present check (class_name <> ''),
  created_by bigint constraint classes_created_by_fkey references people,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint classes_of_course_unique unique (id, course_id)
);
create unique index classes_name_unique on classes (course_id, lower(class_name)) where deleted_at is null;

-- One weekly timing of a class. On the wire: id (also new_id) is the slot, class_id the class.
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
create unique index class_slots_timing_unique on class_slots (class_id, class_day, local_time, time_zone)
  where deleted_at is null;
create index class_slots_by_course on class_slots (course_id, id) where deleted_at is null;

-- A teacher associated with a course, and how many students he can take in it (`strength`).
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

-- One stay of a student in a course (and class). A move ends one row and starts another: the past is never rewritten.
create table enrolments (
  id bigint generated always as identity constraint enrolments_pkey primary key,
  student_id bigint not null constraint enrolments_student_fkey references people,
  course_id bigint not null constraint enrolments_course_fkey references courses,
  class_id bigint,
  started_on date not null,
  -- first day that no longer counts; null while the stay goes on
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
-- who may wait for a place
create index enrolments_unplaced on enrolments (course_id, student_id)
  where registration_status = 'Registered' and (class_id is null or ended_on is not null);
create index enrolments_by_student on enrolments (student_id, id desc);
create index enrolments_by_import on enrolments (import_id) where import_id is not null;

-- Whoever is deleted, or whose course is, is in no course any more: stays can be counted without a look at either.
create function end_stays() returns trigger language plpgsql as $$
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
create trigger people_deleted_end_stays after update of deleted_at on people for each row
  when (new.deleted_at is not null)
  execute function end_stays();
create trigger courses_deleted_end_stays after update of deleted_at on courses for each row
  when (new.deleted_at is not null)
  execute function end_stays();

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
  -- when the mark was last changed to something else; the audit trail knows by whom and from what
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
create index payments_received on payments (student_id, course_id)
  where lower(status) = 'success' and student_id is not null;
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

-- What may be due -------------------------------------------------------------------------------------------------

-- What is due today is looked for among what may be due. Each of these tables holds all that may be, and now and then
-- something that no longer is: whoever reads looks again. That makes them cheap to keep: nobody who writes has to know
-- everything, he only must never leave something out.

-- Registers in which a mark may be missing.
create table open_registers (
  register_id bigint constraint open_registers_pkey primary key
    constraint open_registers_register_fkey references attendance_registers on delete cascade
);

-- Current stays that nobody has paid for, and when the student was last present in the course. Null: not known, so
-- whoever wants to know looks; -infinity: never.
create table unpaid_stays (
  enrolment_id bigint constraint unpaid_stays_pkey primary key
    constraint unpaid_stays_enrolment_fkey references enrolments on delete cascade,
  student_id bigint not null,
  course_id bigint not null,
  came_on date
);
create index unpaid_stays_by_day on unpaid_stays (came_on desc nulls first, enrolment_id) include (course_id);
create index unpaid_stays_by_course on unpaid_stays (course_id, came_on) include (enrolment_id);
create index unpaid_stays_by_student on unpaid_stays (student_id, course_id) include (enrolment_id);

-- Students whose last three marks in a class all say absent: the first and the last of the three.
create table three_absences (
  class_id bigint not null constraint three_absences_class_fkey references classes on delete cascade,
  student_id bigint not null,
  first_on date not null,
  last_on date not null,
  constraint three_absences_pkey primary key (class_id, student_id)
);
create index three_absences_by_day on three_absences (first_on);

-- Payments received from a student who was in their course never, or only later.
create table unmet_payments (
  payment bigint constraint unmet_payments_pkey primary key
    constraint unmet_payments_payment_fkey references payments on delete cascade,
  student_id bigint not null,
  course_id bigint not null
);
create index unmet_payments_by_course on unmet_payments (course_id, student_id);

create function is_unpaid(payment_status text) returns boolean language sql immutable parallel safe
  return payment_status is null or payment_status in ('Failed', 'Refunded');

create function is_received(status text, student_id bigint) returns boolean language sql immutable parallel safe
  return student_id is not null and lower(status) = 'success';

-- Whether somebody who was in the class on that day has no mark. `offset 0` has each looked up by the whole key: joined
-- freely, tables without statistics were compared each with each, which took a roll of 1,500 over a second.
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

-- The last three marks, if there are three and all say absent.
create function absences_in_a_row(class_id bigint, student_id bigint, out first_on date, out last_on date)
returns setof record language sql stable rows 1
begin atomic
  select min(m.attendance_date), max(m.attendance_date)
  from (
    select a.status, a.attendance_date
    from attendance a
    where a.class_id = absences_in_a_row.class_id and a.student_id = absences_in_a_row.student_id
    order by a.attendance_date desc
    limit 3
  ) m
  having count(*) = 3 and bool_and(m.status = 'absent');
end;

create function register_opens() returns trigger language plpgsql as $$
begin
  insert into open_registers (register_id) select n.id from now_there n on conflict do nothing;
  return null;
end
$$;
create trigger attendance_registers_open after insert on attendance_registers
  referencing new table as now_there for each statement execute function register_opens();

-- Whoever puts somebody into a class holds the class in shared mode until the end of his transaction, so that nobody
-- calls a register complete without having seen him. Whoever would, and cannot have the class alone, leaves the register
-- open instead of waiting. Locks are by the rest of a division: a large import must not run out of them.
create function hold_class(class_id bigint) returns void language sql
  return pg_advisory_xact_lock_shared(7310, (class_id % 512)::integer);

create function marks_change() returns trigger language plpgsql as $$
declare
  register record;
begin
  -- An insert that may update tells of both, and mostly does one.
  if not exists (select from changed) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into open_registers (register_id)
    select distinct r.id from changed a join attendance_registers r on r.id = a.register_id
    on conflict do nothing;
  elsif tg_op = 'INSERT' then
    for register in
      select r.id, r.class_id, r.attendance_date
      from (select distinct a.register_id from changed a) n
      join attendance_registers r on r.id = n.register_id
      join open_registers o on o.register_id = r.id
      order by r.id
    loop
      -- Two statements: the second has to see what was committed when the class was had.
      if pg_try_advisory_xact_lock(7310, (register.class_id % 512)::integer) then
        delete from open_registers
        where register_id = register.id and not lacks_a_mark(register.class_id, register.attendance_date);
      end if;
    end loop;
  end if;
  -- One after the other marks a class, so that each sees what stands before and behind his own marks.
  perform pg_advisory_xact_lock(7311, k.lock) from (
    select distinct (a.class_id % 512)::integer as lock from changed a order by lock
  ) k;
  delete from three_absences t
  using (select distinct a.class_id, a.student_id from changed a) c
  where t.class_id = c.class_id
    and t.student_id = c.student_id
    and not exists (select from absences_in_a_row(t.class_id, t.student_id));
  -- A mark that does not say absent ends a row at most.
  insert into three_absences as t (class_id, student_id, first_on, last_on)
  select c.class_id, c.student_id, last_three.first_on, last_three.last_on
  from (select distinct a.class_id, a.student_id from changed a where tg_op = 'DELETE' or a.status = 'absent') c
  cross join lateral (
    select min(m.attendance_date) as first_on, max(m.attendance_date) as last_on
    from (
      select a.status, a.attendance_date
      from attendance a
      where a.class_id = c.class_id and a.student_id = c.student_id
      order by a.attendance_date desc
      limit 3
    ) m
    having count(*) = 3 and bool_and(m.status = 'absent')
  ) last_three
  on conflict (class_id, student_id) do update set first_on = excluded.first_on, last_on = excluded.last_on;

  -- First the rows, then what is there once they are held.
  perform from unpaid_stays u
  join (select distinct a.student_id, a.course_id from changed a) c
    on c.student_id = u.student_id and c.course_id = u.course_id
  order by u.enrolment_id
  for update of u;
  update unpaid_stays u
  set came_on = coalesce((
    select a.attendance_date
    from attendance a
    where a.student_id = u.student_id and a.course_id = u.course_id and a.status = 'present'
    order by a.attendance_date desc
    limit 1
  ), '-infinity')
  from (select distinct a.student_id, a.course_id from changed a) c
  where c.student_id = u.student_id and c.course_id = u.course_id;
  return null;
end
$$;
create trigger attendance_made after insert on attendance
  referencing new table as changed for each statement execute function marks_change();
create trigger attendance_corrected after update on attendance
  referencing new table as changed for each statement execute function marks_change();
create trigger attendance_removed after delete on attendance
  referencing old table as changed for each statement execute function marks_change();

create function stays_begin() returns trigger language plpgsql as $$
begin
  perform hold_class(k.class_id) from (
    select distinct on (n.class_id % 512) n.class_id from now_there n where n.class_id is not null
    order by n.class_id % 512
  ) k;
  insert into open_registers (register_id)
  select r.id
  from now_there n
  join attendance_registers r on r.class_id = n.class_id and r.attendance_date >= n.started_on
  where n.ended_on is null or r.attendance_date < n.ended_on
  on conflict do nothing;

  -- Somebody who was in the course before may be marked at this moment, unseen from here.
  insert into unpaid_stays (enrolment_id, student_id, course_id, came_on)
  select n.id, n.student_id, n.course_id,
    case
      when exists (
        select from enrolments e where e.student_id = n.student_id and e.course_id = n.course_id and e.id <> n.id
      ) or exists (
        select from attendance a where a.student_id = n.student_id and a.course_id = n.course_id
      ) then null
      else date '-infinity'
    end
  from now_there n
  where n.ended_on is null and is_unpaid(n.payment_status);

  -- A row that is being written is left: one too many does no harm, waiting for it might.
  delete from unmet_payments u
  using (
    select v.payment
    from unmet_payments v
    where exists (select from now_there n where n.student_id = v.student_id and n.course_id = v.course_id)
    for update skip locked
  ) met
  where u.payment = met.payment;
  return null;
end
$$;
create trigger enrolments_begin after insert on enrolments
  referencing new table as now_there for each statement execute function stays_begin();

create function stays_change() returns trigger language plpgsql as $$
begin
  -- Only what makes a stay longer, or puts it into another class, can leave a register without a mark.
  perform hold_class(k.class_id) from (
    select distinct on (n.class_id % 512) n.class_id
    from now_there n join before_it b on b.id = n.id
    where n.class_id is not null
      and (
        n.class_id is distinct from b.class_id
        or n.started_on < b.started_on
        or coalesce(n.ended_on, 'infinity') > coalesce(b.ended_on, 'infinity')
      )
    order by n.class_id % 512
  ) k;
  if found then
    insert into open_registers (register_id)
    select r.id
    from now_there n
    join attendance_registers r on r.class_id = n.class_id and r.attendance_date >= n.started_on
    where n.ended_on is null or r.attendance_date < n.ended_on
    on conflict do nothing;
  end if;

  delete from unpaid_stays u
  using now_there n
  where u.enrolment_id = n.id and not (n.ended_on is null and is_unpaid(n.payment_status));
  insert into unpaid_stays (enrolment_id, student_id, course_id)
  select n.id, n.student_id, n.course_id
  from now_there n
  where n.ended_on is null and is_unpaid(n.payment_status)
  on conflict do nothing;
  return null;
end
$$;
create trigger enrolments_change after update on enrolments
  referencing old table as before_it new table as now_there for each statement execute function stays_change();

-- A stay is removed only when the change that began it is undone. What was paid for its course is then without one.
create function stays_vanish() returns trigger language plpgsql as $$
begin
  insert into unmet_payments (payment, student_id, course_id)
  select m.id, m.student_id, m.course_id
  from (select distinct g.student_id, g.course_id from gone g) left_course
  join payments m on m.student_id = left_course.student_id and m.course_id = left_course.course_id
  where is_received(m.status, m.student_id)
    and not exists (
      select from enrolments e where e.student_id = m.student_id and e.course_id = m.course_id
    )
  on conflict do nothing;
  return null;
end
$$;
create trigger enrolments_vanish after delete on enrolments
  referencing old table as gone for each statement execute function stays_vanish();

-- Whoever was seen in a course has been there: a stay is ended, or taken back by the trigger above.
create function payment_meets() returns trigger language plpgsql as $$
begin
  if is_received(new.status, new.student_id)
    and not exists (
      select from enrolments e where e.student_id = new.student_id and e.course_id = new.course_id
    )
  then
    insert into unmet_payments (payment, student_id, course_id)
    values (new.id, new.student_id, new.course_id)
    on conflict (payment) do update set student_id = excluded.student_id, course_id = excluded.course_id;
  elsif tg_op = 'UPDATE' then
    delete from unmet_payments where payment = new.id;
  end if;
  return null;
end
$$;
create trigger payments_meet after insert or update of status, student_id, course_id on payments
  for each row execute function payment_meets();

-- What may be due of all that is there: once now, and after a load that silenced the triggers.
create procedure find_what_may_be_due() language sql as $$
  insert into open_registers (register_id)
  select r.id from attendance_registers r where lacks_a_mark(r.class_id, r.attendance_date)
  on conflict do nothing;

  insert into unpaid_stays (enrolment_id, student_id, course_id, came_on)
  select e.id, e.student_id, e.course_id, coalesce((
    select a.attendance_date
    from attendance a
    where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
    order by a.attendance_date desc
    limit 1
  ), '-infinity')
  from enrolments e
  where e.ended_on is null and is_unpaid(e.payment_status)
  on conflict do nothing;

  insert into three_absences (class_id, student_id, first_on, last_on)
  select c.class_id, c.student_id, last_three.first_on, last_three.last_on
  from (select distinct a.class_id, a.student_id from attendance a where a.status = 'absent') c
  cross join lateral absences_in_a_row(c.class_id, c.student_id) last_three
  on conflict do nothing;

  insert into unmet_payments (payment, student_id, course_id)
  select m.id, m.student_id, m.course_id
  from payments m
  where is_received(m.status, m.student_id)
    and not exists (select from enrolments e where e.student_id = m.student_id and e.course_id = m.course_id)
  on conflict do nothing;
$$;

-- What the lists count ---------------------------------------------------------------------------------------------

-- A page of the list of students says how many rows there are in all. Counting a million takes long, and one row that
-- holds the number would make everybody who enrols wait for everybody else. So each statement that changes the number
-- adds a row of its own, and now and then one of them puts those together that nobody else has in hand. The sum counts.
create table list_counts (
  id bigint generated always as identity constraint list_counts_pkey primary key,
  -- living students
  students bigint not null,
  -- of them, those who are in a course
  placed bigint not null,
  -- stays that go on
  stays bigint not null
);

-- In how many courses a student is; also those who are in none any more. Two who enrol the same student take turns here,
-- so that one of them knows that he was the first.
create table placed_students (
  student_id bigint constraint placed_students_pkey primary key,
  stays integer not null
);

create function add_to_lists(students bigint, placed bigint, stays bigint) returns void language plpgsql as $$
declare
  place bigint;
begin
  if students = 0 and placed = 0 and stays = 0 then
    return;
  end if;
  insert into list_counts (students, placed, stays)
  values (add_to_lists.students, add_to_lists.placed, add_to_lists.stays)
  returning id into place;
  if place % 64 = 0 then
    with put_together as (
      delete from list_counts l
      where l.id in (select m.id from list_counts m order by m.id for update skip locked)
      returning l.students, l.placed, l.stays
    )
    insert into list_counts (students, placed, stays)
    select sum(p.students), sum(p.placed), sum(p.stays) from put_together p having count(*) > 0;
  end if;
end
$$;

-- Of each student one stay more or less.
create function count_stays(student_ids bigint[], steps integer[]) returns void language plpgsql as $$
declare
  placed bigint;
  stays bigint;
begin
  with step as (
    select s.student_id, sum(s.step)::integer as step
    from unnest(student_ids, steps) s (student_id, step)
    group by s.student_id
    having sum(s.step) <> 0
  ),
  kept as (
    insert into placed_students as p (student_id, stays)
    select s.student_id, s.step from step s order by s.student_id
    on conflict (student_id) do update set stays = p.stays + excluded.stays
    returning p.student_id, p.stays
  )
  select
    count(*) filter (where k.stays > 0 and k.stays <= s.step) - count(*) filter (where k.stays <= 0 and k.stays > s.step),
    coalesce(sum(s.step), 0)
    into placed, stays
    from step s
    join kept k on k.student_id = s.student_id;
  perform add_to_lists(0, placed, stays);
end
$$;

create function stays_are_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_stays(array_agg(n.student_id), array_agg(1)) from now_there n where n.ended_on is null;
  elsif tg_op = 'DELETE' then
    perform count_stays(array_agg(b.student_id), array_agg(-1)) from before_it b where b.ended_on is null;
  else
    perform count_stays(array_agg(c.student_id), array_agg(c.step))
    from (
      select n.student_id, 1 as step
      from now_there n
      join before_it b on b.id = n.id
      where n.ended_on is null and (b.ended_on is not null or b.student_id <> n.student_id)
      union all
      select b.student_id, -1
      from before_it b
      join now_there n on n.id = b.id
      where b.ended_on is null and (n.ended_on is not null or n.student_id <> b.student_id)
    ) c
    having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger enrolments_counted_begin after insert on enrolments
  referencing new table as now_there for each statement execute function stays_are_counted();
create trigger enrolments_counted_change after update on enrolments
  referencing old table as before_it new table as now_there for each statement execute function stays_are_counted();
create trigger enrolments_counted_vanish after delete on enrolments
  referencing old table as before_it for each statement execute function stays_are_counted();

create function students_are_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_lists(count(*), 0, 0) from now_there n where n.main_role = 'student' and n.deleted_at is null;
  elsif tg_op = 'DELETE' then
    perform add_to_lists(-count(*), 0, 0) from before_it b where b.main_role = 'student' and b.deleted_at is null;
  else
    perform add_to_lists(
      (new.main_role = 'student' and new.deleted_at is null)::integer
        - (old.main_role = 'student' and old.deleted_at is null)::integer,
      0,
      0
    );
  end if;
  return null;
end
$$;
create trigger people_counted_come after insert on people
  referencing new table as now_there for each statement execute function students_are_counted();
create trigger people_counted_change after update of main_role, deleted_at on people
  for each row execute function students_are_counted();
create trigger people_counted_vanish after delete on people
  referencing old table as before_it for each statement execute function students_are_counted();

-- All of it anew: once now, and after a load that silenced the triggers.
create procedure count_lists() language plpgsql as $$
begin
  lock table people, enrolments in share row exclusive mode;
  delete from placed_students;
  insert into placed_students (student_id, stays)
  select e.student_id, count(*) from enrolments e where e.ended_on is null group by e.student_id;
  delete from list_counts;
  insert into list_counts (students, placed, stays)
  select
    (select count(*) from people p where p.main_role = 'student' and p.deleted_at is null),
    count(*),
    coalesce(sum(p.stays), 0)
  from placed_students p;
end
$$;

-- What dashboards count ------------------------------------------------------------------------------------------

-- What dashboards count is kept, so that nobody who looks at one goes through everybody. Whoever writes only tells of
-- whom, or of which course: rows that are added and never changed, so nobody waits for another, and a count is never
-- wrong because two did something at once. One at a time counts what was told and keeps what he counted of whom;
-- whoever looks before that puts right, in the same statement, those of whom was told and who are not counted yet.

-- Of whom something was written, or of which course, since it was counted.
create table uncounted (
  id bigint generated always as identity constraint uncounted_pkey primary key,
  person_id bigint,
  course_id bigint,
  constraint uncounted_of_one check (num_nonnulls(person_id, course_id) = 1)
);

-- A person as he was last counted: among everybody (0), and among the students of each course admin of his courses.
create table counted_people (
  person_id bigint not null,
  owner_id bigint not null,
  -- main role and second role
  roles text[] not null,
  -- of students alone
  gender text,
  region text,
  born date,
  -- a word for each current stay: the month in which it was registered
  enrolled text[] not null,
  constraint counted_people_pkey primary key (person_id, owner_id)
);

-- A course as it was last counted, and the month in which it was made.
create table counted_courses (
  course_id bigint not null,
  owner_id bigint not null,
  created text not null,
  constraint counted_courses_pkey primary key (course_id, owner_id)
);

-- How many there are of what. Births are counted by month (born: 1980-05), and of each month by day
-- (1980-05: 1980-05-17).
create table counts (
  owner_id bigint not null,
  what text collate "C" not null,
  bucket text collate "C" not null,
  n bigint not null,
  constraint counts_pkey primary key (owner_id, what, bucket) include (n)
);

-- Sheets write U.S.A., UNITED  STATES or "india": only the letters count.
create function region_of(region text) returns text language sql immutable parallel safe
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

create function gender_of(gender text) returns text language sql immutable parallel safe
  return case when gender in ('male', 'female') then gender else 'neither' end;

-- The month of an instant in the office's calendar, as in 2026-11.
create function month_of(instant timestamptz) returns text language sql stable parallel safe
  return to_char(instant at time zone 'Asia/Kolkata', 'YYYY-MM');

-- These people as they are to be counted now; of a course admin only whoever is in one of his courses.
create function people_to_count(people bigint[])
returns table (
  person_id bigint, owner_id bigint, roles text[], gender text, region text, born date, enrolled text[]
)
language sql stable as $$
  select p.id, o.owner_id, case when o.owner_id = 0 then array_remove(array[p.main_role, p.as_role], null)
    else array[p.main_role] end,
    case when p.main_role = 'student' then gender_of(p.gender) end,
    case when p.main_role = 'student' then region_of(p.region) end,
    -- whoever is born in a year that takes five digits is not born yet
    case when p.main_role = 'student' and p.dob < date '10000-01-01' then p.dob end,
    o.enrolled
  from people p
  cross join lateral (
    select s.owner_id, coalesce(array_agg(s.enrolled order by s.enrolled) filter (where s.enrolled is not null), '{}')
      as enrolled
    from (
      select 0::bigint as owner_id, null::text as enrolled
      union all
      select unnest(array[0, c.courseadmin_id]), month_of(e.registered_at)
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      where e.student_id = p.id and e.ended_on is null and p.main_role = 'student'
    ) s
    where s.owner_id is not null
    group by s.owner_id
  ) o
  where p.id = any(people_to_count.people) and p.deleted_at is null
$$;

create function courses_to_count(courses bigint[]) returns table (course_id bigint, owner_id bigint, created text)
language sql stable as $$
  select c.id, o.owner_id, month_of(c.created_at)
  from courses c
  cross join lateral unnest(array[0, c.courseadmin_id]) o (owner_id)
  where c.id = any(courses_to_count.courses) and c.deleted_at is null and o.owner_id is not null
$$;

-- All that somebody is counted as.
create function counts_of(roles text[], gender text, region text, born date, enrolled text[])
returns table (what text, bucket text)
language sql stable as $$
  select 'role', r.role from unnest(counts_of.roles) r (role)
  union all
  select 'enrolled', m.month from unnest(counts_of.enrolled) m (month)
  union all
  select s.what, s.bucket
  from (
    values ('gender', counts_of.gender), ('region', counts_of.region), ('born', to_char(counts_of.born, 'YYYY-MM')),
      (to_char(counts_of.born, 'YYYY-MM'), to_char(counts_of.born, 'YYYY-MM-DD'))
  ) s (what, bucket)
  where s.bucket is not null
$$;

-- Counts what was told of, at most so many at a time, and says how many that were. Nobody waits for it: while one
-- counts, others find nothing to do, and what is told of meanwhile is left for the next time.
create function count_what_changed(most integer default 20000) returns integer language plpgsql as $$
declare
  told_of integer;
begin
  if not pg_try_advisory_xact_lock(7312) then
    return 0;
  end if;
  -- One statement sees one moment: who was told of, what was counted of them, and what they are now.
  with told as (
    delete from uncounted where id in (select u.id from uncounted u order by u.id limit most)
    returning person_id, course_id
  ),
  doubtful as materialized (
    select
      (select array_agg(distinct t.course_id) from told t where t.course_id is not null) as courses,
      (
        select array_agg(d.person_id)
        from (
          select t.person_id from told t where t.person_id is not null
          union
          select e.student_id from told t join enrolments e on e.course_id = t.course_id and e.ended_on is null
        ) d
      ) as people
  ),
  people_now as materialized (
    select p.* from doubtful d cross join lateral people_to_count(d.people) p
  ),
  courses_now as materialized (
    select c.* from doubtful d cross join lateral courses_to_count(d.courses) c
  ),
  people_before as materialized (
    select p.* from doubtful d join counted_people p on p.person_id = any(d.people)
  ),
  courses_before as materialized (
    select c.* from doubtful d join counted_courses c on c.course_id = any(d.courses)
  ),
  people_gone as (
    delete from counted_people p
    using people_before b
    where p.person_id = b.person_id and p.owner_id = b.owner_id
      and not exists (select from people_now n where n.person_id = b.person_id and n.owner_id = b.owner_id)
  ),
  courses_gone as (
    delete from counted_courses c
    using courses_before b
    where c.course_id = b.course_id and c.owner_id = b.owner_id
      and not exists (select from courses_now n where n.course_id = b.course_id and n.owner_id = b.owner_id)
  ),
  people_kept as (
    insert into counted_people as p (person_id, owner_id, roles, gender, region, born, enrolled)
    select n.* from (select * from people_now except select * from people_before) n
    on conflict (person_id, owner_id) do update
    set roles = excluded.roles, gender = excluded.gender, region = excluded.region, born = excluded.born,
      enrolled = excluded.enrolled
  ),
  courses_kept as (
    insert into counted_courses as c (course_id, owner_id, created)
    select n.* from (select * from courses_now except select * from courses_before) n
    on conflict (course_id, owner_id) do update set created = excluded.created
  ),
  changed as (
    select m.owner_id, m.what, m.bucket, sum(m.n) as n
    from (
      select n.owner_id, o.what, o.bucket, 1 as n
      from people_now n cross join lateral counts_of(n.roles, n.gender, n.region, n.born, n.enrolled) o
      union all
      select b.owner_id, o.what, o.bucket, -1
      from people_before b cross join lateral counts_of(b.roles, b.gender, b.region, b.born, b.enrolled) o
      union all
      select n.owner_id, 'course', n.created, 1 from courses_now n
      union all
      select b.owner_id, 'course', b.created, -1 from courses_before b
    ) m
    group by m.owner_id, m.what, m.bucket
    having sum(m.n) <> 0
  ),
  counted as (
    insert into counts as k (owner_id, what, bucket, n)
    select c.owner_id, c.what, c.bucket, c.n from changed c
    on conflict (owner_id, what, bucket) do update set n = k.n + excluded.n
  )
  select count(*) into told_of from told;
  return told_of;
end
$$;

-- What there is at this moment of everybody (0), or of the students and courses of a course admin. Births by month, and
-- by day in the months that are asked for, as in 2010-11. A bucket may come several times.
create function counted(owner bigint, days_of text[])
returns table (what text, bucket text, n bigint)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with told as materialized (
      select u.person_id, u.course_id from uncounted u
    ),
    doubtful as materialized (
      select
        (select array_agg(distinct t.course_id) from told t where t.course_id is not null) as courses,
        (
          select array_agg(d.person_id)
          from (
            select t.person_id from told t where t.person_id is not null
            union
            select e.student_id from told t join enrolments e on e.course_id = t.course_id and e.ended_on is null
          ) d
        ) as people
    ),
    put_right as (
      select o.what, o.bucket, 1 as n
      from doubtful d
      cross join lateral people_to_count(d.people) p
      cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
      where p.owner_id = counted.owner
      union all
      select o.what, o.bucket, -1
      from doubtful d
      join counted_people p on p.person_id = any(d.people) and p.owner_id = counted.owner
      cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
      union all
      select 'course', c.created, 1
      from doubtful d
      cross join lateral courses_to_count(d.courses) c
      where c.owner_id = counted.owner
      union all
      select 'course', c.created, -1
      from doubtful d
      join counted_courses c on c.course_id = any(d.courses) and c.owner_id = counted.owner
    )
    select k.what, k.bucket, k.n
    from counts k
    where k.owner_id = counted.owner
      and k.what = any(array['role', 'gender', 'region', 'enrolled', 'course', 'born'])
      and (k.what <> 'born' or k.bucket <> all(counted.days_of))
    union all
    select 'born', k.bucket, k.n
    from counts k
    where k.owner_id = counted.owner and k.what = any(counted.days_of)
    union all
    select case when r.what = any(counted.days_of) then 'born' else r.what end, r.bucket, r.n
    from put_right r
    where case
      when r.what = 'born' then r.bucket <> all(counted.days_of)
      when r.what = any(array['role', 'gender', 'region', 'enrolled', 'course']) then true
      else r.what = any(counted.days_of)
    end;
end
$$;

-- All of it anew: after a load that silenced the triggers, or to mend. What is written meanwhile is told of as ever.
create procedure count_anew() language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7312);
  delete from counts;
  delete from counted_people;
  delete from counted_courses;
  insert into uncounted (person_id) select p.id from people p;
  insert into uncounted (course_id) select c.id from courses c;
  perform count_what_changed(2147483647);
end
$$;

create function tell_of_rows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into uncounted (person_id) select r.id from written r;
  elsif tg_table_name = 'courses' then
    insert into uncounted (course_id) select r.id from written r;
  else
    insert into uncounted (person_id) select distinct r.student_id from written r;
  end if;
  return null;
end
$$;

create function tell_of_row() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into uncounted (person_id) values (new.id);
  elsif tg_table_name = 'courses' then
    insert into uncounted (course_id) values (new.id);
  else
    insert into uncounted (person_id) values (new.student_id);
    if old.student_id <> new.student_id then
      insert into uncounted (person_id) values (old.student_id);
    end if;
  end if;
  return null;
end
$$;

-- What a course changes for its students is told of once: whoever counts looks at all who are in it by then.
create trigger courses_begin_uncounted after insert on courses
  referencing new table as written for each statement execute function tell_of_rows();
create trigger courses_vanish_uncounted after delete on courses
  referencing old table as written for each statement execute function tell_of_rows();
create trigger courses_change_uncounted
  after update of courseadmin_id, created_at, deleted_at on courses for each row
  when (
    (old.courseadmin_id, old.created_at, old.deleted_at is null)
      is distinct from (new.courseadmin_id, new.created_at, new.deleted_at is null)
  )
  execute function tell_of_row();

create trigger people_begin_uncounted after insert on people
  referencing new table as written for each statement execute function tell_of_rows();
create trigger people_vanish_uncounted after delete on people
  referencing old table as written for each statement execute function tell_of_rows();
create trigger people_change_uncounted
  after update of main_role, as_role, gender, region, dob, deleted_at on people for each row
  when (
    (old.main_role, old.as_role, old.gender, old.region, old.dob, old.deleted_at is null)
      is distinct from (new.main_role, new.as_role, new.gender, new.region, new.dob, new.deleted_at is null)
  )
  execute function tell_of_row();

create trigger enrolments_begin_uncounted after insert on enrolments
  referencing new table as written for each statement execute function tell_of_rows();
create trigger enrolments_vanish_uncounted after delete on enrolments
  referencing old table as written for each statement execute function tell_of_rows();
create trigger enrolments_change_uncounted
  after update of student_id, course_id, ended_on, registered_at on enrolments for each row
  when (
    (old.student_id, old.course_id, old.ended_on is null, old.registered_at)
      is distinct from (new.student_id, new.course_id, new.ended_on is null, new.registered_at)
  )
  execute function tell_of_row();

-- What is due today is kept, so that nobody who looks goes through every timing, everybody who waits and everybody who
-- has not paid. Kept as the figures of the dashboards are: whoever writes only tells of whom, in rows that are added and
-- never changed; one at a time looks there again; whoever looks at what is due before that looks there himself, in the
-- same statement. What time alone brings is kept as the moment at which it will.

-- Where something was written since it was looked at: a student in a course, a class, both; or, alone, a student with
-- all of his courses, or a course with everything in it.
create table due_doubts (
  id bigint generated always as identity constraint due_doubts_pkey primary key,
  course_id bigint,
  class_id bigint,
  student_id bigint,
  constraint due_doubts_of_something check (num_nonnulls(course_id, class_id, student_id) > 0)
);

-- What was due when it was last looked at. Of each kind the lowest rank is the most pressing.
create table due (
  id bigint generated always as identity constraint due_pkey primary key,
  kind text collate "C" not null,
  course_id bigint not null,
  -- the course admin
  owner_id bigint,
  class_id bigint,
  -- null: it is about the class
  student_id bigint,
  slot_id bigint,
  payment bigint,
  on_day date,
  is_enrolled boolean,
  rank bigint not null,
  tie bigint not null,
  -- the first day in Kolkata on which it is due no more
  until date not null
);
create index due_by_rank on due (kind, rank, tie);
create index due_by_owner on due (owner_id, kind, rank, tie);
create index due_by_course on due (course_id, student_id);
create index due_by_class on due (class_id) where student_id is null;
create index due_by_end on due (until);

-- How many rows of each kind there are: of everybody (0), and of each course admin.
create table due_counts (
  owner_id bigint not null,
  kind text collate "C" not null,
  n bigint not null,
  constraint due_counts_pkey primary key (owner_id, kind) include (n)
);

-- When the next meeting of a class will be over, so that another one is its last.
create table class_clocks (
  class_id bigint constraint class_clocks_pkey primary key,
  next_at timestamptz not null
);
create index class_clocks_by_time on class_clocks (next_at);

-- The day after the last week of a course: a week that has begun is taught to its end.
create function course_end(start_date date, course_duration text) returns date language sql immutable parallel safe
  return start_date + (
    ((start_date + make_interval(months => course_months(course_duration)))::date - start_date + 6) / 7
  ) * 7;

create function today_in_kolkata() returns date language sql stable parallel safe
  return (now() at time zone 'Asia/Kolkata')::date;

-- Of each timing the last meeting that is over at that moment, one of the last seven days, and when the next one will be.
create function last_meetings(classes bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, owner_id bigint, date date, starts_at timestamptz,
  local_start timestamp, is_in_course boolean, next_at timestamptz
)
language sql stable as $$
  select s.id, s.class_id, s.course_id, c.courseadmin_id, o.date, (o.date + s.local_time) at time zone s.time_zone,
    o.date + s.local_time,
    o.date >= c.start_date and o.date < e.ends_on and (o.date + s.local_time) at time zone s.time_zone >= s.created_at,
    case
      when o.date >= e.ends_on then 'infinity'
      else (o.date + 7 + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes)
    end
  from class_slots s
  join classes k on k.id = s.class_id and k.deleted_at is null
  join courses c on c.id = s.course_id and c.deleted_at is null
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
  where s.class_id = any(last_meetings.classes) and s.deleted_at is null
$$;

-- When the last meeting of these classes will be another one; of those for which there will be none nothing.
create function next_meetings(classes bigint[]) returns table (class_id bigint, next_at timestamptz)
language sql stable as $$
  select m.class_id, min(m.next_at)
  from last_meetings(next_meetings.classes, now()) m
  where m.next_at < 'infinity'
  group by m.class_id
$$;

-- What is due of these classes: that a class was not marked, that nobody teaches it.
create function due_of_classes(classes bigint[])
returns table (
  kind text, course_id bigint, owner_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint, until date
)
language plpgsql stable rows 10 as $$
begin
  if cardinality(classes) > 0 then
    return query
      with meetings as materialized (
        select distinct on (m.class_id, m.date) m.*
        from last_meetings(classes, now()) m
        where m.is_in_course
        order by m.class_id, m.date, m.slot_id
      )
      select 'unmarked_class', m.course_id, m.owner_id, m.class_id, null::bigint, m.slot_id, null::bigint, m.date,
        null::boolean, extract(epoch from m.local_start)::bigint, m.class_id, date 'infinity'
      from meetings m
      where lacks_a_mark(m.class_id, m.date);
    return query
      select 'class_without_teacher', s.course_id, c.courseadmin_id, s.class_id, null::bigint, s.id, null::bigint,
        null::date, null::boolean, (c.start_date - date '2000-01-01')::bigint, s.id,
        course_end(c.start_date, c.course_duration)
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join courses c on c.id = s.course_id and c.deleted_at is null
      where s.class_id = any(classes)
        and s.deleted_at is null
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
        and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null);
  end if;
end
$$;

-- What is due of these students, each in the course of the same place: he paid and has no class, he comes without having
-- paid, he was absent three times.
create function due_of_students(students bigint[], courses bigint[])
returns table (
  kind text, course_id bigint, owner_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint, until date
)
language plpgsql stable rows 10 as $$
declare
  today constant date := today_in_kolkata();
begin
  if cardinality(students) > 0 then
    return query
      with pairs as materialized (
        select p.student_id, p.course_id, stay.*, c.deleted_at is null as is_living,
          case when c.deleted_at is null then c.courseadmin_id end as owner_id,
          course_end(c.start_date, c.course_duration) as ends_on
        from unnest(students, courses) p (student_id, course_id)
        join courses c on c.id = p.course_id
        cross join lateral (
          select
            max(e.id) filter (where e.ended_on is null) as stay_id,
            max(e.class_id) filter (where e.ended_on is null) as class_id,
            (array_agg(e.registration_status order by e.id desc))[1] as latest
          from enrolments e
          where e.student_id = p.student_id and e.course_id = p.course_id
        ) stay
      )
      select 'paid_not_placed', w.course_id, w.owner_id, null::bigint, w.student_id, null::bigint, paid.id, null::date,
        w.stay_id is not null, (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, w.ends_on
      from pairs w
      cross join lateral (
        select m.id, m.paid_at, lower(m.status) as status
        from payments m
        where m.student_id = w.student_id and m.course_id = w.course_id and lower(m.status) in ('success', 'refunded')
        -- of two at one moment the refund came later
        order by m.paid_at desc, lower(m.status) = 'success', m.id desc
        limit 1
      ) paid
      where w.is_living
        and w.ends_on > today
        and w.class_id is null
        and coalesce(w.latest, 'Registered') = 'Registered'
        and paid.status = 'success'
        and (select p.deleted_at is null from people p where p.id = w.student_id)
      union all
      select 'attending_unpaid', w.course_id, w.owner_id, w.class_id, w.student_id, null, null, came.came_on, null,
        (date '2000-01-01' - came.came_on)::bigint, w.stay_id, came.came_on + 30
      from pairs w
      join unpaid_stays u on u.enrolment_id = w.stay_id
      cross join lateral (
        select coalesce(u.came_on, (
          select a.attendance_date
          from attendance a
          where a.student_id = w.student_id and a.course_id = w.course_id and a.status = 'present'
            and a.attendance_date > today - 30
          order by a.attendance_date desc
          limit 1
        )) as came_on
      ) came
      where came.came_on > today - 30
      union all
      select 'three_absences', w.course_id, w.owner_id, w.class_id, w.student_id, null, null, t.last_on, null,
        (date '2000-01-01' - t.last_on)::bigint, w.stay_id, least(t.first_on + 56, w.ends_on)
      from pairs w
      join three_absences t on t.class_id = w.class_id and t.student_id = w.student_id
      join classes k on k.id = w.class_id and k.deleted_at is null
      where t.first_on > today - 56
        and w.is_living
        and w.ends_on > today
        and (select p.deleted_at is null from people p where p.id = w.student_id);
  end if;
end
$$;

-- Where to look, of what was told: classes, and students each in the course of the same place.
create function in_doubt(courses bigint[], classes bigint[], students bigint[])
returns table (class_ids bigint[], student_ids bigint[], course_ids bigint[])
language plpgsql stable rows 1 as $$
declare
  today constant date := today_in_kolkata();
begin
  class_ids := array(select distinct t.k from unnest(classes) t (k) where t.k is not null);
  select array_agg(t.s), array_agg(t.c) into student_ids, course_ids
  from (
    select distinct t.s, t.c from unnest(students, courses) t (s, c) where t.s is not null and t.c is not null
  ) t;
  if exists (select from unnest(courses, classes, students) t (c, k, s) where num_nonnulls(t.c, t.k, t.s) = 1 and t.k is null)
  then
    class_ids := array(
      select t.k from unnest(class_ids) t (k)
      union
      select k.id
      from unnest(courses, classes, students) t (c, k, s)
      join classes k on k.course_id = t.c
      where t.k is null and t.s is null
      union
      select e.class_id
      from unnest(courses, students) t (c, s)
      join enrolments e on e.student_id = t.s
      where t.c is null and e.class_id is not null
    );
    select array_agg(p.s), array_agg(p.c) into student_ids, course_ids
    from (
      with whole as materialized (
        select distinct t.c from unnest(courses, classes, students) t (c, k, s) where t.k is null and t.s is null
      ),
      person as materialized (
        select distinct t.s from unnest(courses, students) t (c, s) where t.c is null and t.s is not null
      )
      select t.s, t.c from unnest(student_ids, course_ids) t (s, c)
      union
      select e.student_id, e.course_id from person t join enrolments e on e.student_id = t.s
      union
      select m.student_id, m.course_id from person t join payments m on m.student_id = t.s
      union
      select d.student_id, d.course_id from whole w join due d on d.course_id = w.c where d.student_id is not null
      union
      select u.student_id, u.course_id from whole w join unmet_payments u on u.course_id = w.c
      union
      select e.student_id, e.course_id
      from whole w
      join enrolments e on e.course_id = w.c
      where e.registration_status = 'Registered' and (e.class_id is null or e.ended_on is not null)
      union
      select u.student_id, u.course_id from whole w join unpaid_stays u on u.course_id = w.c and u.came_on > today - 30
      union
      select t.student_id, k.course_id
      from whole w
      join classes k on k.course_id = w.c
      join three_absences t on t.class_id = k.id
      where t.first_on > today - 56
    ) p (s, c);
  end if;
  student_ids := coalesce(student_ids, '{}');
  course_ids := coalesce(course_ids, '{}');
  return next;
end
$$;

-- Looks again where something was written and where another meeting is over, at most so many at a time, and says how many
-- that were. Nobody waits for it: while one looks, others find nothing to do.
create function keep_what_is_due(most integer default 1000) returns integer language plpgsql as $$
declare
  looked_at integer;
begin
  if not pg_try_advisory_xact_lock(7313) then
    return 0;
  end if;
  -- One statement sees one moment: what was told, what was due when last looked at, and what is due now.
  with told as (
    delete from due_doubts where id in (select d.id from due_doubts d order by d.id limit most)
    returning course_id, class_id, student_id
  ),
  over as materialized (
    select c.class_id from class_clocks c where c.next_at <= now() order by c.next_at limit most
  ),
  doubt as materialized (
    select d.*
    from (
      select array_agg(t.course_id) as courses, array_agg(t.class_id) as classes, array_agg(t.student_id) as students
      from (select * from told union all select null, o.class_id, null from over o) t
    ) t
    cross join lateral in_doubt(t.courses, t.classes, t.students) d
  ),
  fresh as materialized (
    select f.* from doubt d cross join lateral due_of_classes(d.class_ids) f
    union all
    select f.* from doubt d cross join lateral due_of_students(d.student_ids, d.course_ids) f
  ),
  before as materialized (
    select b.* from doubt d cross join lateral due_before(d.class_ids, d.student_ids, d.course_ids) b
  ),
  gone as (
    select b.*
    from before b
    where not exists (
      select from fresh f
      where (f.kind, f.course_id) = (b.kind, b.course_id)
        and (f.owner_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie, f.until)
          is not distinct from
          (b.owner_id, b.class_id, b.student_id, b.slot_id, b.payment, b.on_day, b.is_enrolled, b.rank, b.tie, b.until)
    )
    union all
    select d.* from due d where d.until <= today_in_kolkata() and d.id not in (select b.id from before b)
  ),
  come as (
    select f.*
    from fresh f
    where not exists (
      select from before b
      where (f.kind, f.course_id) = (b.kind, b.course_id)
        and (f.owner_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie, f.until)
          is not distinct from
          (b.owner_id, b.class_id, b.student_id, b.slot_id, b.payment, b.on_day, b.is_enrolled, b.rank, b.tie, b.until)
    )
  ),
  forgotten as (
    delete from due where id in (select g.id from gone g)
  ),
  kept as (
    insert into due (kind, course_id, owner_id, class_id, student_id, slot_id, payment, on_day, is_enrolled, rank, tie,
      until)
    select c.* from come c
  ),
  counted as (
    insert into due_counts as k (owner_id, kind, n)
    select c.owner_id, c.kind, sum(c.n)
    from (
      select o.owner_id, c.kind, 1 as n from come c cross join lateral unnest(array[0, c.owner_id]) o (owner_id)
      union all
      select o.owner_id, g.kind, -1 from gone g cross join lateral unnest(array[0, g.owner_id]) o (owner_id)
    ) c
    where c.owner_id is not null
    group by c.owner_id, c.kind
    having sum(c.n) <> 0
    on conflict (owner_id, kind) do update set n = k.n + excluded.n
  ),
  timed as materialized (
    select n.* from doubt d cross join lateral next_meetings(d.class_ids) n
  ),
  stopped as (
    delete from class_clocks c
    using doubt d
    where c.class_id = any(d.class_ids) and not exists (select from timed t where t.class_id = c.class_id)
  ),
  set_anew as (
    insert into class_clocks as c (class_id, next_at)
    select t.class_id, t.next_at from timed t
    on conflict (class_id) do update set next_at = excluded.next_at where c.next_at <> excluded.next_at
  )
  select greatest((select count(*) from told), (select count(*) from over)) into looked_at;
  return looked_at;
end
$$;

-- What was kept of these when they were last looked at.
create function due_before(classes bigint[], students bigint[], courses bigint[]) returns setof due
language plpgsql stable rows 10 as $$
begin
  if cardinality(classes) > 0 then
    return query select d.* from due d where d.class_id = any(classes) and d.student_id is null;
  end if;
  if cardinality(students) > 0 then
    return query
      select d.*
      from unnest(students, courses) p (student_id, course_id)
      join due d on d.course_id = p.course_id and d.student_id = p.student_id;
  end if;
end
$$;

-- What is due at this moment of everybody (0), or of the courses of a course admin: how many there are of each kind, and
-- the most pressing of them.
create function due_now(owner bigint, most integer)
returns table (
  count bigint, kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint
)
language plpgsql stable rows 25 as $$
declare
  today constant date := today_in_kolkata();
  doubt record;
  doubted bigint[];
begin
  select d.* into doubt
  from (
    select array_agg(t.course_id) as courses, array_agg(t.class_id) as classes, array_agg(t.student_id) as students
    from (
      select d.course_id, d.class_id, d.student_id from due_doubts d
      union all
      select null, c.class_id, null from class_clocks c where c.next_at <= now()
      union all
      -- when he came last is not known, and nobody will tell of it
      select u.course_id, null, u.student_id from unpaid_stays u where u.came_on is null
    ) t
  ) t
  cross join lateral in_doubt(t.courses, t.classes, t.students) d;
  doubted := array(select b.id from due_before(doubt.class_ids, doubt.student_ids, doubt.course_ids) b);
  return query
    with fresh as materialized (
      select f.* from due_of_classes(doubt.class_ids) f where due_now.owner in (0, f.owner_id)
      union all
      select f.* from due_of_students(doubt.student_ids, doubt.course_ids) f where due_now.owner in (0, f.owner_id)
    ),
    number as (
      select n.kind, sum(n.n)::bigint as n
      from (
        select c.kind, c.n from due_counts c where c.owner_id = due_now.owner
        union all
        select f.kind, 1 from fresh f
        union all
        select d.kind, -1 from due d where d.id = any(doubted) and due_now.owner in (0, d.owner_id)
        union all
        select d.kind, -1
        from due d
        where d.until <= today and d.id <> all(doubted) and due_now.owner in (0, d.owner_id)
      ) n
      group by n.kind
      having sum(n.n) > 0
    )
    select n.n, n.kind, t.course_id, t.class_id, t.student_id, t.slot_id, t.payment, t.on_day, t.is_enrolled, t.rank,
      t.tie
    from number n
    cross join lateral (
      select c.*
      from (
        (
          select d.course_id, d.class_id, d.student_id, d.slot_id, d.payment, d.on_day, d.is_enrolled, d.rank, d.tie
          from due d
          where due_now.owner = 0 and d.kind = n.kind and d.until > today and d.id <> all(doubted)
          order by d.rank, d.tie
          limit most
        )
        union all
        (
          select d.course_id, d.class_id, d.student_id, d.slot_id, d.payment, d.on_day, d.is_enrolled, d.rank, d.tie
          from due d
          where due_now.owner <> 0 and d.owner_id = due_now.owner and d.kind = n.kind and d.until > today
            and d.id <> all(doubted)
          order by d.rank, d.tie
          limit most
        )
        union all
        select f.course_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie
        from fresh f
        where f.kind = n.kind
      ) c
      order by c.rank, c.tie
      limit most
    ) t;
end
$$;

-- All of it anew: after a load that silenced the triggers, or to mend. What is written meanwhile is told of as ever.
create procedure find_what_is_due() language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7313);
  delete from due;
  delete from due_counts;
  delete from class_clocks;
  insert into due_doubts (course_id) select c.id from courses c;
  perform keep_what_is_due(2147483647);
end
$$;

create function doubt_of_rows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'attendance' then
    insert into due_doubts (class_id) select distinct w.class_id from written w;
  elsif tg_table_name = 'enrolments' then
    insert into due_doubts (course_id, class_id, student_id) select w.course_id, w.class_id, w.student_id from written w;
  else
    insert into due_doubts (course_id, student_id)
    select w.course_id, w.student_id from written w where w.student_id is not null;
  end if;
  return null;
end
$$;

create function doubt_of_row() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into due_doubts (student_id) values (new.id);
  elsif tg_table_name = 'courses' then
    insert into due_doubts (course_id) values (new.id);
  elsif tg_table_name = 'classes' then
    insert into due_doubts (course_id) values (new.course_id);
  elsif tg_table_name = 'class_slots' then
    insert into due_doubts (class_id)
    select distinct k.class_id from (values (old.class_id), (new.class_id)) k (class_id) where k.class_id is not null;
  elsif tg_table_name = 'slot_teachers' then
    insert into due_doubts (class_id)
    select distinct s.class_id from class_slots s where s.id in (old.slot_id, new.slot_id);
  elsif tg_table_name = 'unpaid_stays' then
    insert into due_doubts (course_id, student_id) values (new.course_id, new.student_id);
  elsif tg_table_name = 'three_absences' then
    insert into due_doubts (course_id, student_id)
    select distinct k.course_id, t.student_id
    from (values (old.class_id, old.student_id), (new.class_id, new.student_id)) t (class_id, student_id)
    join classes k on k.id = t.class_id;
  elsif tg_table_name = 'enrolments' then
    insert into due_doubts (course_id, class_id, student_id)
    select old.course_id, old.class_id, old.student_id
    union
    select new.course_id, new.class_id, new.student_id;
  else
    insert into due_doubts (course_id, student_id)
    select d.course_id, d.student_id
    from (
      select old.course_id, old.student_id
      union
      select new.course_id, new.student_id
    ) d
    where d.student_id is not null;
  end if;
  return null;
end
$$;

create trigger courses_change_due
  after update of courseadmin_id, start_date, course_duration, status, deleted_at on courses for each row
  when (
    (old.courseadmin_id, old.start_date, old.course_duration, old.status, old.deleted_at is null)
      is distinct from (new.courseadmin_id, new.start_date, new.course_duration, new.status, new.deleted_at is null)
  )
  execute function doubt_of_row();
create trigger classes_change_due after update of deleted_at on classes for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function doubt_of_row();
create trigger class_slots_change_due
  after insert or delete or
    update of class_id, class_day, local_time, time_zone, duration_minutes, created_at, deleted_at on class_slots
  for each row execute function doubt_of_row();
create trigger slot_teachers_change_due after insert or delete or update of slot_id, ended_at on slot_teachers
  for each row execute function doubt_of_row();
create trigger people_change_due after update of deleted_at on people for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function doubt_of_row();

create trigger attendance_made_due after insert on attendance
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger attendance_removed_due after delete on attendance
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger three_absences_change_due after insert or update or delete on three_absences
  for each row execute function doubt_of_row();
create trigger unpaid_stays_change_due after update of came_on on unpaid_stays for each row
  when (old.came_on is distinct from new.came_on)
  execute function doubt_of_row();

create trigger enrolments_begin_due after insert on enrolments
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger enrolments_vanish_due after delete on enrolments
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger enrolments_change_due
  after update of student_id, course_id, class_id, started_on, ended_on, registration_status, payment_status
  on enrolments for each row
  when (
    (old.student_id, old.course_id, old.class_id, old.started_on, old.ended_on, old.registration_status,
      old.payment_status)
    is distinct from (new.student_id, new.course_id, new.class_id, new.started_on, new.ended_on,
      new.registration_status, new.payment_status)
  )
  execute function doubt_of_row();

create trigger payments_come_due after insert on payments
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger payments_vanish_due after delete on payments
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger payments_change_due after update of student_id, course_id, status, paid_at on payments for each row
  when (
    (old.student_id, old.course_id, old.status, old.paid_at)
      is distinct from (new.student_id, new.course_id, new.status, new.paid_at)
  )
  execute function doubt_of_row();

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
  -- when the students were written to; whoever is registered later then hears as well
  announced_at timestamptz,
  -- the session (sessions.id) that switched the registration last: a second click there is no second wish
  registration_changed_in bigint,
  -- goes up with every edit, with canceling and with undoing: which of two letters about the event is the later one
  version integer not null default 1,
  constraint events_end_after_start check (ends_at > starts_at)
);
create index events_by_course on events (course_id, id desc) where deleted_at is null;
create index events_by_creator on events (created_by, id desc) where deleted_at is null;
-- deleted ones too: letters are about them
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

-- Every letter ever asked for, once per dedupe key. The job queue holds its number only.
create table mails (
  id bigint generated always as identity constraint mails_pkey primary key,
  dedupe_key text not null constraint mails_dedupe_key_unique unique,
  kind text not null,
  recipient text not null constraint mails_recipient_one_mailbox check (recipient ~ '^[^\s@]+@[^\s@]+$'),
  -- what the letter says, sealed with a key outside the database; gone once the letter is. A letter that still waits
  -- without it was called back while a worker had it in its hands: no further try sends it
  sealed text,
  enqueued_at timestamptz not null default now(),
  sent_at timestamptz,
  -- a dead letter: given up
  failed_at timestamptz,
  -- why the last try failed, also while more are to come
  failure text,
  -- what the letter is about and whom it goes to, where that is known
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
-- Letters that went into the outbox, where no mail server is set: what they say, for those who want to read them.
create table kept_letters (
  mail_id bigint constraint kept_letters_pkey primary key
    constraint kept_letters_mail_fkey references mails on delete cascade,
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
-- course, or to an event. It says the same whoever the address belongs to.
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

-- Every write to a table of the domain leaves before and after here, whoever writes it: the binder sets who and
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
      where b.value is distinct from after_row -> b.key;
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

-- That somebody had a letter tried again is recorded, what the workers do with it is not.
create trigger mails_audited after update of round on mails for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

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
