import type { Audited } from '../audit/audited.ts';

export const paymentsAudit: Audited = {
  payments: { name: 'full_name', thing: 'payment' },
  ticket_payments: { name: 'name', thing: 'payment' },
};
