-- Whether the students were written to when an event was published: whoever is registered later then hears as well.
-- And in which session its registration was switched last: a second click there is no second wish.
alter table events
  add column announced_at timestamptz,
  add column registration_changed_in bigint;
