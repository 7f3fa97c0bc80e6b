-- A payment whose own status is refunded is none. When all that came for a charge has gone back so, nobody asks for it.
create function cancel_returned()
 returns trigger
 language plpgsql
as $function$
begin
  -- Payments of this change that went back no more: what they canceled, by its instant, is charged again.
  update charges h
  set canceled_at = null, cancel_reason = null
  from (
    select coalesce(a.before ->> 'student_id', m.student_id::text)::bigint as student_id,
      coalesce(a.before ->> 'course_id', m.course_id::text)::bigint as course_id,
      (
        select max(e.at) from audit_entries e
        where e.table_name = 'payments' and e.row_id = a.row_id and lower(e.after ->> 'status') = 'refunded'
      ) as at
    from audit_entries a
    left join payments m on m.id = a.row_id::bigint
    where a.change_id = new.id and a.table_name = 'payments' and lower(a.before ->> 'status') = 'refunded'
      and lower(m.status) is distinct from 'refunded'
  ) back
  where h.student_id = back.student_id and h.course_id = back.course_id and h.canceled_at = back.at
    -- nobody has charged it anew
    and not exists (
      select from charges o
      where o.student_id = h.student_id and o.course_id = h.course_id and o.canceled_at is null
    );
  update charges h
  set canceled_at = now(), cancel_reason = 'Refunded'
  from (
    select coalesce(s.student_id, m.student_id) as student_id, coalesce(s.course_id, m.course_id) as course_id, m.currency
    from audit_entries a
    join payments m on m.id = case when a.table_name = 'payments' then a.row_id::bigint end
    left join payment_shares s on s.payment_id = m.id
    where a.change_id = new.id and lower(m.status) = 'refunded' and m.kind = 'fee'
      and (a.action = 'insert' or a.before ?| array['status', 'student_id', 'course_id'])
    group by 1, 2, 3
  ) back
  join balances b
    on b.student_id = back.student_id and b.course_id = back.course_id and b.currency = back.currency
  where b.received = b.refunded and h.canceled_at is null
    and h.student_id = back.student_id and h.course_id = back.course_id and h.currency = back.currency;
  return null;
end
$function$;

create or replace view ledger_statuses as
 select student_id, course_id,
   case
     when bool_or(open > 0) then case when bool_or(went_back) then 'Refunded' end
     when sum(charged) = 0 then 'Refunded'
     when bool_or(received > refunded) then 'Successful'
     else coalesce((
       select case w.reason
         when 'sponsored' then 'Sponsored'
         when 'alternate' then 'Alternate arrangements made'
         else 'Exempted'
       end
       from waivers w
       join charges c on c.id = w.charge_id
       where c.student_id = b.student_id and c.course_id = b.course_id and w.canceled_at is null and c.canceled_at is null
       order by (w.reason = 'discount'), w.amount desc, w.id
       limit 1
     ), 'Successful')
   end as payment_status
 from (
   -- Who got back all that they paid is refunded, also while a dispute leaves their charge open.
   select l.*, bool_and(l.received = l.refunded) over of_one and (
       bool_or(l.refunded > 0) over of_one
       or exists (
         select from payments m
         where m.student_id = l.student_id and m.course_id = l.course_id and m.kind = 'fee' and lower(m.status) = 'refunded'
       )
     ) as went_back
   from ledger_sums l
   window of_one as (partition by l.student_id, l.course_id)
 ) b
 group by student_id, course_id
 having sum(charged) > 0 or bool_or(went_back);

create or replace function settle_ledger(student bigint, course bigint)
 returns void
 language plpgsql
 set enable_seqscan to 'off'
as $function$
begin
  -- Of two changes of one ledger the second waits here, and then sees the first.
  perform from enrolments e
  where e.student_id = student and e.course_id = course and e.ended_on is null
  for no key update;
  perform from ledger_sums l where l.student_id = student and l.course_id = course order by l.currency for update;
  delete from ledger_sums l where l.student_id = student and l.course_id = course;
  if not exists (select from charges c where c.student_id = student and c.course_id = course) then
    return;
  end if;
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select b.student_id, b.course_id, b.currency, b.charged, b.waived, b.received, b.refunded, b.open, b.credit
  from balances b
  where b.student_id = student and b.course_id = course
  on conflict on constraint ledger_sums_pkey do update
  set charged = excluded.charged, waived = excluded.waived, received = excluded.received, refunded = excluded.refunded,
    open = excluded.open, credit = excluded.credit;
  -- Whose payment went back has a ledger also when nothing is left in it.
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select distinct m.student_id, m.course_id, m.currency, 0, 0, 0, 0, 0, 0
  from payments m
  where m.student_id = student and m.course_id = course and m.currency is not null and m.kind = 'fee'
    and lower(m.status) = 'refunded'
  on conflict on constraint ledger_sums_pkey do nothing;
  update ledger_sums l
  set open_since = (
    select min(o.due_on) from open_charges o
    where o.student_id = student and o.course_id = course and o.currency = l.currency and o.open > 0
  )
  where l.student_id = student and l.course_id = course and l.open > 0;
  update enrolments e
  set payment_status = s.payment_status
  from ledger_statuses s
  where s.student_id = student and s.course_id = course
    and e.student_id = student and e.course_id = course and e.ended_on is null and not e.payment_by_hand
    and e.payment_status is distinct from s.payment_status;
end
$function$;

-- By its name before `changes_settle_ledgers`, which adds up what it leaves.
create constraint trigger changes_cancel_returned after insert on changes deferrable initially deferred
  for each row execute function cancel_returned();
