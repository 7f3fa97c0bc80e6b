import { writeFileSync } from 'node:fs';
import { demoPassword, enter, newCourse, people } from '../calls.ts';
import { unique } from '../fixtures.ts';
import { importStudents } from '../newcomers.ts';
import { addressOf, newClassToday, rollsOf } from '../rolls.ts';
import { spreadsheet } from '../spreadsheet.ts';
import { expect, test } from './fixtures.ts';

test('an admin signs in, and a wrong password is said', async ({ window }) => {
  await window.open('/login');
  await window.fill('Email', people.admin);
  await window.fill('Password', 'not the password');
  await window.press('button', 'Sign in');
  await window.sees('message', '');
  expect(await window.path()).toBe('/login');
  await window.fill('Password', demoPassword);
  await window.press('button', 'Sign in');
  await expect.poll(() => window.path()).toMatch(/Dashboard$/);
  await window.sees('heading', 'Today');
});

test('a course admin reads a course, and its classes lead on to a class', async ({ window, request }) => {
  await window.startAs(await enter(request, people.courseAdmin), '/single%20course/1');
  await window.sees('heading', 'Vedic Chanting: Foundations');
  await window.press('tab', 'Curriculum');
  await window.sees('heading', 'Weeks ');
  await window.press('tab', 'Classes');
  await window.press('link', 'Chanting A India');
  await expect.poll(() => window.path()).toBe('/class/1');
  await window.sees('heading', 'Chanting A India');
});

test('a course admin reads a class tab by tab', async ({ window, request }) => {
  await window.startAs(await enter(request, people.courseAdmin), '/class/1');
  await window.sees('heading', 'Chanting A India');
  for (const [tab, address] of [
    ['Rolls', /tab=rolls/],
    ['Homework', /tab=homework/],
    ['Money', /tab=money/],
  ] as const) {
    await window.press('tab', tab);
    await expect.poll(() => window.path()).toMatch(address);
    await expect.poll(() => window.count('row')).toBeGreaterThan(1);
  }
});

test('a teacher calls the roll without a network, and it is sent once when the network is back', async ({
  window,
  request,
}) => {
  const { teacher, roll } = await newClassToday(request, 3);
  const missing = roll.students[1]!;
  const save = 'Save Morning, ';
  const marks = async () =>
    (await rollsOf(request, teacher))[0]!.students.map(({ attendance_status }) => attendance_status);
  await window.resize(390, 844);
  await window.startAs(teacher, addressOf(roll));
  await window.sees('switch', missing.student_name);
  await expect
    .poll(() => window.run('return Boolean(navigator.serviceWorker.controller)'), { timeout: 60_000 })
    .toBe(true);

  await window.line.cut();
  await window.open(addressOf(roll));
  await window.seesText('No connection.');
  await window.press('switch', missing.student_name);
  await window.press('button', save);
  await window.sees('button', '1 waiting');
  await window.seesText('Saved on this device, not sent yet.');
  expect(await marks()).toEqual([null, null, null]);

  await window.line.open();
  await window.seesNo('button', '1 waiting', 60_000);
  expect(await marks()).toEqual(['present', 'absent', 'present']);
});

test('a course admin reads the report of a class, the worst attendance first', async ({
  window,
  request,
}) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const address = `/attendance-report?course=1&class=1&start=${day(120)}&end=${day(1)}&show=yes`;
  await window.startAs(await enter(request, people.courseAdmin), address);
  await expect.poll(() => window.count('row')).toBeGreaterThan(5);
  await window.press('button', 'Total');
  await expect(async () => {
    const shares = (await window.textsOf('td'))
      .flatMap((text) => /\(([\d.]+)%\)/.exec(text)?.[1] ?? [])
      .map(Number);
    expect(new Set(shares).size).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  }).toPass();
});

test('a course admin uploads payments from a spreadsheet', async ({ window, request }, info) => {
  const owner = await enter(request, people.courseAdmin);
  const course = await newCourse(request, unique('Money'));
  const mark = Math.random().toString(36).slice(2, 8);
  const email_id = `asha.${mark}@example.test`;
  const student = { first_name: 'Asha', last_name: 'Varma', email_id, course_name: course.name };
  await importStudents(request, owner.token, [student]);
  const { buffer } = spreadsheet([
    ['Full Name', 'Course', 'Payment Id', 'Date', 'Amount', 'Currency', 'Status', 'Email'],
    ['Asha Varma', course.name, `${mark}-1`, '25-03-2026', '1,200.50', 'INR', 'success', email_id],
    ['Asha Varma', course.name, `${mark}-2`, '26-03-2026', '800', 'INR', 'success', email_id],
  ]);
  const file = info.outputPath(`${mark}.xlsx`);
  writeFileSync(file, buffer);

  await window.startAs(owner, '/updating');
  await window.sees('heading', 'Upload payments');
  await window.upload(file);
  await window.sees('heading', `What ${mark}.xlsx would do`);
  await window.press('button', 'Save 2 payments');
  await window.sees('heading', 'The payments are saved');
});
