import type { Audited } from '../audit/audited.ts';

export const accountsAudit: Audited = {
  // A revoked invitation stays revoked when its owner comes back.
  invites: { name: 'email_id', thing: 'invite', silent: ['invited_by', 'person_id'], isLeft: true },
};
