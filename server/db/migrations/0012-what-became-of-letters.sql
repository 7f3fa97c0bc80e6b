-- The delivery log: about which event a letter is, to whom it goes, how often it was tried, and whether it was taken
-- back before it left.
alter table mails
  add column event_id bigint constraint mails_event_fkey references events,
  add column person_id bigint constraint mails_person_fkey references people,
  add column tries integer not null default 0,
  add column withdrawn_at timestamptz,
  drop constraint mails_sent_or_failed,
  add constraint mails_one_end check (num_nonnulls(sent_at, failed_at, withdrawn_at) <= 1);
create index mails_by_event on mails (event_id, id desc) where event_id is not null;
