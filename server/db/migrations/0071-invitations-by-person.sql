-- Outside a transaction
create index concurrently if not exists invites_by_person on invites (person_id, id) where person_id is not null;
