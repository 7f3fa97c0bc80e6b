import sql, { empty } from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const receiptsAudit: Audited = {
  receipts: {
    name: { is: sql`t.series || '/' || t.year || '/' || t.number`, joins: empty },
    silent: ['content', 'series', 'number', 'payer_id', 'issued_by', 'void_reason'],
    // The numbers of receipts have no gaps.
    isLeft: true,
  },
};
