import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { MoneyStatus, TicketStatus } from './money-status.tsx';

test('money that is there is green, anything else is red, on tickets too', async () => {
  render(
    <>
      <MoneyStatus status="success" />
      <MoneyStatus status="SUCCESS" />
      <MoneyStatus status="failed" />
      <MoneyStatus status="pending" />
      <MoneyStatus status="successful refund" />
      <TicketStatus status="success" />
      <TicketStatus status="refunded" />
    </>,
  );
  await expect.element(page.getByRole('button').first()).toBeDisabled();
  const tones = [...document.querySelectorAll<HTMLElement>('[data-tone]')].map(
    ({ dataset }) => dataset['tone'],
  );
  expect(tones).toEqual(['good', 'good', 'bad', 'bad', 'bad', 'good', 'bad']);
});
