-- The message also goes by WhatsApp to those who agreed.
alter table messages add column whatsapp boolean not null default false;
