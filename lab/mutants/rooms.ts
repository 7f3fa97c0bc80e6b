/** The rules that are broken, and the tests that should notice. */
interface Room {
  readonly rules: readonly string[];
  readonly tests: readonly string[];
}

const features = (noun: string, ...names: string[]) =>
  names.map((name) => `server/features/${noun}/${name}.ts`);
const testsOf = (...nouns: string[]) => nouns.map((noun) => `server/features/${noun}/*.test.ts`);

export const rooms: Readonly<Record<string, Room>> = {
  money: {
    rules: [
      'contract/shared/money/{money,written-amount}.ts',
      'server/db/payer.ts',
      ...features('ledger', 'amounts', 'charge', 'credit', 'leave', 'owing', 'payer', 'status', 'waive'),
      ...features('payments', 'payer', 'rules'),
      ...features('receipts', 'rules'),
    ],
    tests: [
      ...testsOf('ledger', 'payments', 'receipts'),
      'server/db/payer.test.ts',
      'server/features/payment-upload/cells.test.ts',
    ],
  },
  visibility: {
    rules: [
      'server/http/identity/scope.ts',
      ...features('students', 'children'),
      ...features('ledger', 'reach'),
      ...features('payments', 'reach'),
    ],
    tests: [
      'server/http/identity/*.test.ts',
      ...testsOf('students', 'ledger', 'payments', 'cases', 'files', 'cover'),
    ],
  },
  rules: {
    rules: ['attendance', 'courses', 'events', 'staff', 'students'].map(
      (noun) => `server/features/${noun}/{rules,roll-rules}.ts`,
    ),
    tests: testsOf('attendance', 'courses', 'events', 'staff', 'students'),
  },
  plans: {
    rules: [
      ...features('messages', 'plan'),
      ...features('selection', 'plan'),
      ...features('duplicates', 'plan-merge'),
    ],
    tests: testsOf('messages', 'selection', 'duplicates'),
  },
};
