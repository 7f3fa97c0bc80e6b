-- What the provider has seen about somebody who teaches, or wants to: a police check, a reference, a training.
create table checks (
  id bigint generated always as identity constraint checks_pkey primary key,
  person_id bigint not null constraint checks_person_fkey references people,
  -- in the provider's own word
  kind text not null constraint checks_kind_present check (kind <> ''),
  -- null: it has no number
  sealed_number text,
  -- its last day; null: it has no end
  valid_until date,
  seen_by bigint not null constraint checks_seen_by_fkey references people,
  seen_at timestamptz not null default now()
);
create index checks_by_person on checks (person_id, id);
create index checks_by_end on checks (valid_until) where valid_until is not null;

-- How far somebody is on the way to teaching.
create table volunteers (
  id bigint generated always as identity constraint volunteers_pkey primary key,
  person_id bigint not null constraint volunteers_once unique constraint volunteers_person_fkey references people,
  stage text not null
    constraint volunteers_stage_known check (stage in ('asked', 'applied', 'in_training', 'sits_in', 'approved')),
  stage_at timestamptz not null default now(),
  -- the courses, each of which is a level, and the languages, by ISO 639, in which they may teach
  course_ids bigint[] not null default '{}',
  languages text[] not null default '{}',
  for_children boolean not null default false
);

create trigger checks_audited after insert or delete or update on checks
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger volunteers_audited after insert or delete or update on volunteers
  for each row when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
grant select, insert, update, delete on checks, volunteers to gurukul_app;

alter table classes add column for_children boolean not null default false;

-- What happens when somebody without a valid check is given a class of children, and the kinds that count; none: each.
alter table provider
  add column children_rule text not null default 'off',
  add column children_checks text[] not null default '{}',
  add constraint provider_children_rule_known check (children_rule in ('off', 'warn', 'refuse')) not valid;

-- The last day on which somebody may teach children: infinity without an end, null: on none.
create function checked_until(person bigint) returns date
language sql stable
as $$
  select case
    when exists (
      select from volunteers v
      where v.person_id = checked_until.person and v.stage = 'approved' and not v.for_children
    ) then null
    when s.children_checks = '{}' then (
      select max(coalesce(c.valid_until, 'infinity')) from checks c where c.person_id = checked_until.person
    )
    else (
      select case when bool_and(n.until is not null) then min(n.until) end
      from (
        select (
          select max(coalesce(c.valid_until, 'infinity'))
          from checks c
          where c.person_id = checked_until.person and lower(c.kind) = lower(k.kind)
        ) as until
        from unnest(s.children_checks) k (kind)
      ) n
    )
  end
  from provider s
$$;
