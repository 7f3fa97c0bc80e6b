-- Every attempt to sign in asks whether the browser is known for anybody.
create index known_browsers_by_device on known_browsers (device_hash);
