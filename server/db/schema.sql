-- The schema after all migrations, written from the catalogue. It is read and never run: rights and rows are not in it.
-- After a new migration: npm run test:unit -- server/db/schema.test.ts -u

create extension pg_trgm;

create collation natural_order (provider = i, locale = 'und-u-kn-true', deterministic = t);

create table access_requests (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint,
  event_id bigint,
  email_id text not null,
  fullname text not null default '',
  details jsonb,
  asked_by bigint,
  intake_key_id bigint,
  asked_at timestamptz not null default now(),
  decision text,
  decided_by bigint,
  decided_at timestamptz,
  constraint access_requests_pkey primary key (id),
  constraint access_requests_decided check ((decision is null) = (decided_at is null)),
  constraint access_requests_decision_known check (decision = any (array['accepted', 'declined'])),
  constraint access_requests_of_one check (num_nonnulls(asked_by, intake_key_id) = 1),
  constraint access_requests_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  constraint access_requests_asked_by_fkey foreign key (asked_by) references people(id),
  constraint access_requests_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint access_requests_course_fkey foreign key (course_id) references courses(id),
  constraint access_requests_decided_by_fkey foreign key (decided_by) references people(id),
  constraint access_requests_event_fkey foreign key (event_id) references events(id),
  constraint access_requests_intake_key_fkey foreign key (intake_key_id) references intake_keys(id)
);
create unique index access_requests_once on access_requests using btree (course_id, coalesce(event_id, 0::bigint), lower(email_id), lower(fullname)) where decided_at is null;
create trigger access_requests_audited after insert or delete or update on access_requests for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table answers (
  id bigint not null generated always as identity,
  student_id bigint not null,
  course_id bigint not null,
  class_id bigint not null,
  kind text not null,
  body text not null default '',
  slot_id bigint,
  on_date date,
  is_extra boolean,
  held_on date,
  said_by bigint not null,
  said_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint answers_pkey primary key (id),
  constraint answers_kind_known check (kind = any (array['cannot_come', 'reply'])),
  constraint answers_meeting_whole check (num_nonnulls(slot_id, on_date, is_extra, held_on) =
    case kind
        when 'cannot_come' then 4
        else 0
    end),
  constraint answers_reply_present check (kind = 'cannot_come' or body <> ''),
  constraint answers_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint answers_said_by_fkey foreign key (said_by) references people(id),
  constraint answers_slot_fkey foreign key (slot_id, course_id) references class_slots(id, course_id),
  constraint answers_student_fkey foreign key (student_id) references people(id)
);
create index answers_by_class on answers using btree (class_id, said_at desc);
create index answers_by_student on answers using btree (student_id, said_at desc);
create index answers_by_time on answers using btree (said_at) where withdrawn_at is null;
create unique index answers_one_per_meeting on answers using btree (student_id, slot_id, on_date, is_extra) where kind = 'cannot_come' and withdrawn_at is null;
create trigger answers_audited after insert or delete or update on answers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger answers_change_due after insert or delete or update on answers for each row execute function note_due_change();

create table answers_seen (
  answer_id bigint not null,
  person_id bigint not null,
  seen_at timestamptz not null default now(),
  constraint answers_seen_pkey primary key (answer_id, person_id),
  constraint answers_seen_answer_fkey foreign key (answer_id) references answers(id) on delete cascade,
  constraint answers_seen_person_fkey foreign key (person_id) references people(id)
);

create table asked_deeds (
  id bigint not null generated always as identity,
  call text not null,
  sealed text not null,
  hash bytea not null,
  size integer,
  kind text not null default '',
  about_person_id bigint,
  asked_by bigint not null,
  reason text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '24:00:00'::interval,
  decided_by bigint,
  decided_at timestamptz,
  is_approved boolean,
  done_at timestamptz,
  first_people bigint[] not null default '{}'::bigint[],
  rows_digest bytea,
  alone_from timestamptz,
  stopped_at timestamptz,
  constraint asked_deeds_pkey primary key (id),
  constraint asked_deeds_decided_once check (num_nonnulls(decided_by, decided_at, is_approved) = any (array[0, 3])),
  constraint asked_deeds_done_after_approval check (done_at is null or coalesce(is_approved, alone_from is not null and stopped_at is null)) not valid,
  constraint asked_deeds_reason_present check (reason <> ''),
  constraint asked_deeds_two_people check (decided_by <> asked_by),
  constraint asked_deeds_about_person_fkey foreign key (about_person_id) references people(id),
  constraint asked_deeds_asked_by_fkey foreign key (asked_by) references people(id),
  constraint asked_deeds_decided_by_fkey foreign key (decided_by) references people(id)
);
create index asked_deeds_by_asker on asked_deeds using btree (asked_by, call, hash);
create trigger asked_deeds_audited after insert or delete or update on asked_deeds for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table asked_teachers (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint not null,
  teacher_id bigint not null,
  secret_hash bytea not null,
  answer text,
  words text not null default '',
  answered_at timestamptz,
  constraint asked_teachers_pkey primary key (id),
  constraint asked_teachers_answer_known check (answer = any (array['same', 'other_time', 'no'])),
  constraint asked_teachers_answered_whole check ((answer is null) = (answered_at is null)),
  constraint asked_teachers_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint asked_teachers_teacher_fkey foreign key (teacher_id) references people(id)
);
create index asked_teachers_by_course on asked_teachers using btree (course_id);
create index asked_teachers_by_secret on asked_teachers using btree (secret_hash);
create trigger asked_teachers_audited after insert or delete or update on asked_teachers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table attendance (
  id bigint not null generated always as identity,
  attendance_date date not null,
  student_id bigint not null,
  course_id bigint not null,
  class_id bigint not null,
  register_id bigint not null,
  status text not null,
  marked_by bigint,
  marked_at timestamptz not null default now(),
  corrected_at timestamptz,
  constraint attendance_pkey primary key (id, attendance_date),
  constraint attendance_once_a_roll unique (class_id, attendance_date, student_id, register_id) include (status),
  constraint attendance_status_known check (status = any (array['present', 'absent', 'moved', 'drop-out'])),
  constraint attendance_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint attendance_marked_by_fkey foreign key (marked_by) references people(id),
  constraint attendance_register_fkey foreign key (register_id, class_id, attendance_date) references attendance_registers(id, class_id, attendance_date),
  constraint attendance_student_fkey foreign key (student_id) references people(id)
);
create index attendance_by_student on attendance using btree (student_id, attendance_date desc) include (class_id, course_id, status);
create trigger attendance_audited after insert on attendance referencing new table as made for each statement when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit_of_marks();
create trigger attendance_changes_audited after update on attendance referencing old table as was new table as becomes for each statement when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit_of_corrected_marks();
create trigger attendance_corrected_due after update on attendance referencing new table as written for each statement execute function note_due_changes();
create trigger attendance_made_due after insert on attendance referencing new table as written for each statement execute function note_due_changes();
create trigger attendance_removals_audited after delete on attendance for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger attendance_removed_due after delete on attendance referencing old table as written for each statement execute function note_due_changes();

create table attendance_registers (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint not null,
  attendance_date date not null,
  taken_by bigint,
  taken_at timestamptz not null default now(),
  slot_id bigint,
  on_date date,
  is_extra boolean not null default false,
  taught text,
  taught_week integer,
  taught_words text not null default '',
  constraint attendance_registers_pkey primary key (id),
  constraint attendance_registers_of_day_unique unique (id, class_id, attendance_date),
  constraint attendance_registers_one_each unique nulls not distinct (class_id, attendance_date, slot_id, on_date, is_extra),
  constraint attendance_registers_meeting_whole check ((num_nonnulls(slot_id, on_date) = any (array[0, 2])) and (slot_id is not null or not is_extra)),
  constraint attendance_registers_taught_whole check (
    case
        when taught = any (array['whole', 'part']) then coalesce(taught_week > 0, false)
        else coalesce(taught = 'other', true) and taught_week is null
    end),
  constraint attendance_registers_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint attendance_registers_slot_fkey foreign key (slot_id, course_id) references class_slots(id, course_id),
  constraint attendance_registers_taken_by_fkey foreign key (taken_by) references people(id)
);
create index attendance_registers_by_date on attendance_registers using btree (attendance_date) include (class_id, id);
create trigger attendance_registers_audited after insert or delete or update on attendance_registers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table audit_entries (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  person_id bigint,
  call text,
  request_id text,
  table_name text not null,
  row_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  intake_key_id bigint,
  change_id bigint,
  course_id bigint,
  about_person_id bigint,
  constraint audit_entries_pkey primary key (id, at),
  constraint audit_entries_action_known check (action = any (array['insert', 'update', 'delete', 'denied']))
);
create index audit_entries_about_person on audit_entries using btree (about_person_id, change_id desc) where about_person_id is not null;
create index audit_entries_by_age on audit_entries using btree (at) where history_may_end(table_name, before);
create index audit_entries_by_change on audit_entries using btree (change_id) where change_id is not null;
create index audit_entries_by_row on audit_entries using btree (table_name, row_id, at desc);
create index audit_entries_of_course on audit_entries using btree (course_id, change_id desc) where course_id is not null;

create table away (
  id bigint not null generated always as identity,
  teacher_id bigint not null,
  from_date date not null,
  until_date date not null,
  constraint away_pkey primary key (id),
  constraint away_in_order check (from_date <= until_date),
  constraint away_teacher_fkey foreign key (teacher_id) references people(id)
);
create index away_by_teacher on away using btree (teacher_id, until_date);
create trigger away_audited after insert or delete or update on away for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table calendar_feeds (
  id bigint not null generated always as identity,
  person_id bigint not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_read_at timestamptz,
  constraint calendar_feeds_pkey primary key (id),
  constraint calendar_feeds_hash_unique unique (hash),
  constraint calendar_feeds_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create unique index calendar_feeds_one_each on calendar_feeds using btree (person_id) where revoked_at is null;
create trigger calendar_feeds_audited after insert or delete or update of revoked_at on calendar_feeds for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table cases (
  id bigint not null generated always as identity,
  kind text collate "C" not null,
  line text collate "C" not null,
  course_id bigint,
  class_id bigint,
  student_id bigint,
  since date,
  owner_id bigint,
  due_on date,
  quiet_until date,
  state text not null default 'open',
  outcome text,
  reason text not null default '',
  opened_by bigint,
  opened_at timestamptz not null default now(),
  closed_by bigint,
  closed_at timestamptz,
  gone_at timestamptz,
  version integer not null default 1,
  constraint cases_pkey primary key (id),
  constraint cases_line_unique unique (line),
  constraint cases_closed_whole check ((state = 'open') = (closed_at is null)),
  constraint cases_done_with_outcome check ((state = 'done') = (outcome is not null)),
  constraint cases_outcome_known check (outcome = any (array['coming_back', 'moved', 'left', 'wrong_mark', 'other', 'mended', 'came', 'excused', 'course_over'])),
  constraint cases_state_known check (state = any (array['open', 'done', 'dismissed'])),
  constraint cases_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint cases_closed_by_fkey foreign key (closed_by) references people(id),
  constraint cases_course_fkey foreign key (course_id) references courses(id),
  constraint cases_opened_by_fkey foreign key (opened_by) references people(id),
  constraint cases_owner_fkey foreign key (owner_id) references people(id),
  constraint cases_student_fkey foreign key (student_id) references people(id)
);
create index cases_by_course on cases using btree (course_id, id);
create index cases_by_student on cases using btree (student_id, id desc) where student_id is not null;
create index cases_of_each_other_kind on cases using btree (line) where kind = any (array['failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction', 'registered_not_placed', 'check_ends']);
create index cases_of_owners on cases using btree (owner_id, due_on) where state = 'open' and owner_id is not null;
create index cases_standing on cases using btree (line) include (state, quiet_until) where gone_at is null;
create trigger cases_audited after insert or delete or update on cases for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger cases_come_due after insert or update of state, line on cases for each row when (new.state = 'open' and new.course_id is not null) execute function note_due_change();

create table certificates (
  id bigint not null generated always as identity,
  year text not null,
  number integer not null,
  verify_id text not null,
  student_id bigint not null,
  course_id bigint not null,
  name text not null,
  course_name text not null,
  status text not null,
  on_day date not null,
  provider_name text not null,
  signature text not null,
  signatory text not null,
  layout text not null,
  language text not null,
  issued_by bigint,
  issued_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text not null default '',
  constraint certificates_pkey primary key (id),
  constraint certificates_number_unique unique (year, number),
  constraint certificates_verify_unique unique (verify_id),
  constraint certificates_layout_known check (layout = any (array['frame', 'landscape', 'letter'])),
  constraint certificates_number_positive check (number > 0),
  constraint certificates_status_known check (status = any (array['Completed', 'Memorizer', 'Gold medalist'])),
  constraint certificates_course_fkey foreign key (course_id) references courses(id),
  constraint certificates_issued_by_fkey foreign key (issued_by) references people(id),
  constraint certificates_student_fkey foreign key (student_id) references people(id)
);
create index certificates_by_course on certificates using btree (course_id, id desc);
create index certificates_by_student on certificates using btree (student_id, course_id, id desc);
create trigger certificates_audited after insert or delete or update on certificates for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table changes (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  person_id bigint,
  intake_key_id bigint,
  call text,
  request_id text,
  from_address inet,
  constraint changes_pkey primary key (id)
);
create index changes_by_call on changes using btree (call, id desc);
create index changes_by_person on changes using btree (person_id, id desc);
create constraint trigger changes_break_no_rule after insert on changes deferrable initially deferred for each row execute function refuse_broken_rules();
create constraint trigger changes_cancel_returned after insert on changes deferrable initially deferred for each row execute function cancel_returned();
create constraint trigger changes_not_of_oneself after insert on changes deferrable initially deferred for each row execute function refuse_own_life();
create constraint trigger changes_settle_ledgers after insert on changes deferrable initially deferred for each row execute function settle_changed_ledgers();

create table charges (
  id bigint not null generated always as identity,
  student_id bigint not null,
  course_id bigint not null,
  part integer not null default 1,
  parts integer not null default 1,
  due_on date not null,
  amount numeric not null,
  currency text not null,
  note text not null default '',
  canceled_at timestamptz,
  cancel_reason text,
  created_by bigint,
  created_at timestamptz not null default now(),
  constraint charges_pkey primary key (id),
  constraint charges_amount_positive check (amount > 0::numeric),
  constraint charges_currency_iso check (currency ~ '^[A-Z]{3}$'),
  constraint charges_parts_sane check (parts >= 1 and parts <= 12 and part >= 1 and part <= parts),
  constraint charges_course_fkey foreign key (course_id) references courses(id),
  constraint charges_created_by_fkey foreign key (created_by) references people(id),
  constraint charges_student_fkey foreign key (student_id) references people(id)
);
create index charges_by_course on charges using btree (course_id, due_on) where canceled_at is null;
create index charges_by_student on charges using btree (student_id, course_id, due_on);
create trigger charges_audited after insert or delete or update on charges for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table checkout_parts (
  id bigint not null generated always as identity,
  checkout_id bigint not null,
  student_id bigint not null,
  course_id bigint not null,
  amount numeric not null,
  constraint checkout_parts_pkey primary key (id),
  constraint checkout_parts_amount_positive check (amount > 0::numeric),
  constraint checkout_parts_checkout_fkey foreign key (checkout_id) references checkouts(id) on delete cascade,
  constraint checkout_parts_course_fkey foreign key (course_id) references courses(id),
  constraint checkout_parts_student_fkey foreign key (student_id) references people(id)
);
create index checkout_parts_by_checkout on checkout_parts using btree (checkout_id);
create index checkout_parts_by_student on checkout_parts using btree (student_id);

create table checkouts (
  id bigint not null generated always as identity,
  reference uuid not null default gen_random_uuid(),
  service text not null,
  is_test boolean not null,
  service_id text,
  url text,
  page_id bigint not null,
  reader_id bigint not null,
  currency text not null,
  amount numeric not null,
  parts text not null,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  payment_id text,
  constraint checkouts_pkey primary key (id),
  constraint checkouts_reference_unique unique (reference),
  constraint checkouts_amount_positive check (amount > 0::numeric),
  constraint checkouts_currency_iso check (currency ~ '^[A-Z]{3}$'),
  constraint checkouts_paid_by check (state <> 'paid' or payment_id is not null),
  constraint checkouts_service_known check (service = any (array['razorpay', 'stripe'])),
  constraint checkouts_state_known check (state = any (array['open', 'paid', 'expired', 'canceled'])),
  constraint checkouts_page_fkey foreign key (page_id) references personal_pages(id),
  constraint checkouts_reader_fkey foreign key (reader_id) references people(id)
);
create index checkouts_by_page on checkouts using btree (page_id);
create index checkouts_by_reader on checkouts using btree (reader_id);
create unique index checkouts_one_open on checkouts using btree (reader_id, service, currency, parts) where state = 'open';
create index checkouts_open on checkouts using btree (ends_at) where state = 'open';

create table checks (
  id bigint not null generated always as identity,
  person_id bigint not null,
  kind text not null,
  sealed_number text,
  valid_until date,
  seen_by bigint not null,
  seen_at timestamptz not null default now(),
  constraint checks_pkey primary key (id),
  constraint checks_kind_present check (kind <> ''),
  constraint checks_person_fkey foreign key (person_id) references people(id),
  constraint checks_seen_by_fkey foreign key (seen_by) references people(id)
);
create index checks_by_end on checks using btree (valid_until) where valid_until is not null;
create index checks_by_person on checks using btree (person_id, id);
create trigger checks_audited after insert or delete or update on checks for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table class_slots (
  id bigint not null generated always as identity,
  class_id bigint not null,
  course_id bigint not null,
  class_day text not null,
  local_time time(0) without time zone not null,
  time_zone text not null,
  duration_minutes integer not null default 60,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  join_link text not null default '',
  constraint class_slots_pkey primary key (id),
  constraint class_slots_of_course_unique unique (id, course_id),
  constraint class_slots_day_known check (class_day = any (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])),
  constraint class_slots_duration_sane check (duration_minutes >= 5 and duration_minutes <= 720),
  constraint class_slots_zone_iana check (time_zone = 'UTC' or time_zone ~~ '%/%'),
  constraint class_slots_zone_known check (timezone(time_zone, '2026-01-01 00:00:00'::timestamp without time zone) is not null),
  constraint class_slots_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint class_slots_created_by_fkey foreign key (created_by) references people(id)
);
create index class_slots_by_course on class_slots using btree (course_id, id) where deleted_at is null;
create unique index class_slots_time_unique on class_slots using btree (class_id, class_day, local_time, time_zone) where deleted_at is null;
create trigger class_slots_audited after insert or delete or update on class_slots for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger class_slots_change_due after insert or delete or update on class_slots for each row execute function note_due_change();
create trigger class_slots_keep_time after update of class_day, local_time, time_zone, duration_minutes on class_slots for each row when (old.class_day is distinct from new.class_day or old.local_time is distinct from new.local_time or old.time_zone is distinct from new.time_zone or old.duration_minutes is distinct from new.duration_minutes) execute function keep_weekly_time();

create table classes (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_name text collate natural_order not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  reminders text[] not null default '{}'::text[],
  language text,
  for_children boolean not null default false,
  constraint classes_pkey primary key (id),
  constraint classes_of_course_unique unique (id, course_id),
  constraint classes_name_present check (class_name <> ''),
  constraint classes_reminders_known check (reminders <@ array['day', 'hour']) not valid,
  constraint classes_course_fkey foreign key (course_id) references courses(id),
  constraint classes_created_by_fkey foreign key (created_by) references people(id)
);
create unique index classes_name_unique on classes using btree (course_id, lower(class_name)) where deleted_at is null;
create index classes_with_reminders on classes using btree (id) where reminders <> '{}'::text[] and deleted_at is null;
create trigger classes_audited after insert or delete or update on classes for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger classes_change_due after update of deleted_at on classes for each row execute function note_due_change();

