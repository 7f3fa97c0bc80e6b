import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const coverAudit: Audited = {
  cover_requests: {
    name: {
      is: sql`k.class_name || ', ' || t.on_date`,
      joins: sql`join classes k on k.id = t.class_id`,
    },
    noun: 'requests for cover',
    isOfClass: true,
    needsLivingClass: true,
  },
  cover_offers: { silent: ['secret_hash'], isAuthors: true },
  away: { noun: 'days away', isAuthors: true },
};
