-- Private links under which calendar apps fetch what a teacher teaches. As with every secret, sha256 only.
create table calendar_feeds (
  id bigint generated always as identity constraint calendar_feeds_pkey primary key,
  person_id bigint not null constraint calendar_feeds_person_fkey references people on delete cascade,
  hash bytea not null constraint calendar_feeds_hash_unique unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_read_at timestamptz
);
create unique index calendar_feeds_one_each on calendar_feeds (person_id) where revoked_at is null;

-- That somebody's app read it is no deed of anybody's.
create trigger calendar_feeds_audited after insert or update of revoked_at or delete on calendar_feeds for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
