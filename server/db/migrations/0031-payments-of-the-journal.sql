-- Outside a transaction
-- The journal of a month has payments that correct others, or became void, in it.
create index concurrently if not exists payments_corrections on payments (created_at) where corrects is not null;
create index concurrently if not exists payments_void on payments (paid_at) where lower(status) = 'void';
