alter table consents validate constraint consents_terms_fkey;
alter table consents validate constraint consents_said_by_fkey;
alter table consents validate constraint consents_purpose_known;
alter table consents validate constraint consents_how_known;
alter table provider validate constraint provider_child_consent_known;
