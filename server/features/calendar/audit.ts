import type { Audited } from '../audit/audited.ts';

export const calendarAudit: Audited = {
  // A revoked link stays revoked when its owner comes back.
  calendar_feeds: { isLeft: true },
};
