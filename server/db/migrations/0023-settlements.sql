-- Payouts of payment services, and statements of the bank, as their files say it. The amounts are stored as the file has
-- them; what explains a line is the number of a payment or a refund, since payments are corrected by new rows.

create table settlements (
  id bigint generated always as identity constraint settlements_pkey primary key,
  service text not null constraint settlements_service_known check (service in ('razorpay', 'stripe', 'bank')),
  -- the service's own number; of a statement, the digest of its lines
  payout_id text not null constraint settlements_payout_present check (payout_id <> ''),
  -- under which the bank shows it
  utr text not null default '',
  paid_on date,
  currency text not null constraint settlements_currency_iso check (currency ~ '^[A-Z]{3}$'),
  captures numeric not null,
  -- with their tax
  fees numeric not null,
  tax numeric not null,
  -- and disputes
  refunds numeric not null,
  adjustments numeric not null,
  payout numeric not null,
  file_name text not null,
  saved_by bigint not null constraint settlements_saved_by_fkey references people,
  saved_at timestamptz not null default now(),
  constraint settlements_payout_unique unique (service, payout_id, currency),
  constraint settlements_add_up check (captures - fees - refunds + adjustments = payout)
);
create index settlements_by_day on settlements (paid_on desc, id desc);
create index settlements_by_payout on settlements (payout, currency);

-- They come and go with their settlement, whose trail is theirs too.
create table settlement_lines (
  id bigint generated always as identity constraint settlement_lines_pkey primary key,
  settlement_id bigint not null
    constraint settlement_lines_settlement_fkey references settlements on delete cascade,
  service text not null,
  -- the service's own number of the line; of a statement, its whole text
  line_id text not null,
  -- in the file
  row_number integer not null constraint settlement_lines_row_positive check (row_number > 0),
  kind text not null constraint settlement_lines_kind_known
    check (kind in ('payment', 'refund', 'dispute', 'adjustment', 'fee', 'payout', 'other')),
  -- the numbers under which a payment may be known
  refs text[] not null,
  on_day date,
  description text not null default '',
  gross numeric not null,
  fee numeric not null,
  tax numeric not null,
  net numeric not null,
  -- as the payer saw it, where that was another currency
  shown_amount numeric,
  shown_currency text,
  -- payments.payment_id, ticket_payments.payment_id or refunds.refund_id; no reference, see above
  explained_by text,
  -- of a statement: the payout that arrived
  payout_of bigint constraint settlement_lines_payout_fkey references settlements,
  -- why nothing explains it
  open text,
  constraint settlement_lines_line_unique unique (service, line_id)
);
create index settlement_lines_in_order on settlement_lines (settlement_id, row_number);
create index settlement_lines_by_payment on settlement_lines (explained_by) where explained_by is not null;
create index settlement_lines_by_payout on settlement_lines (payout_of) where payout_of is not null;

create trigger settlements_audited after insert or update or delete on settlements for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
