-- Outside a transaction
-- Who got back all that they paid owes nothing any more: their charges end with the refund. Those of refunds before stood
-- open, so that everybody who had been refunded was asked to pay again. A dispute leaves the charge as it was.
do $$ begin
  loop
    with refunded as (
      select l.student_id, l.course_id, l.currency, max(r.created_at) as at
      from ledger_sums l
      join ledger_entries e
        on e.student_id = l.student_id and e.course_id = l.course_id and e.currency = l.currency and e.kind = 'refund'
      join refunds r on r.id = e.id
      where l.open > 0 and l.refunded > 0 and l.refunded = l.received
      group by l.student_id, l.course_id, l.currency
      having bool_and(r.kind = 'refund')
    ), batch as (
      select h.id
      from charges h
      join refunded b
        on h.student_id = b.student_id and h.course_id = b.course_id and h.currency = b.currency
      where h.canceled_at is null and h.created_at <= b.at
      limit 500
    )
    update charges h set canceled_at = now(), cancel_reason = 'Refunded' from batch where batch.id = h.id;
    exit when not found;
    commit;
  end loop;
end $$;

-- The status of those whose charge a dispute left open.
do $$
declare
  stale record;
begin
  for stale in
    select distinct l.student_id, l.course_id
    from ledger_sums l
    where l.open > 0 and l.refunded > 0 and l.refunded = l.received
  loop
    perform settle_ledger(stale.student_id, stale.course_id);
    commit;
  end loop;
end $$;
