import { demoPassword, people } from './calls.ts';
import { expect, said, signIn, test, unique } from './fixtures.ts';
import { mailTo } from './mails.ts';

test('an admin says who hears about a kind of question, and a question of the public site arrives there', async ({
  page,
}) => {
  await signIn(page, people.admin, '/queryEmails');
  const type = unique('Retreats');
  const mailbox = `${type.replaceAll(/\W/g, '').toLowerCase()}@school.test`;
  const list = page.getByRole('list', { name: 'Query types and their mailboxes' });
  const last = list.getByRole('listitem').last();
  const submit = page.getByRole('button', { name: 'Submit' });
  const name = page.getByLabel('Query Type Name');

  await page.getByRole('button', { name: 'Add Query' }).click();
  await expect(page.getByText('please enter course name and click add')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill(type);
  await name.press('Enter');
  await expect(said(page, 'Successfully Added QueryType')).toBeVisible();
  await expect(page.getByText(/^No mailbox for: .*Retreats/)).toBeVisible();
  await submit.click();
  await expect(said(page, 'Nothing has changed')).toBeVisible();

  await page.getByRole('button', { name: 'Add More Emails' }).click();
  await expect(last.getByLabel('Query type')).toBeFocused();
  await page.getByRole('button', { name: 'Add More Emails' }).click();
  await expect(said(page, 'Please fill the details to continue')).toBeVisible();
  await last.getByLabel('Email').fill('nobody');
  await submit.click();
  await expect(said(page, 'please enter valid email id')).toBeVisible();
  await expect(last.getByLabel('Email')).toBeFocused();
  await last.getByLabel('Email').fill(mailbox);
  await expect(last.getByText('A row without a query type is not submitted.')).toBeVisible();
  await submit.click();
  await expect(said(page, 'Please choose a query type, or delete the row')).toBeVisible();
  await expect(last.getByLabel('Query type')).toBeFocused();
  await last.getByLabel('Query type').selectOption(type);
  await submit.click();
  await expect(said(page, 'Successfully submited')).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token'));
  const made = await page.request.post('/api/intake/keys', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: type, scopes: ['enquiries'], password: demoPassword },
  });
  const { data }: { data: { key: string } } = await made.json();
  const question = { name: 'Asha Rao', email_id: 'asha@example.org', message: 'Where is the next retreat?' };
  const handedIn = await page.request.post('/api/intake/enquiries', {
    headers: { authorization: `Bearer ${data.key}` },
    data: { items: [{ enquiry_id: type, query_type: type, ...question }] },
  });
  expect(handedIn.ok(), await handedIn.text()).toBe(true);
  expect(await mailTo(mailbox, 'enquiry')).toContain(question.message);
});
