import type { Ledger, LedgerCharge } from '@gurukul/contract/ledger';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { StudentLedger } from './student-ledger.tsx';

const charge = (part: number, more: Partial<LedgerCharge>): LedgerCharge => ({
  charge_id: part,
  part,
  parts: 4,
  due_on: `2026-0${part}-10`,
  amount: '1000.00',
  waived: '0.00',
  open: '0.00',
  state: null,
  note: '',
  canceled_at: null,
  cancel_reason: null,
  ...more,
});

const ledger: Ledger = {
  course_id: 3,
  course_name: 'Gita',
  is_enrolled: true,
  currency: 'INR',
  charged: '4000.00',
  waived: '1500.00',
  received: '500.00',
  refunded: '0.00',
  open: '2000.00',
  due: '1000.00',
  overdue: '1000.00',
  later: '1000.00',
  credit: '0.00',
  charges: [
    charge(1, { waived: '1000.00' }),
    charge(2, { waived: '500.00' }),
    charge(3, { open: '1000.00', state: 'overdue' }),
    charge(4, { open: '1000.00', state: 'later' }),
  ],
  waivers: [
    {
      waiver_id: 9,
      covers: [1, 2],
      amount: '1500.00',
      reason: 'discount',
      sponsor: '',
      note: '',
      created_at: '2026-01-02T10:00:00Z',
      created_by: null,
    },
  ],
  payments: [],
  refunds: [],
  can: { waive: true, use_credit: false },
};

function serve(ledgers: readonly Ledger[]) {
  const sent: Record<string, unknown>[] = [];
  globalThis.fetch = async (url, request) => {
    if (String(url).includes('/waive')) sent.push(JSON.parse(String(request?.body)));
    const data = { user_id: 7, fullname: 'Anu', ledgers, undecided: 0, uses: [] };
    return Response.json({
      status: 200,
      message: 'success',
      data: String(url).includes('/waive') ? { waived: '1500.00', currency: 'INR' } : data,
    });
  };
  render(<StudentLedger studentId={7} name="Anu" courses={[]} />);
  return sent;
}

test('a ledger says what was waived, paid, is overdue and is not due yet, and a waiver once', async () => {
  serve([ledger]);
  await expect.element(page.getByText('waived', { exact: true })).toBeVisible();
  await expect.element(page.getByText('paid, 500.00 INR waived')).toBeVisible();
  await expect.element(page.getByText('overdue since 10-Mar-2026 · 1,000.00 INR open')).toBeVisible();
  await expect.element(page.getByText('not due yet · 1,000.00 INR open')).toBeVisible();
  await expect.element(page.getByText(/parts 1 and 2/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Cancel the waiver/ }).elements()).toHaveLength(1);
});

test('the amount of a waiver is read as people write it', async () => {
  const sent = serve([ledger]);
  await userEvent.click(page.getByRole('button', { name: 'Waive…' }));
  await userEvent.fill(page.getByLabelText('Amount'), '1,500');
  await userEvent.click(page.getByRole('button', { name: 'Waive', exact: true }));
  await expect.poll(() => sent).toMatchObject([{ amount: '1500.00' }]);
});

test('money where nothing is charged is no credit', async () => {
  serve([
    {
      ...ledger,
      charged: '0.00',
      waived: '0.00',
      open: '0.00',
      due: '0.00',
      overdue: '0.00',
      later: '0.00',
      charges: [],
      waivers: [],
      can: { waive: false, use_credit: false },
    },
  ]);
  await expect.element(page.getByText('Nothing is charged')).toBeVisible();
  expect(page.getByText('Credit').elements()).toHaveLength(0);
});
