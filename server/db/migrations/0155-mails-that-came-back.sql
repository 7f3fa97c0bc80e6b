-- What a mail that came back says about its address: `hard`, nobody is there; `complaint`, its reader called it unwanted;
-- `past`, it said so once. The mark is a mail's, so that it goes with the address when a person is erased.
alter table mails add column marks_address text;
alter table mails add constraint mails_marks_address_known
  check (marks_address in ('hard', 'complaint', 'past')) not valid;

-- A message leaves out an address that came back.
-- Allowed: drop, because the check comes back wider in the next statement.
alter table message_readers drop constraint message_readers_withheld_known;
alter table message_readers add constraint message_readers_withheld_known
  check (withheld in ('no_address', 'may_not_see', 'unwanted', 'came_back')) not valid;
