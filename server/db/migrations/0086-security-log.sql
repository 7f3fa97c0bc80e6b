-- The security log: who signed in, acted, read and was refused. Each entry carries a hash over itself and the hash of
-- the entry before, so a changed, removed or moved entry is found. It has no references: a check of one would wait for
-- a person's row while it holds the chain.
create table security_entries (
  -- without gaps, in the order of the chain; the trigger below gives it
  id bigint constraint security_entries_pkey primary key,
  at timestamptz not null,
  kind text not null constraint security_entries_kind_written check (kind ~ '^[a-z_]{1,40}$'),
  -- who did it; null: nobody who is known
  person_id bigint,
  about_person_id bigint,
  from_address inet,
  -- The change in the audit trail, which has the values. They are not stored twice.
  change_id bigint,
  -- numbers and fixed words, never a name or an address of a person
  facts jsonb not null constraint security_entries_facts_named check (jsonb_typeof(facts) = 'object'),
  hash bytea not null
);
create index security_entries_by_person on security_entries (person_id, id desc);
create index security_entries_about_person on security_entries (about_person_id, id desc)
  where about_person_id is not null;
create index security_entries_by_kind on security_entries (kind, id desc);

create function security_hash(hash_before bytea, entry security_entries) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(hash_before || convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.kind,
    entry.person_id, entry.about_person_id, host(entry.from_address), entry.change_id, entry.facts)::text, 'UTF8'))
$$;

-- One transaction at a time adds entries. Its writer inserts them last, so that nobody waits for long.
create function chain_security_entry() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  id_before bigint;
  hash_before bytea;
begin
  perform pg_advisory_xact_lock(hashtext('security log'));
  select e.id, e.hash into id_before, hash_before from security_entries e order by e.id desc limit 1;
  new.id := coalesce(id_before, 0) + 1;
  new.at := clock_timestamp();
  new.change_id := nullif(current_setting('gurukul.change', true), '');
  new.hash := security_hash(coalesce(hash_before, ''), new);
  return new;
end
$$;
create trigger security_entries_chained before insert on security_entries for each row
  execute function chain_security_entry();

-- Allowed: drop, because no version before knows the table
revoke update, delete on security_entries from gurukul_app;
