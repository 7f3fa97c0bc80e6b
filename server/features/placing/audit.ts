import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const placingAudit: Audited = {
  wishes: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.person_id` },
    noun: 'wishes',
    silent: ['zone', 'hours', 'languages'],
  },
};
