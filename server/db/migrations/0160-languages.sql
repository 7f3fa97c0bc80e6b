-- The languages of the portal are files, so the tables take any tag: the contract knows them.
-- Allowed: drop, because the version before writes only what these checks took.
alter table message_templates drop constraint message_templates_language_known;
alter table personal_pages drop constraint personal_pages_language_known;
alter table push_devices drop constraint push_devices_language_known;

-- The languages that a student may speak, by ISO 639, in the order in which they are offered. People have the English
-- name of one: Telugu, English and Sanskrit are specified so.
alter table provider add spoken_languages text[] not null default '{te,en,sa,hi}';
alter table people drop constraint people_language_known;
