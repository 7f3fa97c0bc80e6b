-- Outside a transaction
-- Who had a slot before is read for each meeting that is over.
create index concurrently if not exists slot_teachers_former on slot_teachers (slot_id, assigned_at) where ended_at is not null;
