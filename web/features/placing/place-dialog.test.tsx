import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { PlaceDialog } from './place-dialog.tsx';

test('the tick names what it charges, by currency', async () => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      data: {
        placed: 3,
        families: 0,
        to_charge: 3,
        sums: [
          { amount: '2400.00', currency: 'INR' },
          { amount: '70.00', currency: 'USD' },
        ],
        stays: [],
        digest: 'seen',
      },
    });
  render(
    <PlaceDialog
      rows={[{ enrolment_id: 1, fullname: 'Ravi', class_id: 4, by_hand: false }]}
      onClose={() => undefined}
      onPlaced={() => undefined}
    />,
  );
  await expect
    .element(page.getByRole('checkbox', { name: /Charge .*2,400.00.* \+ .*70.00.*3 people/ }))
    .toBeChecked();
});
