import type { Audited } from '../audit/audited.ts';

export const calendarAudit: Audited = {
  // One that was revoked stays dead when its owner comes back.
  calendar_feeds: { isLeft: true },
};
