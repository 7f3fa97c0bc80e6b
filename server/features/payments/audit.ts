import type { Audited } from '../audit/audited.ts';

export const paymentsAudit: Audited = {
  payments: { name: 'full_name', thing: 'payment' },
  payment_shares: {},
  refunds: {},
  exchange_rates: {},
  ticket_payments: { name: 'name', thing: 'payment' },
};
