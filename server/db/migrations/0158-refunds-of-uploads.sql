-- The refund that a row of an upload wrote down, so that its undo takes the refund back, too.
alter table imported_payments add column refund bigint;
