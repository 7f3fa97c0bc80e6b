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

create trigger access_requests_audited after insert or update or delete on access_requests for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
