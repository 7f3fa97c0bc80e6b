import type { ChargePlan } from '@gurukul/contract/ledger';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { ChargeDialog, type ChargeTarget } from './charge-dialog.tsx';

const two = { count: 2, names: ['Anu', 'Bala'] };
const plan: ChargePlan = {
  students: 2,
  charged: 2,
  groups: [{ ...two, currency: 'INR', total: '100', parts: [{ due_on: '2027-01-05', amount: '100' }] }],
  stays: [],
  waived: { count: 0, names: [] },
  digest: 'seen',
};

test.each<[string, ChargeTarget, object]>([
  ['of a class charges that class', { name: 'Morning', course_id: 3, class_id: 7 }, { class_id: 7 }],
  ['of a course charges all of it', { name: 'Gita', course_id: 3 }, { class_id: null }],
  [
    'of students charges them',
    { name: 'Anu', course_id: 3, user_ids: [9] },
    { class_id: null, user_ids: [9] },
  ],
])('Charge students %s, as previewed', async (_, target, whom) => {
  const sent: Record<string, unknown>[] = [];
  globalThis.fetch = async (_url, request) => {
    sent.push(JSON.parse(String(request?.body)));
    return Response.json({ status: 200, message: 'success', data: plan });
  };
  render(<ChargeDialog target={target} isOpen onClose={() => undefined} />);
  await userEvent.fill(page.getByLabelText('First day due'), '05-01-2027');
  await userEvent.tab();
  await userEvent.click(page.getByRole('button', { name: 'Charge 2 students' }));
  const parts = { count: 1, first_due_on: '2027-01-05' };
  const asked = { course_id: 3, ...whom, parts };
  await expect
    .poll(() => sent.slice(0, 2))
    .toEqual([
      { ...asked, preview: true },
      { ...asked, digest: 'seen' },
    ]);
});
