-- Outside a transaction
-- "Looks like" also searches the numbers of guardians, so the index of numbers is about everybody.
create index concurrently if not exists people_by_number
  on people ((right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)))
  where deleted_at is null and phone_number is not null;
drop index concurrently if exists people_by_phone;
