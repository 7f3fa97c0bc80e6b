-- An erasure also forgets from which addresses of the internet the person worked. The trail keeps the rest as before.
-- The application's role may not change `changes`, so this belongs to the one function that may.
create function erase_origins(people bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update changes c
  set from_address = null
  where c.from_address is not null
    and c.person_id in (select p.id from people p where p.id = any(people) and p.erased_at is not null)
$$;
