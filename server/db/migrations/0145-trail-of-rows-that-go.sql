-- The trail of rows that an erasure touches, also of tables whose trail does not have deletions: their pages, by mailbox,
-- and pairs of people. `rows` names them by table. The form with two arguments is for the release before.
create function erase_trail(people bigint[], emptied jsonb, rows jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    select p.id from people p where p.id = any(people) and p.erased_at is not null
  ),
  touched as (
    select e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and exists (select from erased)
    union
    select r.key, id.value from jsonb_each(rows) r cross join jsonb_array_elements_text(r.value) id
    where exists (select from erased)
  ),
  meant as (
    select e.id, e.at, array(select jsonb_array_elements_text(nullif(emptied -> e.table_name, 'null'))) as columns,
      emptied -> e.table_name = 'null' as is_all
    from audit_entries e
    where emptied ? e.table_name
      and (e.about_person_id in (select id from erased) or (e.table_name, e.row_id) in (select t.* from touched t))
  )
  update audit_entries e
  set before = case when m.is_all then e.before - array(select jsonb_object_keys(e.before)) else e.before - m.columns end,
    after = case when m.is_all then e.after - array(select jsonb_object_keys(e.after)) else e.after - m.columns end
  from meant m
  where e.id = m.id and e.at = m.at
$$;
