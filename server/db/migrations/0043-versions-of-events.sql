-- Counts what is saved of an event: its letters carry it, and a form that was opened on an older one is refused.
alter table events add column version integer not null default 1;
