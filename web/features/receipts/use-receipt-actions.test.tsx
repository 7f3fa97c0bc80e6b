import type { ReceiptRow } from '@gurukul/contract/receipts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { useReceiptActions } from './use-receipt-actions.ts';

function Sends() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what sending reads of it
  const { send } = useReceiptActions({ receipt_id: 7, given_at: null } as ReceiptRow);
  return (
    <button type="button" onClick={() => void send()}>
      Send
    </button>
  );
}

const answerWith = (is_link_only: boolean) => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      is_link_only,
      data: { receipt_id: 7, mail: { recipient: 'payer@home.test', state: 'queued' } },
    });
};

test.each([
  [false, 'The receipt goes to payer@home.test'],
  [true, /^A link goes to payer@home.test: the address has not been proved yet/],
])('a receipt of which only a link leaves (%s) is told so', async (is_link_only, told) => {
  answerWith(is_link_only);
  render(<Sends />);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText(told)).toBeVisible();
});
