-- Outside a transaction
-- The next number of what the office writes down by hand.
create index concurrently if not exists payments_by_hand on payments (payment_id) where received_by is not null;
-- Which payment stands in place of a void one.
create index concurrently if not exists payments_by_corrected on payments (corrects) where corrects is not null;
create index concurrently if not exists payments_campaigns on payments (campaign) where kind = 'donation';
create index concurrently if not exists ticket_payments_without_currency on ticket_payments (id) where currency is null;
