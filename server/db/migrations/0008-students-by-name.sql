-- Outside a transaction
-- Students by name as people expect: neither case nor accents count, and each script is in the order of its alphabet.
create index concurrently if not exists people_students_by_natural_name
  on people ((fullname collate natural_order), id) where main_role = 'student' and deleted_at is null;
