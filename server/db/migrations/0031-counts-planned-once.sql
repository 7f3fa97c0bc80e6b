-- As in 0025, and planned once for a connection: taken for the owner and the months of the moment, planning its twenty
-- relations took four times as long as reading them, each time somebody looked at a dashboard.
create or replace function counted(owner bigint, days_of text[])
returns table (what text, bucket text, n bigint)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with told as materialized (
      select u.person_id, u.course_id from uncounted u
    ),
    doubtful as materialized (
      select
        (select array_agg(distinct t.course_id) from told t where t.course_id is not null) as courses,
        (
          select array_agg(d.person_id)
          from (
            select t.person_id from told t where t.person_id is not null
            union
            select e.student_id from told t join enrolments e on e.course_id = t.course_id and e.ended_on is null
          ) d
        ) as people
    ),
    put_right as (
      select o.what, o.bucket, 1 as n
      from doubtful d
      cross join lateral people_to_count(d.people) p
      cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
      where p.owner_id = counted.owner
      union all
      select o.what, o.bucket, -1
      from doubtful d
      join counted_people p on p.person_id = any(d.people) and p.owner_id = counted.owner
      cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
      union all
      select 'course', c.created, 1
      from doubtful d
      cross join lateral courses_to_count(d.courses) c
      where c.owner_id = counted.owner
      union all
      select 'course', c.created, -1
      from doubtful d
      join counted_courses c on c.course_id = any(d.courses) and c.owner_id = counted.owner
    )
    select k.what, k.bucket, k.n
    from counts k
    where k.owner_id = counted.owner
      and k.what = any(array['role', 'gender', 'region', 'enrolled', 'course', 'born'])
      and (k.what <> 'born' or k.bucket <> all(counted.days_of))
    union all
    select 'born', k.bucket, k.n
    from counts k
    where k.owner_id = counted.owner and k.what = any(counted.days_of)
    union all
    select case when r.what = any(counted.days_of) then 'born' else r.what end, r.bucket, r.n
    from put_right r
    where case
      when r.what = 'born' then r.bucket <> all(counted.days_of)
      when r.what = any(array['role', 'gender', 'region', 'enrolled', 'course']) then true
      else r.what = any(counted.days_of)
    end;
end
$$;
