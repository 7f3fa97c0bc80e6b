import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const myPageAudit: Audited = {
  // A revoked link stays revoked.
  personal_pages: {
    name: 'mailbox',
    silent: ['nonce', 'hash', 'made_at', 'used_at', 'expires_at'],
    isLeft: true,
  },
  answers: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.student_id` },
    noun: 'answers',
    isOfClass: true,
  },
  corrections: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.person_id` },
    noun: 'proposed corrections',
    silent: ['said_by', 'decided_by', 'decided_at'],
  },
};
