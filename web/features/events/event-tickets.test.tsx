import type { TicketRow } from '@gurukul/contract/payments';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { EventTickets } from './event-tickets.tsx';

const ticket: TicketRow = {
  id: 1,
  name: 'Anu',
  email: 'anu@example.test',
  phone: '',
  course_type: 'Annual Day',
  registration_code: 'AD-1',
  created_at: '2036-01-05T12:30:00Z',
  adult: 2,
  child: 0,
  amount: '600',
  currency: 'INR',
  payment_id: 'pay_1',
  status: 'failed',
};

test('the tickets of an event are those whose course type is its name, with their status', async () => {
  await page.viewport(1280, 800);
  const asked: unknown[] = [];
  globalThis.fetch = async (_, request) => {
    asked.push(JSON.parse(String(request?.body)));
    return Response.json({ status: 200, message: 'success', data: { data: [ticket] }, total_count: 1 });
  };
  openAt('/events', { '/events': () => <EventTickets name="Annual Day" /> });
  const row = page.getByRole('row').filter({ hasText: 'AD-1' });
  await expect.element(row.filter({ hasText: '600 INR' }).getByText('failed')).toBeVisible();
  expect(asked).toEqual([{ course_type: 'Annual Day', page: 1, pageSize: 10 }]);
  await expect
    .element(page.getByRole('link', { name: 'These tickets in the list of all tickets' }))
    .toHaveAttribute('href', '/eventtickets?type=Annual+Day');
});
