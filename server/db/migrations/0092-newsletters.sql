-- A message that its writer calls a newsletter leaves out who wants none. The reader says so on My page, or by the link
-- in each of them.
alter table messages add column newsletter boolean not null default false;

-- Allowed: drop, because the check comes back wider in the next statement.
alter table message_readers drop constraint message_readers_withheld_known;
alter table message_readers add constraint message_readers_withheld_known
  check (withheld in ('no_address', 'may_not_see', 'unwanted')) not valid;
