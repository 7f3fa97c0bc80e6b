-- Outside a transaction
-- Allowed: not-repeatable, because it counts anew: what an attempt before it wrote goes with the same statement.
-- Allowed: fill, because the table has a few rows, and nobody else locks one of them for longer than a fold.

-- One statement, so that each payment is either in its snapshot, or its row in the totals comes after it.
with gone as (delete from payment_totals)
insert into payment_totals (status, currency, payments, amount)
select lower(m.status), m.currency, count(*), sum(m.amount) from payments m group by 1, 2;
