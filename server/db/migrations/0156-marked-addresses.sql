-- Outside a transaction
-- Every mail asks whether its address is marked.
create index concurrently if not exists mails_marks on mails (lower(recipient)) where marks_address in ('hard', 'complaint');
