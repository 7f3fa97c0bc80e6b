-- A key with which a mail service reports mails that came back.
-- Allowed: drop, because the version before knows fewer scopes, which the new check includes.
alter table intake_keys drop constraint intake_keys_scopes_known;
alter table intake_keys add constraint intake_keys_scopes_known check (
  scopes <@ array['students', 'payments', 'tickets', 'registrations', 'homework', 'enquiries', 'bounces']
  and cardinality(scopes) > 0
) not valid;
