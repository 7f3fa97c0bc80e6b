-- Families: an address and a number may belong to several people. Only those who sign in need an address of their own.
-- An e-mail address of a person is the first of their contacts, and so is the phone number; `contacts` has the others.

-- Allowed: drop, because each constraint comes back wider in the next statement. An import that the version before runs
-- in the seconds between this migration and the restart is refused, and can be repeated.
alter table people drop constraint people_main_role_known;
-- a guardian never signs in
alter table people add constraint people_main_role_known
  check (main_role in ('admin', 'courseadmin', 'teacher', 'coordinator', 'student', 'guardian')) not valid;
alter table people drop constraint people_email_one_mailbox;
-- empty: nobody told the office an address
alter table people add constraint people_email_one_mailbox
  check (email_id ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or (email_id = '' and main_role in ('student', 'guardian'))) not valid;
-- further spellings of the name under which somebody may write this person
alter table people add column other_names text[] not null default '{}';
-- the person's number on the provider's own site
alter table people add column site_ref text;
-- the person who this one turned out to be; the row is deleted then, and its id leads there
alter table people add column merged_into bigint constraint people_merged_into_fkey references people;

-- Allowed: index, because an index on 100,000 people is made in less than a second.
drop index people_email_unique;
create unique index people_email_unique on people (lower(email_id))
  where deleted_at is null and main_role not in ('student', 'guardian');
-- of deleted people too: an index of all living ones would be taken to count them
create index people_by_email on people (lower(email_id));
create unique index people_site_ref_unique on people (site_ref) where site_ref is not null and deleted_at is null;
create index people_by_merge on people (merged_into) where merged_into is not null;

-- The contacts of a person after the first e-mail address and the first phone number.
create table contacts (
  id bigint generated always as identity constraint contacts_pkey primary key,
  person_id bigint not null constraint contacts_person_fkey references people,
  kind text not null constraint contacts_kind_known check (kind in ('email', 'phone')),
  value text not null constraint contacts_value_present check (value <> '')
);
create unique index contacts_once on contacts (person_id, kind, lower(value));
create index contacts_by_email on contacts (lower(value)) where kind = 'email';
create index contacts_by_phone on contacts ((right(regexp_replace(value, '[^0-9]', '', 'g'), 9))) where kind = 'phone';

-- A guardian of a student. Both are people: a guardian may be a colleague, or a student too.
create table guardians (
  id bigint generated always as identity constraint guardians_pkey primary key,
  student_id bigint not null constraint guardians_student_fkey references people,
  guardian_id bigint not null constraint guardians_guardian_fkey references people,
  relation text not null default '',
  -- what is said about the student
  may_see boolean not null default true,
  pays boolean not null default false,
  constraint guardians_of_another check (student_id <> guardian_id)
);
create unique index guardians_once on guardians (student_id, guardian_id);
create index guardians_by_guardian on guardians (guardian_id);

-- Everybody who is reached at an address, in lower case: by their own, or by a guardian's.
create view people_behind_emails as
select lower(p.email_id) as email, p.id as person_id
from people p
where p.deleted_at is null and p.email_id <> '' and p.main_role <> 'guardian'
union all
select lower(c.value), p.id
from contacts c
join people p on p.id = c.person_id and p.deleted_at is null and p.main_role <> 'guardian'
where c.kind = 'email'
union all
select lower(g.email_id), p.id
from people g
join guardians r on r.guardian_id = g.id
join people p on p.id = r.student_id and p.deleted_at is null
where g.deleted_at is null and g.email_id <> ''
union all
select lower(c.value), p.id
from contacts c
join people g on g.id = c.person_id and g.deleted_at is null
join guardians r on r.guardian_id = g.id
join people p on p.id = r.student_id and p.deleted_at is null
where c.kind = 'email';

-- What the staff wrote about a person.
create table notes (
  id bigint generated always as identity constraint notes_pkey primary key,
  person_id bigint not null constraint notes_person_fkey references people,
  body text not null constraint notes_body_present check (body <> ''),
  -- the office: account admins and the course admins of the person; teachers: these and the person's teachers
  readers text not null constraint notes_readers_known check (readers in ('office', 'teachers')),
  created_by bigint constraint notes_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index notes_by_person on notes (person_id, id desc) where deleted_at is null;

-- Two people who may be one, as a search in the background found them.
create table duplicate_pairs (
  id bigint generated always as identity constraint duplicate_pairs_pkey primary key,
  one_id bigint not null constraint duplicate_pairs_one_fkey references people,
  other_id bigint not null constraint duplicate_pairs_other_fkey references people,
  reasons text[] not null,
  found_at timestamptz not null default now(),
  -- null: nobody has said that they are different people
  different_since timestamptz,
  constraint duplicate_pairs_in_order check (one_id < other_id)
);
create unique index duplicate_pairs_once on duplicate_pairs (one_id, other_id);
create index duplicate_pairs_by_other on duplicate_pairs (other_id);

create trigger contacts_audited after insert or update or delete on contacts for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger guardians_audited after insert or update or delete on guardians for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger notes_audited after insert or update or delete on notes for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
-- What the search finds is recorded nowhere, what people do with a pair is.
create trigger duplicate_pairs_audited after insert or update or delete on duplicate_pairs for each row
  when (coalesce(current_setting('gurukul.call', true), '') <> '')
  execute function record_audit();
