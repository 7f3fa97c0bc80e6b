-- Outside a transaction
alter table mails validate constraint mails_carrier_fkey;
create index concurrently if not exists mails_carried on mails (carried_by) where carried_by is not null;
