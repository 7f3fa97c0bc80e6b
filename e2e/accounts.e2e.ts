import type { Page } from '@playwright/test';
import { demoPassword, people } from './calls.ts';
import { expect, pictureOf, said, signInByForm, signOut, test } from './fixtures.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { firstPassword, inviteTo, newAddress, newPerson, post } from './newcomers.ts';

const secondPassword = 'vitasta!2026';

const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function chooseInMenu(page: Page, name: string) {
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name }).click();
}

test.describe('an invitation', () => {
  test('is mailed, opens a form that knows whose it is, and works once', async ({ page }) => {
    const email = newAddress();
    await signInByForm(page, people.admin);
    await page.goto('/addcourse');
    const open = page.getByRole('button', { name: '+ Invite' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Invite a course admin' });
    const send = dialog.getByRole('button', { name: 'Send invite' });
    await page.route('**/api/user_details/invite', (route) => route.abort('connectionfailed'), { times: 1 });
    await dialog.getByLabel('Email').fill(email);
    await send.click();
    await expect(dialog.getByRole('alert')).toHaveText('Something went wrong');

    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/user_details/invite', (route) => promise.then(() => route.continue()));
    await send.click();
    await expect(dialog.getByRole('button', { name: 'Please Wait...' })).toBeVisible();
    goOn();
    await expect(said(page, 'Invite sent successfully')).toBeVisible();
    // The stories have no mail server.
    await expect(said(page, 'stays in the outbox').getByRole('link', { name: 'Mails' })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(page.getByText('Course name required')).toBeHidden();
    // Who was invited is chosen at once, so there is something to lose.
    await expect(page.getByRole('combobox', { name: 'Course admin' })).not.toHaveValue('');
    await chooseInMenu(page, 'Log Out');
    const question = page.getByRole('dialog', { name: 'Leave without adding the course?' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL('**/login');

    const link = linkIn(await mailTo(email, 'invite'));
    await page.goto(link);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByLabel('Role')).toHaveValue('Course Admin');
    await expect(page.getByLabel('Role')).not.toBeEditable();

    await press(page, 'Sign up');
    await expect(page.getByText('Lastname is required')).toBeVisible();
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
    await expect(page.getByText('Confirm password is required')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();

    await page.getByLabel('First name').fill('Ananda');
    await page.getByLabel('Last name').fill('Shastri');
    await password(page).fill('weak');
    await password(page, 'Confirm password').fill('other');
    await press(page, 'Sign up');
    await expect(
      page.getByText(
        'Password should be 8 characters with at least 1 (Capital Letter, Numeric, Special Character)',
      ),
    ).toBeVisible();
    await expect(page.getByText('Password and Confirm password should be same')).toBeVisible();
    await password(page).fill(firstPassword);
    await password(page, 'Confirm password').fill(firstPassword);
    const sent = page.waitForRequest('**/api/user_details/registration');
    await press(page, 'Sign up');
    const body = (await sent).postData() ?? '';
    expect(body).not.toContain(firstPassword);
    expect(body).toContain('"phone_number":null');
    await expect(said(page, 'Registered Successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);

    await signInByForm(page, email, firstPassword);
    await expect(page).toHaveURL(/Course%20Admin%20Dashboard$/);
    await expect(page.getByRole('button', { name: /Ananda Shastri/ })).toBeVisible();
    await signOut(page);

    await page.goto(link);
    await expect(page.getByText('This invitation is no longer valid.')).toBeVisible();
    await page.getByLabel('First name').fill('Ananda');
    await page.getByLabel('Last name').fill('Shastri');
    await password(page).fill(firstPassword);
    await password(page, 'Confirm password').fill(firstPassword);
    await page.getByLabel('Email').fill(newAddress());
    await page.getByLabel('Role').selectOption('Teacher');
    await press(page, 'Sign up');
    await expect(said(page, 'Cannot Login, Invitation required')).toBeVisible();
  });

  test(
    'of a coordinator leads to an account without screens',
    { tag: '@full' },
    async ({ page, request }) => {
      const email = newAddress();
      await page.goto(await inviteTo(request, email, 'coordinator'));
      await page.getByLabel('First name').fill('Meera');
      await page.getByLabel('Last name').fill('Nair');
      await password(page).fill(firstPassword);
      await password(page, 'Confirm password').fill(firstPassword);
      await page.keyboard.press('Enter');
      await expect(said(page, 'Registered Successfully')).toBeVisible();
      await page.getByLabel('Email').fill(email);
      await password(page).fill(firstPassword);
      await press(page, 'Sign in');
      await expect(said(page, 'No Access for you')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    },
  );
});

test.describe('a forgotten password', () => {
  test('is set anew with the mailed code', async ({ page, request }) => {
    const email = await newPerson(request, 'teacher');
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Mail is not valid')).toBeVisible();
    await page.getByLabel('Email').fill(newAddress());
    await press(page, 'Send code');
    await expect(said(page, 'please enter registered email id')).toBeVisible();

    await page.getByLabel('Email').fill(email);
    await press(page, 'Send code');
    await expect(said(page, 'We have sent the OTP to your email')).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    const oldCode = codeIn(await mailTo(email, 'reset_code'));

    await press(page, 'Resend code');
    const code = codeIn(await mailTo(email, 'reset_code', 2));
    await expect(page.getByLabel('Code')).toBeFocused();
    const wrong = [oldCode, '0000', '1111'].find((one) => one !== code)!;
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Invalid OTP')).toBeVisible();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');

    await expect(password(page, 'New password')).toBeFocused();
    await password(page, 'New password').fill(secondPassword);
    await password(page, 'Confirm password').fill('another!2026');
    await press(page, 'Change password');
    await expect(said(page, 'Password and Confirm Password should be same')).toBeVisible();
    await expect(password(page, 'Confirm password')).toBeFocused();
    await password(page, 'New password').fill('short1!');
    await password(page, 'Confirm password').fill('short1!');
    await press(page, 'Change password');
    await expect(
      page.getByText('Password must have at least 1 number, 1 alphabet, 1 special character'),
    ).toBeVisible();
    await password(page, 'New password').fill(secondPassword);
    await password(page, 'Confirm password').fill(secondPassword);
    const sent = page.waitForRequest('**/api/user_details/changepassword_otp');
    await press(page, 'Change password');
    expect((await sent).postData()).not.toContain(secondPassword);
    await expect(said(page, 'Password changed successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/[cg]_/);

    await page.getByLabel('Email').fill(email);
    await password(page).fill(firstPassword);
    await press(page, 'Sign in');
    await expect(said(page, 'Invalid credentials')).toBeVisible();
    await signInByForm(page, email, secondPassword);
    await mailTo(email, 'password_changed');
  });

  test(
    'is set anew with the mailed link, once, and the link leaves the address',
    { tag: '@full' },
    async ({ page, request }) => {
      const email = await newPerson(request, 'teacher');
      await post(request, 'forgetPassword_otp_send', { email_id: email });
      const link = linkIn(await mailTo(email, 'reset_code'));
      await page.goto(link);
      await expect(page.getByText(`Choose a new password for ${email}.`)).toBeVisible();
      await expect(page).toHaveURL(/\/forgotpassword$/);
      await page.keyboard.type(secondPassword);
      await password(page, 'Confirm password').fill(secondPassword);
      await page.keyboard.press('Enter');
      await expect(said(page, 'Password changed successfully')).toBeVisible();
      await signInByForm(page, email, secondPassword);
    },
  );
});

test('a password never leaves the browser in the clear', async ({ page }) => {
  const stale = { status: 400, code: 'stale_seal', message: 'Please load the page again' };
  let tries = 0;
  // The route stays: Playwright may miss a request that leaves while a route is taken away.
  await page.route('**/api/user_details/login', (route) => {
    tries += 1;
    return tries === 1 ? route.fulfill({ status: 400, json: stale }) : route.continue();
  });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signInByForm(page, people.admin);
  const logins = sent.filter((one) => one.includes('/user_details/login'));
  expect(logins).toHaveLength(2);
  expect(logins.join(' ')).not.toContain(demoPassword);
  expect(sent.filter((one) => one.includes('/sealing_key'))).toHaveLength(2);
  await signOut(page);

  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.reload();
  const text = 'Passwords are safe over https only. Please open the portal by its https address.';
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(text);
  await page.getByLabel('Email').fill(people.admin);
  await password(page).fill(demoPassword);
  await press(page, 'Sign in');
  await expect(said(page, text).last()).toBeVisible();
  expect(sent.filter((one) => one.includes('/user_details/login'))).toHaveLength(2);
});

test(
  'changing the password signs the other browsers out',
  { tag: '@full' },
  async ({ page, browser, request }) => {
    const email = await newPerson(request, 'courseadmin');
    const elsewhere = await browser.newPage();
    await signInByForm(elsewhere, email, firstPassword);
    await signInByForm(page, email, firstPassword);
    await chooseInMenu(page, 'Change password');

    await press(page, 'Change password');
    await expect(said(page, 'Please enter all fields')).toBeVisible();
    await password(page, 'Old password').fill('not.it.1');
    await password(page, 'New password').fill(secondPassword);
    await password(page, 'Confirm password').fill('other!2026');
    await press(page, 'Change password');
    await expect(said(page, 'Passwords does not match')).toBeVisible();
    await password(page, 'Confirm password').fill(secondPassword);
    await press(page, 'Change password');
    await expect(said(page, 'The old password is not right')).toBeVisible();
    await expect(page).toHaveURL(/\/changepassword$/);

    await password(page, 'Old password').fill(firstPassword);
    await page.route('**/api/user_details/change_password', (route) => route.abort('connectionfailed'), {
      times: 1,
    });
    await press(page, 'Change password');
    await expect(said(page, 'Something went wrong')).toBeVisible();
    await press(page, 'Change password');
    await expect(said(page, 'Password changed successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Asha Rao' })).toBeVisible();

    await elsewhere.reload();
    await expect(elsewhere.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await elsewhere.close();
  },
);

test(
  'a remembered browser signs in without the password until the box is unticked',
  { tag: '@full' },
  async ({ page, browser, context, request }) => {
    const email = await newPerson(request, 'teacher');
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await password(page).fill(firstPassword);
    await page.getByLabel('Remember Me').check();
    await press(page, 'Sign in');
    await page.waitForURL(/Dashboard$/);
    await signOut(page);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(firstPassword);
    const storageState = await context.storageState();

    const later = await browser.newContext({ storageState });
    const again = await later.newPage();
    await again.goto('/login');
    await expect(again.getByLabel('Email')).toHaveValue(email);
    await expect(again.getByLabel('Remember Me')).toBeChecked();
    await expect(password(again)).toHaveValue('••••••••');
    await press(again, 'Sign in');
    await again.waitForURL(/Dashboard$/);
    await signOut(again);

    await again.reload();
    await again.getByLabel('Remember Me').uncheck();
    await expect(password(again)).toHaveValue('');
    await again.reload();
    await expect(again.getByLabel('Email')).toHaveValue('');
    await expect(again.getByLabel('Remember Me')).not.toBeChecked();
    await expect.poll(async () => (await later.cookies()).map(({ name }) => name)).not.toContain('rm');
    await later.close();
  },
);

test(
  'a teacher takes the second role, continues in it and drops it again',
  { tag: '@full' },
  async ({ page, request }) => {
    const email = await newPerson(request, 'teacher');
    await signInByForm(page, email, firstPassword);
    const toggle = page.getByRole('switch', { name: 'Also Course Admin' });
    const question = page.getByRole('dialog', { name: 'Are you Sure ?' });
    await expect(toggle).not.toBeChecked();
    const turn = async (answer: 'Yes' | 'No') => {
      await toggle.focus();
      await page.keyboard.press('Space');
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toBeHidden();
    };

    await turn('No');
    await expect(toggle).not.toBeChecked();
    const address = '**/api/user_details/switch_role';
    await page.route(address, (route) => route.abort('connectionfailed'), { times: 1 });
    await turn('Yes');
    await expect(said(page, 'Something went wrong')).toBeVisible();
    await expect(toggle).not.toBeChecked();
    await turn('Yes');
    await expect(toggle).toBeChecked();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('exrole'))).toBe('courseadmin');
    await chooseInMenu(page, 'Continue as Course Admin');
    await expect(page).toHaveURL(/Course%20Admin%20Dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Course Admin Dashboard' })).toBeVisible();
    await chooseInMenu(page, 'Continue as Teacher');
    await expect(page).toHaveURL(/Teacher%20Dashboard$/);
    await turn('Yes');
    await expect(toggle).not.toBeChecked();
  },
);

test('a person completes the own profile', { tag: '@full' }, async ({ page, request }) => {
  await signInByForm(page, await newPerson(request, 'teacher'), firstPassword);
  await chooseInMenu(page, 'My Account');
  await expect(page.getByText('Nothing written yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  const lacks = async (text: string) => {
    await press(page, 'Update');
    await expect(said(page, text)).toBeVisible();
    await expect(page.locator('[aria-invalid="true"]')).toBeFocused();
  };
  const description = page.getByRole('textbox', { name: 'Description' });
  await expect(description).toBeVisible();

  // One field of each kind. `profile-form.test.ts` has all of them in their order.
  await page.getByLabel('First name').fill('');
  await lacks('Please Enter First Name');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Ramanathan');
  await lacks('Gender Required');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Phone number').fill('12345');
  await description.fill('Teaches the Gita verse by verse.');
  await page.getByLabel('City').fill('Mysuru');
  await page.getByRole('textbox', { name: 'State' }).fill('Karnataka');
  await page.getByLabel('Region').selectOption('India');
  await page.getByLabel('Date of birth').fill('12-May-1984');
  await page.keyboard.press('Tab');
  await page.getByLabel('Address').fill('12 Temple Road');
  await page.getByLabel('Pincode').fill('570001');
  await lacks('Enter vaild phone number');
  await page.getByLabel('Phone number').fill('9876543210');

  await page.locator('input[type="file"]').setInputFiles(await pictureOf(page));
  await expect(page.getByText('Image uploaded')).toBeVisible();

  await press(page, 'Update');
  await expect(said(page, 'Profile has been Updated..')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('button', { name: /Asha Ramanathan/ })).toBeVisible();
  const images = page.locator('header img, main img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all()) {
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
  }
  for (const text of ['Teaches the Gita verse by verse.', 'Female', '12-May-1984', 'Mysuru']) {
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  }
});

test('an admin lets paused one-time codes work again', { tag: '@full' }, async ({ page }) => {
  let isPaused = true;
  await page.route('**/api/user_details/get_user_profile/*', async (route) => {
    const response = await route.fetch();
    const body: { data: object[] } = await response.json();
    await route.fulfill({ json: { ...body, data: [{ ...body.data[0], codes_paused: isPaused }] } });
  });
  await page.route('**/api/user_details/release_codes', async (route) => {
    isPaused = false;
    await route.continue();
  });
  await signInByForm(page, people.admin);
  const banner = page.getByRole('region', { name: 'One-time codes are paused' });
  await banner.getByRole('button', { name: 'Let codes work again' }).click();
  await expect(said(page, 'One-time codes work again')).toBeVisible();
  await expect(banner).toBeHidden();
});
