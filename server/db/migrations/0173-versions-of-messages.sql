-- A message in more than one language. Null: it was written before there were versions, in a language that nobody said.
alter table messages add column language text;
-- [{language, subject, body}]: for readers of another language than that one.
alter table messages add column versions jsonb not null default '[]';
