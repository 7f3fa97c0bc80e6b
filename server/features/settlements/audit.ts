import type { Audited } from '../audit/audited.ts';

export const settlementsAudit: Audited = {
  settlements: { name: 'file_name', thing: 'settlement', noun: 'settlements' },
};
