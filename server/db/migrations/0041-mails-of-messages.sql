-- A mail that brings a message, and what its mail server heard later: the mailbox did not take it.
alter table mails
  add column message_id bigint,
  add column bounced_at timestamptz,
  add column bounce text,
  add constraint mails_message_fkey foreign key (message_id) references messages not valid;
-- Allowed: index, because none of the rows has a message yet.
create index mails_by_message on mails (message_id, id) where message_id is not null;
-- Allowed: index, because none of the rows has bounced yet.
create index mails_bounced on mails (id desc) where bounced_at is not null;
