-- Who agreed to get messages by WhatsApp. Nothing is sent to a number without a present row.

create table whatsapp_consents (
  id bigint generated always as identity constraint whatsapp_consents_pkey primary key,
  -- whose number it is: a student, or a guardian
  person_id bigint not null constraint whatsapp_consents_person_fkey references people,
  -- with the country's code, digits alone; another number of the person needs a consent of its own
  number text not null constraint whatsapp_consents_number_whole check (number ~ '^[1-9][0-9]{7,14}$'),
  agreed_at timestamptz not null default now(),
  how text not null
    constraint whatsapp_consents_how_known check (how in ('my_page', 'paper_form', 'by_phone', 'in_person', 'in_writing')),
  -- who said it on My page, or wrote it down
  recorded_by bigint not null constraint whatsapp_consents_recorded_by_fkey references people,
  ended_at timestamptz,
  ended_how text constraint whatsapp_consents_end_known check (ended_how in ('my_page', 'office', 'stop')),
  constraint whatsapp_consents_end_whole check (num_nonnulls(ended_at, ended_how) in (0, 2))
);
create unique index whatsapp_consents_present on whatsapp_consents (person_id, number) where ended_at is null;
create index whatsapp_consents_by_number on whatsapp_consents (number) where ended_at is null;

create trigger whatsapp_consents_audited after insert or update or delete on whatsapp_consents for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
