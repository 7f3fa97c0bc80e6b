-- Outside a transaction
-- The charges of payments that went back before.
do $$
declare
  stale record;
begin
  for stale in
    select distinct l.student_id, l.course_id, l.currency
    from ledger_sums l
    join payments m on m.student_id = l.student_id and m.course_id = l.course_id and m.currency = l.currency
    where l.open > 0 and l.received = l.refunded and m.kind = 'fee' and lower(m.status) = 'refunded'
  loop
    update charges h set canceled_at = now(), cancel_reason = 'Refunded'
    where h.student_id = stale.student_id and h.course_id = stale.course_id and h.currency = stale.currency
      and h.canceled_at is null
      -- not one of a later time
      and h.created_at <= (
        select max(coalesce((
          select max(e.at) from audit_entries e
          where e.table_name = 'payments' and e.row_id = m.id::text and lower(e.after ->> 'status') = 'refunded'
        ), m.created_at))
        from payments m
        where m.student_id = h.student_id and m.course_id = h.course_id and lower(m.status) = 'refunded'
      );
    perform settle_ledger(stale.student_id, stale.course_id);
    commit;
  end loop;
end $$;
