-- Texts that still name somebody who was erased, one row a text, until the office decides. The text is in its own row.
create table erasure_mentions (
  id bigint generated always as identity constraint erasure_mentions_pkey primary key,
  person_id bigint not null constraint erasure_mentions_person_fkey references people,
  table_name text not null,
  column_name text not null,
  -- the key of the row that has the text
  row_id text not null,
  -- the words that were found, with a key outside the database, until somebody decides
  sealed text,
  found_at timestamptz not null default now(),
  -- the words go, or why the text stays
  choice text
    constraint erasure_mentions_choice_known check (choice in ('remove', 'somebody_else', 'public', 'needed')),
  -- null: repeated after a restore
  decided_by bigint constraint erasure_mentions_decided_by_fkey references people,
  decided_at timestamptz,
  constraint erasure_mentions_decided_whole check (num_nonnulls(choice, decided_at) in (0, 2)),
  constraint erasure_mentions_decided_without_words check (choice is null or sealed is null)
);
create unique index erasure_mentions_once on erasure_mentions (person_id, table_name, column_name, row_id);
create index erasure_mentions_open on erasure_mentions (person_id, id) where sealed is not null;

-- The trail has who decided what and when, without the words.
create trigger erasure_mentions_audited after update of choice on erasure_mentions for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Values of an entry of the trail, without those that contain one of the words.
create function without_words(entry jsonb, words text[]) returns jsonb language sql immutable as $$
  select case when entry is not null then coalesce((
    select jsonb_object_agg(v.key, v.value) from jsonb_each(entry) v
    where not exists (select from unnest(words) w (word) where position(lower(w.word) in lower(v.value::text)) > 0)
  ), '{}') end
$$;

-- The trail loses the words of a text that the office removed. The application's role may change the trail by such
-- functions alone: this one reaches entries that a mention of an erased person names, and those of its row.
create function erase_words(mention bigint, words text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with meant as (
    select m.table_name, m.row_id
    from erasure_mentions m
    join people p on p.id = m.person_id and p.erased_at is not null
    where m.id = mention
  ),
  entries as (
    select e.id, e.at from meant m join audit_entries e on e.table_name = m.table_name and e.row_id = m.row_id
    union
    select e.id, e.at from meant m
    join audit_entries e on e.id = case when m.table_name = 'audit_entries' then m.row_id::bigint end
  )
  update audit_entries e
  set before = without_words(e.before, words), after = without_words(e.after, words)
  from entries
  where e.id = entries.id and e.at = entries.at
$$;
