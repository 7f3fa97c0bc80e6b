-- How long each kind of data is stored, in days, where the office chose another time than the usual one; null: without
-- an end. The kinds and their usual times are in the contract.
alter table provider add column retention jsonb not null default '{}';

-- What a sweep removes also leaves the trail, which keeps that the sweep removed it. `emptied` as of `erase_trail`. It
-- reaches the rows that this change of the sweep touches, and no others.
create function forget_swept(emptied jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  with touched as (
    select distinct e.table_name, e.row_id from audit_entries e
    where e.change_id = current_change() and e.call = 'privacy.sweep' and emptied ? e.table_name
  ),
  meant as (
    select e.id, e.at, array(select jsonb_array_elements_text(nullif(emptied -> e.table_name, 'null'))) as columns,
      emptied -> e.table_name = 'null' as is_all
    from touched t
    join audit_entries e on e.table_name = t.table_name and e.row_id = t.row_id
  )
  update audit_entries e
  set before = case when m.is_all then e.before - array(select jsonb_object_keys(e.before)) else e.before - m.columns end,
    after = case when m.is_all then e.after - array(select jsonb_object_keys(e.after)) else e.after - m.columns end
  from meant m
  where e.id = m.id and e.at = m.at
$$;
