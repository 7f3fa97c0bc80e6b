import type { Audited } from '../audit/audited.ts';

export const mailsAudit: Audited = {
  mails: { silent: ['round', 'sealed'], isLeft: true, isPutBack: 'person_id' },
};
