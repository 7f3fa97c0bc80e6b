import { expect, test } from 'vitest';
import { factsOf } from './facts.ts';

test.each([
  [
    { system: 'Linux', browser: 'Chrome', role: 'courseadmin', by: 'remembered browser' },
    'by: remembered browser · role: Course Admin · browser: Chrome · system: Linux',
  ],
  [{ by: 'openid', because: 'openid_unknown' }, 'by: sign-in service · why: no account has the address'],
  [{ alarm: 'spraying', network: null, count: 12 }, 'alarm: One password tried on many accounts · count: 12'],
  [{ call: 'payments.export_payments', rows: 7 }, 'call: Payments (payments.export_payments) · rows: 7'],
  [{ action: 4, approved: false }, 'request: 4 · approved: No'],
  [{ call: 'privacy.sweep', mails: 20 }, 'call: privacy.sweep · Addresses in the delivery log: 20'],
  [{ by: 'toString', later: 'unknown' }, 'by: toString · later: unknown'],
])('%j reads: %s', (facts, text) => {
  expect(factsOf({ facts })).toBe(text);
});
