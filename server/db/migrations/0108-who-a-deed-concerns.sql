-- The first people whom the deed concerns. Their names are read when somebody decides.
alter table asked_deeds add column first_people bigint[] not null default '{}';
