import sql, { empty } from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const certificatesAudit: Audited = {
  certificates: {
    name: { is: sql`'C/' || t.year || '/' || t.number`, joins: empty },
    silent: ['year', 'number', 'verify_id', 'provider_name', 'signature', 'signatory', 'layout', 'issued_by'],
    // The numbers of certificates have no gaps, and somebody has the paper.
    isLeft: true,
    isPutBack: 'student_id',
  },
};
