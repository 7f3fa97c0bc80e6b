import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const privacyAudit: Audited = {
  // What somebody said is not for others to bring back.
  consents: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.person_id` },
    silent: ['recorded_by'],
    isLeft: true,
  },
};
