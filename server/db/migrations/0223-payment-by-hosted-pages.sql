-- Families pay on the pages of payment services, whose messages say what was paid.

create table pay_services (
  id bigint generated always as identity constraint pay_services_pkey primary key,
  service text not null constraint pay_services_service_unique unique,
  key_id text not null default '',
  is_test boolean not null,
  is_on boolean not null default false,
  -- of Razorpay: what it serves; Stripe serves the others
  currencies text[] not null default '{}',
  connected_at timestamptz not null default now(),
  heard_at timestamptz,
  version integer not null default 1,
  constraint pay_services_service_known check (service in ('razorpay', 'stripe'))
);

create table checkouts (
  id bigint generated always as identity constraint checkouts_pkey primary key,
  -- by which the service knows it; a second request with it makes no second page
  reference uuid not null default gen_random_uuid() constraint checkouts_reference_unique unique,
  service text not null,
  is_test boolean not null,
  -- null: the service has not answered yet
  service_id text,
  url text,
  -- of the mailbox from which it was begun, and who pays
  page_id bigint not null constraint checkouts_page_fkey references personal_pages,
  reader_id bigint not null constraint checkouts_reader_fkey references people,
  currency text not null,
  amount numeric not null,
  -- the parts, in one text: of two at once one is refused
  parts text not null,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- the service's number of the payment
  payment_id text,
  constraint checkouts_amount_positive check (amount > 0),
  constraint checkouts_currency_iso check (currency ~ '^[A-Z]{3}$'),
  constraint checkouts_service_known check (service in ('razorpay', 'stripe')),
  constraint checkouts_state_known check (state in ('open', 'paid', 'expired', 'canceled')),
  constraint checkouts_paid_by check (state <> 'paid' or payment_id is not null)
);
create unique index checkouts_one_open on checkouts (reader_id, service, currency, parts) where state = 'open';
create index checkouts_by_reader on checkouts (reader_id);
create index checkouts_by_page on checkouts (page_id);
create index checkouts_open on checkouts (ends_at) where state = 'open';

create table checkout_parts (
  id bigint generated always as identity constraint checkout_parts_pkey primary key,
  checkout_id bigint not null constraint checkout_parts_checkout_fkey references checkouts on delete cascade,
  student_id bigint not null constraint checkout_parts_student_fkey references people,
  course_id bigint not null constraint checkout_parts_course_fkey references courses,
  amount numeric not null,
  constraint checkout_parts_amount_positive check (amount > 0)
);
create index checkout_parts_by_checkout on checkout_parts (checkout_id);
create index checkout_parts_by_student on checkout_parts (student_id);

-- Messages that came: a second one with the same number changes nothing. A refund that came before its payment waits.
create table pay_events (
  service text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  waits_for text,
  refund jsonb,
  constraint pay_events_pkey primary key (service, event_id),
  constraint pay_events_waits_whole check (num_nonnulls(waits_for, refund) in (0, 2))
);
create index pay_events_waiting on pay_events (waits_for) where waits_for is not null;
create index pay_events_by_time on pay_events (received_at);

create trigger pay_services_audited after insert or delete
  or update of key_id, is_test, is_on, currencies, connected_at on pay_services for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
