-- What a provider asks consent to, in versions. A row never changes; the highest version of a kind counts, and a version
-- without a text asks for nothing.
create table terms (
  id bigint generated always as identity constraint terms_pkey primary key,
  kind text not null constraint terms_kind_known check (kind in ('child_data', 'rules', 'recording', 'photos')),
  version integer not null constraint terms_version_positive check (version > 0),
  body text not null,
  body_te text not null default '',
  body_hi text not null default '',
  saved_by bigint not null constraint terms_saved_by_fkey references people,
  saved_at timestamptz not null default now(),
  constraint terms_version_unique unique (kind, version)
);
create trigger terms_audited after insert or update or delete on terms
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert on terms to gurukul_app;

-- Which version, and who said it: a guardian or the student, or a name where nobody of that name has a row.
alter table consents add column terms_id bigint;
alter table consents add column said_by bigint;
alter table consents add column said_name text not null default '';
alter table consents add constraint consents_terms_fkey foreign key (terms_id) references terms not valid;
alter table consents add constraint consents_said_by_fkey foreign key (said_by) references people not valid;
-- Allowed: drop, because the checks come back wider in the same statement.
alter table consents
  drop constraint consents_purpose_known,
  add constraint consents_purpose_known check (purpose in ('child_data', 'rules', 'recording', 'photos')) not valid,
  drop constraint consents_how_known,
  add constraint consents_how_known
    check (how in ('my_page', 'registration', 'paper_form', 'by_phone', 'in_person', 'in_writing')) not valid;
-- Nobody of the staff writes down what a registration says.
alter table consents alter column recorded_by drop not null;

-- The terms that a form agreed to, until it is known who the learner is.
alter table registrations add column agreed bigint[] not null default '{}';

-- Whether a child needs a guardian's consent to their data to begin in a course.
alter table provider add column child_consent text not null default 'off';
alter table provider add constraint provider_child_consent_known
  check (child_consent in ('off', 'warn', 'need')) not valid;

-- Students under 18: by their birthday, else by the year that a registration said.
create view children as
select p.id as student_id
from people p
where (p.main_role = 'student' or p.also_studies) and p.deleted_at is null and (
  p.dob > (today_in_kolkata() - interval '18 years')::date
  or p.dob is null and (
    select r.birth_year from registrations r where r.student_id = p.id order by r.id desc limit 1
  ) >= extract(year from today_in_kolkata()) - 18
);
grant select on children to gurukul_app;

create view children_without_consent as
select k.student_id
from children k
where not coalesce((
  select c.agreed from consents c
  where c.person_id = k.student_id and c.purpose = 'child_data'
  order by c.said_at desc, c.id desc limit 1
), false);
grant select on children_without_consent to gurukul_app;

create function refuse_child_without_consent()
 returns trigger
 language plpgsql
as $function$
begin
  if (select v.child_consent from provider v) = 'need' and exists (
    select from children_without_consent k where k.student_id = new.student_id
  ) then
    raise exception 'child % begins without a consent', new.student_id
      using errcode = 'check_violation', constraint = 'children_agreed';
  end if;
  return null;
end
$function$;

-- At the end of the transaction: the consent may be written down after the child is added.
create constraint trigger children_agreed after insert on enrolments
  deferrable initially deferred
  for each row when (new.ended_on is null)
  execute function refuse_child_without_consent();
