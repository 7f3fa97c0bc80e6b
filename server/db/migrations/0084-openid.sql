-- Services by which people may sign in beside their password (OpenID Connect).
create table openid_services (
  id bigint generated always as identity constraint openid_services_pkey primary key,
  -- in the address to which the service sends people back
  name text not null constraint openid_services_name_unique unique
    constraint openid_services_name_plain check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- on the button
  label text not null constraint openid_services_label_present check (label <> ''),
  issuer text not null constraint openid_services_issuer_unique unique
    constraint openid_services_issuer_https check (issuer like 'https://%'),
  client_id text not null,
  -- the secret itself is in server_keys, sealed
  credentials_at timestamptz not null default now(),
  -- an identity may be linked by an address of these domains only; empty: of any
  domains text[] not null default '{}',
  is_enabled boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Which identity at a service opens which account. `subject` never changes there; addresses may.
create table openid_identities (
  id bigint generated always as identity constraint openid_identities_pkey primary key,
  person_id bigint not null constraint openid_identities_person_fkey references people on delete cascade,
  issuer text not null constraint openid_identities_issuer_fkey references openid_services (issuer) on delete cascade,
  subject text not null,
  -- the address by which the link was made
  email_id text not null,
  linked_at timestamptz not null default now(),
  constraint openid_identities_subject_unique unique (issuer, subject),
  constraint openid_identities_person_unique unique (person_id, issuer)
);

-- Sign-ins under way, for ten minutes. Everything that the service gives back follows from the secret in the browser.
create table openid_attempts (
  hash bytea constraint openid_attempts_pkey primary key,
  service_id bigint not null constraint openid_attempts_service_fkey references openid_services on delete cascade,
  -- as chosen on the sign-in page
  role text not null constraint openid_attempts_role_known check (role in ('', 'courseadmin', 'teacher')),
  created_at timestamptz not null default now()
);

-- Where the person can also end their session at the service that they signed in with.
alter table sessions add column sign_out_url text;

create trigger openid_services_audited after insert or update or delete on openid_services for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger openid_identities_audited after insert or update or delete on openid_identities for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
