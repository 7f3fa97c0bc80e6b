-- Who got back all that they paid owes nothing any more: their charges end with the refund. Those of refunds before stood
-- open, so that everybody who had been refunded was asked to pay again. A dispute leaves the charge as it was.
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

with refunded as (
  select l.student_id, l.course_id, l.currency, max(r.created_at) as at
  from ledger_sums l
  join ledger_entries e
    on e.student_id = l.student_id and e.course_id = l.course_id and e.currency = l.currency and e.kind = 'refund'
  join refunds r on r.id = e.id
  where l.open > 0 and l.refunded > 0 and l.refunded = l.received
  group by l.student_id, l.course_id, l.currency
  having bool_and(r.kind = 'refund')
)
update charges h
set canceled_at = now(), cancel_reason = 'Refunded'
from refunded b
where h.student_id = b.student_id and h.course_id = b.course_id and h.currency = b.currency
  and h.canceled_at is null and h.created_at <= b.at;

select settle_ledger(stale.student_id, stale.course_id)
from (
  select distinct l.student_id, l.course_id
  from ledger_sums l
  where l.open > 0 and l.refunded > 0 and l.refunded = l.received
) stale;
