alter table openid_identities add column last_used_at timestamptz;

-- A sign-in is no change.
drop trigger openid_identities_audited on openid_identities;
create trigger openid_identities_audited
  after insert or delete or update of person_id, issuer, subject, email_id on openid_identities
  for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Where somebody who came from a service can sign out of it too: the second step hands it to the session.
alter table factor_challenges add column sign_out_url text;
