import { readFileSync } from 'node:fs';
import { linesOfPdf } from '../server/test/pdf-text.ts';
import { callAs, enter, people } from './calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, said, signIn, test, unique } from './fixtures.ts';

/** Its students have marks from the first day of the demo on. */
const demo = { id: 1, name: 'Vedic Chanting: Foundations' };

interface Certificate {
  readonly name: string;
  readonly verify_url: string;
}

test('a course admin says who has finished, issues a certificate, and a stranger checks its code', async ({
  page,
  browser,
}) => {
  const own = await enter(page.request, people.courseAdmin);
  await signIn(page, people.courseAdmin, `/single course/${demo.id}`);
  await page.getByRole('link', { name: 'Finish and certificates' }).click();
  await expect(page.getByRole('heading', { name: `Finish: ${demo.name}` })).toBeVisible();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Attendance at least').fill('1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save the rule' }).click();
  await expect(page.getByText('Attendance at least 1 %')).toBeVisible();

  // One alone: other stories read the students of this course.
  await page.goto(`/finish/${demo.id}?show=ready`);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Fulfils it');
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Set the status…' }).click();
  await expect(dialog.getByText('1 student changes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the status' }).click();
  await expect(said(page, 'now: Completed')).toBeVisible();

  await page.goto(`/finish/${demo.id}?show=finished`);
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Issue certificates…' }).click();
  const name = unique('అనూరాధ Rao');
  await dialog.getByRole('textbox').first().fill(name);
  await expectAccessible(page);
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Issue and download' }).click();
  const file = await waiting;
  expect(linesOfPdf(readFileSync(await file.path()))).toEqual(expect.arrayContaining([name]));

  const { data } = await callAs<{ data: Certificate[] }>(
    page.request,
    own,
    'post',
    '/certificates/get_certificates',
    { course_id: demo.id },
  );
  const { pathname } = new URL(data.find((one) => one.name === name)!.verify_url);
  const stranger = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const check = await stranger.newPage();
  await check.goto(pathname);
  await expect(check.getByText('This certificate is valid.')).toBeVisible();
  await expect(check.getByText(name)).toBeVisible();
  await expectNoSidewaysScroll(check);
  expect((await check.goto(`${pathname.slice(0, -1)}_`))?.status()).toBe(404);
  await expect(check.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await stranger.close();
});
