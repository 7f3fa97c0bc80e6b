import type { PaymentDetail } from '@gurukul/contract/payments';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { RefundPayment } from './refund-payment.tsx';

const payment = (open: string): PaymentDetail => ({
  id: 1,
  payment_id: 'CASH-1',
  course_id: 2,
  course_name: 'Gita',
  student_id: 3,
  full_name: 'Anu Rao',
  email_id: 'anu@mail.test',
  phone_number: '',
  amount: '2000.00',
  currency: 'INR',
  status: 'success',
  created_at: '2026-11-01T00:00:00.000Z',
  kind: 'fee',
  campaign: '',
  method: 'cash',
  void_reason: null,
  receipt: null,
  refunded: '0.00',
  source: 'hand',
  note: '',
  received_by: null,
  corrects: null,
  corrected_by: null,
  shares: [],
  refunds: [],
  left: '2000.00',
  can: { correct: true, void: true, refund: true },
  student: {
    id: 3,
    fullname: 'Anu Rao',
    email_id: 'anu@mail.test',
    phone_number: null,
    has_left: false,
    ledger: { kept: '2000.00', open },
  },
  steps: [],
});

const charge = page.getByLabelText('The charge');

test('a refund of everything says that it also ends the parts which nobody paid, and is not preset to that', async () => {
  render(<RefundPayment payment={payment('4000.00')} isOpen onClose={() => undefined} />);
  await expect.element(charge).toHaveValue('due');
  await expect
    .element(page.getByRole('option', { name: /also the 4,000\.00 INR that nobody paid/ }))
    .toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount (INR)' }), '500');
  await expect
    .element(page.getByRole('option', { name: /what went back is not asked for again/ }))
    .toBeInTheDocument();
});

test('a refund of everything that was charged is preset to cancel it', async () => {
  render(<RefundPayment payment={payment('0.00')} isOpen onClose={() => undefined} />);
  await expect.element(charge).toHaveValue('cancel');
});
