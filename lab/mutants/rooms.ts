/** Rules that are broken, and the tests nearest to them. */
interface Part {
  readonly rules: readonly string[];
  readonly tests: readonly string[];
  /** No test builds on one before it. */
  readonly apart?: true;
}

const features = (noun: string, ...names: string[]) =>
  names.map((name) => `server/features/${noun}/${name}.ts`);
const testsOf = (noun: string, ...names: string[]) => features(noun, ...names.map((name) => `${name}.test`));

export const rooms: Readonly<Record<string, readonly Part[]>> = {
  reach: [
    {
      rules: ['server/http/identity/scope.ts'],
      tests: ['server/http/identity/scope.test.ts'],
      apart: true,
    },
  ],
  visibility: [
    {
      rules: features('students', 'children', 'detail', 'rules'),
      tests: testsOf('students', 'children', 'detail', 'lists'),
    },
    { rules: features('payments', 'reach'), tests: testsOf('payments', 'payments', 'by-hand') },
    { rules: features('ledger', 'payer', 'reach'), tests: testsOf('ledger', 'ledger') },
  ],
  money: [
    { rules: ['contract/shared/money/money.ts'], tests: ['contract/shared/money/money.test.ts'] },
    {
      rules: ['contract/shared/money/written-amount.ts', ...features('payment-upload', 'amounts')],
      tests: testsOf('payment-upload', 'cells'),
    },
    ...['ledger/amounts', 'payments/rules', 'receipts/rules', 'settlements/amounts'].map((name) => ({
      rules: [`server/features/${name}.ts`],
      tests: [`server/features/${name}.test.ts`],
    })),
  ],
  ledger: [
    { rules: features('ledger', 'verdict'), tests: testsOf('ledger', 'verdict') },
    {
      rules: [
        'server/db/payer.ts',
        ...features('ledger', 'charge', 'credit', 'leave', 'owing', 'status', 'waive'),
      ],
      tests: ['server/db/payer.test.ts', ...testsOf('ledger', 'ledger')],
      apart: true,
    },
    {
      rules: features('payments', 'payer', 'refund'),
      tests: testsOf('payments', 'payments', 'by-hand'),
    },
  ],
  readers: [
    {
      rules: ['contract/shared/written/{date,mail,name,text}.ts'],
      tests: ['contract/shared/written/*.test.ts', ...testsOf('bring', 'weekly')],
    },
  ],
  rolls: [
    {
      rules: features('attendance', 'roll-rules', 'rules'),
      tests: testsOf('attendance', '{roll-rules,rules}'),
    },
  ],
  rules: ['student-import', 'courses', 'events', 'accounts'].map((noun) => ({
    rules: features(noun, 'rules'),
    tests: testsOf(noun, 'rules'),
  })),
  plans: [
    { rules: features('payment-upload', 'plan'), tests: testsOf('payment-upload', 'plan') },
    ...['plan-places', 'plan-marks'].map((name) => ({
      rules: features('bring', name),
      tests: testsOf('bring', name),
    })),
    {
      rules: features('messages', 'plan'),
      tests: [...testsOf('messages', 'plan', 'messages'), 'server/channels/whatsapp/whatsapp.test.ts'],
    },
    { rules: features('selection', 'plan'), tests: testsOf('selection', 'plan', 'selection') },
    { rules: features('duplicates', 'plan-merge'), tests: testsOf('duplicates', 'merge') },
    { rules: features('settlements', 'plan'), tests: testsOf('settlements', 'plan', 'settlements') },
    {
      rules: features('student-import', 'plan-students'),
      tests: testsOf('student-import', 'student-import', 'alike'),
    },
  ],
};
