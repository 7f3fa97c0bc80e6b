import { demoPassword, people } from './calls.ts';
import { expect, said, signInByForm, signOut, test } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';
import { addressOf, newClassToday, rowsOf, saveButton, startAs } from './rolls.ts';

test('somebody who lost a phone signs it out from the desk', async ({ page, browser, request }) => {
  const email = await newPerson(request, 'teacher');
  const pocket = await browser.newContext({
    viewport: { width: 390, height: 800 },
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  });
  const phone = await pocket.newPage();
  await signInByForm(phone, email, firstPassword);
  await phone.goto('/Profile');

  await signInByForm(page, email, firstPassword);
  await page.goto('/Profile');
  const list = page.getByRole('list', { name: 'Signed in on' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);

  await list.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Android' });
  const password = dialog.getByRole('textbox', { name: 'Your password' });
  const send = dialog.getByRole('button', { name: 'Sign out' });
  await expect(password).toBeFocused();
  await expect(send).toHaveAccessibleDescription(/Please enter your password/);
  await password.fill('Wrong@2026');
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('The password is not right');
  await password.fill(firstPassword);
  await password.press('Enter');
  await expect(said(page, 'Signed out')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toBeFocused();
  await expect(page.getByText('You are signed in nowhere else')).toBeVisible();

  await phone.reload();
  await expect(phone.getByText('Your session has ended')).toBeVisible();
  await pocket.close();
});

test('signing in stays signed in while other tabs stand on sign-in', async ({ page, context }) => {
  await signInByForm(page, people.teacher);
  const atHome = await context.newPage();
  await atHome.goto('/Teacher Dashboard');
  const forgetful = await context.newPage();
  await signOut(page);
  await expect(atHome.getByText('You signed out in another tab')).toBeVisible();
  await forgetful.goto('/forgotpassword');
  await expect(forgetful.getByLabel('Email')).toBeVisible();

  await page.getByLabel('Email').fill(people.teacher);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const tab of [page, atHome, forgetful]) await tab.waitForURL(/Dashboard$/);
  await page.goto('/profile');
  await expect(page.getByRole('list', { name: 'Signed in on' })).toBeVisible();
});

test('a sign-out in another tab loses neither the taps of a roll nor a message', async ({
  page,
  context,
}) => {
  const { teacher, roll } = await newClassToday(page.request, 2);
  await startAs(page, teacher);
  await page.goto(addressOf(roll));
  await rowsOf(page).first().click();
  await expect(page.getByText('1 present, 1 absent')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile');
  const signInAgain = async () => {
    await signOut(other);
    await expect(page.getByText('You signed out in another tab')).toBeVisible();
    await page.getByLabel('Email').fill(teacher.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(firstPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  };
  await signInAgain();
  await expect(page.getByText('1 present, 1 absent')).toBeVisible();
  await saveButton(page).click();
  await expect(said(page, 'Saved: Morning')).toBeVisible();

  await page.goto(`/class/${roll.class_id}`);
  const write = page.getByRole('button', { name: `Write ${roll.class_name}` });
  await write.click();
  await page.getByRole('dialog').getByLabel('Subject').fill('Bring your book');
  await other.goto('/profile');
  await signInAgain();
  await write.click();
  await expect(page.getByRole('dialog').getByLabel('Subject')).toHaveValue('Bring your book');
});

test('a session that ends says so once, and keeps form and place for the same person', async ({ page }) => {
  await signInByForm(page, people.admin);
  await page.goto('/addcourse');
  const name = page.getByRole('textbox', { name: 'Course name' });
  await name.fill('Evening of songs');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/user_details/logout', { headers: { authorization: `Bearer ${token}` } });
  // The next request to the server learns of it.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused();
  await page.keyboard.insertText('asha');
  await expect(page).toHaveURL(/\/login\?reason=ended$/);
  await expect(page.getByText(/session has ended/)).toHaveCount(1);
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByLabel('Email').fill(people.admin);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/addcourse$/);
  await expect(name).toHaveValue('Evening of songs');
});

test('a session that ended while the portal was closed leaves no answers on the device', async ({ page }) => {
  await signInByForm(page, people.teacher);
  const stored = () =>
    page.evaluate(async () => {
      // Opening what is not there would make it, without its store.
      const databases = await indexedDB.databases();
      if (!databases.some(({ name }) => name === 'gurukul-kept')) return 0;
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open('gurukul-kept');
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('queries').objectStore('queries').count();
          counting.addEventListener('success', () => resolve(counting.result));
          opening.result.close();
        });
      });
    });
  await expect.poll(stored).toBe(1);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/user_details/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login\?reason=ended$/);
  await expect.poll(stored).toBe(0);
});
