import type { Registration } from '@gurukul/contract/registrations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { registrationsTexts } from '#web/texts/registrations.ts';
import { render } from '#web/test/render.tsx';
import { DecideDialog } from './decide-dialog.tsx';

const t = registrationsTexts;
const groups = [{ class_id: 4, class_name: 'Morning', free: 2 }];

function sent(): unknown[] {
  const bodies: unknown[] = [];
  globalThis.fetch = async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Response.json({ status: 200, message: 'success' });
  };
  return bodies;
}

const open = (row: Partial<Registration>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dialog reads these fields alone
  render(
    <DecideDialog
      rows={[{ price: null, ...row } as Registration]}
      classes={groups}
      onClose={() => undefined}
    />,
  );

test('who somebody is waits for a person, and the press without a choice says so', async () => {
  const bodies = sent();
  open({
    registration_id: 7,
    learner_name: 'Ishita Rao',
    class_id: null,
    alike: [{ user_id: 12, fullname: 'Anaya Rao', dob: '2015-03-01' }],
    answers: [],
    can: { place: false, answer: true, refuse: true },
  });
  const save = page.getByRole('button', { name: t.save });
  await expect.element(page.getByRole('radio', { name: /Anaya Rao/ })).not.toBeChecked();
  await userEvent.click(save);
  await expect.element(page.getByText(t.chooseFirst)).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.click(page.getByRole('radio', { name: /Anaya Rao/ }));
  await userEvent.click(save);
  await expect.poll(() => bodies).toMatchObject([{ registration_ids: [7], decision: 'same', user_id: 12 }]);
});

test('a wished class is chosen, as the family asked for it', async () => {
  const bodies = sent();
  open({
    registration_id: 8,
    learner_name: 'Ravi',
    class_id: 4,
    alike: [],
    answers: [],
    can: { place: true, answer: false, refuse: true },
  });
  await expect.element(page.getByRole('radio', { name: t.place })).toBeChecked();
  await expect.element(page.getByText('at registration')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: t.save }));
  await expect
    .poll(() => bodies)
    .toMatchObject([{ decision: 'place', class_id: 4, send_mail: true, charge: false }]);
});

test('the tick names the price that placing charges', async () => {
  const bodies = sent();
  open({
    registration_id: 8,
    learner_name: 'Ravi',
    class_id: 4,
    alike: [],
    answers: [],
    price: { amount: '1200.00', currency: 'INR' },
    can: { place: true, answer: false, refuse: true },
  });
  await expect.element(page.getByRole('checkbox', { name: /Charge .*1,200\.00/ })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: t.save }));
  await expect.poll(() => bodies).toMatchObject([{ charge: true }]);
});

test('what the family answered to own questions stands above the decision', async () => {
  const question = { question_id: 3, kind: 'day', label: 'Initiated on', label_te: '', label_hi: '' };
  globalThis.fetch = async () => Response.json({ status: 200, data: [question], version: 'v' });
  open({
    registration_id: 9,
    learner_name: 'Ravi',
    class_id: null,
    alike: [],
    answers: [{ question_id: 3, answer: '2026-03-01' }],
    can: { place: false, answer: true, refuse: true },
  });
  await expect.element(page.getByText('Initiated on')).toBeVisible();
  await expect.element(page.getByText('01-Mar-2026')).toBeVisible();
});
