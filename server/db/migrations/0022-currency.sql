-- Money with its currency, and donations, which have no course.

-- Allowed: rewrite, because an amount without a limit of decimals is stored as before. The yen has none, the dinar has
-- three.

alter table payments
  -- ISO 4217; null: nobody has said it yet
  add column currency text,
  add column kind text not null default 'fee',
  -- of a donation
  add column campaign text not null default '',
  add column method text,
  add column note text not null default '',
  -- people.id of a colleague who wrote it down; null: it came from a file or a service. As a reference it would lock people
  -- too.
  add column received_by bigint,
  -- payments.id: the payment, now void, in place of which this one stands
  add column corrects bigint,
  add column void_reason text,
  alter column course_id drop not null,
  alter column amount type numeric,
  add constraint payments_currency_iso check (currency ~ '^[A-Z]{3}$') not valid,
  add constraint payments_kind_known check (kind in ('fee', 'donation')) not valid,
  add constraint payments_fee_of_course check (course_id is not null or kind = 'donation') not valid,
  add constraint payments_method_known
    check (method in ('cash', 'upi', 'bank', 'cheque', 'card', 'online')) not valid,
  add constraint payments_decimals check (scale(amount) <= 3) not valid;

alter table ticket_payments
  add column currency text,
  alter column amount type numeric,
  add constraint ticket_payments_currency_iso check (currency ~ '^[A-Z]{3}$') not valid,
  add constraint ticket_payments_decimals check (scale(amount) <= 3) not valid;

-- A donation has no course in which anything may be due.
create or replace function note_due_changes() returns trigger language plpgsql as $$
begin
  insert into due_changes (course_id) select distinct w.course_id from written w where w.course_id is not null;
  return null;
end
$$;

create or replace function note_due_updates() returns trigger language plpgsql as $$
begin
  insert into due_changes (course_id)
  select b.course_id from (select w.course_id from written w union select f.course_id from former f) b
  where b.course_id is not null;
  return null;
end
$$;
