-- Who got back all that they paid is refunded, also while a dispute leaves their charge open.
create or replace view ledger_statuses as
 select student_id,
    course_id,
        case
            when bool_or(open > 0::numeric) then
            case
                when bool_or(refunded > 0::numeric) and bool_and(received = refunded) then 'Refunded'
                else null::text
            end
            when sum(charged) = 0::numeric then 'Refunded'
            when bool_or(received > refunded) then 'Successful'
            else coalesce(( select
                    case w.reason
                        when 'sponsored' then 'Sponsored'
                        when 'alternate' then 'Alternate arrangements made'
                        else 'Exempted'
                    end as "case"
               from waivers w
                 join charges c on c.id = w.charge_id
              where c.student_id = b.student_id and c.course_id = b.course_id and w.canceled_at is null and c.canceled_at is null
              order by (w.reason = 'discount'), w.amount desc, w.id
             limit 1), 'Successful')
        end as payment_status
   from ledger_sums b
  group by student_id, course_id
 having sum(charged) > 0::numeric or bool_or(refunded > 0::numeric) and bool_and(received = refunded);
