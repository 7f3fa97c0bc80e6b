-- Outside a transaction
alter table messages validate constraint messages_change_fkey;
create index concurrently if not exists messages_by_change on messages (change_id) where change_id is not null;
