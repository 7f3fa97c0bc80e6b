-- Meetings that their teacher cannot take: a request for each, and the teachers who were asked. The first who accepts has
-- the meeting (`meetings.teacher_id`).

create table cover_requests (
  id bigint generated always as identity constraint cover_requests_pkey primary key,
  course_id bigint not null,
  class_id bigint not null,
  slot_id bigint not null,
  on_date date not null,
  is_extra boolean not null,
  -- when it was asked for: a meeting that is elsewhere by now is not what was asked
  starts_at timestamptz not null,
  -- who cannot take it
  teacher_id bigint not null constraint cover_requests_teacher_fkey references people,
  reason text not null default '',
  asked_by bigint not null constraint cover_requests_asked_by_fkey references people,
  asked_at timestamptz not null default now(),
  taken_by bigint constraint cover_requests_taken_by_fkey references people,
  taken_at timestamptz,
  closed_at timestamptz,
  constraint cover_requests_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint cover_requests_slot_fkey foreign key (slot_id, course_id) references class_slots (id, course_id),
  constraint cover_requests_taken_whole check (num_nonnulls(taken_by, taken_at) in (0, 2))
);
create unique index cover_requests_open on cover_requests (slot_id, on_date, is_extra)
  where taken_by is null and closed_at is null;
create index cover_requests_by_time on cover_requests (starts_at);

create table cover_offers (
  id bigint generated always as identity constraint cover_offers_pkey primary key,
  request_id bigint not null constraint cover_offers_request_fkey references cover_requests on delete cascade,
  teacher_id bigint not null constraint cover_offers_teacher_fkey references people,
  -- of the link in the mail; the offers of one mail share it
  secret_hash bytea not null,
  declined_at timestamptz
);
create unique index cover_offers_once on cover_offers (request_id, teacher_id);
create index cover_offers_by_secret on cover_offers (secret_hash);

-- Days on which a teacher takes no meeting of others.
create table away (
  id bigint generated always as identity constraint away_pkey primary key,
  teacher_id bigint not null constraint away_teacher_fkey references people,
  from_date date not null,
  until_date date not null,
  constraint away_in_order check (from_date <= until_date)
);
create index away_by_teacher on away (teacher_id, until_date);

create trigger cover_requests_audited after insert or update or delete on cover_requests for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger cover_offers_audited after insert or update or delete on cover_offers for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger away_audited after insert or update or delete on away for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
