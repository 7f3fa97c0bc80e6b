import type { Audited } from '../audit/audited.ts';

export const checkoutsAudit: Audited = {
  pay_services: { name: 'service', isLeft: true },
};
