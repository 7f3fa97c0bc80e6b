-- The delivery log: about which event a letter is, to whom it goes, how often it was tried, and whether it was taken
-- back before it left.
alter table mails
  add column event_id bigint constraint mails_event_fkey references events,
  add column person_id bigint constraint mails_person_fkey references people,
  add column tries integer not null default 0,
  add column withdrawn_at timestamptz,
  add column handed_over_at timestamptz,
  add column round integer not null default 0,
  add column state text not null generated always as (
    case
      when sent_at is not null then 'sent'
      when failed_at is not null then 'failed'
      when withdrawn_at is not null then 'withdrawn'
      else 'queued'
    end
  ) stored,
  drop constraint mails_sent_or_failed,
  add constraint mails_one_end check (num_nonnulls(sent_at, failed_at, withdrawn_at) <= 1);

drop index mails_dead;
create index mails_by_state on mails (state, id desc);
create index mails_by_kind on mails (kind, id desc) include (state);
create index mails_by_event on mails (event_id, id desc) include (kind, state) where event_id is not null;
create index mails_by_person on mails (person_id, id desc) where person_id is not null;
create index mails_search on mails using gin (lower(recipient) gin_trgm_ops);

-- That somebody had a letter tried again is recorded, what the workers do with it is not.
create trigger mails_audited after update of round on mails for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
