-- Every letter ever asked for, once per dedupe key. The job queue holds its number only.
create table mails (
  id bigint generated always as identity constraint mails_pkey primary key,
  dedupe_key text not null constraint mails_dedupe_key_unique unique,
  kind text not null,
  recipient text not null constraint mails_recipient_one_mailbox check (recipient ~ '^[^\s@]+@[^\s@]+$'),
  -- what the letter says, sealed with a key outside the database; gone once the letter is
  sealed text,
  enqueued_at timestamptz not null default now(),
  sent_at timestamptz,
  -- a dead letter: given up, and why
  failed_at timestamptz,
  failure text,
  constraint mails_sent_or_failed check (sent_at is null or failed_at is null)
);
create index mails_dead on mails (failed_at desc, id desc) where failed_at is not null;
