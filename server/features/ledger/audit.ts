import type { Audited } from '../audit/audited.ts';

export const ledgerAudit: Audited = {
  charges: {},
  waivers: {},
  // That somebody was asked stays true.
  reminders: { isLeft: true },
};
