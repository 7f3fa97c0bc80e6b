-- Where people meet online: the link of each slot, and that of a meeting which has another one. Only people who reach the
-- class may read it.
alter table class_slots add column join_link text not null default '';
-- null: as the slot's
alter table meetings add column join_link text;

-- The link of a meeting, its own or else its slot's; null for none.
create function join_link_of(slot bigint, on_day date, is_extra boolean) returns text language sql stable as $$
  select coalesce(
    (
      select m.join_link
      from meetings m
      where m.slot_id = slot and m.on_date = on_day and (m.state is not distinct from 'extra') = join_link_of.is_extra
    ),
    (select nullif(s.join_link, '') from class_slots s where s.id = slot)
  )
$$;
