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
create index imports_of_payments on imports (created_at desc, id desc) where kind = 'payments';

create index payments_search on payments
  using gin ((lower(full_name || ' ' || email_id || ' ' || phone_number || ' ' || payment_id)) gin_trgm_ops);

-- Whose number it is, whatever stands before or between its digits.
create index people_by_phone on people ((right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)))
  where main_role = 'student' and deleted_at is null and phone_number is not null;
