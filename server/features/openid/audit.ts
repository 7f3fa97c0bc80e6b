import type { Audited } from '../audit/audited.ts';

export const openidAudit: Audited = {
  openid_services: { name: 'label', isLeft: true },
  openid_identities: { name: 'email_id', silent: ['issuer', 'subject'], isLeft: true },
};
