import type { Page } from '@playwright/test';
import { callAs, enter, newCourse, people } from './calls.ts';
import { connectionTo } from '../server/db/embedded-process.ts';
import { findHome } from '../server/db/embedded-home.ts';
import { createPool } from '../server/db/pool.ts';
import { searchDuplicates } from '../server/features/duplicates/search.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { importStudents, newPerson } from './newcomers.ts';

/** Looks at once, as the portal does each night. */
async function searchNow() {
  const pool = createPool(connectionTo(await findHome(process.env['E2E_DATA_DIR'] ?? ''), 'gurukul'));
  await searchDuplicates(pool);
  await pool.end();
}

/** Students of a new course, each by a name and an address. */
async function addStudents(page: Page, course_name: string, rows: readonly object[]) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const students = rows.map((row) => ({ course_name, ...row }));
  expect((await importStudents(page.request, token ?? '', students)).created).toBe(rows.length);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).press('Enter');

test(
  'an admin tells different people apart and merges one who is here twice, by keyboard, with Undo',
  { tag: '@full' },
  async ({ page, request }) => {
    const course = await newCourse(request, unique('Twice'));
    const family = uniqueWord();
    const email = (name: string) => `${name}.${family.toLowerCase()}@example.test`;
    const digits = String(Date.now()).slice(-8);
    const known = { last_name: family, dob: '2012-05-06', city: 'Tenali' };
    const lakshmi = { ...known, phone_number: `98${digits}` };
    const ravi = { ...known, phone_number: `97${digits}` };
    await signIn(page, people.admin);
    await addStudents(page, course.name, [
      { ...lakshmi, first_name: 'Lakshmi', email_id: email('lakshmi') },
      { ...lakshmi, first_name: 'లక్ష్మి', email_id: email('laxmi') },
      { ...ravi, first_name: 'Ravi', email_id: email('ravi') },
      { ...ravi, first_name: 'Ravi', email_id: email('ravii') },
    ]);
    await searchNow();

    await page.goto('/Duplicates');
    const [stays, goes] = [`Lakshmi ${family}`, `లక్ష్మి ${family}`];
    const merge = page.getByRole('button', { name: `Merge… ${stays} and ${goes}` });
    const pair = page.getByRole('listitem').filter({ has: merge });
    await expect(pair).toContainText('Same name, spelt differently');
    await expect(pair).toContainText('Same phone number');
    await press(page, `Different people Ravi ${family} and Ravi ${family}`);
    await expect(said(page, 'Noted: they are different people')).toBeVisible();
    await expect(page.getByText(`Ravi ${family}`, { exact: true })).toHaveCount(0);

    await merge.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge two people' });
    const save = dialog.getByRole('button', { name: `Merge ${goes} into ${stays}` });
    await expect(dialog.getByText('Please answer the questions above.')).toBeVisible();
    await expect(save).toBeDisabled();
    for (const [width, height] of [
      [390, 700],
      [1280, 720],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(save).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
    }
    const choice = (name: string) => dialog.getByRole('radiogroup', { name });
    await choice('Email')
      .getByRole('radio', { name: email('lakshmi') })
      .press('ArrowDown');
    await expect(choice('Email').getByRole('radio', { name: email('laxmi') })).toBeChecked();
    const inBoth = choice(`Both are in ${course.name}. Which enrolment stays?`);
    await inBoth.getByRole('radio', { name: stays }).press('Space');
    await expect(dialog.getByText(`What moves to ${stays}`).locator('..')).toContainText('1 enrolment');
    await save.press('Enter');
    await expect(said(page, `Merged into ${stays}`)).toBeVisible();
    await expect(merge).toHaveCount(0);

    await said(page, `Merged into ${stays}`).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(merge).toBeVisible();
    await expect(pair).toContainText(email('laxmi'));
  },
);

test(
  'an admin merges a teacher who is here twice, and the old address leads to who stays',
  { tag: '@full' },
  async ({ page, request }) => {
    const name = `Asha ${uniqueWord()}`;
    const family = name.slice('Asha '.length);
    const [stays, goes] = [
      await newPerson(request, 'teacher', family),
      await newPerson(request, 'teacher', family),
    ];
    await signIn(page, people.admin, '/Teachers');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const answer = await page.request.get('/api/teacher/get_all_teachers', {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data }: { data: { user_id: number; email_id: string }[] } = await answer.json();
    const idOf = (email: string) => data.find(({ email_id }) => email_id === email)!.user_id;

    await page.goto(`/teacher/${idOf(stays)}`);
    await page.getByRole('button', { name: 'Merge with…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Merge ${name} with another person` });
    await dialog.getByRole('combobox', { name: 'The other person' }).fill(family);
    await page.getByRole('option', { name: goes }).click();
    const save = dialog.getByRole('button', { name: `Merge ${name} into ${name}` });
    await page.setViewportSize({ width: 390, height: 700 });
    await expect(save).toBeEnabled();
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.press('Enter');
    await expect(said(page, `Merged into ${name}`)).toBeVisible();

    await page.goto(`/teacher/${idOf(goes)}`);
    await expect(page).toHaveURL(new RegExp(`/teacher/${idOf(stays)}$`));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  },
);

test(
  'Undo of a merge of a student into a colleague leads back to the page of the student',
  { tag: '@full' },
  async ({ page, request }) => {
    const name = `Asha ${uniqueWord()}`;
    const family = name.slice('Asha '.length);
    const teacher = await newPerson(request, 'teacher', family);
    const { id } = await newCourse(request, unique('Two lives'), 0);
    const { data: student } = await callAs<{ data: { user_id: number } }>(
      request,
      await enter(request, people.admin),
      'post',
      '/student/add_student',
      {
        first_name: 'Asha',
        last_name: family,
        email_id: `own.${family.toLowerCase()}@example.test`,
        phone_number: '',
        course_id: id,
        class_id: null,
      },
    );
    const own = `/student/${student.user_id}`;
    await signIn(page, people.admin, own);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge with…' }).click();
    const dialog = page.getByRole('dialog', { name: `Merge ${name} with another person` });
    await dialog.getByRole('combobox', { name: 'The other person' }).fill(family);
    await page.getByRole('option', { name: teacher }).click();
    await dialog.getByRole('button', { name: `Merge ${name} into ${name}` }).press('Enter');
    await expect(said(page, `Merged into ${name}`)).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(`${own}$`));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(new RegExp(`${own}$`));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  },
);