create table code_apps (
  person_id bigint not null,
  sealed_secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint code_apps_pkey primary key (person_id),
  constraint code_apps_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create trigger code_apps_of_admins_by_two after insert or delete or update on code_apps for each row execute function refuse_alone();

create table consents (
  id bigint not null generated always as identity,
  person_id bigint not null,
  purpose text not null,
  agreed boolean not null,
  how text not null,
  said_at timestamptz not null default now(),
  recorded_by bigint,
  terms_id bigint,
  said_by bigint,
  said_name text not null default '',
  text_language text,
  constraint consents_pkey primary key (id),
  constraint consents_how_known check (how = any (array['my_page', 'registration', 'paper_form', 'by_phone', 'in_person', 'in_writing'])),
  constraint consents_purpose_known check (purpose = any (array['child_data', 'rules', 'recording', 'photos'])),
  constraint consents_text_language_known check (text_language = any (array['en', 'te', 'hi'])),
  constraint consents_person_fkey foreign key (person_id) references people(id),
  constraint consents_recorded_by_fkey foreign key (recorded_by) references people(id),
  constraint consents_said_by_fkey foreign key (said_by) references people(id),
  constraint consents_terms_fkey foreign key (terms_id) references terms(id)
);
create index consents_by_person on consents using btree (person_id, purpose, id desc);
create trigger consents_audited after insert or delete or update on consents for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table contacts (
  id bigint not null generated always as identity,
  person_id bigint not null,
  kind text not null,
  value text not null,
  constraint contacts_pkey primary key (id),
  constraint contacts_kind_known check (kind = any (array['email', 'phone'])),
  constraint contacts_value_present check (value <> ''),
  constraint contacts_person_fkey foreign key (person_id) references people(id)
);
create index contacts_by_email on contacts using btree (lower(value)) where kind = 'email';
create index contacts_by_phone on contacts using btree ("right"(regexp_replace(value, '[^0-9]', '', 'g'), 9)) where kind = 'phone';
create unique index contacts_once on contacts using btree (person_id, kind, lower(value));
create trigger contacts_audited after insert or delete or update on contacts for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger contacts_mailboxes after insert or delete or update on contacts for each row execute function note_mailbox_of_contact();

create table continuations (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint,
  student_id bigint not null,
  until_date date not null,
  state text not null default 'asked',
  answered_by bigint,
  answered_at timestamptz,
  constraint continuations_pkey primary key (id),
  constraint continuations_answered_whole check (num_nonnulls(answered_by, answered_at) =
    case state
        when 'asked' then 0
        else 2
    end),
  constraint continuations_state_known check (state = any (array['asked', 'kept', 'declined'])),
  constraint continuations_answered_by_fkey foreign key (answered_by) references people(id),
  constraint continuations_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint continuations_course_fkey foreign key (course_id) references courses(id),
  constraint continuations_student_fkey foreign key (student_id) references people(id)
);
create index continuations_asked on continuations using btree (class_id) where state = 'asked';
create index continuations_by_course on continuations using btree (course_id);
create index continuations_by_student on continuations using btree (student_id);
create trigger continuations_audited after insert or delete or update on continuations for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table corrections (
  id bigint not null generated always as identity,
  person_id bigint not null,
  field text not null,
  value text not null,
  said_by bigint not null,
  said_at timestamptz not null default now(),
  decided_by bigint,
  decided_at timestamptz,
  taken boolean,
  constraint corrections_pkey primary key (id),
  constraint corrections_decided_whole check (num_nonnulls(decided_by, decided_at, taken) = any (array[0, 3])),
  constraint corrections_field_known check (field = any (array['first_name', 'last_name', 'phone_number', 'dob', 'address', 'city', 'pincode', 'email_id', 'contacts', 'guardians'])) not valid,
  constraint corrections_decided_by_fkey foreign key (decided_by) references people(id),
  constraint corrections_person_fkey foreign key (person_id) references people(id),
  constraint corrections_said_by_fkey foreign key (said_by) references people(id)
);
create index corrections_by_person on corrections using btree (person_id, said_at desc);
create unique index corrections_one_open on corrections using btree (person_id, field) where decided_at is null;
create index corrections_open on corrections using btree (id) where decided_at is null;
create trigger corrections_audited after insert or delete or update on corrections for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table course_money (
  course_id bigint not null,
  currency text not null,
  is_due boolean not null,
  is_gone boolean not null,
  ledgers bigint not null,
  charged numeric not null,
  waived numeric not null,
  received numeric not null,
  refunded numeric not null,
  open numeric not null,
  credit numeric not null,
  due numeric not null,
  overdue numeric not null,
  later numeric not null,
  constraint course_money_pkey primary key (course_id, currency, is_due, is_gone)
);

create table course_prices (
  id bigint not null generated always as identity,
  course_id bigint not null,
  country_name text not null,
  country_code text not null,
  currency_code text not null,
  price_value numeric(12,0),
  "position" integer not null default 0,
  constraint course_prices_pkey primary key (id),
  constraint course_prices_region_unique unique (course_id, country_code) deferrable,
  constraint course_prices_value_not_negative check (price_value >= 0::numeric),
  constraint course_prices_course_fkey foreign key (course_id) references courses(id) on delete cascade
);
create trigger course_prices_audited after insert or delete or update on course_prices for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table course_sums (
  course_id bigint not null,
  of_day date not null,
  until_day date,
  enrolments bigint not null,
  constraint course_sums_pkey primary key (course_id)
);

create table course_teachers (
  course_id bigint not null,
  teacher_id bigint not null,
  associated boolean not null default true,
  strength integer not null default 0,
  associated_by bigint,
  associated_at timestamptz not null default now(),
  constraint course_teachers_pkey primary key (course_id, teacher_id),
  constraint course_teachers_strength_not_negative check (strength >= 0),
  constraint course_teachers_associated_by_fkey foreign key (associated_by) references people(id),
  constraint course_teachers_course_fkey foreign key (course_id) references courses(id),
  constraint course_teachers_teacher_fkey foreign key (teacher_id) references people(id)
);
create index course_teachers_by_teacher on course_teachers using btree (teacher_id, course_id) where associated;
create trigger course_teachers_audited after insert or delete or update on course_teachers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table course_types (
  id bigint not null generated always as identity,
  type text not null,
  created_at timestamptz not null default now(),
  constraint course_types_pkey primary key (id),
  constraint course_types_type_present check (type <> '')
);
create unique index course_types_type_unique on course_types using btree (lower(type));
create trigger course_types_audited after insert or delete or update on course_types for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table courses (
  id bigint not null generated always as identity,
  course_name text collate natural_order not null,
  course_image text not null,
  courseadmin_id bigint,
  course_duration text not null,
  start_date date not null,
  course_description text not null default '',
  what_we_learn text not null default '',
  note text not null default '',
  price text,
  type_id bigint,
  email_id text not null default '',
  status text not null default 'unpublished',
  reg_status text not null default 'closed',
  status_changed_at timestamptz,
  version integer not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  finish_attendance integer,
  finish_homework integer,
  finish_portions boolean not null default false,
  follows_id bigint,
  level_after bigint,
  constraint courses_pkey primary key (id),
  constraint courses_duration_known check (course_duration = any (array['semester', 'trimister', 'quarterly', 'yearly'])),
  constraint courses_finish_attendance_percent check (finish_attendance >= 1 and finish_attendance <= 100),
  constraint courses_finish_homework_sane check (finish_homework >= 1 and finish_homework <= 1000),
  constraint courses_level_of_another check (level_after <> id),
  constraint courses_name_present check (course_name <> ''),
  constraint courses_reg_status_known check (reg_status = any (array['opened', 'closed'])),
  constraint courses_status_known check (status = any (array['published', 'unpublished', 'coming_soon'])),
  constraint courses_courseadmin_fkey foreign key (courseadmin_id) references people(id),
  constraint courses_created_by_fkey foreign key (created_by) references people(id),
  constraint courses_follows_fkey foreign key (follows_id) references courses(id),
  constraint courses_level_after_fkey foreign key (level_after) references courses(id),
  constraint courses_type_fkey foreign key (type_id) references course_types(id) on delete set null
);
create index courses_by_courseadmin on courses using btree (courseadmin_id, id desc) where deleted_at is null;
create index courses_by_follows on courses using btree (follows_id) where follows_id is not null and deleted_at is null;
create index courses_by_name on courses using btree (lower(course_name), id) where deleted_at is null;
create index courses_by_type on courses using btree (type_id) where type_id is not null;
create index courses_inactive on courses using btree (id) where status <> 'published' and deleted_at is null;
create trigger courses_audited after insert or delete or update on courses for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger courses_change_due after update of start_date, course_duration, deleted_at on courses for each row execute function note_due_change();
create trigger courses_deleted_end_enrolments after update of deleted_at on courses for each row when (new.deleted_at is not null) execute function end_enrolments();

create table cover_offers (
  id bigint not null generated always as identity,
  request_id bigint not null,
  teacher_id bigint not null,
  secret_hash bytea not null,
  declined_at timestamptz,
  constraint cover_offers_pkey primary key (id),
  constraint cover_offers_request_fkey foreign key (request_id) references cover_requests(id) on delete cascade,
  constraint cover_offers_teacher_fkey foreign key (teacher_id) references people(id)
);
create index cover_offers_by_secret on cover_offers using btree (secret_hash);
create unique index cover_offers_once on cover_offers using btree (request_id, teacher_id);
create trigger cover_offers_audited after insert or delete or update on cover_offers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table cover_requests (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint not null,
  slot_id bigint not null,
  on_date date not null,
  is_extra boolean not null,
  starts_at timestamptz not null,
  teacher_id bigint not null,
  reason text not null default '',
  asked_by bigint not null,
  asked_at timestamptz not null default now(),
  taken_by bigint,
  taken_at timestamptz,
  closed_at timestamptz,
  constraint cover_requests_pkey primary key (id),
  constraint cover_requests_taken_whole check (num_nonnulls(taken_by, taken_at) = any (array[0, 2])),
  constraint cover_requests_asked_by_fkey foreign key (asked_by) references people(id),
  constraint cover_requests_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint cover_requests_slot_fkey foreign key (slot_id, course_id) references class_slots(id, course_id),
  constraint cover_requests_taken_by_fkey foreign key (taken_by) references people(id),
  constraint cover_requests_teacher_fkey foreign key (teacher_id) references people(id)
);
create index cover_requests_by_time on cover_requests using btree (starts_at);
create unique index cover_requests_open on cover_requests using btree (slot_id, on_date, is_extra) where taken_by is null and closed_at is null;
create trigger cover_requests_audited after insert or delete or update on cover_requests for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table days_off (
  id bigint not null generated always as identity,
  from_date date not null,
  until_date date not null,
  name text not null,
  course_id bigint,
  class_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  constraint days_off_pkey primary key (id),
  constraint days_off_class_in_course check (class_id is null or course_id is not null),
  constraint days_off_in_order check (from_date <= until_date),
  constraint days_off_name_present check (name <> ''),
  constraint days_off_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint days_off_course_fkey foreign key (course_id) references courses(id),
  constraint days_off_created_by_fkey foreign key (created_by) references people(id)
);
create index days_off_by_course on days_off using btree (course_id) where course_id is not null;
create trigger days_off_audited after insert or delete or update on days_off for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger days_off_change_due after insert or delete or update on days_off for each row execute function note_due_days_off();

create table display_names (
  id bigint not null generated always as identity,
  student_id bigint not null,
  course_id bigint not null,
  class_id bigint not null,
  name text not null,
  learned_by bigint,
  learned_at timestamptz not null default now(),
  constraint display_names_pkey primary key (id),
  constraint display_names_name_present check (name <> ''),
  constraint display_names_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint display_names_learned_by_fkey foreign key (learned_by) references people(id),
  constraint display_names_student_fkey foreign key (student_id) references people(id)
);
create unique index display_names_once on display_names using btree (student_id, lower(name));
create trigger display_names_audited after insert or delete or update on display_names for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table due (
  id bigint not null generated always as identity,
  kind text collate "C" not null,
  course_id bigint not null,
  class_id bigint,
  student_id bigint,
  slot_id bigint,
  payment bigint,
  on_day date,
  is_enrolled boolean,
  rank bigint not null,
  tie bigint not null,
  line text collate "C",
  days date[],
  constraint due_pkey primary key (id)
);
create index due_by_course on due using btree (course_id, kind, rank, tie);
create index due_by_line on due using btree (line);
create index due_in_order on due using btree (kind, rank, tie) include (course_id, student_id);

create table due_changes (
  id bigint not null generated always as identity,
  course_id bigint,
  student_id bigint,
  constraint due_changes_pkey primary key (id),
  constraint due_changes_of_one check (num_nonnulls(course_id, student_id) = 1)
);
create index due_changes_by_course on due_changes using btree (course_id);

create table due_expiries (
  course_id bigint not null,
  expires_at timestamptz not null,
  constraint due_expiries_pkey primary key (course_id)
);
create index due_expiries_by_time on due_expiries using btree (expires_at);

create table duplicate_pairs (
  id bigint not null generated always as identity,
  one_id bigint not null,
  other_id bigint not null,
  reasons text[] not null,
  found_at timestamptz not null default now(),
  different_since timestamptz,
  constraint duplicate_pairs_pkey primary key (id),
  constraint duplicate_pairs_in_order check (one_id < other_id),
  constraint duplicate_pairs_one_fkey foreign key (one_id) references people(id),
  constraint duplicate_pairs_other_fkey foreign key (other_id) references people(id)
);
create index duplicate_pairs_by_other on duplicate_pairs using btree (other_id);
create unique index duplicate_pairs_once on duplicate_pairs using btree (one_id, other_id);
create trigger duplicate_pairs_audited after insert or delete or update on duplicate_pairs for each row when (coalesce(current_setting('gurukul.call', true), '') <> '') execute function record_audit();

create table email_changes (
  person_id bigint not null,
  email_id text not null,
  instead_of text not null,
  confirm_hash bytea not null,
  refuse_hash bytea not null,
  expires_at timestamptz not null,
  constraint email_changes_pkey primary key (person_id),
  constraint email_changes_confirm_unique unique (confirm_hash),
  constraint email_changes_refuse_unique unique (refuse_hash),
  constraint email_changes_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create trigger addresses_of_admins_by_two after insert or update on email_changes for each row execute function refuse_alone();

create table enquiries (
  id bigint not null generated always as identity,
  intake_key_id bigint not null,
  enquiry_id text not null,
  query_type_id bigint not null,
  name text not null,
  email_id text not null,
  phone_number text,
  message text not null,
  received_at timestamptz not null default now(),
  constraint enquiries_pkey primary key (id),
  constraint enquiries_once unique (intake_key_id, enquiry_id),
  constraint enquiries_email_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  constraint enquiries_intake_key_fkey foreign key (intake_key_id) references intake_keys(id),
  constraint enquiries_type_fkey foreign key (query_type_id) references query_types(id)
);
create index enquiries_by_type on enquiries using btree (query_type_id);
create trigger enquiries_audited after insert or delete or update on enquiries for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table enrolments (
  id bigint not null generated always as identity,
  student_id bigint not null,
  course_id bigint not null,
  class_id bigint,
  started_on date not null,
  ended_on date,
  registration_status text not null default 'Registered',
  payment_status text,
  fee_details text not null default '',
  import_id bigint,
  registered_at timestamptz not null default now(),
  waits_for_class_id bigint,
  payment_by_hand boolean not null default false,
  finished_as text,
  finished_on date,
  finished_rule jsonb,
  answers jsonb not null default '{}'::jsonb,
  constraint enrolments_pkey primary key (id),
  constraint enrolments_ends_after_start check (ended_on >= started_on),
  constraint enrolments_finished_known check (finished_as = any (array['Completed', 'Memorizer', 'Gold medalist'])),
  constraint enrolments_finished_whole check (num_nonnulls(finished_as, finished_on, finished_rule) = any (array[0, 3])),
  constraint enrolments_payment_status_known check (payment_status = any (array['Successful', 'Failed', 'Refunded', 'Exempted', 'Alternate arrangements made', 'Sponsored'])),
  constraint enrolments_registration_status_known check (registration_status = any (array['Registered', 'Registration failed', 'Canceled', 'Completed', 'Memorizer', 'Gold medalist', 'Failed', 'Dropped'])),
  constraint enrolments_waits_without_class check (waits_for_class_id is null or class_id is null) not valid,
  constraint enrolments_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint enrolments_course_fkey foreign key (course_id) references courses(id),
  constraint enrolments_import_fkey foreign key (import_id) references imports(id),
  constraint enrolments_student_fkey foreign key (student_id) references people(id),
  constraint enrolments_waits_for_fkey foreign key (waits_for_class_id, course_id) references classes(id, course_id) not valid
);
create index enrolments_by_course on enrolments using btree (course_id, id desc) include (student_id, registered_at) where ended_on is null;
create index enrolments_by_import on enrolments using btree (import_id) where import_id is not null;
create index enrolments_by_registration on enrolments using btree (registered_at) where ended_on is null;
create index enrolments_by_student on enrolments using btree (student_id, id desc);
create index enrolments_ended on enrolments using btree (ended_on) include (student_id, course_id, class_id) where ended_on is not null;
create index enrolments_newest on enrolments using btree (id desc) include (student_id, course_id) where ended_on is null;
create index enrolments_of_class on enrolments using btree (class_id, student_id, started_on) include (ended_on, registered_at);
create unique index enrolments_one_current on enrolments using btree (student_id, course_id) where ended_on is null;
create index enrolments_started on enrolments using btree (started_on) include (student_id, course_id, class_id);
create index enrolments_waiting on enrolments using btree (waits_for_class_id, id) where waits_for_class_id is not null and ended_on is null;
create constraint trigger children_agreed after insert on enrolments deferrable initially deferred for each row when (new.ended_on is null) execute function refuse_child_without_consent();
create trigger enrolments_audited after insert or delete or update on enrolments for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger enrolments_change_due after update on enrolments referencing old table as former new table as written for each statement execute function note_due_updates();
create trigger enrolments_come_due after insert on enrolments referencing new table as written for each statement execute function note_due_changes();
create trigger enrolments_removed_due after delete on enrolments referencing old table as written for each statement execute function note_due_changes();

create table erasure_mentions (
  id bigint not null generated always as identity,
  person_id bigint not null,
  table_name text not null,
  column_name text not null,
  row_id text not null,
  sealed text,
  found_at timestamptz not null default now(),
  choice text,
  decided_by bigint,
  decided_at timestamptz,
  constraint erasure_mentions_pkey primary key (id),
  constraint erasure_mentions_choice_known check (choice = any (array['remove', 'somebody_else', 'public', 'needed'])),
  constraint erasure_mentions_decided_whole check (num_nonnulls(choice, decided_at) = any (array[0, 2])),
  constraint erasure_mentions_decided_without_words check (choice is null or sealed is null),
  constraint erasure_mentions_decided_by_fkey foreign key (decided_by) references people(id),
  constraint erasure_mentions_person_fkey foreign key (person_id) references people(id)
);
create unique index erasure_mentions_once on erasure_mentions using btree (person_id, table_name, column_name, row_id);
create index erasure_mentions_open on erasure_mentions using btree (person_id, id) where sealed is not null;
create trigger erasure_mentions_audited after update of choice on erasure_mentions for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table event_registrations (
  id bigint not null generated always as identity,
  event_id bigint not null,
  student_id bigint not null,
  registered_by bigint,
  registered_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint event_registrations_pkey primary key (id),
  constraint event_registrations_event_fkey foreign key (event_id) references events(id),
  constraint event_registrations_registered_by_fkey foreign key (registered_by) references people(id),
  constraint event_registrations_student_fkey foreign key (student_id) references people(id)
);
create index event_registrations_by_student on event_registrations using btree (student_id) where removed_at is null;
create unique index event_registrations_once on event_registrations using btree (event_id, student_id) where removed_at is null;
create trigger event_registrations_audited after insert or delete or update on event_registrations for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table event_speakers (
  id bigint not null generated always as identity,
  event_id bigint not null,
  speaker_name text not null,
  speaker_image text not null default '',
  "position" integer not null default 0,
  constraint event_speakers_pkey primary key (id),
  constraint event_speakers_event_fkey foreign key (event_id) references events(id) on delete cascade
);
create index event_speakers_by_event on event_speakers using btree (event_id, "position", id);
create trigger event_speakers_audited after insert or delete or update on event_speakers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table events (
  id bigint not null generated always as identity,
  course_id bigint,
  event_name text not null,
  description text not null default '',
  meeting_link text not null,
  event_date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  image_url text not null default '',
  edit_flag boolean not null default false,
  live_status text not null default 'pending',
  registration_status text not null default 'inactive',
  registration_changed_at timestamptz,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  announced_at timestamptz,
  registration_changed_in bigint,
  version integer not null default 1,
  reminders text[] not null default '{}'::text[],
  place text not null default '',
  is_for_registered boolean not null default false,
  constraint events_pkey primary key (id),
  constraint events_end_after_start check (ends_at > starts_at),
  constraint events_live_status_known check (live_status = any (array['pending', 'published', 'canceled'])),
  constraint events_name_present check (event_name <> ''),
  constraint events_registration_status_known check (registration_status = any (array['active', 'inactive'])),
  constraint events_reminders_known check (reminders <@ array['day', 'hour']) not valid,
  constraint events_course_fkey foreign key (course_id) references courses(id),
  constraint events_created_by_fkey foreign key (created_by) references people(id)
);
create index events_by_course on events using btree (course_id, id desc) where deleted_at is null;
create index events_by_creator on events using btree (created_by, id desc) where deleted_at is null;
create index events_ever_by_course on events using btree (course_id) include (id);
create index events_with_reminders on events using btree (starts_at) where reminders <> '{}'::text[] and deleted_at is null;
create index events_without_link on events using btree (starts_at, id) include (course_id) where deleted_at is null and live_status = 'published' and trim(both from meeting_link) = '';
create trigger events_audited after insert or delete or update on events for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table factor_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  browser_hash bytea not null,
  person_id bigint,
  flag text not null default '',
  remembers boolean not null default false,
  proved_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sign_out_url text,
  constraint factor_challenges_pkey primary key (challenge_hash),
  constraint factor_challenges_purpose_known check (purpose = any (array['add', 'sign_in', 'prove', 'second'])),
  constraint factor_challenges_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index factor_challenges_by_expiry on factor_challenges using btree (expires_at);
create index factor_challenges_by_person on factor_challenges using btree (person_id);

create table files (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  key text,
  name text not null,
  content_type text not null,
  size bigint not null,
  width integer,
  height integer,
  uploaded_by bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  intake_key_id bigint,
  named_at timestamptz,
  constraint files_pkey primary key (id),
  constraint files_key_unique unique (key),
  constraint files_finished_has_key check ((finished_at is null) = (key is null)),
  constraint files_kind_known check (kind = any (array['profile_image', 'course_image', 'glimpse_image', 'event_image', 'speaker_image', 'topic_pdf', 'homework_pdf', 'provider_logo', 'provider_signature'])) not valid,
  constraint files_size_positive check (size > 0),
  constraint files_uploaded_by_one check (num_nonnulls(uploaded_by, intake_key_id) = 1),
  constraint files_intake_key_fkey foreign key (intake_key_id) references intake_keys(id),
  constraint files_uploaded_by_fkey foreign key (uploaded_by) references people(id)
);
create index files_of_person on files using btree (uploaded_by, created_at);
create index files_unfinished on files using btree (created_at) where finished_at is null;
create trigger files_audited after insert or delete or update on files for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table glimpses (
  id bigint not null generated always as identity,
  course_id bigint not null,
  glimpse_name text not null,
  glimpse_description text not null default '',
  glimpse_image text not null default '',
  "position" integer not null default 0,
  constraint glimpses_pkey primary key (id),
  constraint glimpses_course_fkey foreign key (course_id) references courses(id) on delete cascade
);
create index glimpses_by_course on glimpses using btree (course_id, "position", id);
create trigger glimpses_audited after insert or delete or update on glimpses for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table guardians (
  id bigint not null generated always as identity,
  student_id bigint not null,
  guardian_id bigint not null,
  relation text not null default '',
  may_see boolean not null default true,
  pays boolean not null default false,
  constraint guardians_pkey primary key (id),
  constraint guardians_of_another check (student_id <> guardian_id),
  constraint guardians_guardian_fkey foreign key (guardian_id) references people(id),
  constraint guardians_student_fkey foreign key (student_id) references people(id)
);
create index guardians_by_guardian on guardians using btree (guardian_id);
create unique index guardians_once on guardians using btree (student_id, guardian_id);
create trigger guardians_audited after insert or delete or update on guardians for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger guardians_mailboxes after insert or update of guardian_id, student_id, may_see on guardians for each row when (new.may_see) execute function note_mailboxes_of_guardian();

create table homework (
  id bigint not null generated always as identity,
  student_id bigint not null,
  course_id bigint not null,
  class_id bigint not null,
  topic_id bigint,
  week_name text not null,
  home_work text not null,
  status text not null default 'pending',
  submitted_at timestamptz not null default now(),
  decided_by bigint,
  decided_at timestamptz,
  file_id uuid,
  comment text not null default '',
  constraint homework_pkey primary key (id),
  constraint homework_file_unique unique (file_id),
  constraint homework_decided_once check ((status = 'pending') = (decided_at is null)),
  constraint homework_status_known check (status = any (array['pending', 'accepted', 'rejected'])),
  constraint homework_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint homework_decided_by_fkey foreign key (decided_by) references people(id),
  constraint homework_file_fkey foreign key (file_id) references files(id),
  constraint homework_student_fkey foreign key (student_id) references people(id),
  constraint homework_topic_fkey foreign key (topic_id) references topics(id) on delete set null
);
create index homework_by_class on homework using btree (class_id, id desc);
create index homework_by_student on homework using btree (student_id, id desc);
create index homework_decided on homework using btree (decided_at) include (student_id) where decided_at is not null;
create index homework_waiting on homework using btree (submitted_at, id) include (class_id) where status = 'pending';
create trigger homework_audited after insert or delete or update on homework for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table idempotency_keys (
  person_id bigint,
  intake_key_id bigint,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  change_id bigint,
  constraint idempotency_keys_once unique nulls not distinct (person_id, intake_key_id, path, key),
  constraint idempotency_keys_of_one check (num_nonnulls(person_id, intake_key_id) = 1),
  constraint idempotency_keys_intake_key_fkey foreign key (intake_key_id) references intake_keys(id) on delete cascade,
  constraint idempotency_keys_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys using btree (created_at);

create table imported_payments (
  import_id bigint not null,
  row_number integer not null,
  payment bigint not null,
  matched_by text,
  before jsonb,
  after jsonb not null,
  refund bigint,
  constraint imported_payments_pkey primary key (import_id, row_number),
  constraint imported_payments_ground_known check (matched_by = any (array['email', 'phone', 'name', 'choice'])),
  constraint imported_payments_row_positive check (row_number > 0),
  constraint imported_payments_import_fkey foreign key (import_id) references imports(id)
);
create index imported_payments_by_payment on imported_payments using btree (payment, import_id);

create table imports (
  id bigint not null generated always as identity,
  kind text not null,
  file_name text not null,
  content_hash bytea not null,
  row_count integer not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint imports_pkey primary key (id),
  constraint imports_kind_known check (kind = any (array['students', 'payments'])),
  constraint imports_row_count_positive check (row_count > 0),
  constraint imports_created_by_fkey foreign key (created_by) references people(id)
);
create index imports_of_payments on imports using btree (created_at desc, id desc) where kind = 'payments';
create trigger imports_audited after insert or delete or update on imports for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table intake_keys (
  id bigint not null generated always as identity,
  name text not null,
  hash bytea not null,
  starts_with text not null,
  scopes text[] not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  networks cidr[] not null default '{}'::cidr[],
  expires_at timestamptz,
  rotated_at timestamptz,
  last_network text,
  end_told_at timestamptz,
  constraint intake_keys_pkey primary key (id),
  constraint intake_keys_hash_unique unique (hash),
  constraint intake_keys_name_present check (name <> ''),
  constraint intake_keys_scopes_known check (scopes <@ array['students', 'payments', 'tickets', 'registrations', 'homework', 'enquiries', 'bounces'] and cardinality(scopes) > 0) not valid,
  constraint intake_keys_created_by_fkey foreign key (created_by) references people(id)
);
create trigger intake_keys_audited after insert or delete or update of name, scopes, networks, expires_at, rotated_at, revoked_at on intake_keys for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table intake_secrets (
  id bigint not null generated always as identity,
  key_id bigint not null,
  sealed text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz,
  constraint intake_secrets_pkey primary key (id),
  constraint intake_secrets_key_fkey foreign key (key_id) references intake_keys(id) on delete cascade
);
create index intake_secrets_by_key on intake_secrets using btree (key_id);

create table intake_uses (
  key_id bigint not null,
  day date not null,
  network text not null,
  requests integer not null default 0,
  refused integer not null default 0,
  items integer not null default 0,
  constraint intake_uses_pkey primary key (key_id, day, network),
  constraint intake_uses_key_fkey foreign key (key_id) references intake_keys(id) on delete cascade
);

create table invites (
  id bigint not null generated always as identity,
  hash bytea not null,
  email_id text not null,
  role text not null,
  invited_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  person_id bigint,
  constraint invites_pkey primary key (id),
  constraint invites_hash_unique unique (hash),
  constraint invites_role_known check (role = any (array['courseadmin', 'coordinator', 'teacher'])),
  constraint invites_invited_by_fkey foreign key (invited_by) references people(id),
  constraint invites_person_fkey foreign key (person_id) references people(id)
);
create index invites_by_email on invites using btree (lower(email_id)) where used_at is null and revoked_at is null;
create index invites_by_inviter on invites using btree (invited_by, created_at);
create index invites_by_person on invites using btree (person_id, id) where person_id is not null;
create trigger invites_audited after insert or delete or update on invites for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table kept_mails (
  mail_id bigint not null,
  sealed text not null,
  constraint kept_mails_pkey primary key (mail_id),
  constraint kept_mails_mail_fkey foreign key (mail_id) references mails(id) on delete cascade
);

create table known_browsers (
  person_id bigint not null,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  agent text not null default '',
  made_at timestamptz not null default now(),
  constraint known_browsers_pkey primary key (person_id, device_hash),
  constraint known_browsers_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index known_browsers_by_device on known_browsers using btree (device_hash);

create table ledger_sums (
  student_id bigint not null,
  course_id bigint not null,
  currency text not null,
  charged numeric not null,
  waived numeric not null,
  received numeric not null,
  refunded numeric not null,
  open numeric not null,
  credit numeric not null,
  open_since date,
  constraint ledger_sums_pkey primary key (student_id, course_id, currency)
);
create index ledger_sums_by_course on ledger_sums using btree (course_id);
create index ledger_sums_by_day on ledger_sums using btree (open_since, student_id) where open > 0::numeric;

create table level_exceptions (
  id bigint not null generated always as identity,
  course_id bigint not null,
  student_id bigint not null,
  reason text not null,
  given_by bigint not null,
  given_at timestamptz not null default now(),
  constraint level_exceptions_pkey primary key (id),
  constraint level_exceptions_reason_given check (btrim(reason) <> ''),
  constraint level_exceptions_course_fkey foreign key (course_id) references courses(id),
  constraint level_exceptions_given_by_fkey foreign key (given_by) references people(id),
  constraint level_exceptions_student_fkey foreign key (student_id) references people(id)
);
create index level_exceptions_by_student on level_exceptions using btree (student_id, course_id);
create trigger level_exceptions_audited after insert or delete or update on level_exceptions for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table mailboxes (
  person_id bigint not null,
  mailbox text not null,
  proved_at timestamptz,
  denied_at timestamptz,
  counts_from timestamptz not null default now(),
  left_at timestamptz,
  was_first boolean not null default false,
  to_tell boolean not null default false,
  constraint mailboxes_pkey primary key (person_id, mailbox),
  constraint mailboxes_mailbox_lower check (mailbox = lower(mailbox) and mailbox <> ''),
  constraint mailboxes_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index mailboxes_by_mailbox on mailboxes using btree (mailbox);
create index mailboxes_left on mailboxes using btree (left_at) where left_at is not null;
create index mailboxes_to_tell on mailboxes using btree (person_id) where to_tell;

create table mails (
  id bigint not null generated always as identity,
  dedupe_key text not null,
  kind text not null,
  recipient text not null,
  sealed text,
  enqueued_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  event_id bigint,
  person_id bigint,
  tries integer not null default 0,
  withdrawn_at timestamptz,
  handed_over_at timestamptz,
  round integer not null default 0,
  state text not null generated always as (
case
    when sent_at is not null then 'sent'
    when failed_at is not null then 'failed'
    when withdrawn_at is not null then 'withdrawn'
    else 'queued'
end) stored,
  change_id bigint,
  course_id bigint,
  receipt_id bigint,
  message_id bigint,
  bounced_at timestamptz,
  bounce text,
  channel text not null default 'mail',
  delivered_at timestamptz,
  read_at timestamptz,
  unsure_at timestamptz,
  marks_address text,
  carried_by bigint,
  constraint mails_pkey primary key (id),
  constraint mails_dedupe_key_unique unique (dedupe_key),
  constraint mails_channel_known check (channel = any (array['mail', 'whatsapp'])) not valid,
  constraint mails_kind_known check (kind = any (array['invite', 'reset_code', 'password_changed', 'sign_in_blocked', 'new_device', 'security_alarm', 'reset_link', 'email_confirm', 'email_refuse', 'email_changed', 'browser_copied', 'deed_asked', 'deed_decided', 'openid_linked', 'factor_news', 'intake_key_made', 'intake_key_rotated', 'intake_key_ends', 'intake_keys_left', 'event_published', 'event_changed', 'event_canceled', 'event_on_again', 'meeting_reminder', 'event_reminder', 'meeting_change', 'cover_asked', 'cover_nobody', 'receipt', 'owing_reminder', 'my_page_link', 'my_page_code', 'address_changed', 'address_refused', 'enquiry', 'message', 'report', 'open_cases', 'homework_decided', 'test_news', 'test_reminder', 'registration_code', 'registration_news', 'class_again', 'place_kept', 'check_ends', 'money_back', 'test_mail'])) not valid,
  constraint mails_marks_address_known check (marks_address = any (array['hard', 'complaint', 'past'])) not valid,
  constraint mails_one_end check (num_nonnulls(sent_at, failed_at, withdrawn_at) <= 1),
  constraint mails_recipient_of_channel check (recipient ~
    case channel
        when 'mail' then '^[^\s@]+@[^\s@]+$'
        else '^[1-9][0-9]{7,14}$'
    end) not valid,
  constraint mails_carrier_fkey foreign key (carried_by) references mails(id) on delete cascade,
  constraint mails_change_fkey foreign key (change_id) references changes(id),
  constraint mails_course_fkey foreign key (course_id) references courses(id),
  constraint mails_event_fkey foreign key (event_id) references events(id),
  constraint mails_message_fkey foreign key (message_id) references messages(id) not valid,
  constraint mails_person_fkey foreign key (person_id) references people(id),
  constraint mails_receipt_fkey foreign key (receipt_id) references receipts(id) not valid
);
create index mails_bounced on mails using btree (id desc) where bounced_at is not null;
create index mails_by_change on mails using btree (change_id) where change_id is not null;
create index mails_by_course on mails using btree (course_id, id desc) where course_id is not null;
create index mails_by_event on mails using btree (event_id, id desc) include (kind, state) where event_id is not null;
create index mails_by_kind on mails using btree (kind, id desc) include (state);
create index mails_by_message on mails using btree (message_id, id) where message_id is not null;
create index mails_by_person on mails using btree (person_id, id desc) where person_id is not null;
create index mails_by_receipt on mails using btree (receipt_id, id desc) where receipt_id is not null;
create index mails_by_state on mails using btree (state, id desc);
create index mails_by_time on mails using brin (enqueued_at);
create index mails_carried on mails using btree (carried_by) where carried_by is not null;
create index mails_failed on mails using btree (failed_at desc, id desc) include (event_id) where state = 'failed';
create index mails_for_proof on mails using btree (lower(recipient), id) where state = 'sent' and sealed is not null;
create index mails_marks on mails using btree (lower(recipient)) where marks_address = any (array['hard', 'complaint']);
create index mails_search on mails using gin (lower(recipient) gin_trgm_ops);
create trigger mails_audited after update of round, person_id on mails for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table meetings (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint not null,
  slot_id bigint not null,
  on_date date not null,
  state text,
  held_on date,
  local_time time(0) without time zone,
  duration_minutes integer,
  teacher_id bigint,
  reason text not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  join_link text,
  tells_reason boolean not null default false,
  recording_link text,
  constraint meetings_pkey primary key (id),
  constraint meetings_duration_sane check (duration_minutes >= 5 and duration_minutes <= 720),
  constraint meetings_state_known check (state = any (array['planned', 'canceled', 'moved', 'extra'])),
  constraint meetings_time_of_their_own check (num_nonnulls(held_on, local_time, duration_minutes) =
    case
        when state = any (array['moved', 'extra']) then 3
        else 0
    end),
  constraint meetings_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint meetings_created_by_fkey foreign key (created_by) references people(id),
  constraint meetings_slot_fkey foreign key (slot_id, course_id) references class_slots(id, course_id),
  constraint meetings_teacher_fkey foreign key (teacher_id) references people(id)
);
create index meetings_covered on meetings using btree (teacher_id, on_date) where teacher_id is not null;
create index meetings_held on meetings using btree (slot_id, held_on) where held_on is not null;
create unique index meetings_once on meetings using btree (slot_id, on_date, (not state is distinct from 'extra'));
create trigger meetings_audited after insert or delete or update on meetings for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger meetings_change_due after insert or delete or update on meetings for each row execute function note_due_change();

create table message_readers (
  message_id bigint not null,
  student_id bigint not null,
  mail_id bigint,
  withheld text,
  ticked_at timestamptz,
  ticked_by bigint,
  whatsapp_id bigint,
  constraint message_readers_pkey primary key (message_id, student_id),
  constraint message_readers_mail_or_why check (num_nonnulls(mail_id, withheld) = 1),
  constraint message_readers_tick_whole check (num_nonnulls(ticked_at, ticked_by) = any (array[0, 2])),
  constraint message_readers_withheld_known check (withheld = any (array['no_address', 'may_not_see', 'unwanted', 'came_back'])) not valid,
  constraint message_readers_mail_fkey foreign key (mail_id) references mails(id),
  constraint message_readers_message_fkey foreign key (message_id) references messages(id) on delete cascade,
  constraint message_readers_student_fkey foreign key (student_id) references people(id),
  constraint message_readers_ticked_by_fkey foreign key (ticked_by) references people(id),
  constraint message_readers_whatsapp_fkey foreign key (whatsapp_id) references mails(id) not valid
);
create index message_readers_by_mail on message_readers using btree (mail_id) where mail_id is not null;
create index message_readers_by_student on message_readers using btree (student_id, message_id desc);
create index message_readers_by_whatsapp on message_readers using btree (whatsapp_id) where whatsapp_id is not null;

create table message_templates (
  id bigint not null generated always as identity,
  name text not null,
  language text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  constraint message_templates_pkey primary key (id)
);
create unique index message_templates_once on message_templates using btree (lower(name), language);
create trigger message_templates_audited after insert or delete or update on message_templates for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table messages (
  id bigint not null generated always as identity,
  author_id bigint not null,
  author_role text not null,
  subject text not null,
  body text not null,
  audience jsonb not null,
  course_id bigint,
  class_id bigint,
  event_id bigint,
  digest text not null,
  send_at timestamptz not null,
  nine_on date,
  next_at timestamptz,
  prepared_at timestamptz,
  canceled_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  whatsapp boolean not null default false,
  newsletter boolean not null default false,
  language text,
  versions jsonb not null default '[]'::jsonb,
  change_id bigint,
  constraint messages_pkey primary key (id),
  constraint messages_author_role_known check (author_role = any (array['admin', 'courseadmin', 'teacher'])),
  constraint messages_one_end check (num_nonnulls(prepared_at, canceled_at, stopped_at, next_at) = 1),
  constraint messages_author_fkey foreign key (author_id) references people(id),
  constraint messages_change_fkey foreign key (change_id) references changes(id) on delete set null,
  constraint messages_class_fkey foreign key (class_id) references classes(id),
  constraint messages_course_fkey foreign key (course_id) references courses(id),
  constraint messages_event_fkey foreign key (event_id) references events(id)
);
create index messages_by_author on messages using btree (author_id, id desc);
create index messages_by_change on messages using btree (change_id) where change_id is not null;
create index messages_by_course on messages using btree (course_id, id desc) where course_id is not null;
create index messages_due on messages using btree (next_at) where next_at is not null;
create trigger messages_audited after insert or delete or update of canceled_at on messages for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table notes (
  id bigint not null generated always as identity,
  person_id bigint,
  body text not null,
  readers text not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  case_id bigint,
  constraint notes_pkey primary key (id),
  constraint notes_about_something check (num_nonnulls(person_id, case_id) > 0),
  constraint notes_body_present check (body <> ''),
  constraint notes_readers_known check (readers = any (array['office', 'teachers'])),
  constraint notes_case_fkey foreign key (case_id) references cases(id),
  constraint notes_created_by_fkey foreign key (created_by) references people(id),
  constraint notes_person_fkey foreign key (person_id) references people(id)
);
create index notes_by_case on notes using btree (case_id, id) where case_id is not null;
create index notes_by_person on notes using btree (person_id, id desc) where deleted_at is null;
create trigger notes_audited after insert or delete or update on notes for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table openid_attempts (
  hash bytea not null,
  service_id bigint not null,
  role text not null,
  created_at timestamptz not null default now(),
  constraint openid_attempts_pkey primary key (hash),
  constraint openid_attempts_role_known check (role = any (array['', 'courseadmin', 'teacher'])),
  constraint openid_attempts_service_fkey foreign key (service_id) references openid_services(id) on delete cascade
);

create table openid_identities (
  id bigint not null generated always as identity,
  person_id bigint not null,
  issuer text not null,
  subject text not null,
  email_id text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint openid_identities_pkey primary key (id),
  constraint openid_identities_person_unique unique (person_id, issuer),
  constraint openid_identities_subject_unique unique (issuer, subject),
  constraint openid_identities_issuer_fkey foreign key (issuer) references openid_services(issuer) on delete cascade,
  constraint openid_identities_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create trigger identities_of_admins_by_two after insert or delete on openid_identities for each row execute function refuse_alone();
create trigger openid_identities_audited after insert or delete or update of person_id, issuer, subject, email_id on openid_identities for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table openid_services (
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  credentials_at timestamptz not null default now(),
  domains text[] not null default '{}'::text[],
  is_enabled boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint openid_services_pkey primary key (id),
  constraint openid_services_issuer_unique unique (issuer),
  constraint openid_services_name_unique unique (name),
  constraint openid_services_issuer_https check (issuer ~~ 'https://%'),
  constraint openid_services_label_present check (label <> ''),
  constraint openid_services_name_plain check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$')
);
create trigger openid_services_audited after insert or delete or update on openid_services for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table passkeys (
  id bigint not null generated always as identity,
  person_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_count_not_negative check (sign_count >= 0),
  constraint passkeys_name_short check (length(name) >= 1 and length(name) <= 60),
  constraint passkeys_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index passkeys_by_person on passkeys using btree (person_id);
create trigger passkeys_of_admins_by_two after insert or delete or update on passkeys for each row execute function refuse_alone();

create table past_weekly_times (
  slot_id bigint not null,
  ended_at timestamptz not null,
  class_day text not null,
  local_time time(0) without time zone not null,
  time_zone text not null,
  duration_minutes integer not null,
  constraint past_weekly_times_pkey primary key (slot_id, ended_at),
  constraint past_weekly_times_slot_fkey foreign key (slot_id) references class_slots(id) on delete cascade
);

create table pay_events (
  service text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  waits_for text,
  refund jsonb,
  constraint pay_events_pkey primary key (service, event_id),
  constraint pay_events_waits_whole check (num_nonnulls(waits_for, refund) = any (array[0, 2]))
);
create index pay_events_by_time on pay_events using btree (received_at);
create index pay_events_waiting on pay_events using btree (waits_for) where waits_for is not null;

create table pay_services (
  id bigint not null generated always as identity,
  service text not null,
  key_id text not null default '',
  is_test boolean not null,
  is_on boolean not null default false,
  currencies text[] not null default '{}'::text[],
  connected_at timestamptz not null default now(),
  heard_at timestamptz,
  version integer not null default 1,
  constraint pay_services_pkey primary key (id),
  constraint pay_services_service_unique unique (service),
  constraint pay_services_service_known check (service = any (array['razorpay', 'stripe']))
);
create trigger pay_services_audited after insert or delete or update of key_id, is_test, is_on, currencies, connected_at on pay_services for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table payment_shares (
  id bigint not null generated always as identity,
  payment_id bigint not null,
  student_id bigint not null,
  course_id bigint not null,
  amount numeric not null,
  constraint payment_shares_pkey primary key (id),
  constraint payment_shares_amount_positive check (amount > 0::numeric),
  constraint payment_shares_course_fkey foreign key (course_id) references courses(id),
  constraint payment_shares_payment_fkey foreign key (payment_id) references payments(id) on delete cascade,
  constraint payment_shares_student_fkey foreign key (student_id) references people(id)
);
create index payment_shares_by_course on payment_shares using btree (course_id);
create index payment_shares_by_payment on payment_shares using btree (payment_id);
create index payment_shares_by_student on payment_shares using btree (student_id, course_id);
create trigger payment_shares_audited after insert or delete or update on payment_shares for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table payment_signatures (
  payment_id text not null,
  signed_at timestamptz not null,
  constraint payment_signatures_pkey primary key (payment_id)
);

create table payment_totals (
  id bigint not null generated always as identity,
  status text not null,
  currency text,
  payments bigint not null,
  amount numeric not null,
  constraint payment_totals_pkey primary key (id)
);

create table payments (
  id bigint not null generated always as identity,
  payment_id text not null,
  course_id bigint,
  student_id bigint,
  full_name text not null,
  email_id text not null,
  phone_number text not null default '',
  amount numeric not null,
  status text not null,
  paid_at timestamptz not null,
  import_id bigint,
  created_at timestamptz not null default now(),
  currency text,
  kind text not null default 'fee',
  campaign text not null default '',
  method text,
  note text not null default '',
  received_by bigint,
  corrects bigint,
  void_reason text,
  by_another boolean not null default false,
  constraint payments_pkey primary key (id),
  constraint payments_payment_id_unique unique (payment_id),
  constraint payments_amount_not_negative check (amount >= 0::numeric),
  constraint payments_currency_iso check (currency ~ '^[A-Z]{3}$') not valid,
  constraint payments_decimals check (scale(amount) <= 3) not valid,
  constraint payments_fee_of_course check (course_id is not null or kind = 'donation') not valid,
  constraint payments_kind_known check (kind = any (array['fee', 'donation'])) not valid,
  constraint payments_method_known check (method = any (array['cash', 'upi', 'bank', 'cheque', 'card', 'online'])) not valid,
  constraint payments_payment_id_present check (payment_id <> ''),
  constraint payments_course_fkey foreign key (course_id) references courses(id),
  constraint payments_import_fkey foreign key (import_id) references imports(id),
  constraint payments_student_fkey foreign key (student_id) references people(id)
);
create index payments_by_corrected on payments using btree (corrects) where corrects is not null;
create index payments_by_course on payments using btree (course_id, paid_at desc, id desc);
create index payments_by_date on payments using btree (paid_at desc, id desc);
create index payments_by_hand on payments using btree (payment_id) where received_by is not null;
create index payments_by_sound on payments using gin (sounds_of(full_name));
create index payments_by_student on payments using btree (student_id, paid_at desc) where student_id is not null;
create index payments_campaigns on payments using btree (campaign) where kind = 'donation';
create index payments_corrections on payments using btree (created_at) where corrects is not null;
create index payments_search on payments using gin (lower((((((full_name || ' ') || email_id) || ' ') || phone_number) || ' ') || payment_id) gin_trgm_ops);
create index payments_void on payments using btree (paid_at) where lower(status) = 'void';
create index payments_without_currency on payments using btree (paid_at desc, id desc) where currency is null;
create trigger payments_added_up after insert on payments referencing new table as becomes for each statement execute function note_payment_totals();
create trigger payments_audited after insert or delete or update on payments for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger payments_change_due after update on payments referencing old table as former new table as written for each statement execute function note_due_updates();
create trigger payments_changed_add_up after update on payments referencing old table as was new table as becomes for each statement execute function note_payment_totals();
create trigger payments_come_due after insert on payments referencing new table as written for each statement execute function note_due_changes();
create trigger payments_removed_add_up after delete on payments referencing old table as was for each statement execute function note_payment_totals();
create trigger payments_removed_due after delete on payments referencing old table as written for each statement execute function note_due_changes();

create table people (
  id bigint not null generated always as identity,
  email_id text not null,
  password_hash text,
  main_role text not null,
  as_role text,
  first_name text not null,
  last_name text not null default '',
  fullname text not null generated always as (trim(both from (first_name || ' ') || last_name)) stored,
  phone_number text,
  gender text,
  dob date,
  description text not null default '',
  image text not null default '',
  address text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  region text not null default '',
  pincode text not null default '',
  timezone text not null default '',
  language text,
  student_level_status text,
  work_status text,
  import_id bigint,
  registered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  other_names text[] not null default '{}'::text[],
  site_ref text,
  merged_into bigint,
  erased_at timestamptz,
  suspended_at timestamptz,
  also_studies boolean not null default false,
  answers jsonb not null default '{}'::jsonb,
  constraint people_pkey primary key (id),
  constraint people_dob_plausible check (dob > '1900-01-01'::date and dob <> '1970-01-01'::date),
  constraint people_email_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or email_id = '' and (main_role = any (array['student', 'guardian']))) not valid,
  constraint people_first_name_present check (first_name <> ''),
  constraint people_gender_known check (gender = any (array['male', 'female', 'others'])),
  constraint people_main_role_known check (main_role = any (array['admin', 'courseadmin', 'teacher', 'coordinator', 'student', 'guardian'])) not valid,
  constraint people_second_role_pairs check (as_role is null or main_role = 'courseadmin' and as_role = 'teacher' or main_role = 'teacher' and as_role = 'courseadmin'),
  constraint people_import_fkey foreign key (import_id) references imports(id),
  constraint people_merged_into_fkey foreign key (merged_into) references people(id)
);
create index people_by_email on people using btree (lower(email_id));
create index people_by_import on people using btree (import_id) where import_id is not null;
create index people_by_main_role on people using btree (main_role, id desc) where deleted_at is null;
create index people_by_merge on people using btree (merged_into) where merged_into is not null;
create index people_by_number on people using btree ("right"(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)) where deleted_at is null and phone_number is not null;
create index people_by_second_role on people using btree (as_role, id desc) where deleted_at is null and as_role is not null;
create index people_by_sound on people using gin (sounds_of(fullname));
create unique index people_email_unique on people using btree (lower(email_id)) where deleted_at is null and (main_role <> all (array['student', 'guardian']));
create index people_search on people using gin (lower((((fullname || ' ') || email_id) || ' ') || coalesce(phone_number, '')) gin_trgm_ops);
create unique index people_site_ref_unique on people using btree (site_ref) where site_ref is not null and deleted_at is null;
create index students_by_email on people using btree (lower(email_id), id) where (main_role = 'student' or also_studies) and deleted_at is null;
create index students_by_group on people using btree (region, gender, dob) where (main_role = 'student' or also_studies) and deleted_at is null;
create index students_by_id on people using btree (id) include (gender, region, dob) where (main_role = 'student' or also_studies) and deleted_at is null;
create index students_by_name on people using btree (lower(fullname), id) where (main_role = 'student' or also_studies) and deleted_at is null;
create index students_by_natural_name on people using btree (fullname collate natural_order, id) where (main_role = 'student' or also_studies) and deleted_at is null;
create index students_by_registration on people using btree (registered_at, id) where (main_role = 'student' or also_studies) and deleted_at is null;
create constraint trigger admins_need_two_people after update on people not deferrable initially immediate for each row when ((old.main_role = 'admin' or new.main_role = 'admin') and (old.deleted_at is null or new.deleted_at is null) and (old.email_id is distinct from new.email_id or old.password_hash is distinct from new.password_hash or old.main_role is distinct from new.main_role or old.suspended_at is distinct from new.suspended_at or old.deleted_at is distinct from new.deleted_at)) execute function refuse_alone();
create trigger people_audited after insert or delete or update on people for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger people_change_due after update on people referencing old table as former new table as written for each statement execute function note_due_deletions();
create trigger people_deleted_end_enrolments after update on people referencing new table as written for each statement execute function end_enrolments_of_deleted();
create trigger people_mailboxes after update of email_id on people for each row when (lower(old.email_id) <> lower(new.email_id)) execute function note_mailbox_of_person();
create trigger people_new_admins_by_two after insert on people for each row when (new.main_role = 'admin') execute function refuse_alone();

create table personal_codes (
  id bigint not null generated always as identity,
  page_id bigint not null,
  hash bytea not null,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint personal_codes_pkey primary key (id),
  constraint personal_codes_hash_unique unique (hash),
  constraint personal_codes_page_fkey foreign key (page_id) references personal_pages(id) on delete cascade
);

create table personal_devices (
  page_id bigint not null,
  hash bytea not null,
  confirmed_at timestamptz not null default now(),
  constraint personal_devices_pkey primary key (page_id, hash),
  constraint personal_devices_page_fkey foreign key (page_id) references personal_pages(id) on delete cascade
);

create table personal_pages (
  id bigint not null generated always as identity,
  mailbox text not null,
  nonce text not null,
  hash bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null default now() + '30 days'::interval,
  revoked_at timestamptz,
  language text,
  unwanted text[] not null default '{}'::text[],
  old_hash bytea,
  old_expires_at timestamptz,
  constraint personal_pages_pkey primary key (id),
  constraint personal_pages_hash_unique unique (hash),
  constraint personal_pages_mailbox_unique unique (mailbox),
  constraint personal_pages_mailbox_lower check (mailbox = lower(mailbox) and mailbox <> '')
);
create unique index personal_pages_by_old_hash on personal_pages using btree (old_hash) where old_hash is not null;
create trigger personal_pages_audited after insert or delete or update of revoked_at, language, unwanted on personal_pages for each row when (coalesce(current_setting('gurukul.call', true), '') <> '') execute function record_audit();

create table provider (
  id bigint not null,
  name text not null default '',
  logo text not null default '',
  accent text not null default 'teal',
  time_zone text not null default 'Asia/Kolkata',
  languages text[] not null default '{en,te,hi}'::text[],
  sender_name text not null default '',
  reply_to text not null default '',
  version integer not null default 1,
  address text not null default '',
  registration text not null default '',
  receipt_template text not null default 'plain',
  receipt_wording text not null default '',
  receipt_year_start integer not null default 4,
  reporting_currency text,
  teacher_messages integer not null default 3,
  setup_dismissed boolean not null default false,
  weekly_cases boolean not null default true,
  weekly_cases_on date not null default date_trunc('week', current_date::timestamptz)::date + 7,
  retention jsonb not null default '{}'::jsonb,
  second_person_above integer,
  admin_factor_from date,
  courseadmin_factor_from date,
  teacher_factor_from date,
  retention_waits jsonb,
  retention_from timestamptz,
  spoken_languages text[] not null default '{te,en,sa,hi}'::text[],
  certificate_layout text not null default 'frame',
  signature text not null default '',
  signatory text not null default '',
  catalogue_open boolean not null default false,
  catalogue_sites text[] not null default '{}'::text[],
  registration_open boolean not null default false,
  place_when_paid boolean not null default false,
  child_consent text not null default 'off',
  children_rule text not null default 'off',
  children_checks text[] not null default '{}'::text[],
  constraint provider_pkey primary key (id),
  constraint provider_child_consent_known check (child_consent = any (array['off', 'warn', 'need'])),
  constraint provider_children_rule_known check (children_rule = any (array['off', 'warn', 'refuse'])) not valid,
  constraint provider_currency_iso check (reporting_currency ~ '^[A-Z]{3}$') not valid,
  constraint provider_layout_known check (certificate_layout = any (array['frame', 'landscape', 'letter'])),
  constraint provider_one_row check (id = 1),
  constraint provider_retention_waits_until check (num_nonnulls(retention_waits, retention_from) = any (array[0, 2])) not valid,
  constraint provider_second_person_above check (second_person_above >= 0 and second_person_above <= 100000) not valid,
  constraint provider_teacher_messages_sane check (teacher_messages >= 0 and teacher_messages <= 100) not valid,
  constraint provider_template_known check (receipt_template = any (array['plain', '80g', 'us'])) not valid,
  constraint provider_year_start_sane check (receipt_year_start >= 1 and receipt_year_start <= 12) not valid
);
create trigger provider_audited after insert or delete or update on provider for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create constraint trigger rules_need_two_people after update on provider not deferrable initially immediate for each row when (coalesce(new.second_person_above, 2147483647) > coalesce(old.second_person_above, 2147483647) or coalesce(new.admin_factor_from, 'infinity'::date) > coalesce(old.admin_factor_from, 'infinity'::date) or coalesce(new.courseadmin_factor_from, 'infinity'::date) > coalesce(old.courseadmin_factor_from, 'infinity'::date) or coalesce(new.teacher_factor_from, 'infinity'::date) > coalesce(old.teacher_factor_from, 'infinity'::date)) execute function refuse_loosening();

create table push_devices (
  id bigint not null generated always as identity,
  person_id bigint not null,
  session_id bigint not null,
  endpoint_mac bytea not null,
  sealed text not null,
  agent text not null default '',
  language text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  constraint push_devices_pkey primary key (id),
  constraint push_devices_endpoint_unique unique (endpoint_mac),
  constraint push_devices_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index push_devices_by_person on push_devices using btree (person_id);

create table query_emails (
  id bigint not null generated always as identity,
  query_type_id bigint not null,
  email_id text not null,
  created_at timestamptz not null default now(),
  constraint query_emails_pkey primary key (id),
  constraint query_emails_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  constraint query_emails_type_fkey foreign key (query_type_id) references query_types(id)
);
create index query_emails_by_type on query_emails using btree (query_type_id);
create trigger query_emails_audited after insert or delete or update on query_emails for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table query_types (
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamptz not null default now(),
  constraint query_types_pkey primary key (id),
  constraint query_types_name_present check (name <> '')
);
create unique index query_types_name_unique on query_types using btree (lower(name));
create trigger query_types_audited after insert or delete or update on query_types for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table questions (
  id bigint not null generated always as identity,
  about text not null,
  kind text not null,
  label text not null,
  label_te text not null default '',
  label_hi text not null default '',
  choices text[] not null default '{}'::text[],
  asked text[] not null default '{}'::text[],
  shown_to text not null,
  keep_count integer,
  keep_unit text not null default 'months',
  "position" integer not null,
  removed_at timestamptz,
  choices_te text[] not null default '{}'::text[],
  choices_hi text[] not null default '{}'::text[],
  constraint questions_pkey primary key (id),
  constraint questions_about_known check (about = any (array['person', 'enrolment'])),
  constraint questions_kept_positive check (keep_count > 0),
  constraint questions_kind_known check (kind = any (array['line', 'text', 'choice', 'several', 'yes', 'day'])),
  constraint questions_shown_known check (shown_to = any (array['office', 'teachers'])),
  constraint questions_unit_known check (keep_unit = any (array['days', 'months']))
);
create trigger questions_audited after insert or delete or update on questions for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table rate_limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_by_expiry on rate_limits using btree (expire);

create table receipts (
  id bigint not null generated always as identity,
  series text not null,
  year text not null,
  number integer not null,
  payment_id bigint,
  payer_id bigint,
  language text not null,
  content jsonb not null,
  issued_by bigint,
  issued_at timestamptz not null default now(),
  given_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  constraint receipts_pkey primary key (id),
  constraint receipts_number_unique unique (series, year, number),
  constraint receipts_number_positive check (number > 0),
  constraint receipts_issued_by_fkey foreign key (issued_by) references people(id),
  constraint receipts_payer_fkey foreign key (payer_id) references people(id),
  constraint receipts_payment_fkey foreign key (payment_id) references payments(id) on delete set null
);
create index receipts_by_payer on receipts using btree (payer_id, issued_at desc) where payer_id is not null;
create index receipts_by_payment on receipts using btree (payment_id);
create unique index receipts_one_per_payment on receipts using btree (payment_id) where voided_at is null;
create trigger receipts_audited after insert or delete or update on receipts for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table recovery_codes (
  person_id bigint not null,
  code_hmac bytea not null,
  constraint recovery_codes_pkey primary key (person_id, code_hmac),
  constraint recovery_codes_person_fkey foreign key (person_id) references people(id) on delete cascade
);

create table refunds (
  id bigint not null generated always as identity,
  refund_id text,
  payment_id bigint not null,
  share_id bigint,
  kind text not null default 'refund',
  amount numeric not null,
  reason text not null default '',
  refunded_at timestamptz not null,
  recorded_by bigint,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint refunds_pkey primary key (id),
  constraint refunds_refund_id_unique unique (refund_id),
  constraint refunds_amount_positive check (amount > 0::numeric),
  constraint refunds_kind_known check (kind = any (array['refund', 'dispute'])),
  constraint refunds_payment_fkey foreign key (payment_id) references payments(id),
  constraint refunds_recorded_by_fkey foreign key (recorded_by) references people(id),
  constraint refunds_share_fkey foreign key (share_id) references payment_shares(id)
);
create index refunds_by_payment on refunds using btree (payment_id);
create index refunds_by_share on refunds using btree (share_id) where share_id is not null;
create trigger refunds_audited after insert or delete or update on refunds for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger refunds_change_due after update on refunds referencing new table as written for each statement execute function note_due_of_refunds();
create trigger refunds_come_due after insert on refunds referencing new table as written for each statement execute function note_due_of_refunds();
create trigger refunds_removed_due after delete on refunds referencing old table as written for each statement execute function note_due_of_refunds();

create table registration_forms (
  id bigint not null generated always as identity,
  course_id bigint not null,
  mailbox text not null,
  form jsonb not null,
  hash bytea not null,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  made_at timestamptz not null default now(),
  proved_at timestamptz,
  done_at timestamptz,
  students bigint[] not null default '{}'::bigint[],
  constraint registration_forms_pkey primary key (id),
  constraint registration_forms_hash_unique unique (hash),
  constraint registration_forms_course_fkey foreign key (course_id) references courses(id)
);
create index registration_forms_by_age on registration_forms using btree (made_at);

create table registrations (
  id bigint not null generated always as identity,
  course_id bigint not null,
  class_id bigint,
  contact_name text not null,
  email_id text not null,
  phone_number text not null default '',
  page_language text not null,
  is_self boolean not null,
  learner_name text not null,
  birth_year integer not null,
  language text,
  timezone text not null default '',
  asked_at timestamptz not null default now(),
  student_id bigint,
  decision text,
  reason text not null default '',
  decided_by bigint,
  decided_at timestamptz,
  held_until timestamptz,
  answers jsonb not null default '{}'::jsonb,
  agreed bigint[] not null default '{}'::bigint[],
  wish jsonb,
  price jsonb,
  constraint registrations_pkey primary key (id),
  constraint registrations_decided_whole check (num_nonnulls(decision, decided_by, decided_at) = any (array[0, 3])),
  constraint registrations_decision_known check (decision = any (array['placed', 'known', 'new', 'refused'])),
  constraint registrations_class_fkey foreign key (class_id, course_id) references classes(id, course_id),
  constraint registrations_course_fkey foreign key (course_id) references courses(id),
  constraint registrations_decided_by_fkey foreign key (decided_by) references people(id),
  constraint registrations_student_fkey foreign key (student_id) references people(id)
);
create index registrations_by_mailbox on registrations using btree (email_id);
create index registrations_by_student on registrations using btree (student_id) where student_id is not null;
create index registrations_held on registrations using btree (class_id) where held_until is not null;
create index registrations_open on registrations using btree (course_id, asked_at) where decided_at is null;
create trigger registrations_audited after insert or delete or update of course_id, class_id, contact_name, email_id, phone_number, page_language, is_self, learner_name, birth_year, language, timezone, asked_at, student_id, decision, reason, decided_by, decided_at on registrations for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table remember_tokens (
  selector text not null,
  person_id bigint not null,
  validator_hash bytea not null,
  previous_validator_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  constraint remember_tokens_pkey primary key (selector),
  constraint remember_tokens_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index remember_tokens_by_person on remember_tokens using btree (person_id);

create table reminders (
  id bigint not null generated always as identity,
  student_id bigint not null,
  currency text not null,
  sent_to text not null,
  asked_by bigint,
  asked_at timestamptz not null default now(),
  mail_id bigint,
  constraint reminders_pkey primary key (id),
  constraint reminders_currency_iso check (currency ~ '^[A-Z]{3}$'),
  constraint reminders_asked_by_fkey foreign key (asked_by) references people(id),
  constraint reminders_mail_fkey foreign key (mail_id) references mails(id) on delete set null not valid,
  constraint reminders_student_fkey foreign key (student_id) references people(id)
);
create index reminders_by_mail on reminders using btree (mail_id) where mail_id is not null;
create index reminders_by_mailbox on reminders using btree (sent_to, asked_at desc);
create index reminders_by_student on reminders using btree (student_id, asked_at desc);
create trigger reminders_audited after insert or delete or update on reminders for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table report_schedules (
  id bigint not null generated always as identity,
  author_id bigint not null,
  receiver_id bigint not null,
  role text not null,
  name text not null,
  report jsonb not null,
  rhythm text not null,
  next_on date not null,
  is_paused boolean not null default false,
  stopped_at timestamptz,
  approved_rows integer,
  constraint report_schedules_pkey primary key (id),
  constraint report_schedules_name_present check (name <> ''),
  constraint report_schedules_rhythm_known check (rhythm = any (array['weekly', 'monthly'])),
  constraint report_schedules_role_known check (role = any (array['admin', 'courseadmin', 'teacher'])),
  constraint report_schedules_author_fkey foreign key (author_id) references people(id),
  constraint report_schedules_receiver_fkey foreign key (receiver_id) references people(id)
);
create index report_schedules_by_receiver on report_schedules using btree (receiver_id);
create index report_schedules_next on report_schedules using btree (next_on) where not is_paused and stopped_at is null;
create trigger report_schedules_audited after insert or delete or update on report_schedules for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table reset_challenges (
  id bigint not null generated always as identity,
  challenge_hash bytea not null,
  person_id bigint,
  email_id text not null,
  code_hmac bytea not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint reset_challenges_pkey primary key (id),
  constraint reset_challenges_hash_unique unique (challenge_hash),
  constraint reset_challenges_attempts_bounded check (attempts >= 0 and attempts <= 3),
  constraint reset_challenges_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index reset_challenges_by_email on reset_challenges using btree (lower(email_id), created_at);

create table reset_grants (
  grant_hash bytea not null,
  person_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint reset_grants_pkey primary key (grant_hash),
  constraint reset_grants_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index reset_grants_by_person on reset_grants using btree (person_id);
create trigger grants_of_admins_by_two after insert on reset_grants for each row execute function refuse_alone();

create table saved_views (
  id bigint not null generated always as identity,
  author_id bigint not null,
  role text not null,
  list text not null,
  name text not null,
  address text not null,
  for_office boolean not null,
  constraint saved_views_pkey primary key (id),
  constraint saved_views_name_present check (name <> ''),
  constraint saved_views_role_known check (role = any (array['admin', 'courseadmin', 'teacher'])),
  constraint saved_views_author_fkey foreign key (author_id) references people(id)
);
create unique index saved_views_office_name on saved_views using btree (role, list, name) where for_office;
create unique index saved_views_own_name on saved_views using btree (author_id, role, list, name) where not for_office;
create trigger saved_views_audited after insert or delete or update on saved_views for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table schema_migrations (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (version)
);

create table security_entries (
  id bigint not null,
  at timestamptz not null,
  kind text not null,
  person_id bigint,
  about_person_id bigint,
  from_address inet,
  change_id bigint,
  facts jsonb not null,
  hash bytea not null,
  constraint security_entries_pkey primary key (id),
  constraint security_entries_facts_named check (jsonb_typeof(facts) = 'object'),
  constraint security_entries_kind_written check (kind ~ '^[a-z_]{1,40}$')
);
create index security_entries_about_person on security_entries using btree (about_person_id, id desc) where about_person_id is not null;
create index security_entries_by_kind on security_entries using btree (kind, id desc);
create index security_entries_by_person on security_entries using btree (person_id, id desc);
create trigger security_entries_chained before insert on security_entries for each row execute function chain_security_entry();

create table security_stream (
  only_row boolean not null default true,
  entry_id bigint not null,
  hash bytea not null,
  constraint security_stream_pkey primary key (only_row),
  constraint security_stream_one_row check (only_row)
);

create table server_keys (
  name text not null,
  value text not null,
  created_at timestamptz not null default now(),
  constraint server_keys_pkey primary key (name)
);

create table sessions (
  token_hash bytea not null,
  id bigint not null generated always as identity,
  person_id bigint not null,
  active_role text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  agent text not null default '',
  from_address inet,
  series text,
  proved_at timestamptz,
  sign_out_url text,
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_id_unique unique (id),
  constraint sessions_agent_short check (length(agent) <= 400),
  constraint sessions_role_enters_portal check (active_role = any (array['admin', 'courseadmin', 'teacher'])),
  constraint sessions_person_fkey foreign key (person_id) references people(id) on delete cascade
);
create index sessions_by_expiry on sessions using btree (expires_at);
create index sessions_by_person on sessions using btree (person_id, created_at);

create table settlement_lines (
  id bigint not null generated always as identity,
  settlement_id bigint not null,
  service text not null,
  line_id text not null,
  row_number integer not null,
  kind text not null,
  refs text[] not null,
  on_day date,
  description text not null default '',
  gross numeric not null,
  fee numeric not null,
  tax numeric not null,
  net numeric not null,
  shown_amount numeric,
  shown_currency text,
  explained_by text,
  payout_of bigint,
  open text,
  constraint settlement_lines_pkey primary key (id),
  constraint settlement_lines_line_unique unique (service, line_id),
  constraint settlement_lines_kind_known check (kind = any (array['payment', 'refund', 'dispute', 'adjustment', 'fee', 'payout', 'other'])),
  constraint settlement_lines_row_positive check (row_number > 0),
  constraint settlement_lines_payout_fkey foreign key (payout_of) references settlements(id),
  constraint settlement_lines_settlement_fkey foreign key (settlement_id) references settlements(id) on delete cascade
);
create index settlement_lines_by_payment on settlement_lines using btree (explained_by) where explained_by is not null;
create index settlement_lines_by_payout on settlement_lines using btree (payout_of) where payout_of is not null;
create index settlement_lines_in_order on settlement_lines using btree (settlement_id, row_number);

create table settlements (
  id bigint not null generated always as identity,
  service text not null,
  payout_id text not null,
  utr text not null default '',
  paid_on date,
  currency text not null,
  captures numeric not null,
  fees numeric not null,
  tax numeric not null,
  refunds numeric not null,
  adjustments numeric not null,
  payout numeric not null,
  file_name text not null,
  saved_by bigint not null,
  saved_at timestamptz not null default now(),
  constraint settlements_pkey primary key (id),
  constraint settlements_payout_unique unique (service, payout_id, currency),
  constraint settlements_add_up check ((captures - fees - refunds + adjustments) = payout),
  constraint settlements_currency_iso check (currency ~ '^[A-Z]{3}$'),
  constraint settlements_payout_present check (payout_id <> ''),
  constraint settlements_service_known check (service = any (array['razorpay', 'stripe', 'bank'])),
  constraint settlements_saved_by_fkey foreign key (saved_by) references people(id)
);
create index settlements_by_day on settlements using btree (paid_on desc, id desc);
create index settlements_by_payout on settlements using btree (payout, currency);
create trigger settlements_audited after insert or delete or update on settlements for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table sign_in_alarms (
  id bigint not null generated always as identity,
  network text,
  accounts integer not null,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by bigint,
  kind text not null default 'spraying',
  person_id bigint,
  key_id bigint,
  constraint sign_in_alarms_pkey primary key (id),
  constraint sign_in_alarms_key_fkey foreign key (key_id) references intake_keys(id),
  constraint sign_in_alarms_seen_by_fkey foreign key (seen_by) references people(id)
);
create index sign_in_alarms_by_time on sign_in_alarms using btree (last_at desc);

create table slot_teachers (
  id bigint not null generated always as identity,
  slot_id bigint not null,
  course_id bigint not null,
  teacher_id bigint not null,
  assigned_by bigint,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint slot_teachers_pkey primary key (id),
  constraint slot_teachers_ends_after_start check (ended_at >= assigned_at),
  constraint slot_teachers_assigned_by_fkey foreign key (assigned_by) references people(id),
  constraint slot_teachers_association_fkey foreign key (course_id, teacher_id) references course_teachers(course_id, teacher_id),
  constraint slot_teachers_slot_fkey foreign key (slot_id, course_id) references class_slots(id, course_id)
);
create index slot_teachers_by_teacher on slot_teachers using btree (teacher_id, slot_id) where ended_at is null;
create index slot_teachers_former on slot_teachers using btree (slot_id, assigned_at) where ended_at is not null;
create unique index slot_teachers_one_per_slot on slot_teachers using btree (slot_id) where ended_at is null;
create trigger slot_teachers_audited after insert or delete or update on slot_teachers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();
create trigger slot_teachers_change_due after insert or delete or update on slot_teachers for each row execute function note_due_change();

create table terms (
  id bigint not null generated always as identity,
  kind text not null,
  version integer not null,
  body text not null,
  body_te text not null default '',
  body_hi text not null default '',
  saved_by bigint not null,
  saved_at timestamptz not null default now(),
  constraint terms_pkey primary key (id),
  constraint terms_version_unique unique (kind, version),
  constraint terms_kind_known check (kind = any (array['child_data', 'rules', 'recording', 'photos'])),
  constraint terms_version_positive check (version > 0),
  constraint terms_saved_by_fkey foreign key (saved_by) references people(id)
);
create trigger terms_audited after insert or delete or update on terms for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table test_hours (
  id bigint not null generated always as identity,
  course_id bigint not null,
  examiner_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  minutes integer not null,
  join_link text not null default '',
  offered_by bigint not null,
  constraint test_hours_pkey primary key (id),
  constraint test_hours_once exclude using gist (int8range(examiner_id, examiner_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&),
  constraint test_hours_whole check (minutes >= 5 and minutes <= 180 and ends_at >= (starts_at + minutes::double precision * '00:01:00'::interval)),
  constraint test_hours_course_fkey foreign key (course_id) references courses(id),
  constraint test_hours_examiner_fkey foreign key (examiner_id) references people(id),
  constraint test_hours_offered_by_fkey foreign key (offered_by) references people(id)
);
create index test_hours_by_course on test_hours using btree (course_id, ends_at);
create trigger test_hours_audited after insert or delete or update on test_hours for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table test_portions (
  id bigint not null generated always as identity,
  course_id bigint not null,
  name text not null,
  "position" integer not null,
  deleted_at timestamptz,
  constraint test_portions_pkey primary key (id),
  constraint test_portions_id_course unique (id, course_id),
  constraint test_portions_name_given check (btrim(name) <> '' and length(name) <= 200),
  constraint test_portions_course_fkey foreign key (course_id) references courses(id)
);
create index test_portions_by_course on test_portions using btree (course_id) where deleted_at is null;
create trigger test_portions_audited after insert or delete or update on test_portions for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table tests (
  id bigint not null generated always as identity,
  course_id bigint not null,
  portion_id bigint not null,
  student_id bigint not null,
  examiner_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  booked_by bigint not null,
  was_changed boolean not null default false,
  result text,
  words text not null default '',
  decided_by bigint,
  decided_at timestamptz,
  canceled_at timestamptz,
  constraint tests_pkey primary key (id),
  constraint tests_examiner_once exclude using gist (int8range(examiner_id, examiner_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (result is null and canceled_at is null),
  constraint tests_student_once exclude using gist (int8range(student_id, student_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (result is null and canceled_at is null),
  constraint tests_decided_whole check (num_nonnulls(result, decided_by, decided_at) = any (array[0, 3])),
  constraint tests_in_order check (starts_at < ends_at),
  constraint tests_of_two check (examiner_id <> student_id or canceled_at is not null),
  constraint tests_result_known check (result = any (array['passed', 'again', 'no_show'])),
  constraint tests_booked_by_fkey foreign key (booked_by) references people(id),
  constraint tests_decided_by_fkey foreign key (decided_by) references people(id),
  constraint tests_examiner_fkey foreign key (examiner_id) references people(id),
  constraint tests_portion_fkey foreign key (portion_id, course_id) references test_portions(id, course_id),
  constraint tests_student_fkey foreign key (student_id) references people(id)
);
create index tests_ahead on tests using btree (starts_at) where result is null and canceled_at is null;
create index tests_by_course on tests using btree (course_id, starts_at);
create index tests_by_examiner on tests using btree (examiner_id, starts_at);
create index tests_by_student on tests using btree (student_id, starts_at);
create index tests_decided on tests using btree (decided_at) where decided_at is not null;
create unique index tests_portion_once on tests using btree (student_id, portion_id) where result is null and canceled_at is null;
create trigger tests_audited after insert or delete or update on tests for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table ticket_payments (
  id bigint not null generated always as identity,
  payment_id text not null,
  name text not null,
  email text not null,
  phone text not null default '',
  course_type text not null,
  registration_code text not null,
  adult integer not null default 0,
  child integer not null default 0,
  amount numeric not null,
  status text not null,
  created_at timestamptz not null default now(),
  currency text,
  constraint ticket_payments_pkey primary key (id),
  constraint ticket_payments_payment_id_unique unique (payment_id),
  constraint ticket_payments_adult_not_negative check (adult >= 0),
  constraint ticket_payments_amount_not_negative check (amount >= 0::numeric),
  constraint ticket_payments_child_not_negative check (child >= 0),
  constraint ticket_payments_currency_iso check (currency ~ '^[A-Z]{3}$') not valid,
  constraint ticket_payments_decimals check (scale(amount) <= 3) not valid
);
create index ticket_payments_by_date on ticket_payments using btree (created_at desc, id desc);
create index ticket_payments_by_sound on ticket_payments using gin (sounds_of(name));
create index ticket_payments_without_currency on ticket_payments using btree (id) where currency is null;
create trigger ticket_payments_audited after insert or delete or update on ticket_payments for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table topics (
  id bigint not null generated always as identity,
  course_id bigint not null,
  week_count integer not null,
  "position" integer not null default 0,
  topic_name text not null,
  video text not null default '',
  homework boolean not null default false,
  pdf text not null default '',
  pdf_name text not null default '',
  constraint topics_pkey primary key (id),
  constraint topics_name_present check (topic_name <> ''),
  constraint topics_week_positive check (week_count > 0),
  constraint topics_course_fkey foreign key (course_id) references courses(id) on delete cascade
);
create index topics_by_course on topics using btree (course_id, week_count, "position", id);
create trigger topics_audited after insert or delete or update on topics for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table undos (
  change_id bigint not null,
  undone_at timestamptz not null default now(),
  undone_by bigint,
  by_change_id bigint,
  constraint undos_pkey primary key (change_id),
  constraint undos_by_change_fkey foreign key (by_change_id) references changes(id),
  constraint undos_change_fkey foreign key (change_id) references changes(id)
);
create index undos_by_change on undos using btree (by_change_id);

create table volunteers (
  id bigint not null generated always as identity,
  person_id bigint not null,
  stage text not null,
  stage_at timestamptz not null default now(),
  course_ids bigint[] not null default '{}'::bigint[],
  languages text[] not null default '{}'::text[],
  for_children boolean not null default false,
  constraint volunteers_pkey primary key (id),
  constraint volunteers_once unique (person_id),
  constraint volunteers_stage_known check (stage = any (array['asked', 'applied', 'in_training', 'sits_in', 'approved'])),
  constraint volunteers_person_fkey foreign key (person_id) references people(id)
);
create trigger volunteers_audited after insert or delete or update on volunteers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table waivers (
  id bigint not null generated always as identity,
  charge_id bigint not null,
  amount numeric not null,
  reason text not null,
  sponsor text not null default '',
  note text not null default '',
  canceled_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  constraint waivers_pkey primary key (id),
  constraint waivers_amount_positive check (amount > 0::numeric),
  constraint waivers_reason_known check (reason = any (array['exempted', 'sponsored', 'alternate', 'discount', 'refunded'])) not valid,
  constraint waivers_charge_fkey foreign key (charge_id) references charges(id),
  constraint waivers_created_by_fkey foreign key (created_by) references people(id)
);
create index waivers_by_charge on waivers using btree (charge_id);
create trigger waivers_audited after insert or delete or update on waivers for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table whatsapp_consents (
  id bigint not null generated always as identity,
  person_id bigint not null,
  number text not null,
  agreed_at timestamptz not null default now(),
  how text not null,
  recorded_by bigint not null,
  ended_at timestamptz,
  ended_how text,
  constraint whatsapp_consents_pkey primary key (id),
  constraint whatsapp_consents_end_known check (ended_how = any (array['my_page', 'office', 'stop'])),
  constraint whatsapp_consents_end_whole check (num_nonnulls(ended_at, ended_how) = any (array[0, 2])),
  constraint whatsapp_consents_how_known check (how = any (array['my_page', 'paper_form', 'by_phone', 'in_person', 'in_writing'])),
  constraint whatsapp_consents_number_whole check (number ~ '^[1-9][0-9]{7,14}$'),
  constraint whatsapp_consents_person_fkey foreign key (person_id) references people(id),
  constraint whatsapp_consents_recorded_by_fkey foreign key (recorded_by) references people(id)
);
create index whatsapp_consents_by_number on whatsapp_consents using btree (number) where ended_at is null;
create unique index whatsapp_consents_present on whatsapp_consents using btree (person_id, number) where ended_at is null;
create trigger whatsapp_consents_audited after insert or delete or update on whatsapp_consents for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create table wishes (
  id bigint not null generated always as identity,
  person_id bigint not null,
  course_id bigint,
  zone text not null,
  hours bit(168) not null,
  languages text[] not null default '{}'::text[],
  constraint wishes_pkey primary key (id),
  constraint wishes_zone_iana check (zone = 'UTC' or zone ~~ '%/%'),
  constraint wishes_course_fkey foreign key (course_id) references courses(id),
  constraint wishes_person_fkey foreign key (person_id) references people(id)
);
create index wishes_of_course on wishes using btree (course_id);
create unique index wishes_once on wishes using btree (person_id, coalesce(course_id, 0::bigint));
create trigger wishes_audited after insert or delete or update on wishes for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off') execute function record_audit();

create view balances as
 select student_id,
    course_id,
    currency,
    charged,
    waived,
    received,
    refunded,
    owed,
    greatest(owed, 0::numeric) as open,
    greatest(- owed, 0::numeric) as credit
   from ( select t.student_id,
            t.course_id,
            t.currency,
            t.charged,
            t.waived,
            t.received,
            t.refunded,
            t.charged - t.waived - t.received + t.refunded as owed
           from ( select e.student_id,
                    e.course_id,
                    e.currency,
                    coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0::numeric) as charged,
                    coalesce(sum(e.amount) filter (where e.kind = 'waiver'), 0::numeric) as waived,
                    coalesce(sum(e.amount) filter (where e.kind = 'payment'), 0::numeric) as received,
                    coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0::numeric) as refunded
                   from ledger_entries e
                  group by e.student_id, e.course_id, e.currency) t) b;

create view children as
 select id as student_id
   from people p
  where (main_role = 'student' or also_studies) and deleted_at is null and (dob > (today_in_kolkata() - '18 years'::interval)::date or dob is null and (( select r.birth_year
           from registrations r
          where r.student_id = p.id
          order by r.id desc
         limit 1))::numeric >= (extract(year from today_in_kolkata()) - 18::numeric));

create view children_without_consent as
 select student_id
   from children k
  where not coalesce(( select c.agreed
           from consents c
          where c.person_id = k.student_id and c.purpose = 'child_data'
          order by c.said_at desc, c.id desc
         limit 1), false);

create view course_sizes as
 with fresh as materialized (
         select f.course_id,
            f.enrolments
           from fresh_course_sums f
        )
 select f.course_id,
    f.enrolments
   from fresh f
union all
 select c.id as course_id,
    ( select count(*) as count
           from enrolments e
          where e.course_id = c.id and e.ended_on is null) as enrolments
   from courses c
  where not (c.id in ( select f.course_id
           from fresh f));

create view course_totals as
 with fresh as materialized (
         select f.course_id
           from fresh_course_sums f
        )
 select m.course_id,
    m.currency,
    m.is_due,
    m.is_gone,
    m.ledgers,
    m.charged,
    m.waived,
    m.received,
    m.refunded,
    m.open,
    m.credit,
    m.due,
    m.overdue,
    m.later
   from course_money m
  where (m.course_id in ( select f.course_id
           from fresh f))
union all
 select m.course_id,
    m.currency,
    m.is_due,
    m.is_gone,
    m.ledgers,
    m.charged,
    m.waived,
    m.received,
    m.refunded,
    m.open,
    m.credit,
    m.due,
    m.overdue,
    m.later
   from money_of_courses(array( select c.id
           from courses c
          where not (c.id in ( select f.course_id
                   from fresh f)))) m(course_id, currency, is_due, is_gone, ledgers, charged, waived, received, refunded, open, credit, due, overdue, later, until_day);

create view course_weeks as
 select c.id as course_id,
    row_number() over (partition by c.id order by w.starts_on)::integer as week_count,
    w.starts_on::date as starts_on,
    (w.starts_on + '6 days'::interval)::date as ends_on
   from courses c
     cross join lateral generate_series(c.start_date::timestamp without time zone, c.start_date + make_interval(months => course_months(c.course_duration)) - '1 day'::interval, '7 days'::interval) w(starts_on);

create view courses_of_changed_students as
 select e.course_id
   from due_changes d
     join enrolments e on e.student_id = d.student_id
union
 select m.course_id
   from due_changes d
     join payments m on m.student_id = d.student_id
  where m.course_id is not null;

create view fresh_course_sums as
 select s.course_id,
    s.enrolments
   from course_sums s
     cross join ( select (now() at time zone office.time_zone)::date as today
           from provider office) t
  where s.of_day <= t.today and coalesce(s.until_day > t.today, true) and not (s.course_id in ( select c.course_id
           from stale_courses c));

create view ledger_entries as
 select c.student_id,
    c.course_id,
    c.currency,
    'charge' as kind,
    c.id,
    c.amount,
    c.due_on as on_day
   from charges c
  where c.canceled_at is null
union all
 select c.student_id,
    c.course_id,
    c.currency,
    'waiver' as kind,
    w.id,
    w.amount,
    (w.created_at at time zone 'Asia/Kolkata')::date as on_day
   from waivers w
     join charges c on c.id = w.charge_id
  where w.canceled_at is null and c.canceled_at is null
union all
 select m.student_id,
    m.course_id,
    m.currency,
    'payment' as kind,
    m.id,
    m.amount,
    (m.paid_at at time zone 'Asia/Kolkata')::date as on_day
   from payments m
  where lower(m.status) = 'success' and m.kind = 'fee' and m.currency is not null and m.student_id is not null and not (exists ( select
           from payment_shares s
          where s.payment_id = m.id))
union all
 select s.student_id,
    s.course_id,
    m.currency,
    'payment' as kind,
    m.id,
    s.amount,
    (m.paid_at at time zone 'Asia/Kolkata')::date as on_day
   from payment_shares s
     join payments m on m.id = s.payment_id
  where lower(m.status) = 'success' and m.currency is not null
union all
 select m.student_id,
    m.course_id,
    m.currency,
    'refund' as kind,
    r.id,
    r.amount,
    (r.refunded_at at time zone 'Asia/Kolkata')::date as on_day
   from refunds r
     join payments m on m.id = r.payment_id
  where r.reversed_at is null and r.share_id is null and lower(m.status) = 'success' and m.kind = 'fee' and m.currency is not null and m.student_id is not null
union all
 select s.student_id,
    s.course_id,
    m.currency,
    'refund' as kind,
    r.id,
    r.amount,
    (r.refunded_at at time zone 'Asia/Kolkata')::date as on_day
   from refunds r
     join payment_shares s on s.id = r.share_id
     join payments m on m.id = s.payment_id
  where r.reversed_at is null and r.share_id is not null and lower(m.status) = 'success' and m.currency is not null;

create view ledger_statuses as
 select student_id,
    course_id,
        case
            when bool_or(open > 0::numeric) then
            case
                when bool_or(went_back) then 'Refunded'
                else null::text
            end
            when sum(charged) = 0::numeric then 'Refunded'
            when bool_or(received > refunded) then 'Successful'
            else coalesce(( select
                    case w.reason
                        when 'sponsored' then 'Sponsored'
                        when 'alternate' then 'Alternate arrangements made'
                        else 'Exempted'
                    end as "case"
               from waivers w
                 join charges c on c.id = w.charge_id
              where c.student_id = b.student_id and c.course_id = b.course_id and w.canceled_at is null and c.canceled_at is null
              order by (w.reason = 'discount'), w.amount desc, w.id
             limit 1), 'Successful')
        end as payment_status
   from ( select l.student_id,
            l.course_id,
            l.currency,
            l.charged,
            l.waived,
            l.received,
            l.refunded,
            l.open,
            l.credit,
            l.open_since,
            bool_and(l.received = l.refunded) over of_one and (bool_or(l.refunded > 0::numeric) over of_one or (exists ( select
                   from payments m
                  where m.student_id = l.student_id and m.course_id = l.course_id and m.kind = 'fee' and lower(m.status) = 'refunded'))) as went_back
           from ledger_sums l
          window of_one as (partition by l.student_id, l.course_id)) b
  group by student_id, course_id
 having sum(charged) > 0::numeric or bool_or(went_back);

create view open_charges as
 select n.charge_id,
    n.student_id,
    n.course_id,
    n.currency,
    n.part,
    n.parts,
    n.due_on,
    n.amount,
    n.waived,
    least(n.owed, greatest(n.up_to - coalesce(l.received - l.refunded, 0::numeric), 0::numeric)) as open
   from ( select c.id as charge_id,
            c.student_id,
            c.course_id,
            c.currency,
            c.part,
            c.parts,
            c.due_on,
            c.amount,
            coalesce(w.amount, 0::numeric) as waived,
            c.amount - coalesce(w.amount, 0::numeric) as owed,
            sum(c.amount - coalesce(w.amount, 0::numeric)) over (partition by c.student_id, c.course_id, c.currency order by c.due_on, c.id) as up_to
           from charges c
             left join lateral ( select sum(w_1.amount) as amount
                   from waivers w_1
                  where w_1.charge_id = c.id and w_1.canceled_at is null) w on true
          where c.canceled_at is null) n
     left join ledger_sums l on l.student_id = n.student_id and l.course_id = n.course_id and l.currency = n.currency;

create view open_registrations as
 select r.id,
    r.course_id,
    r.student_id,
    r.asked_at
   from registrations r
     join courses c on c.id = r.course_id and c.deleted_at is null
  where r.decided_at is null and (r.held_until is null or r.held_until <= now()) and (r.student_id is null or (exists ( select
           from enrolments e
             join people p on p.id = e.student_id and p.deleted_at is null
          where e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null and e.class_id is null and e.waits_for_class_id is null)));

create view people_behind_emails as
 select lower(p.email_id) as email,
    p.id as person_id
   from people p
  where p.deleted_at is null and p.email_id <> '' and p.main_role <> 'guardian'
union all
 select lower(c.value) as email,
    p.id as person_id
   from contacts c
     join people p on p.id = c.person_id and p.deleted_at is null and p.main_role <> 'guardian'
  where c.kind = 'email'
union all
 select lower(g.email_id) as email,
    p.id as person_id
   from people g
     join guardians r on r.guardian_id = g.id
     join people p on p.id = r.student_id and p.deleted_at is null
  where g.deleted_at is null and g.email_id <> ''
union all
 select lower(c.value) as email,
    p.id as person_id
   from contacts c
     join people g on g.id = c.person_id and g.deleted_at is null
     join guardians r on r.guardian_id = g.id
     join people p on p.id = r.student_id and p.deleted_at is null
  where c.kind = 'email';

create view present_staff as
 select id,
    email_id,
    fullname,
    main_role,
    as_role,
    password_hash,
    registered_at
   from people
  where deleted_at is null and suspended_at is null and erased_at is null and (main_role <> all (array['student', 'guardian']));

create view stale_courses as
 select d.course_id
   from due_changes d
  where d.course_id is not null
union
 select s.course_id
   from courses_of_changed_students s
union
 select x.course_id
   from due_expiries x
  where x.expires_at <= now();

create function broken_rules(change bigint)
 returns table(code text, place text, person text, course text, class text, event text)
 language sql
 stable
as $function$
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
      case when p.deleted_at is not null or not (p.main_role = 'student' or p.also_studies) then 'person_deleted' when c.deleted_at is not null then 'course_deleted'
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
      and (p.deleted_at is not null or p.main_role <> 'admin' and 'courseadmin' not in (p.main_role, coalesce(p.as_role, '')))
    union all
    select null, c.course_name, null, v.event_name,
      case when c.deleted_at is not null then 'course_deleted'
        when v.live_status = 'canceled' and v.registration_status = 'active' then 'event_canceled' end
    from events v join courses c on c.id = v.course_id
    where w.table_name = 'events' and v.id = w.id and v.deleted_at is null
  ) found where found.code is not null
$function$;

create function cancel_returned()
 returns trigger
 language plpgsql
as $function$
begin
  -- Payments of this change that went back no more: what they canceled, by its instant, is charged again.
  update charges h
  set canceled_at = null, cancel_reason = null
  from (
    select coalesce(a.before ->> 'student_id', m.student_id::text)::bigint as student_id,
      coalesce(a.before ->> 'course_id', m.course_id::text)::bigint as course_id,
      (
        select max(e.at) from audit_entries e
        where e.table_name = 'payments' and e.row_id = a.row_id and lower(e.after ->> 'status') = 'refunded'
      ) as at
    from audit_entries a
    left join payments m on m.id = a.row_id::bigint
    where a.change_id = new.id and a.table_name = 'payments' and lower(a.before ->> 'status') = 'refunded'
      and lower(m.status) is distinct from 'refunded'
  ) back
  where h.student_id = back.student_id and h.course_id = back.course_id and h.canceled_at = back.at
    -- nobody has charged it anew
    and not exists (
      select from charges o
      where o.student_id = h.student_id and o.course_id = h.course_id and o.canceled_at is null
    );
  update charges h
  set canceled_at = now(), cancel_reason = 'Refunded'
  from (
    select coalesce(s.student_id, m.student_id) as student_id, coalesce(s.course_id, m.course_id) as course_id, m.currency
    from audit_entries a
    join payments m on m.id = case when a.table_name = 'payments' then a.row_id::bigint end
    left join payment_shares s on s.payment_id = m.id
    where a.change_id = new.id and lower(m.status) = 'refunded' and m.kind = 'fee'
      and (a.action = 'insert' or a.before ?| array['status', 'student_id', 'course_id'])
    group by 1, 2, 3
  ) back
  join balances b
    on b.student_id = back.student_id and b.course_id = back.course_id and b.currency = back.currency
  where b.received = b.refunded and h.canceled_at is null
    and h.student_id = back.student_id and h.course_id = back.course_id and h.currency = back.currency;
  return null;
end
$function$;

create function chain_security_entry()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  id_before bigint;
  hash_before bytea;
begin
  perform pg_advisory_xact_lock(hashtext('security log'));
  select e.id, e.hash into id_before, hash_before from security_entries e order by e.id desc limit 1;
  new.id := coalesce(id_before, 0) + 1;
  new.at := clock_timestamp();
  new.change_id := nullif(current_setting('gurukul.change', true), '');
  new.hash := security_hash(coalesce(hash_before, ''), new);
  return new;
end
$function$;

create function checked_until(person bigint)
 returns date
 language sql
 stable
as $function$
  select case
    when exists (
      select from volunteers v
      where v.person_id = checked_until.person and v.stage = 'approved' and not v.for_children
    ) then null
    when s.children_checks = '{}' then (
      select max(coalesce(c.valid_until, 'infinity')) from checks c where c.person_id = checked_until.person
    )
    else (
      select case when bool_and(n.until is not null) then min(n.until) end
      from (
        select (
          select max(coalesce(c.valid_until, 'infinity'))
          from checks c
          where c.person_id = checked_until.person and lower(c.kind) = lower(k.kind)
        ) as until
        from unnest(s.children_checks) k (kind)
      ) n
    )
  end
  from provider s
$function$;

create function class_instant(wall timestamp without time zone, zone text)
 returns timestamptz
 language sql
 stable parallel safe
return case when ((((wall at time zone zone) - '01:00:00'::interval) at time zone zone) = wall) then ((wall at time zone zone) - '01:00:00'::interval) else (wall at time zone zone) end;

create function course_end(start_date date, course_duration text)
 returns date
 language sql
 immutable parallel safe
return (start_date + ((((((start_date + make_interval(months => course_months(course_duration))))::date - start_date) + 6) / 7) * 7));

create function course_months(course_duration text)
 returns integer
 language sql
 immutable parallel safe
return case course_duration when 'semester' then 6 when 'trimister' then 3 when 'quarterly' then 3 else 12 end;

create function current_change()
 returns bigint
 language plpgsql
as $function$
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
$function$;

create function due_of_courses(courses bigint[])
 returns table(kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date, is_enrolled boolean, rank bigint, tie bigint, until timestamptz, line text, days date[])
 language plpgsql
 stable rows 20
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
  own bigint[];
  first_day date;
  void bigint[];
  void_days date[];
begin
  if cardinality(courses) = 0 then
    return;
  end if;
  own := array(select k.id from classes k where k.course_id = any(due_of_courses.courses) and k.deleted_at is null);
  -- Rolls of courses that run are asked for from their first day on. No slot has a meeting before it was made.
  first_day := least(today - 9, (
    select min(greatest(c.start_date, s.created_at::date - 1))
    from class_slots s
    join courses c on c.id = s.course_id
    where s.class_id = any(own) and s.deleted_at is null and course_end(c.start_date, c.course_duration) > today
  ));
  -- the registers of meetings that were canceled, or were on a day off
  void := array(
    select r.id
    from class_slots s
    join meetings m on m.slot_id = s.id and m.state = 'canceled'
    join attendance_registers r
      on r.class_id = m.class_id and r.attendance_date = m.on_date and r.slot_id = m.slot_id and not r.is_extra
    where s.course_id = any(due_of_courses.courses)
    union all
    select r.id
    from days_off o
    join classes k
      on k.course_id = any(due_of_courses.courses) and (o.course_id is null or o.course_id = k.course_id)
      and (o.class_id is null or o.class_id = k.id)
    join attendance_registers r
      on r.class_id = k.id and r.attendance_date between o.from_date and o.until_date and not r.is_extra
    where not exists (
      select from meetings m where m.slot_id = r.slot_id and m.on_date = r.on_date and m.state in ('planned', 'moved')
    )
  );
  void_days := array(select distinct r.attendance_date from attendance_registers r where r.id = any(void));
  return query
    with running as materialized (
      select c.id, c.start_date, e.ends_on, e.ends_on::timestamp at time zone 'Asia/Kolkata' as until
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
      where c.id = any(due_of_courses.courses) and c.deleted_at is null and e.ends_on > today
    ),
    enrolled as materialized (
      select e.id, e.student_id, e.course_id, e.class_id, e.payment_status
      from enrolments e
      where e.course_id = any(due_of_courses.courses) and e.ended_on is null
    ),
    meeting as materialized (
      select m.* from last_meetings(own, now()) m
    ),
    -- of courses that run, from their first day on
    older as materialized (
      select m.slot_id, m.class_id, m.course_id, m.held_on as date, m.local_start, m.on_date, m.state = 'extra' as is_extra
      from meetings_of(own, first_day, now()::date - 6) m
      join running r on r.id = m.course_id
      where m.state not in ('canceled', 'day_off') and m.ends_at <= now() - interval '7 days'
        and m.starts_at >= m.slot_made_at
    ),
    roll as materialized (
      select m.slot_id, m.class_id, m.course_id, m.date, m.local_start, m.on_date, m.is_extra, m.register_id
      from meeting m
      where m.is_in_course
      union all
      select m.slot_id, m.class_id, m.course_id, m.date, m.local_start, m.on_date, m.is_extra, (
          select r.id
          from attendance_registers r
          where r.class_id = m.class_id and r.attendance_date = m.date
            and (r.slot_id is null or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = m.is_extra)
          order by r.slot_id
          limit 1
        )
      from older m
    ),
    marked as materialized (
      select a.register_id, a.student_id
      from attendance a
      where a.class_id = any(own) and a.attendance_date >= first_day
    ),
    member as materialized (
      select e.class_id, e.student_id, e.started_on, coalesce(e.ended_on, 'infinity') as ended_on
      from enrolments e
      where e.class_id = any(own)
        and (e.ended_on is null or (select p.deleted_at is null from people p where p.id = e.student_id))
    )
    select null, m.course_id, null::bigint, null::bigint, null::bigint, null::bigint, null::date, null::boolean,
      null::bigint, null::bigint, min(m.next_at), null::text, null::date[]
    from meeting m
    group by m.course_id
    union all
    -- One look at all the marks of a class costs less than one for each meeting and student. `not in` is always by hash.
    select distinct 'unmarked_class', l.course_id, l.class_id, null::bigint, l.slot_id, null::bigint, l.date, null::boolean,
      -extract(epoch from l.local_start)::bigint, l.class_id, coalesce(r.until, 'infinity'),
      format('unmarked_class:%s:%s%s', l.slot_id, l.on_date, case when l.is_extra then 'x' end), null::date[]
    from roll l
    join member e on e.class_id = l.class_id and e.started_on <= l.date and e.ended_on > l.date
    left join running r on r.id = l.course_id
    where l.register_id is null
      or (l.register_id, e.student_id) not in (select a.register_id, a.student_id from marked a)
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until, 'class_without_teacher:' || s.id, null
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
      and needs_teacher(r.id)
    union all
    -- They paid last, were not refunded, are in no class, and are still meant to come.
    select 'paid_not_placed', r.id, null, paid.student_id, null, paid.id, null, e.id is not null,
      (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, r.until, 'paid_not_placed:' || paid.id, null
    from running r
    cross join lateral (
      select distinct on (m.student_id) m.student_id, m.id, m.paid_at, m.status, m.amount
      from payments m
      where m.course_id = r.id and m.student_id is not null and lower(m.status) in ('success', 'refunded')
        and m.kind = 'fee'
        and (m.student_id, m.course_id) not in (
          select e.student_id, e.course_id from enrolled e where e.class_id is not null
        )
      -- of two at one moment the refund came later
      order by m.student_id, m.paid_at desc, lower(m.status) = 'success', m.id desc
    ) paid
    join people p on p.id = paid.student_id and p.deleted_at is null
    left join enrolled e on e.student_id = paid.student_id and e.course_id = r.id
    where lower(paid.status) = 'success'
      and not exists (
        select from refunds f
        where f.payment_id = paid.id and f.reversed_at is null
        having sum(f.amount) >= paid.amount
      )
      and coalesce((
        select e.registration_status
        from enrolments e
        where e.student_id = paid.student_id and e.course_id = r.id
        order by e.id desc
        limit 1
      ), 'Registered') = 'Registered'
    union all
    select 'attending_unpaid', e.course_id, e.class_id, e.student_id, null, null, came.day, null,
      (date '2000-01-01' - came.day)::bigint, e.id,
      greatest((came.day + 30)::timestamp at time zone 'Asia/Kolkata', r.until), 'attending_unpaid:' || e.id, null
    from enrolled e
    left join running r on r.id = e.course_id
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
      order by a.attendance_date desc
      limit 1
    ) came
    where is_unpaid(e.payment_status) and (r.id is not null or came.day > today - 30)
    union all
    -- Three absences or more since the last mark that says something else. Of two on one day, that one counts as the later
    -- one. What was excused, or did not take place, is no mark.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.days[cardinality(absent.days)], null,
      (date '2000-01-01' - absent.days[cardinality(absent.days)])::bigint, e.id, r.until,
      format('three_absences:%s:%s:%s', e.student_id, e.class_id, absent.days[1]), absent.days
    from running r
    join enrolled e on e.course_id = r.id
    cross join lateral (
      select greatest(
        (
          -- from the index alone, which does not have the register
          select a.attendance_date
          from attendance a
          where a.class_id = e.class_id and a.student_id = e.student_id and a.status <> 'absent'
            and a.attendance_date <> all(void_days)
          order by a.attendance_date desc
          limit 1
        ),
        (
          select max(a.attendance_date)
          from attendance a
          where a.class_id = e.class_id and a.student_id = e.student_id and a.status <> 'absent'
            and a.attendance_date = any(void_days) and a.register_id <> all(void)
        )
      ) as day
    ) other
    cross join lateral (
      select array_agg(a.attendance_date order by a.attendance_date) as days
      from attendance a
      where a.class_id = e.class_id and a.student_id = e.student_id and a.status = 'absent'
        and a.attendance_date > coalesce(other.day, '-infinity') and a.register_id <> all(void)
        and not is_excused(a.student_id, a.class_id, a.attendance_date, a.register_id)
      having count(*) >= 3
    ) absent
    where (
        -- Few have such a row, so what follows is looked at last.
        select k.deleted_at is null from classes k where k.id = e.class_id and absent.days is not null
      )
      and (select p.deleted_at is null from people p where p.id = e.student_id and absent.days is not null)
      -- A row whose last absence was entered more than four weeks later is history that somebody brought.
      and exists (
        select from attendance a
        where a.class_id = e.class_id and a.student_id = e.student_id and a.status = 'absent'
          and a.attendance_date = absent.days[cardinality(absent.days)] and a.marked_at < a.attendance_date + 29
        offset 0
      );
end
$function$;

create function end_enrolments()
 returns trigger
 language plpgsql
as $function$
begin
  update enrolments
  set ended_on = greatest((now() at time zone 'Asia/Kolkata')::date, started_on)
  where course_id = new.id and ended_on is null;
  return null;
end
$function$;

create function end_enrolments_of_deleted()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from written w where w.deleted_at is not null) then
    update enrolments e
    set ended_on = greatest((now() at time zone 'Asia/Kolkata')::date, e.started_on)
    from written w
    where w.deleted_at is not null and e.student_id = w.id and e.ended_on is null;
  end if;
  return null;
end
$function$;

create function end_history(days integer, at_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  removed integer;
  parts_of bigint[];
  ended bigint[];
begin
  if days is null or days < 730 then
    raise exception 'the history of two years stays' using errcode = 'check_violation';
  end if;
  with old as (
    select e.id, e.at
    from audit_entries e
    where e.at < now() - make_interval(days => days) and history_may_end(e.table_name, e.before)
    order by e.at
    limit at_most
    for update skip locked
  ),
  gone as (
    delete from audit_entries e using old o where e.id = o.id and e.at = o.at returning e.change_id
  )
  select count(*), array_agg(distinct g.change_id) into removed, parts_of from gone g;
  ended := array(
    select p.id from unnest(parts_of) p (id)
    where not exists (select from audit_entries e where e.change_id = p.id)
  );
  update mails m set change_id = null where m.change_id = any(ended);
  delete from undos u where u.change_id = any(ended);
  update undos u set by_change_id = null where u.by_change_id = any(ended);
  delete from changes c where c.id = any(ended);
  return removed;
end
$function$;

create function ending_checks()
 returns setof bigint
 language sql
 stable
as $function$
  select c.id
  from checks c
  join people p on p.id = c.person_id and p.deleted_at is null
  where c.valid_until <= (now() at time zone (select office.time_zone from provider office))::date + 60
    and ('teacher' in (p.main_role, p.as_role) or exists (select from volunteers v where v.person_id = p.id))
    and not exists (
      select from checks n
      where n.person_id = c.person_id and lower(n.kind) = lower(c.kind)
        and coalesce(n.valid_until, 'infinity') > c.valid_until
    )
$function$;

create function erase_origins(people bigint[])
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
  update changes c
  set from_address = null
  where c.from_address is not null
    and c.person_id in (select p.id from people p where p.id = any(people) and p.erased_at is not null)
$function$;

create function erase_trail(people bigint[], emptied jsonb)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
  with erased as (
    select p.id from people p where p.id = any(people) and p.erased_at is not null
  ),
  touched as (
    select distinct e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and exists (select from erased)
  ),
  meant as (
    select e.id, e.at, array(select jsonb_array_elements_text(nullif(emptied -> e.table_name, 'null'))) as columns,
      emptied -> e.table_name = 'null' as is_all
    from audit_entries e
    where emptied ? e.table_name
      and (e.about_person_id in (select id from erased) or (e.table_name, e.row_id) in (select t.* from touched t))
  )
  update audit_entries e
  set before = case when m.is_all then e.before - array(select jsonb_object_keys(e.before)) else e.before - m.columns end,
    after = case when m.is_all then e.after - array(select jsonb_object_keys(e.after)) else e.after - m.columns end
  from meant m
  where e.id = m.id and e.at = m.at
$function$;

create function erase_trail(people bigint[], emptied jsonb, rows jsonb)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
  with erased as (
    select p.id from people p where p.id = any(people) and p.erased_at is not null
  ),
  touched as (
    select e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and exists (select from erased)
    union
    select r.key, id.value from jsonb_each(rows) r cross join jsonb_array_elements_text(r.value) id
    where exists (select from erased)
  ),
  meant as (
    select e.id, e.at, array(select jsonb_array_elements_text(nullif(emptied -> e.table_name, 'null'))) as columns,
      emptied -> e.table_name = 'null' as is_all
    from audit_entries e
    where emptied ? e.table_name
      and (e.about_person_id in (select id from erased) or (e.table_name, e.row_id) in (select t.* from touched t))
  )
  update audit_entries e
  set before = case when m.is_all then e.before - array(select jsonb_object_keys(e.before)) else e.before - m.columns end,
    after = case when m.is_all then e.after - array(select jsonb_object_keys(e.after)) else e.after - m.columns end
  from meant m
  where e.id = m.id and e.at = m.at
$function$;

create function erase_words(mention bigint, words text[])
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
  with meant as (
    select m.table_name, m.row_id
    from erasure_mentions m
    join people p on p.id = m.person_id and p.erased_at is not null
    where m.id = mention
  ),
  entries as (
    select e.id, e.at from meant m join audit_entries e on e.table_name = m.table_name and e.row_id = m.row_id
    union
    select e.id, e.at from meant m
    join audit_entries e on e.id = case when m.table_name = 'audit_entries' then m.row_id::bigint end
  )
  update audit_entries e
  set before = without_words(e.before, words), after = without_words(e.after, words)
  from entries
  where e.id = entries.id and e.at = entries.at
$function$;

create function fold_payment_totals()
 returns void
 language sql
as $function$
  with gone as (delete from payment_totals returning status, currency, payments, amount)
  insert into payment_totals (status, currency, payments, amount)
  select g.status, g.currency, sum(g.payments), sum(g.amount)
  from gone g
  group by g.status, g.currency
  having sum(g.payments) <> 0 or sum(g.amount) <> 0
$function$;

create function forget_swept(emptied jsonb)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
  with touched as (
    select distinct e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and e.call = 'privacy.sweep' and emptied ? e.table_name
  ),
  meant as (
    select e.id, e.at, array(select jsonb_array_elements_text(nullif(emptied -> e.table_name, 'null'))) as columns,
      emptied -> e.table_name = 'null' as is_all
    from touched t
    join audit_entries e on e.table_name = t.table_name and e.row_id = t.row_id
  )
  update audit_entries e
  set before = case when m.is_all then e.before - array(select jsonb_object_keys(e.before)) else e.before - m.columns end,
    after = case when m.is_all then e.after - array(select jsonb_object_keys(e.after)) else e.after - m.columns end
  from meant m
  where e.id = m.id and e.at = m.at
$function$;

create function history_may_end(table_name text, before jsonb)
 returns boolean
 language sql
 immutable
as $function$
  select table_name <> all (array['charges', 'days_off', 'exchange_rates', 'imports', 'payment_shares', 'payments',
      'receipts', 'refunds', 'settlements', 'ticket_payments', 'waivers'])
    and coalesce(nullif(before ->> 'image', ''), nullif(before ->> 'home_work', '')) is null
$function$;

create function is_excused(student_id bigint, class_id bigint, day date, register_id bigint)
 returns boolean
 language sql
 stable
return (exists (select from (answers w join attendance_registers r on ((r.id = is_excused.register_id))) where ((w.student_id = is_excused.student_id) and (w.kind = 'cannot_come') and (w.withdrawn_at is null) and (((w.slot_id = r.slot_id) and (w.on_date = r.on_date) and (w.is_extra = r.is_extra)) or ((r.slot_id is null) and (w.class_id = is_excused.class_id) and (w.held_on = is_excused.day))))));

create function is_unpaid(payment_status text)
 returns boolean
 language sql
 immutable parallel safe
return ((payment_status is null) or (payment_status = any (array['Failed', 'Refunded'])));

create function join_link_of(slot bigint, on_day date, is_extra boolean)
 returns text
 language sql
 stable
as $function$
  select coalesce(
    (
      select m.join_link
      from meetings m
      where m.slot_id = slot and m.on_date = on_day and (m.state is not distinct from 'extra') = join_link_of.is_extra
    ),
    (select nullif(s.join_link, '') from class_slots s where s.id = slot)
  )
$function$;

create function keep_course_sums(most integer, changed bigint[])
 returns void
 language plpgsql
as $function$
declare
  today constant date := (now() at time zone (select office.time_zone from provider office))::date;
  old bigint[] := changed || array(
    select c.id
    from courses c
    left join course_sums s on s.course_id = c.id
    where s.course_id is null or s.of_day > today or s.until_day <= today
    limit most
  );
begin
  delete from course_money m where m.course_id = any(old);
  with fresh as materialized (select m.* from money_of_courses(old) m),
  kept as (
    insert into course_money (course_id, currency, is_due, is_gone, ledgers, charged, waived, received, refunded, open,
      credit, due, overdue, later)
    select m.course_id, m.currency, m.is_due, m.is_gone, m.ledgers, m.charged, m.waived, m.received, m.refunded, m.open,
      m.credit, m.due, m.overdue, m.later
    from fresh m
  )
  insert into course_sums (course_id, of_day, until_day, enrolments)
  select o.id, today, (select min(m.until_day) from fresh m where m.course_id = o.id),
    (select count(*) from enrolments e where e.course_id = o.id and e.ended_on is null)
  from (select distinct unnest(old)) o (id)
  on conflict on constraint course_sums_pkey do update
  set of_day = excluded.of_day, until_day = excluded.until_day, enrolments = excluded.enrolments;
end
$function$;

create function keep_weekly_time()
 returns trigger
 language plpgsql
as $function$
declare
  last constant timestamptz := (select max(p.ended_at) from past_weekly_times p where p.slot_id = old.id);
begin
  if meets_between(old.class_day, old.local_time, old.time_zone, coalesce(last, old.created_at), now()) then
    insert into past_weekly_times (slot_id, ended_at, class_day, local_time, time_zone, duration_minutes)
    values (old.id, now(), old.class_day, old.local_time, old.time_zone, old.duration_minutes)
    on conflict do nothing;
  else
    -- What was before goes on when it is taken back.
    delete from past_weekly_times p
    where p.slot_id = old.id and p.ended_at = last
      and (p.class_day, p.local_time, p.time_zone, p.duration_minutes)
        = (new.class_day, new.local_time, new.time_zone, new.duration_minutes);
  end if;
  return null;
end
$function$;

create function last_meetings(classes bigint[], moment timestamptz)
 returns table(slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp without time zone, is_in_course boolean, next_at timestamptz, register_id bigint, on_date date, is_extra boolean)
 language sql
 stable
as $function$
  select m.slot_id, m.class_id, m.course_id, m.held_on, m.local_start,
    m.ends_at <= moment and m.ends_at > moment - interval '7 days' and m.starts_at >= m.slot_made_at,
    case
      when m.ends_at > moment then m.ends_at
      when m.ends_at > moment - interval '7 days' then m.ends_at + interval '7 days'
    end,
    case when m.ends_at <= moment and m.ends_at > moment - interval '7 days' then (
      select r.id
      from attendance_registers r
      where r.class_id = m.class_id and r.attendance_date = m.held_on
        and (r.slot_id is null or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = (m.state = 'extra'))
      order by r.slot_id
      limit 1
    ) end,
    m.on_date, m.state = 'extra'
  from meetings_of(last_meetings.classes, moment::date - 9, moment::date + 9) m
  where m.state not in ('canceled', 'day_off')
  union all
  select s.id, s.class_id, s.course_id, null, null, false, (moment::date + 8)::timestamptz, null, null, false
  from class_slots s
  join courses c on c.id = s.course_id and c.deleted_at is null
  where s.class_id = any(last_meetings.classes) and s.deleted_at is null
    and course_end(c.start_date, c.course_duration) > moment::date
$function$;

create function meetings_of(classes bigint[], since date, until date)
 returns table(class_id bigint, course_id bigint, slot_id bigint, on_date date, state text, held_on date, local_start timestamp without time zone, starts_at timestamptz, ends_at timestamptz, time_zone text, teacher_id bigint, reason text, slot_made_at timestamptz, assigned_at timestamptz, is_covered boolean)
 language sql
 stable rows 50
as $function$
  with slot as (
    select s.id as slot_id, s.class_id, s.course_id, s.created_at, c.start_date,
      course_end(c.start_date, c.course_duration) as course_end, w.*,
      array_position(
        array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], w.class_day
      ) as weekday
    from class_slots s
    join courses c on c.id = s.course_id and c.deleted_at is null
    cross join lateral (
      select s.class_day, s.local_time, s.time_zone, s.duration_minutes,
        (select max(p.ended_at) from past_weekly_times p where p.slot_id = s.id) as valid_from,
        null::timestamptz as valid_until
      union all
      select p.class_day, p.local_time, p.time_zone, p.duration_minutes,
        lag(p.ended_at) over (order by p.ended_at), p.ended_at
      from past_weekly_times p
      where p.slot_id = s.id
    ) w
    where s.class_id = any(meetings_of.classes) and s.deleted_at is null
  ),
  meeting as (
    select slot.slot_id, slot.class_id, slot.course_id, slot.created_at, slot.time_zone, slot.valid_from, slot.valid_until,
      slot.local_time as weekly_time, d.on_date,
      coalesce(m.state, case when off.name is null then 'planned' else 'day_off' end) as state, d.on_date as held_on,
      slot.local_time, slot.duration_minutes, coalesce(off.name, m.reason, '') as reason, m.teacher_id
    from slot
    cross join lateral (
      select meetings_of.since + (slot.weekday - extract(isodow from meetings_of.since)::integer + 7) % 7 + 7 * n as on_date
      from generate_series(0, (meetings_of.until - meetings_of.since) / 7) n
    ) d
    left join meetings m on m.slot_id = slot.slot_id and m.on_date = d.on_date and m.state is distinct from 'extra'
    left join lateral (
      select o.name
      from days_off o
      where m.state is null and d.on_date between o.from_date and o.until_date
        and (o.course_id is null or o.course_id = slot.course_id) and (o.class_id is null or o.class_id = slot.class_id)
      order by o.class_id, o.course_id, o.id
      limit 1
    ) off on true
    where d.on_date <= meetings_of.until and d.on_date >= slot.start_date and d.on_date < slot.course_end
      and m.state is distinct from 'moved'
    union all
    select slot.slot_id, slot.class_id, slot.course_id, slot.created_at, slot.time_zone, slot.valid_from, slot.valid_until,
      slot.local_time, m.on_date, m.state, m.held_on, m.local_time, m.duration_minutes, m.reason, m.teacher_id
    from slot
    join meetings m on m.slot_id = slot.slot_id and m.held_on between meetings_of.since and meetings_of.until
    where m.state = 'extra' or extract(isodow from m.on_date)::integer = slot.weekday
  )
  select x.class_id, x.course_id, x.slot_id, x.on_date, x.state, x.held_on, x.held_on + x.local_time, i.starts_at,
    i.ends_at, x.time_zone, coalesce(x.teacher_id, had.teacher_id, t.teacher_id), x.reason, x.created_at,
    case when x.teacher_id is null then coalesce(had.assigned_at, t.assigned_at) else x.created_at end,
    coalesce(x.teacher_id <> coalesce(had.teacher_id, t.teacher_id), x.teacher_id is not null)
  from meeting x
  cross join lateral (
    select w.starts_at, w.starts_at + make_interval(mins => x.duration_minutes) as ends_at
    from (select class_instant(x.held_on + x.local_time, x.time_zone) as starts_at) w
  ) i
  left join slot_teachers t on t.slot_id = x.slot_id and t.ended_at is null
  left join lateral (
    select e.teacher_id, e.assigned_at
    from slot_teachers e
    where e.slot_id = x.slot_id and e.ended_at > i.starts_at and i.ends_at <= now()
    order by e.assigned_at
    limit 1
  ) had on true
  -- An extra meeting is of the slot itself.
  where coalesce(x.valid_from, x.valid_until) is null
    or case x.state
      when 'extra' then x.valid_until is null
      else class_instant(x.on_date + x.weekly_time, x.time_zone) >= coalesce(x.valid_from, '-infinity')
        and class_instant(x.on_date + x.weekly_time, x.time_zone) < coalesce(x.valid_until, 'infinity')
    end
$function$;

create function meets_between(class_day text, local_time time without time zone, time_zone text, since timestamptz, until timestamptz)
 returns boolean
 language sql
 stable
as $function$
  select exists (
    select
    from generate_series(greatest(since, until - interval '8 days')::date - 1, until::date + 1, interval '1 day') d
    where trim(to_char(d, 'day')) = meets_between.class_day
      and class_instant(d::timestamp + meets_between.local_time, meets_between.time_zone) between since and until
  )
$function$;

create function money_of_courses(courses bigint[])
 returns table(course_id bigint, currency text, is_due boolean, is_gone boolean, ledgers bigint, charged numeric, waived numeric, received numeric, refunded numeric, open numeric, credit numeric, due numeric, overdue numeric, later numeric, until_day date)
 language sql
 stable rows 20
 set plan_cache_mode to 'force_generic_plan'
as $function$
  select s.course_id, s.currency, s.is_due, s.is_gone, count(*), sum(s.charged), sum(s.waived), sum(s.received),
    sum(s.refunded), sum(s.open), sum(s.credit), sum(s.due), sum(s.overdue), sum(s.open - s.due), min(s.until_day)
  from (
    select l.*, d.is_due, d.is_gone, h.until_day,
      case when d.is_due then least(l.open, greatest(0, h.by_today - (l.received - l.refunded))) else 0 end as due,
      case when d.is_due then least(l.open, greatest(0, h.before_today - (l.received - l.refunded))) else 0 end as overdue
    from ledger_sums l
    cross join lateral (
      select coalesce(l.open > 0 and l.open_since <= t.today, false) as is_due, t.today, exists (
        select from people p where p.id = l.student_id and p.deleted_at is not null
      ) as is_gone
      from (
        select (now() at time zone (select office.time_zone from provider office))::date as today
      ) t
    ) d
    cross join lateral (
      select coalesce(sum(o.owed) filter (where o.due_on <= d.today), 0) as by_today,
        coalesce(sum(o.owed) filter (where o.due_on < d.today), 0) as before_today,
        min(case when o.due_on > d.today then o.due_on when o.due_on = d.today then d.today + 1 end) as until_day
      from (
        select c.due_on, c.amount - coalesce((
            select sum(w.amount) from waivers w where w.charge_id = c.id and w.canceled_at is null
          ), 0) as owed
        from charges c
        where l.open > 0 and c.student_id = l.student_id and c.course_id = l.course_id and c.currency = l.currency
          and c.canceled_at is null
      ) o
    ) h
    where l.course_id = any(courses)
  ) s
  group by s.course_id, s.currency, s.is_due, s.is_gone
$function$;

create function needs_teacher(course bigint)
 returns boolean
 language sql
 stable
as $function$
  select exists (select from course_teachers t where t.course_id = course)
    or not exists (
      select from attendance_registers r
      join classes k on k.id = r.class_id
      where k.course_id = course and r.taken_at < r.attendance_date + 29
    )
$function$;

create function note_due_change()
 returns trigger
 language plpgsql
as $function$
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
$function$;

create function note_due_changes()
 returns trigger
 language plpgsql
as $function$
begin
  insert into due_changes (course_id) select distinct w.course_id from written w where w.course_id is not null;
  return null;
end
$function$;

create function note_due_days_off()
 returns trigger
 language plpgsql
as $function$
declare
  course bigint := coalesce(new.course_id, old.course_id);
begin
  insert into due_changes (course_id)
  select c.id from courses c where c.deleted_at is null and (course is null or c.id = course);
  return null;
end
$function$;

create function note_due_deletions()
 returns trigger
 language plpgsql
as $function$
begin
  insert into due_changes (student_id)
  select w.id from written w join former f on f.id = w.id where w.deleted_at is distinct from f.deleted_at;
  return null;
end
$function$;

create function note_due_of_refunds()
 returns trigger
 language plpgsql
as $function$
begin
  insert into due_changes (course_id)
  select distinct m.course_id from written w join payments m on m.id = w.payment_id where m.course_id is not null;
  return null;
end
$function$;

create function note_due_updates()
 returns trigger
 language plpgsql
as $function$
begin
  insert into due_changes (course_id)
  select b.course_id from (select w.course_id from written w union select f.course_id from former f) b
  where b.course_id is not null;
  return null;
end
$function$;

create function note_mailbox(person bigint, gone text, come text, is_first boolean)
 returns void
 language plpgsql
as $function$
begin
  if gone <> '' and not exists (select from people p where p.id = person and lower(p.email_id) = gone)
    and not exists (select from contacts c where c.person_id = person and c.kind = 'email' and lower(c.value) = gone)
  then
    delete from mailboxes m
    where m.person_id = person and m.mailbox = gone and (m.proved_at is null or m.counts_from > now());
    -- Staff prove a new address before they get it, and their old one is told by then.
    if exists (select from people p where p.id = person and p.main_role in ('student', 'guardian')) then
      update mailboxes m
      set left_at = now(), was_first = is_first, to_tell = true
      where m.person_id = person and m.mailbox = gone and m.left_at is null;
    else
      delete from mailboxes m where m.person_id = person and m.mailbox = gone;
    end if;
  end if;

  if come = '' then return; end if;
  delete from mailboxes m
  where m.person_id = person and m.mailbox = come and m.left_at <= now() - interval '1 day';
  update mailboxes m set left_at = null, to_tell = false
  where m.person_id = person and m.mailbox = come and m.left_at is not null;
  insert into mailboxes (person_id, mailbox, counts_from, to_tell)
  select person, come, now() + interval '1 day', true
  where exists (
      select from people p
      where p.id = person and (p.main_role in ('student', 'guardian') or p.also_studies)
    )
    and exists (select from proved_mailboxes_around(person) around where around <> come)
  on conflict (person_id, mailbox) do nothing;
end
$function$;

create function note_mailbox_of_contact()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op <> 'INSERT' and old.kind = 'email' then
    perform note_mailbox(old.person_id, lower(old.value), '', false);
  end if;
  if tg_op <> 'DELETE' and new.kind = 'email' then
    perform note_mailbox(new.person_id, '', lower(new.value), false);
  end if;
  return null;
end
$function$;

create function note_mailbox_of_person()
 returns trigger
 language plpgsql
as $function$
begin
  perform note_mailbox(new.id, lower(old.email_id), lower(new.email_id), true);
  return null;
end
$function$;

create function note_mailboxes_of_guardian()
 returns trigger
 language plpgsql
as $function$
begin
  perform note_mailbox(new.guardian_id, '', a.mailbox, false)
  from (
    select lower(p.email_id) as mailbox from people p where p.id = new.guardian_id
    union
    select lower(c.value) from contacts c where c.person_id = new.guardian_id and c.kind = 'email'
  ) a;
  return null;
end
$function$;

create function note_payment_totals()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op <> 'INSERT' then
    insert into payment_totals (status, currency, payments, amount)
    select lower(w.status), w.currency, -count(*), -sum(w.amount) from was w group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    insert into payment_totals (status, currency, payments, amount)
    select lower(b.status), b.currency, count(*), sum(b.amount) from becomes b group by 1, 2;
  end if;
  return null;
end
$function$;

create function other_line_stands(kind text, id bigint)
 returns boolean
 language sql
 stable
return (exists (select from other_lines() l(kind, id, line) where ((l.kind = other_line_stands.kind) and (l.id = other_line_stands.id))));

create function other_lines()
 returns table(kind text, id bigint, line text)
 language sql
 stable
as $function$
  select 'failed_mail', m.id, 'failed_mail:' || m.id
  from undelivered_mails() m (id)
  union all
  select 'event_without_link', v.id, 'event_without_link:' || v.id
  from events v
  join courses c on c.id = v.course_id and c.deleted_at is null
  where v.deleted_at is null and v.live_status = 'published' and trim(v.meeting_link) = '' and v.place = ''
    and v.starts_at > now()
  union all
  select 'open_cover', r.id, 'open_cover:' || r.id
  from cover_requests r
  join courses c on c.id = r.course_id and c.deleted_at is null
  join classes k on k.id = r.class_id and k.deleted_at is null
  where r.taken_by is null and r.closed_at is null and r.starts_at > now()
    and exists (
      select from meetings_of(array[r.class_id], r.starts_at::date - 2, r.starts_at::date + 2) m
      where m.slot_id = r.slot_id and m.on_date = r.on_date and (m.state = 'extra') = r.is_extra
        and m.state not in ('canceled', 'day_off') and m.starts_at = r.starts_at and m.teacher_id = r.teacher_id
    )
  union all
  select 'homework_to_check', h.id, 'homework_to_check:' || h.id
  from homework h
  join courses c on c.id = h.course_id and c.deleted_at is null
  join classes k on k.id = h.class_id and k.deleted_at is null
  join people p on p.id = h.student_id and p.deleted_at is null
  where h.status = 'pending'
  union all
  select 'family_answer', w.id, 'family_answer:' || w.id
  from answers w
  join courses c on c.id = w.course_id and c.deleted_at is null
  join classes k on k.id = w.class_id and k.deleted_at is null
  join people p on p.id = w.student_id and p.deleted_at is null
  where w.withdrawn_at is null and w.said_at > now() - interval '60 days'
    and (w.held_on is null or w.held_on >= current_date - 1)
    and not exists (select from answers_seen n where n.answer_id = w.id)
  union all
  select 'correction', n.id, 'correction:' || n.id
  from corrections n
  join people p on p.id = n.person_id and p.main_role = 'student' and p.deleted_at is null
  where n.decided_at is null
  union all
  select 'registered_not_placed', o.id, 'registered_not_placed:' || o.id
  from open_registrations o
  union all
  select 'check_ends', e.id, 'check_ends:' || e.id
  from ending_checks() e (id)
$function$;

create function outcome_of(gone cases)
 returns text
 language sql
 stable
return case when ((not (exists (select from courses c where ((c.id = (outcome_of.gone).course_id) and (c.deleted_at is null) and (course_end(c.start_date, c.course_duration) > today_in_kolkata()))))) and ((gone).course_id is not null)) then 'course_over' when (((gone).kind = 'open_cover') and (exists (select from cover_requests r where ((r.id = (split_part((outcome_of.gone).line, ':', 2))::bigint) and (r.taken_by is null) and (r.closed_at is null) and (r.starts_at > now()))))) then 'moved' when ((gone).kind <> 'three_absences') then 'mended' when (not (exists (select from (enrolments e join people p on (((p.id = e.student_id) and (p.deleted_at is null)))) where ((e.student_id = (outcome_of.gone).student_id) and (e.class_id = (outcome_of.gone).class_id) and (e.ended_on is null))))) then case when (exists (select from enrolments e where ((e.student_id = (outcome_of.gone).student_id) and (e.course_id = (outcome_of.gone).course_id) and (e.class_id is not null) and (e.ended_on is null)))) then 'moved' else 'left' end else coalesce((select case when (a.corrected_at is null) then 'came' else 'wrong_mark' end as "case" from attendance a where ((a.student_id = (outcome_of.gone).student_id) and (a.class_id = (outcome_of.gone).class_id) and (a.attendance_date >= (outcome_of.gone).since) and (a.status <> 'absent')) order by a.corrected_at desc nulls last limit 1), case when ((exists (select from attendance a where ((a.student_id = (outcome_of.gone).student_id) and (a.class_id = (outcome_of.gone).class_id) and (a.attendance_date = (outcome_of.gone).since)))) and (not (exists (select from due d where ((d.kind = (outcome_of.gone).kind) and (d.course_id = (outcome_of.gone).course_id) and (d.student_id = (outcome_of.gone).student_id) and (((outcome_of.gone).since >= d.days[1]) and ((outcome_of.gone).since <= d.on_day))))))) then 'excused' else 'wrong_mark' end) end;

create function proved_mailboxes_around(person bigint)
 returns setof text
 language sql
 stable
as $function$
  with students as (
    select person as id
    union
    select g.student_id from guardians g where g.guardian_id = person and g.may_see
  ), family as (
    select s.id from students s
    union
    select g.guardian_id from guardians g join students s on s.id = g.student_id where g.may_see
  )
  select distinct m.mailbox
  from family f
  join people p on p.id = f.id and p.deleted_at is null
  join mailboxes m on m.person_id = f.id
  where m.proved_at is not null and m.counts_from <= now()
    and (m.left_at is null or m.left_at > now() - interval '1 day')
$function$;

create function record_audit()
 returns trigger
 language plpgsql
as $function$
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
  elsif tg_table_name = 'waivers' then
    select c.course_id, c.student_id into course, person
    from charges c where c.id = (whole_row ->> 'charge_id')::bigint;
  elsif tg_table_name in ('refunds', 'receipts') then
    select coalesce(s.course_id, m.course_id), coalesce(s.student_id, m.student_id) into course, person
    from payments m
    left join payment_shares s on s.id = (whole_row ->> 'share_id')::bigint
    where m.id = (whole_row ->> 'payment_id')::bigint;
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
$function$;

create function record_audit_of_corrected_marks()
 returns trigger
 language plpgsql
as $function$
begin
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, before,
    after, course_id, about_person_id)
  with changed as materialized (
    select n.id, n.course_id, n.student_id, d.before, d.after
    from was o
    join becomes n on n.id = o.id
    -- `offset 0`, or the planner would write both again for each column
    cross join lateral (select to_jsonb(o) as before, to_jsonb(n) as after offset 0) r
    cross join lateral (
      select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, r.after -> b.key) as after
      from jsonb_each(r.before) b
      where b.value is distinct from r.after -> b.key
      -- that something was saved as it was before is no change
      having bool_or(b.key not in ('updated_at', 'version'))
    ) d
  )
  select
    (select current_change()),
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    'attendance',
    c.id,
    'update',
    c.before,
    c.after,
    c.course_id,
    c.student_id
  from changed c
  order by c.id;
  return null;
end
$function$;

create function record_audit_of_marks()
 returns trigger
 language plpgsql
as $function$
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
$function$;

create function refresh_due(most integer)
 returns integer
 language plpgsql
as $function$
declare
  refreshed bigint[];
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
    insert into due (kind, course_id, class_id, student_id, slot_id, payment, on_day, is_enrolled, rank, tie, line, days)
    select f.kind, f.course_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank,
      f.tie, f.line, f.days
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
  select stale.courses into refreshed from stale;
  perform settle_cases(refreshed);
  perform keep_course_sums(most, refreshed);
  return cardinality(refreshed);
end
$function$;

create function refuse_alone()
 returns trigger
 language plpgsql
as $function$
declare
  acting bigint := nullif(current_setting('gurukul.person', true), '')::bigint;
  new_row jsonb := to_jsonb(new);
  old_row jsonb := to_jsonb(old);
  target bigint := coalesce(new_row, old_row) ->> case when tg_table_name = 'people' then 'id' else 'person_id' end;
  was_admin boolean := exists (select from people p where p.id = target and p.main_role = 'admin');
begin
  if tg_table_name = 'people' then
    was_admin := coalesce(old_row ->> 'main_role' = 'admin', false);
  end if;
  if acting is null or current_setting('gurukul.second_person', true) = 'yes'
    or target = acting and was_admin
    or not was_admin and coalesce(new_row ->> 'main_role', '') <> 'admin'
    or not exists (
      select from people p
      where p.main_role = 'admin' and p.deleted_at is null and p.password_hash is not null and p.id <> acting
        and (p.id <> target or was_admin)
    )
  then
    return null;
  end if;
  raise exception 'person % may not change alone how account admin % signs in', acting, target
    using errcode = 'check_violation', constraint = 'admins_need_two_people';
end
$function$;

create function refuse_broken_rules()
 returns trigger
 language plpgsql
as $function$
declare
  broken text := (select b.place || ' (' || b.code || ')' from broken_rules(new.id) b limit 1);
begin
  if broken is not null then
    raise exception 'what is over takes nothing new: %', broken
      using errcode = 'check_violation', constraint = 'changes_break_no_rule', table = 'changes';
  end if;
  return null;
end
$function$;

create function refuse_child_without_consent()
 returns trigger
 language plpgsql
as $function$
begin
  if (select v.child_consent from provider v) = 'need' and exists (
    select from children_without_consent k where k.student_id = new.student_id
  ) then
    raise exception 'child % begins without a consent', new.student_id
      using errcode = 'check_violation', constraint = 'children_agreed';
  end if;
  return null;
end
$function$;

create function refuse_loosening()
 returns trigger
 language plpgsql
as $function$
declare
  acting bigint := nullif(current_setting('gurukul.person', true), '')::bigint;
begin
  if acting is null or current_setting('gurukul.second_person', true) = 'yes' or not exists (
    select from people p
    where p.main_role = 'admin' and p.deleted_at is null and p.suspended_at is null and p.password_hash is not null
      and p.id <> acting
  ) then
    return null;
  end if;
  raise exception 'person % may not loosen alone the rules for account admins', acting
    using errcode = 'check_violation', constraint = 'rules_need_two_people';
end
$function$;

create function refuse_own_life()
 returns trigger
 language plpgsql
as $function$
begin
  if new.person_id is not null and coalesce(new.call, '') not like 'page.%' and exists (
    select from audit_entries e
    where e.change_id = new.id
      and new.person_id in (e.about_person_id, (e.before ->> 'student_id')::bigint)
      and case
        when e.table_name in ('attendance', 'payments', 'payment_shares', 'charges', 'waivers', 'refunds') then true
        when e.table_name in ('enrolments', 'homework', 'people') then e.action = 'update'
          and e.after ?| array['payment_status', 'registration_status', 'status', 'student_level_status']
        when e.table_name = 'tests' then e.after ? 'result'
        else false
      end
  ) then
    raise exception 'nobody decides about themselves'
      using errcode = 'check_violation', constraint = 'changes_not_of_oneself', table = 'changes';
  end if;
  return null;
end
$function$;

create function region_of(region text)
 returns text
 language sql
 immutable
return case lower(regexp_replace(region, '[\s\u00a0\u2000-\u200a\u202f\u205f\u3000\ufeff.,_-]', '', 'g')) when 'india' then 'India' when 'uk' then 'UK' when 'unitedkingdom' then 'UK' when 'us' then 'USA' when 'usa' then 'USA' when 'unitedstates' then 'USA' when 'unitedstatesofamerica' then 'USA' else 'Others' end;

create function security_hash(hash_before bytea, entry security_entries)
 returns bytea
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $function$
  select sha256(hash_before || convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.kind,
    entry.person_id, entry.about_person_id, host(entry.from_address), entry.change_id, entry.facts)::text, 'UTF8'))
$function$;

create function settle_cases(courses bigint[])
 returns void
 language plpgsql
as $function$
begin
  if not exists (select from cases) then
    return;
  end if;
  perform from cases x where x.course_id = any(settle_cases.courses) order by x.id for no key update;
  update cases x set line = d.line, since = d.days[1], version = x.version + 1
  from due d
  where x.kind = 'three_absences' and x.course_id = any(settle_cases.courses)
    and d.kind = x.kind and d.course_id = x.course_id and d.student_id = x.student_id and d.class_id = x.class_id
    and d.line <> x.line and x.since between d.days[1] and d.on_day
    and not exists (select from cases y where y.line = d.line);
  with looked_at as materialized (
    select x.id, exists (select from due d where d.line = x.line) as stands
    from cases x
    where x.course_id = any(settle_cases.courses)
      and x.kind not in ('failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction',
        'registered_not_placed', 'check_ends')
    union all
    select x.id, x.line in (select l.line from other_lines() l)
    from cases x
    where x.kind in ('failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction',
        'registered_not_placed', 'check_ends')
  ),
  changed as materialized (
    select x.id, l.stands
    from cases x
    join looked_at l on l.id = x.id
    where case when l.stands then x.gone_at is not null else x.gone_at is null or x.state = 'open' end
    order by x.id
    for no key update of x
  )
  update cases x set
    gone_at = case when l.stands then null else now() end,
    state = case when l.stands then 'open' when x.state = 'open' then 'done' else x.state end,
    outcome = case when l.stands then null when x.state = 'open' then outcome_of(x) else x.outcome end,
    reason = case when l.stands then '' else x.reason end,
    closed_by = case when l.stands or x.state = 'open' then null else x.closed_by end,
    closed_at = case when l.stands then null when x.state = 'open' then now() else x.closed_at end,
    version = x.version + 1
  from changed l
  where l.id = x.id;
end
$function$;

create function settle_changed_ledgers()
 returns trigger
 language plpgsql
as $function$
begin
  perform settle_ledger(t.student_id, t.course_id)
  from (
    select a.about_person_id as student_id, a.course_id, a.table_name <> 'enrolments' as is_money
    from audit_entries a
    where a.change_id = new.id
      and a.table_name in ('charges', 'waivers', 'payments', 'payment_shares', 'refunds', 'enrolments')
    union
    select coalesce((a.before ->> 'student_id')::bigint, a.about_person_id),
      coalesce((a.before ->> 'course_id')::bigint, a.course_id), a.table_name <> 'enrolments'
    from audit_entries a
    where a.change_id = new.id and a.table_name in ('charges', 'payments', 'payment_shares', 'enrolments')
    union
    -- those for whom a payment of several is
    select s.student_id, s.course_id, true
    from audit_entries a
    join payment_shares s on s.payment_id = case when a.table_name = 'payments' then a.row_id::bigint end
    where a.change_id = new.id
    union
    -- whose the whole payment was before it had shares, or is again without them
    select m.student_id, m.course_id, true
    from audit_entries a
    join payments m
      on m.id = case when a.table_name = 'payment_shares' then (coalesce(a.after, a.before) ->> 'payment_id')::bigint end
    where a.change_id = new.id
  ) t
  where t.student_id is not null and t.course_id is not null
  group by t.student_id, t.course_id
  having bool_or(t.is_money)
    or exists (select from charges c where c.student_id = t.student_id and c.course_id = t.course_id)
  order by t.student_id, t.course_id;
  return null;
end
$function$;

create function settle_ledger(student bigint, course bigint)
 returns void
 language plpgsql
 set enable_seqscan to 'off'
as $function$
begin
  -- Its course changed; once in a transaction, which may settle thousands.
  insert into due_changes (course_id)
  select course
  where not exists (
    select from due_changes d where d.course_id = course and d.xmin = pg_current_xact_id()::xid
  );
  -- Of two changes of one ledger the second waits here, and then sees the first.
  perform from enrolments e
  where e.student_id = student and e.course_id = course and e.ended_on is null
  for no key update;
  perform from ledger_sums l where l.student_id = student and l.course_id = course order by l.currency for update;
  delete from ledger_sums l where l.student_id = student and l.course_id = course;
  if not exists (select from charges c where c.student_id = student and c.course_id = course) then
    return;
  end if;
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select b.student_id, b.course_id, b.currency, b.charged, b.waived, b.received, b.refunded, b.open, b.credit
  from balances b
  where b.student_id = student and b.course_id = course
  on conflict on constraint ledger_sums_pkey do update
  set charged = excluded.charged, waived = excluded.waived, received = excluded.received, refunded = excluded.refunded,
    open = excluded.open, credit = excluded.credit;
  -- Whose payment went back has a ledger also when nothing is left in it.
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select distinct m.student_id, m.course_id, m.currency, 0, 0, 0, 0, 0, 0
  from payments m
  where m.student_id = student and m.course_id = course and m.currency is not null and m.kind = 'fee'
    and lower(m.status) = 'refunded'
  on conflict on constraint ledger_sums_pkey do nothing;
  update ledger_sums l
  set open_since = (
    select min(o.due_on) from open_charges o
    where o.student_id = student and o.course_id = course and o.currency = l.currency and o.open > 0
  )
  where l.student_id = student and l.course_id = course and l.open > 0;
  update enrolments e
  set payment_status = s.payment_status
  from ledger_statuses s
  where s.student_id = student and s.course_id = course
    and e.student_id = student and e.course_id = course and e.ended_on is null and not e.payment_by_hand
    and e.payment_status is distinct from s.payment_status;
end
$function$;

create function sounds_of(name text)
 returns tsvector
 language plpgsql
 immutable strict cost 1000
as $function$
declare
  places constant text := '-nM--aAiiuuRleeeYoooWkkggnccjjnttddnttddnnppbbmyrrlllvsssh----AiiuuRReeeYoooW---------------r-------------------n---------------';
  spellings constant text := 'а:a б:b в:v г:g ґ:g ғ:g д:d е:e є:ye ә:a ж:zh җ:zh з:z и:i і:i ј:j к:k қ:k л:l љ:lj м:m н:n ң:n њ:nj о:o ө:o п:p р:r с:s т:t ћ:ch ђ:dj у:u ү:u ұ:u ф:f х:kh һ:h ц:ts ч:ch џ:dzh ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o';
  said text := name;
  words text[];
  rule text[];
  twice text;
begin
  if said ~ '[^a-zA-Z .]' then
    said := regexp_replace(normalize(said, nfkd), '(r)\u0323', '\1i', 'gi');
    said := regexp_replace(said, '[\u0300-\u036f\u200b-\u200d''’`]', '', 'g');
    said := lower(normalize(said, nfkc) collate "und-x-icu");
    said := replace(replace(replace(replace(said, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    said := translate(said, 'øđłıðəħŋ', 'odlidahn');
  end if;
  said := lower(said);
  -- Signs between words: those of ASCII and Latin-1, Arabic, the two dandas, general punctuation and symbols.
  words := regexp_split_to_array(
    trim(regexp_replace(said, '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u060c\u061b\u061f\u06d4\u0964\u0965\u0970\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')), ' ');
  said := array_to_string(words, ' ') || ' '
    || (select string_agg(array_to_string(words[n:], ''), ' ') from generate_subscripts(words, 1) n);
  if octet_length(said) > length(said) then
    if said ~ '[\u0900-\u0d7f]' then
      foreach rule slice 1 in array array[
        ['', '(?<= |^)(?=[\u0b80-\u0bff])', '~'], [e'\u093c', '[\u0921\u0922]\u093c', 'र'], [e'\u09bc', '[\u09a1\u09a2]\u09bc', 'र'],
        [e'\u093c', null, ''], [e'\u09bc', null, ''], [e'\u0a3c', null, ''], [e'\u0abc', null, ''], [e'\u0b3c', null, ''], [e'\u0cbc', null, ''],
        ['सिंह', '(?<!नर)सिंह(?= |$)', 'सिंघ'], ['સિંહ', 'સિંહ(?= |$)', 'સિંઘ'], ['', '([\u093e\u09be\u0a3e\u0abe])[हহਹહ](?= |$)', '\1h'],
        ['ेह', 'ेह(?=[तर])', 'े'], ['મહેત', '(?<= |^)મહેત', 'મેત'], ['ட்ச', 'ட்ச(?:ு(?=ம))?', 'க்ஷ்'],
        ['~இ', '(~)இ(?=ர[^ ு]|லக்ஷ்)', '\1'], ['ிர', '([கதப])ி(?=ர)', '\1்'], ['റ്റ', null, 'ട്ട'],
        ['', '([\u0915-\u0939\u095c\u0995-\u09b9\u09dc\u0a15-\u0a39\u0a5c\u0a95-\u0ab9\u0adc\u0b15-\u0b39\u0b5c\u0b95-\u0bb9\u0bdc\u0c15-\u0c39\u0c5c\u0c95-\u0cb9\u0cdc\u0d15-\u0d39\u0d5c\u09f0\u09f1\u0b5f\u0b71])(?![\u093e-\u094d\u09be-\u09cd\u0a3e-\u0a4d\u0abe-\u0acd\u0b3e-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbe-\u0ccd\u0d3e-\u0d4d])', '\1a']
      ] loop
        said := case
          when position(rule[1] in said) = 0 then said
          when rule[2] is null then replace(said, rule[1], rule[3])
          else regexp_replace(said, rule[2], rule[3], 'g')
        end;
      end loop;
      said := translate(said, 'ৎৰৱൺൻർൽൾൿசୟୱ', 'trvnnrllksyv');
      said := (
        select string_agg(
          case when ascii(letter) between 2304 and 3455 then replace(substr(places, ascii(letter) % 128 + 1, 1), '-', '') else letter end,
          '' order by n)
        from string_to_table(said, null) with ordinality as each (letter, n)
      );
    end if;
    if said ~ '[\u0370-\u052f]' then
      foreach rule slice 1 in array array[
        ['ου', null, 'ou'], ['υ', '([αε])υ', '\1v'], ['μπ', '(?<= |^)μπ', 'b'], ['μπ', null, 'mb'], ['ντ', '(?<= |^)ντ', 'd'],
        ['γκ', '(?<= |^)γκ', 'g'], ['γ', 'γ(?=[γκχξ])', 'n']
      ] loop
        said := case
          when position(rule[1] in said) = 0 then said
          when rule[2] is null then replace(said, rule[1], rule[3])
          else regexp_replace(said, rule[2], rule[3], 'g')
        end;
      end loop;
      said := (
        select string_agg(coalesce(split_part(pair, ':', 2), letter), '' order by n)
        from string_to_table(said, null) with ordinality as each (letter, n)
        left join string_to_table(spellings, ' ') as pair on split_part(pair, ':', 1) = letter
      );
    end if;
    if said ~ '[\u0600-\u06ff]' then
      foreach rule slice 1 in array array[
        ['[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06be\u06d6-\u06ed]', ''], ['(?<= |^)ال(?=[^ ][^ ])', '']
      ] loop
        said := regexp_replace(said, rule[1], rule[2], 'g');
      end loop;
      said := translate(said, 'ىئیےؤآأإٱعءہهخکقثطٹذظژضڈصشچگڑںۃ', 'ييييوااااااححكككتتتزززددسسسغرنة');
      foreach rule slice 1 in array array[
        ['(?<= |^)ا[اوي]+', 'ا'], ['([^ ])ا+', '\1'], ['لل', 'ل'], ['وو', 'و'], ['([^ ][^ ])[يوحة]+(?= |$)', '\1'],
        ['([\u0600-\u06ff][^ ]*)', '\1.']
      ] loop
        said := regexp_replace(said, rule[1], rule[2], 'g');
      end loop;
    end if;
  end if;
  -- What a rule must find before its pattern is tried; without a pattern that is what changes. PostgreSQL keeps 32 patterns
  -- ready, and a name that needs more of them takes ten times as long.
  foreach rule slice 1 in array array[
    ['ye', '(?<= |^)ye', 'e'], ['sch', '(?<= |^)sch', 'sh'], ['sz', null, 'sh'], ['cz', null, 'ch'], ['e', '([aou])e(?=[^ aeiouy])', '\1'],
    ['Av', 'Av[au]?(?= |$)', 'ao'], ['M', 'M(?=[cdgjkstv])', 'n'], ['M', null, 'm'], ['A', null, 'a'], ['R', null, 'ri'], ['Y', null, 'ai'],
    ['W', null, 'au'], ['ou', null, 'au'], ['ow', null, 'au'], ['x', null, 'ks'], ['ee', null, 'i'], ['oo', null, 'u'],
    ['er', '([^ ~]{2}[^ aeiou~])era?(?= |$)', '\1r'], ['erji', null, 'rji'], ['w', null, 'v'], ['zh', null, 'l'], ['jh', null, 'j'],
    ['z', null, 'j'], ['q', null, 'k'], ['f', null, 'p'], ['ch', 'chh?', 'c'], ['gny', null, 'jn'], ['gn', null, 'jn'], ['gy', null, 'jn'],
    ['dny', null, 'jn'], ['ru', '([^ aeiou~])ru(?=[^ aeiouy])', '\1ri'], ['h', '([bcdgjkpst])h', '\1'], ['h', 'h(?=[^ aeiou])', ''],
    ['h', '([^ ~][^ ][^ ])h(?= |$)', '\1'], ['ms', null, 'ns'], ['ei', null, 'ai'], ['ey', null, 'ai'], ['y', null, 'i'],
    ['nad', 'nada?(?= |$)', 'nat']
  ] loop
    said := case
      when position(rule[1] in said) = 0 then said
      when rule[2] is null then replace(said, rule[1], rule[3])
      else regexp_replace(said, rule[2], rule[3], 'g')
    end;
  end loop;
  foreach twice in array '{aa,bb,cc,dd,ee,gg,hh,ii,jj,kk,ll,mm,nn,oo,pp,rr,ss,tt,uu,vv}'::text[] loop
    while position(twice in said) > 0 loop
      said := replace(said, twice, left(twice, 1));
    end loop;
  end loop;
  said := regexp_replace(said, '(^| )([^ aeiou]*)a', '\1\2@', 'g');
  said := replace(regexp_replace(said, 'a(?![iou])', '', 'g'), '@', 'a');
  if position('rji' in said) + position('opdiai' in said) > 0 then
    foreach rule slice 1 in array array[
      ['(?<= |^)(ban|cat|muk)(?:di?)?opdiai(?= |$)', '\1rji'], ['(?<= |^)gangopdiai(?= |$)', 'ganguli'], ['(?<= |^)([bc])[ei]([nt])rji(?= |$)', '\1a\2rji']
    ] loop
      said := regexp_replace(said, rule[1], rule[2], 'g');
    end loop;
  end if;
  return array_to_tsvector(array_remove(string_to_array(said, ' '), ''));
end
$function$;

create function today_in_kolkata()
 returns date
 language sql
 stable parallel safe
return ((now() at time zone 'Asia/Kolkata'))::date;

create function undelivered_mails()
 returns setof bigint
 language sql
 stable
as $function$
  with marked as (
    select distinct on (lower(m.recipient)) m.id, lower(m.recipient) as mailbox, m.marks_address = 'hard' as is_dead
    from mails m
    where m.marks_address in ('hard', 'complaint')
    order by lower(m.recipient), m.marks_address desc, m.id desc
  ),
  standing as (
    select b.*
    from marked b
    where exists (select from people p where lower(p.email_id) = b.mailbox and p.deleted_at is null)
      or exists (
        select from contacts c
        join people p on p.id = c.person_id and p.deleted_at is null
        where c.kind = 'email' and lower(c.value) = b.mailbox
      )
  )
  select m.id from mails m
  where m.state = 'failed' and lower(m.recipient) not in (select s.mailbox from standing s where s.is_dead)
    and m.id not in (select s.id from standing s)
  union all
  select s.id from standing s
$function$;

create function without_words(entry jsonb, words text[])
 returns jsonb
 language sql
 immutable
as $function$
  select case when entry is not null then coalesce((
    select jsonb_object_agg(v.key, v.value) from jsonb_each(entry) v
    where not exists (select from unnest(words) w (word) where position(lower(w.word) in lower(v.value::text)) > 0)
  ), '{}') end
$function$;
