-- A mail that brings a receipt. The receipt's page shows what became of it, and a receipt that is voided withdraws it.
alter table mails
  add column receipt_id bigint,
  add constraint mails_receipt_fkey foreign key (receipt_id) references receipts not valid;
-- Allowed: index, because none of the rows has a receipt yet.
create index mails_by_receipt on mails (receipt_id, id desc) where receipt_id is not null;
