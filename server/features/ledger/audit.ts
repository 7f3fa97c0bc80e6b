import sql from 'sql-template-tag';
import { oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Audited, BrokenRule } from '../audit/audited.ts';

const waivedTooMuchRow = row({ code: oneOf(['belongs_to_changed']), place: text });

/** Charges of which an undo would waive more than there is, because another waiver was given meanwhile. */
const waivedTooMuch = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    waivedTooMuchRow,
    sql`
      select 'belongs_to_changed' as code, 'charges.' || c.id as place
      from charges c
      where c.id in (
          select w.charge_id
          from audit_entries e
          join waivers w on w.id = case when e.table_name = 'waivers' then e.row_id::bigint end
          where e.change_id = ${changeId}
        )
        and (select sum(w.amount) from waivers w where w.charge_id = c.id and w.canceled_at is null) > c.amount
      order by place
      limit 50
    `,
  );

export const ledgerAudit: Audited = {
  charges: {},
  waivers: { wrongAfterUndo: waivedTooMuch },
  // That somebody was asked stays true.
  reminders: { isLeft: true },
};
