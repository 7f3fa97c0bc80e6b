import type { Page } from '@playwright/test';
import { callAs, enter, giveClassToTeacher, newCourse, newEvent, people } from './calls.ts';
import { expect, expectAccessible, signIn, signOut, test, unique, uniqueWord } from './fixtures.ts';
import { newStudents } from './newcomers.ts';

/** Within the bar. */
const field = (page: Page) => page.getByRole('combobox', { name: /^Name, phone/ });
const group = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

interface BarSearch {
  readonly text: string;
  /** The heading it stands under, and its own name where the text is not a part of it. */
  readonly kind: string;
  readonly name?: string;
  readonly address: RegExp;
  /** What the page or dialog is called that it leads to. */
  readonly opens: string | RegExp;
}

/** The shell comes after the address, and hears keys from then on. */
async function openBar(page: Page) {
  await expect(page.getByRole('button', { name: 'Find or go to' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** By the keyboard alone: the bar, the text, down to the option, and there. */
async function jump(page: Page, { text, kind, name = text, address, opens }: BarSearch) {
  await openBar(page);
  await page.keyboard.insertText(text);
  const option = group(page, kind).filter({ hasText: name }).first();
  await expect(option).toBeVisible();
  await expect(async () => {
    if ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
  }).toPass({ intervals: [10] });
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
  await expect(page).toHaveURL((url) => address.test(decodeURI(url.pathname) + url.search));
  await expect(page.getByRole('heading', { name: opens }).first()).toBeVisible();
}

/** A course of the course admin with a class of the teacher, a student outside of that class, and an event. */
async function newSchool({ request }: Page) {
  const course = await newCourse(request, unique('Bhagavatam'));
  await giveClassToTeacher(request, course.id);
  const family = unique('Varma').replaceAll(' ', '');
  await newStudents(request, { family, count: 1, course: course.name });
  const owner = await enter(request, people.courseAdmin);
  const event = unique('Satsang');
  await newEvent(request, course.id, event);
  const { data: payments } = await callAs<{ data: { payment_id: string }[] }>(
    request,
    owner,
    'get',
    `/payments/get_payment_details_course_admin/${owner.user_id}`,
  );
  return { course, student: `Asha A ${family}`, event, payment: payments[0]!.payment_id };
}

test(
  'an admin jumps to one of every kind and to pages by the keyboard',
  { tag: '@full' },
  async ({ page }) => {
    const { course, student, event, payment } = await newSchool(page);
    const { id, name } = course;
    await signIn(page, people.admin);
    const circle = `${name} Evening`;
    const sought: BarSearch[] = [
      { text: student, kind: 'Students', address: /^\/student\/\d+$/, opens: student },
      { text: name, kind: 'Courses', address: new RegExp(`^/course/${id}$`), opens: name },
      { text: circle, kind: 'Classes', name, address: /^\/class\/\d+$/, opens: 'Evening circle' },
      { text: people.teacher, kind: 'Teachers', address: /^\/teacher\/\d+$/, opens: /./ },
      { text: people.courseAdmin, kind: 'Course admins', address: /^\/courseadmin\/\d+$/, opens: /./ },
      { text: payment, kind: 'Payments', address: /^\/payments\/\d+$/, opens: `Payment ${payment}` },
      {
        text: 'new course',
        kind: 'Pages',
        name: 'Add Course',
        address: /^\/addcourse$/,
        opens: 'Add Course',
      },
      { text: event, kind: 'Events', address: /^\/events\?dialog=view&event=\d+$/, opens: event },
    ];
    for (const each of sought) await jump(page, each);

    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openBar(page);
    await expect(group(page, 'Recent')).toHaveCount(5);
    await expect(group(page, 'Recent').first()).toContainText(event);
    await page.keyboard.insertText('a');
    await page.keyboard.type('sha');
    await expect(group(page, 'Students').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await signOut(page);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(event);
  },
);

test(
  'an admin cancels a meeting, asks for help and walks a list without leaving the keyboard',
  {
    tag: '@full',
  },
  async ({ page }) => {
    const course = await newCourse(page.request, unique('Upanishad'), 0);
    await giveClassToTeacher(page.request, course.id);
    await signIn(page, people.admin);
    await openBar(page);
    await page.keyboard.insertText(`cancel ${course.name} Evening`);
    await expect(group(page, 'What to do')).toHaveCount(1);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Cancel the meeting of/ });
    await expect(dialog).toBeVisible();
    expect(page.url()).toContain('do=cancel-class');
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('Ekadashi');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/do=/);
    await expect(page.getByRole('row').filter({ hasText: 'Ekadashi' }).first()).toBeVisible();

    await openBar(page);
    await page.keyboard.insertText('why did she get no mail');
    await expect(group(page, 'How to').first()).toHaveText('Why somebody got no mail');
    await group(page, 'How to').first().click();
    await expect(page.getByRole('heading', { name: 'Why somebody got no mail' })).toBeVisible();

    await page.goto('/students');
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox').first()).toBeFocused();
    await page.getByRole('table').getByRole('row').nth(1).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys', exact: true });
    const letters = keys.getByRole('switch', { name: 'Single-letter keys on this device' });
    await letters.uncheck();
  },
);

/** Presses of the mouse since it was last asked. */
const pressesOf = (page: Page) =>
  page.evaluate(() => {
    const presses = Number(sessionStorage.getItem('presses'));
    sessionStorage.removeItem('presses');
    return presses;
  });

/** Types a wish into the bar, and takes the first action with the mouse. */
async function wish(page: Page, text: string) {
  await openBar(page);
  await page.keyboard.insertText(text);
  await group(page, 'What to do').first().click();
}

test('an admin does in one to three clicks what took many', { tag: '@full' }, async ({ page }) => {
  const course = await newCourse(page.request, unique('Katha'), 0);
  await giveClassToTeacher(page.request, course.id);
  const family = uniqueWord();
  await newStudents(page.request, { family, count: 1, course: course.name, className: 'Evening circle' });
  const admin = await enter(page.request, people.admin);
  const { data: paid } = await callAs<{
    data: readonly {
      full_name: string;
      student_id: number | null;
      receipt: string | null;
      currency: string;
    }[];
  }>(page.request, admin, 'post', '/payments/get_payment_details', { status: 'success' });
  const payer = paid.find(({ student_id, receipt }) => student_id !== null && receipt === null);
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        if (!isTrusted || detail === 0) return;
        sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
      },
      true,
    ),
  );
  await signIn(page, people.admin);
  const dialog = page.getByRole('dialog');

  // A substitute: who of the course is free.
  await wish(page, `cover ${course.name} Evening`);
  await expect(dialog).toContainText('Cover for the meeting of');
  await expect(dialog).toContainText('free then');
  expect(await pressesOf(page)).toBeLessThanOrEqual(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Why she got no mail.
  await wish(page, `no mail Asha A ${family}`);
  await expect(page.getByRole('tab', { name: 'Mails', selected: true }).first()).toBeVisible();
  expect(await pressesOf(page)).toBeLessThanOrEqual(1);

  // A receipt.
  await wish(page, `receipt ${payer!.full_name}`);
  await dialog.getByRole('button', { name: 'Issue a receipt' }).click();
  await expect(page.getByText(/^Receipt R.* issued$/)).toBeVisible();
  expect(await pressesOf(page)).toBeLessThanOrEqual(2);
});
