-- The number and sum of all payments by status and currency, so that opening the list does not read all of them. Each
-- statement on payments appends what it changed, so no two of them wait for each other; a reader adds the rows up. Once
-- a minute the sweep puts them together.
create table payment_totals (
  id bigint generated always as identity constraint payment_totals_pkey primary key,
  -- in lower case
  status text not null,
  currency text,
  payments bigint not null,
  amount numeric not null
);

create function note_payment_totals() returns trigger language plpgsql as $$
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
$$;

create trigger payments_added_up after insert on payments
  referencing new table as becomes for each statement execute function note_payment_totals();
create trigger payments_changed_add_up after update on payments
  referencing old table as was new table as becomes for each statement execute function note_payment_totals();
create trigger payments_removed_add_up after delete on payments
  referencing old table as was for each statement execute function note_payment_totals();

-- Several processes may do it at once: a row counts for the one that deletes it.
create function fold_payment_totals() returns void language sql as $$
  with gone as (delete from payment_totals returning status, currency, payments, amount)
  insert into payment_totals (status, currency, payments, amount)
  select g.status, g.currency, sum(g.payments), sum(g.amount)
  from gone g
  group by g.status, g.currency
  having sum(g.payments) <> 0 or sum(g.amount) <> 0
$$;
