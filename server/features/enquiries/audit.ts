import type { Audited } from '../audit/audited.ts';

export const enquiriesAudit: Audited = {
  query_types: { name: 'name', thing: 'query_type', namedIn: ['query_type_id'] },
  query_emails: { name: 'email_id' },
  enquiries: { name: 'name', silent: ['enquiry_id'] },
};
