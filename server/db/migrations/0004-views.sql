-- Views of lists by name: of one person, or of everybody in the office who works in that role.
create table saved_views (
  id bigint generated always as identity constraint saved_views_pkey primary key,
  author_id bigint not null constraint saved_views_author_fkey references people,
  -- the role in which the author works
  role text not null constraint saved_views_role_known check (role in ('admin', 'courseadmin', 'teacher')),
  -- path of the page, and the prefix of a second table there
  list text not null,
  name text not null constraint saved_views_name_present check (name <> ''),
  -- the part of the list's address behind the question mark
  address text not null,
  for_office boolean not null
);
create unique index saved_views_own_name on saved_views (author_id, role, list, name) where not for_office;
create unique index saved_views_office_name on saved_views (role, list, name) where for_office;

create trigger saved_views_audited after insert or update or delete on saved_views for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
