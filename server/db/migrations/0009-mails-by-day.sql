-- Outside a transaction
-- The delivery log of some days. Mails are stored in the order of their times, so a range of blocks has a range of times.
create index concurrently if not exists mails_by_time on mails using brin (enqueued_at);
