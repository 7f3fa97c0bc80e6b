-- What somebody allowed or not, by purpose, as they said it: the last row of a person and purpose counts. WhatsApp has
-- its own table, because a consent there is of a number; newsletters are a choice of a mailbox on its page.
create table consents (
  id bigint generated always as identity constraint consents_pkey primary key,
  person_id bigint not null constraint consents_person_fkey references people,
  purpose text not null constraint consents_purpose_known check (purpose in ('photos')),
  agreed boolean not null,
  how text not null
    constraint consents_how_known check (how in ('my_page', 'paper_form', 'by_phone', 'in_person', 'in_writing')),
  said_at timestamptz not null default now(),
  -- who said it on My page, or wrote it down
  recorded_by bigint not null constraint consents_recorded_by_fkey references people
);
create index consents_by_person on consents (person_id, purpose, id desc);

create trigger consents_audited after insert or update or delete on consents for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
