-- The history ends where the office says so. What the portal still works with stays: that of money, since accounts must
-- be proved and the journal and the intake read it; that of days off, since people who heard of one hear when it is
-- deleted; and the names of replaced pictures and homework, since an erasure finds their files by them. The index in the
-- next file contains the answers, so another list of tables needs it anew.
create function history_may_end(table_name text, before jsonb) returns boolean language sql immutable as $$
  select table_name <> all (array['charges', 'days_off', 'exchange_rates', 'imports', 'payment_shares', 'payments',
      'receipts', 'refunds', 'settlements', 'ticket_payments', 'waivers'])
    and coalesce(nullif(before ->> 'image', ''), nullif(before ->> 'home_work', '')) is null
$$;

-- That a change was undone stays as long as the change, also when the entries of the undo have gone.
alter table undos alter column by_change_id drop not null;

-- Removes at most so many of the oldest entries, with the changes that have no other ones, and returns their number. The
-- application's role may remove entries by this function alone, and none of the last two years.
create function end_history(days integer, at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed integer;
  parts_of bigint[];
  ended bigint[];
begin
  if days is null or days < 730 then
    raise exception 'the history of two years stays' using errcode = 'check_violation';
  end if;
  with old as (
    select e.id, e.at
    from audit_entries e
    where e.at < now() - make_interval(days => days) and history_may_end(e.table_name, e.before)
    order by e.at
    limit at_most
    for update skip locked
  ),
  gone as (
    delete from audit_entries e using old o where e.id = o.id and e.at = o.at returning e.change_id
  )
  select count(*), array_agg(distinct g.change_id) into removed, parts_of from gone g;
  ended := array(
    select p.id from unnest(parts_of) p (id)
    where not exists (select from audit_entries e where e.change_id = p.id)
  );
  update mails m set change_id = null where m.change_id = any(ended);
  delete from undos u where u.change_id = any(ended);
  update undos u set by_change_id = null where u.by_change_id = any(ended);
  delete from changes c where c.id = any(ended);
  return removed;
end
$$;
