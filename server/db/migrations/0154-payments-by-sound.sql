-- Outside a transaction
create index concurrently if not exists payments_by_sound on payments using gin (sounds_of(full_name));
create index concurrently if not exists ticket_payments_by_sound on ticket_payments using gin (sounds_of(name));
do $$ begin
  alter index payments_by_sound alter column 1 set statistics 0;
  alter index ticket_payments_by_sound alter column 1 set statistics 0;
end $$;
