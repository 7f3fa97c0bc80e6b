-- Questions asked on the public site, known by the site's own name for them.
create table enquiries (
  id bigint generated always as identity constraint enquiries_pkey primary key,
  intake_key_id bigint not null constraint enquiries_intake_key_fkey references intake_keys,
  enquiry_id text not null,
  query_type_id bigint not null constraint enquiries_type_fkey references query_types,
  name text not null,
  email_id text not null constraint enquiries_email_one_mailbox check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  phone_number text,
  message text not null,
  received_at timestamptz not null default now(),
  constraint enquiries_once unique (intake_key_id, enquiry_id)
);
create index enquiries_by_type on enquiries (query_type_id);

alter table intake_keys
  drop constraint intake_keys_scopes_known,
  add constraint intake_keys_scopes_known check (
    scopes <@ array['students', 'payments', 'tickets', 'registrations', 'homework', 'enquiries']
    and cardinality(scopes) > 0
  );

create trigger enquiries_audited after insert or update or delete on enquiries
  for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
