-- Outside a transaction. A teacher's dashboard counts his students: one look into an index for each, where a million
-- rows of people lie far apart.
create index concurrently if not exists people_of_students on people (id) include (gender, region, dob)
  where main_role = 'student' and deleted_at is null;
