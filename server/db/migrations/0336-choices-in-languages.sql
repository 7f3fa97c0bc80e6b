-- The choices of an own question in the other languages, in the order of the English ones; '' where the English one stands.
alter table questions add column choices_te text[] not null default '{}', add column choices_hi text[] not null default '{}';
