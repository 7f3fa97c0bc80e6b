import { demoPassword, people } from './calls.ts';
import { expect, pressIn, said, signIn, test, unique } from './fixtures.ts';

test('what one asks for another approves, and who asked does it', async ({ page, browser, request }) => {
  // Asked ahead, so that no other story meets the rule. The dialog of a refused call asks in the same way.
  const reason = unique('For the auditor');
  const credentials = { email_id: people.courseAdmin, password: demoPassword, flag: '' };
  const entered = await request.post('/api/user_details/login', { data: credentials });
  const { token }: { token: string } = await entered.json();
  const asked = await request.post('/api/approvals/ask_deed', {
    headers: { authorization: `Bearer ${token}` },
    data: { call: 'students.export_students', input: { format: 'csv' }, reason },
  });
  expect(asked.ok(), await asked.text()).toBe(true);

  await signIn(page, people.admin, '/Approvals');
  const row = page.getByRole('row').filter({ hasText: reason });
  await expect(row).toContainText('Export students');
  await pressIn(row, /^Approve/);
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Export students');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'Approved. The person who asked gets a mail.')).toBeVisible();
  await expect(row).toContainText('Approved');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, people.courseAdmin, '/Approvals');
  const mine = other.getByRole('row').filter({ hasText: reason });
  const saved = other.waitForEvent('download');
  await pressIn(mine, /^Download/);
  await other.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^students-.*\.csv$/);
  await expect(said(other, 'It is done')).toBeVisible();
});
