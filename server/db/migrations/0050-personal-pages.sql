-- My page: what a student or guardian sees without an account, behind a link that belongs to a mailbox.

create table personal_pages (
  id bigint generated always as identity constraint personal_pages_pkey primary key,
  -- in lower case
  mailbox text not null constraint personal_pages_mailbox_unique unique
    constraint personal_pages_mailbox_lower check (mailbox = lower(mailbox) and mailbox <> ''),
  -- the secret of the link is an HMAC of it with a key that is not in the database; another one is another link
  nonce text not null,
  -- of that secret
  hash bytea not null constraint personal_pages_hash_unique unique,
  made_at timestamptz not null default now(),
  -- by a confirmed device
  used_at timestamptz,
  expires_at timestamptz not null default now() + interval '30 days',
  revoked_at timestamptz,
  -- null: as the reader's spoken language says, else the provider's first
  language text constraint personal_pages_language_known check (language in ('en', 'te', 'hi')),
  -- what no mails are wanted about
  unwanted text[] not null default '{}'
);

-- A browser that has proved with a code that it reads the mailbox.
create table personal_devices (
  page_id bigint not null constraint personal_devices_page_fkey references personal_pages on delete cascade,
  -- of the cookie
  hash bytea not null,
  confirmed_at timestamptz not null default now(),
  constraint personal_devices_pkey primary key (page_id, hash)
);

-- Codes that were mailed and wait for a device.
create table personal_codes (
  id bigint generated always as identity constraint personal_codes_pkey primary key,
  page_id bigint not null constraint personal_codes_page_fkey references personal_pages on delete cascade,
  -- of a secret in the form of the browser that asked
  hash bytea not null constraint personal_codes_hash_unique unique,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- What people do with a page is recorded; that a mail makes one, or a device uses it, is not.
create trigger personal_pages_audited after insert or delete or update of revoked_at, language, unwanted on personal_pages
  for each row when (coalesce(current_setting('gurukul.call', true), '') <> '')
  execute function record_audit();
