-- Outside a transaction
-- Every attempt to sign in asks whether the browser is known for anybody.
create index concurrently if not exists known_browsers_by_device on known_browsers (device_hash);
