-- Outside a transaction
-- Mails of which only the way to the reader's page left. They follow once the mailbox is proved.
create index concurrently if not exists mails_for_proof on mails (lower(recipient), id) where state = 'sent' and sealed is not null;
