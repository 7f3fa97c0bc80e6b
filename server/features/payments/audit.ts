import sql from 'sql-template-tag';
import { oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Audited, BrokenRule } from '../audit/audited.ts';

const refundsUnfitRow = row({ code: oneOf(['belongs_to_changed']), place: text });

/** Payments of which an undo would let more go back than there is, of the whole or of a share. */
const refundsUnfit = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    refundsUnfitRow,
    sql`
      select 'belongs_to_changed' as code, 'payments.' || m.id as place
      from payments m
      where m.id in (
          select r.payment_id
          from audit_entries e
          join refunds r on r.id = case when e.table_name = 'refunds' then e.row_id::bigint end
          where e.change_id = ${changeId}
          union
          select s.payment_id
          from audit_entries e
          join payment_shares s on s.id = case when e.table_name = 'payment_shares' then e.row_id::bigint end
          where e.change_id = ${changeId}
          union
          select case when e.table_name = 'payment_shares' then (e.after ->> 'payment_id')::bigint end
          from audit_entries e
          where e.change_id = ${changeId}
        )
        and exists (
          select
          from refunds r
          left join payment_shares s on s.id = r.share_id
          where r.payment_id = m.id and r.reversed_at is null
          group by r.share_id, s.amount
          having sum(r.amount) > coalesce(s.amount, m.amount)
            or r.share_id is null and exists (select from payment_shares o where o.payment_id = m.id)
        )
      order by place
      limit 50
    `,
  );

export const paymentsAudit: Audited = {
  payments: { name: 'full_name', thing: 'payment' },
  payment_shares: { wrongAfterUndo: refundsUnfit },
  refunds: { wrongAfterUndo: refundsUnfit },
  ticket_payments: { name: 'name', thing: 'payment' },
};
