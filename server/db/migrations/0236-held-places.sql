-- Outside a transaction
create index concurrently if not exists registrations_held on registrations (class_id) where held_until is not null;
