-- People whose data was erased. Their rows stay, so that rolls and sums stay true.
alter table people add column erased_at timestamptz;

-- The trail of erased people keeps who changed what and when, and loses the values. `emptied` names for each table the
-- columns whose values go; null means all. It reaches entries about these people and of rows that this change touches.
-- The application's role may change the trail by this function alone, and only of people who are marked as erased.
create function erase_trail(people bigint[], emptied jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    select p.id from people p where p.id = any(people) and p.erased_at is not null
  ),
  touched as (
    select distinct e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and exists (select from erased)
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
