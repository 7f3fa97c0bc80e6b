-- When a payment service signed what it last said about a payment, for as long as something older may still arrive.
create table payment_signatures (
  payment_id text constraint payment_signatures_pkey primary key,
  signed_at timestamptz not null
);

-- Letters that went into the outbox, where no mail server is set: what they say, for those who want to read them.
create table kept_letters (
  mail_id bigint constraint kept_letters_pkey primary key
    constraint kept_letters_mail_fkey references mails on delete cascade,
  sealed text not null
);

-- The pair is made anew under another name, encrypted as everything else is.
-- Allowed: fill, because it is one row, which the version before makes again when it needs it.
delete from server_keys where name = 'sealing';
