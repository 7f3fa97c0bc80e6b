-- The text that a reader of a message got by WhatsApp, beside their mail.
alter table message_readers
  add column whatsapp_id bigint,
  add constraint message_readers_whatsapp_fkey foreign key (whatsapp_id) references mails not valid;
-- Allowed: index, because none of the rows has such a text yet.
create index message_readers_by_whatsapp on message_readers (whatsapp_id) where whatsapp_id is not null;
