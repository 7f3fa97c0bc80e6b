-- Somebody chose this payment status, so it does not follow the ledger.
alter table enrolments add column payment_by_hand boolean not null default false;
