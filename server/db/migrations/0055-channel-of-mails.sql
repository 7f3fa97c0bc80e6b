-- A text for WhatsApp waits, leaves and fails as a mail does, so it is a row of the same table.
alter table mails
  add column channel text not null default 'mail',
  -- what WhatsApp told later
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  -- WhatsApp may have it: no answer came, and a second try could be a second copy
  add column unsure_at timestamptz,
  add constraint mails_channel_known check (channel in ('mail', 'whatsapp')) not valid,
  add constraint mails_recipient_of_channel check (
    recipient ~ case channel when 'mail' then '^[^\s@]+@[^\s@]+$' else '^[1-9][0-9]{7,14}$' end
  ) not valid;
-- Allowed: drop, because the version before writes mails alone, which the check of their channel includes.
alter table mails drop constraint mails_recipient_one_mailbox;
