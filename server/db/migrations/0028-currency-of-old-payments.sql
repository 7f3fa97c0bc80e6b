-- Outside a transaction
-- Payments from before currencies were stored take that of their course where it is plain: all its prices have one, or
-- one of its prices is for the student's region. The office decides about the others. Tickets take that of all courses
-- of their type.
do $$
declare
  last bigint := 0;
  highest bigint;
begin
  -- No person did this.
  perform set_config('gurukul.audit', 'off', false);
  loop
    highest := (select max(b.id) from (select m.id from payments m where m.id > last order by m.id limit 5000) b);
    exit when highest is null;
    update payments m
    set currency = coalesce(
      (select min(p.currency_code) from course_prices p where p.course_id = m.course_id
        having count(distinct p.currency_code) = 1),
      (select p.currency_code from people s join course_prices p on p.country_name = s.region
        where s.id = m.student_id and p.course_id = m.course_id)
    )
    where m.id > last and m.id <= highest and m.currency is null;
    commit;
    last := highest;
  end loop;
  update ticket_payments t
  set currency = (
    select min(p.currency_code) from course_types y
    join courses c on c.type_id = y.id
    join course_prices p on p.course_id = c.id
    where y.type = t.course_type
    having count(distinct p.currency_code) = 1
  )
  where t.currency is null;
  perform set_config('gurukul.audit', '', false);
end
$$;
create index concurrently if not exists payments_without_currency on payments (paid_at desc, id desc)
  where currency is null;
