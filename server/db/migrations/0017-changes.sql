-- One write as a whole: everything that one call, job or statement of an operator did in one transaction.
create table changes (
  id bigint generated always as identity constraint changes_pkey primary key,
  at timestamptz not null default now(),
  person_id bigint,
  intake_key_id bigint,
  call text,
  request_id text,
  -- where it came from
  from_address inet
);
create index changes_by_person on changes (person_id, id desc);
create index changes_by_call on changes (call, id desc);

-- A change that was taken back, once, and by which other one.
create table undos (
  change_id bigint constraint undos_pkey primary key constraint undos_change_fkey references changes,
  undone_at timestamptz not null default now(),
  undone_by bigint,
  by_change_id bigint not null constraint undos_by_change_fkey references changes
);
revoke update, delete on changes, undos from gurukul_app;

-- No references: the trigger is the only one who fills these, and an upload of thousands of rows should not check each.
alter table audit_entries
  add column change_id bigint,
  add column course_id bigint,
  add column about_person_id bigint;

-- What was recorded so far: one transaction had one instant, person, call and request.
with recorded as (
  select min(id) as first_id, at, person_id, intake_key_id, call, request_id
  from audit_entries
  where action <> 'denied'
  group by at, person_id, intake_key_id, call, request_id
),
made as (
  insert into changes (at, person_id, intake_key_id, call, request_id)
  select at, person_id, intake_key_id, call, request_id
  from recorded
  order by first_id
  returning id, at, person_id, intake_key_id, call, request_id
)
update audit_entries e
set change_id = made.id
from made
where e.action <> 'denied'
  and e.at = made.at
  and (e.person_id, e.intake_key_id, e.call, e.request_id)
    is not distinct from (made.person_id, made.intake_key_id, made.call, made.request_id);

-- Of an update only what changed is kept; which course and whom it is about, the row says, or what is known of it.
do $$
declare
  audited record;
begin
  for audited in
    select c.table_name,
      case
        when bool_or(c.column_name = 'course_id') then 't.course_id'
        when bool_or(c.column_name = 'event_id') then '(select v.course_id from events v where v.id = t.event_id)'
        when c.table_name = 'courses' then 't.id'
        else 'null::bigint'
      end as course,
      case
        when c.table_name = 'people' then 't.id'
        when bool_or(c.column_name = 'student_id') then 't.student_id'
        when bool_or(c.column_name = 'teacher_id') then 't.teacher_id'
        when bool_or(c.column_name = 'person_id') then 't.person_id'
        else 'null::bigint'
      end as person,
      case
        when bool_or(c.column_name = 'id') then 't.id::text'
        else 'concat_ws(''/'', t.course_id, t.teacher_id)'
      end as key
    from information_schema.columns c
    where c.table_schema = 'public'
      and c.table_name in (select distinct e.table_name from audit_entries e)
    group by c.table_name
  loop
    execute format(
      'with known as (
         select %2$s as key, %3$s as course_id, %4$s as person_id from %1$I t
         union all
         select e.row_id, %3$s, %4$s
         from audit_entries e
         cross join lateral jsonb_populate_record(null::%1$I, e.before) t
         where e.table_name = %1$L and e.action = ''delete''
       )
       update audit_entries e
       set course_id = known.course_id, about_person_id = known.person_id
       from known
       where e.table_name = %1$L and e.row_id = known.key',
      audited.table_name, audited.key, audited.course, audited.person);
  end loop;
end
$$;

create index audit_entries_by_change on audit_entries (change_id) where change_id is not null;
create index audit_entries_of_course on audit_entries (course_id, change_id desc) where course_id is not null;
create index audit_entries_about_person on audit_entries (about_person_id, change_id desc)
  where about_person_id is not null;
-- what a person did is found by changes
drop index audit_entries_by_person;

-- The change that the transaction is making, begun by the first write that asks: a call that writes nothing makes none.
create function current_change() returns bigint language plpgsql as $$
declare
  change bigint := nullif(current_setting('gurukul.change', true), '');
begin
  if change is null then
    insert into changes (person_id, intake_key_id, call, request_id, from_address)
    values (
      nullif(current_setting('gurukul.person', true), '')::bigint,
      nullif(current_setting('gurukul.key', true), '')::bigint,
      nullif(current_setting('gurukul.call', true), ''),
      nullif(current_setting('gurukul.request', true), ''),
      nullif(current_setting('gurukul.from', true), '')::inet
    )
    returning id into change;
    perform set_config('gurukul.change', change::text, true);
  end if;
  return change;
end
$$;

create or replace function record_audit() returns trigger language plpgsql as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole_row jsonb := coalesce(after_row, before_row);
  new_password boolean := tg_op = 'UPDATE' and before_row -> 'password_hash' is distinct from after_row -> 'password_hash';
begin
  before_row := before_row - array['password_hash', 'hash'];
  after_row := after_row - array['password_hash', 'hash'];
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, after_row -> b.key)
      into before_row, after_row
      from jsonb_each(before_row) b
      where b.value is distinct from after_row -> b.key;
    if new_password then
      before_row := coalesce(before_row, '{}');
      after_row := coalesce(after_row, '{}') || '{"password_changed": true}';
    end if;
    if before_row is null then
      return null;
    end if;
  end if;
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, before,
    after, course_id, about_person_id)
  values (
    coalesce(nullif(current_setting('gurukul.change', true), '')::bigint, current_change()),
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    tg_table_name,
    coalesce(whole_row ->> 'id', concat_ws('/', whole_row ->> 'course_id', whole_row ->> 'teacher_id')),
    lower(tg_op),
    before_row,
    after_row,
    case
      when whole_row ? 'course_id' then (whole_row ->> 'course_id')::bigint
      when tg_table_name = 'courses' then (whole_row ->> 'id')::bigint
      when whole_row ? 'event_id' then (select e.course_id from events e where e.id = (whole_row ->> 'event_id')::bigint)
    end,
    case
      when tg_table_name = 'people' then (whole_row ->> 'id')::bigint
      else coalesce(whole_row ->> 'student_id', whole_row ->> 'teacher_id', whole_row ->> 'person_id')::bigint
    end
  );
  return null;
end
$$;

-- A repeated request names the change of the first one.
alter table idempotency_keys add column change_id bigint;
