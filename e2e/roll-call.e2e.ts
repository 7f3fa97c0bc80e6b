import { callAs, dayIn, enter, people } from './calls.ts';
import { expect, said, signOut, test } from './fixtures.ts';
import {
  addressOf,
  changesOf,
  goOffline,
  isWaiting,
  newClassToday,
  openRoll,
  rollsOf,
  rowOf,
  rowsOf,
  saveButton,
  startAs,
  untilOnDevice,
} from './rolls.ts';
import { firstPassword } from './newcomers.ts';

// The worker of the portal is what these stories are about; the others run without it.
test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

test('a roll of thirty with three exceptions is called with five taps', async ({ page }) => {
  const { teacher, roll } = await newClassToday(page.request, 30);
  await startAs(page, teacher);
  await page.goto('/');
  let taps = 0;
  const tap = async (name: RegExp | string, role: 'link' | 'switch' | 'button') => {
    taps += 1;
    await page.getByRole(role, { name }).click();
  };
  await tap(/^Morning, /, 'link');
  await expect(rowsOf(page)).toHaveCount(30);
  const missing = [roll.students[1]!, roll.students[12]!, roll.students[29]!];
  for (const { student_name } of missing) await tap(student_name, 'switch');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(page.getByText('27 present, 3 absent')).toBeInViewport();
  await expect(saveButton(page)).toBeInViewport();
  await tap(/^Save Morning, \d+ \w+$/, 'button');
  await expect(said(page, 'Saved: Morning')).toBeVisible();
  expect(taps).toBe(5);

  const [after] = await rollsOf(page.request, teacher);
  // The plan holds, so nobody has to say it.
  expect(after!.teaching?.taught).toMatchObject({ how: 'whole', week: 1 });
  const absent = after!.students.filter(({ attendance_status }) => attendance_status === 'absent');
  expect(absent.map(({ student_id }) => student_id)).toEqual(missing.map(({ student_id }) => student_id));
  expect(after!.students.filter(({ attendance_status }) => attendance_status === 'present')).toHaveLength(27);
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
});

test('a roll of an earlier day stays on its page when it is saved', async ({ page }) => {
  const teacher = await enter(page.request, people.teacher);
  const roll = (await rollsOf(page.request, teacher)).find(
    ({ attendance_date, students }) =>
      attendance_date < dayIn(-1) && students.every(({ attendance_status }) => attendance_status === null),
  )!;
  await startAs(page, teacher);
  await page.goto(addressOf(roll));
  await expect(rowsOf(page)).toHaveCount(roll.students.length);
  await rowOf(page, roll.students[0]!).click();
  const saved = page.waitForResponse((answer) => answer.url().includes('/attendance/save_roll'));
  await page.getByRole('button', { name: /^Save / }).click();
  await saved;
  // The list, which has it no more, is read anew.
  await page.waitForResponse((answer) => answer.url().includes('/attendance/get_rolls'));
  await expect(page.getByText('These marks are recorded.')).toBeVisible();
  await expect(rowOf(page, roll.students[0]!)).not.toBeChecked();
  await expect(page.getByText('This roll is not due any more')).toBeHidden();
});

test('without a network: the app opens, the roll is called, kept over a reload, and sent once', async ({
  page,
  context,
}) => {
  const { teacher, roll } = await newClassToday(page.request, 5);
  await startAs(page, teacher);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Morning, / })).toBeVisible();
  await untilOnDevice(page);

  await goOffline(page);
  await page.reload();
  await page.getByRole('link', { name: /^Morning, / }).click();
  await expect(page.getByText('No connection. The students are shown as of')).toBeVisible();
  await rowOf(page, roll.students[2]!).click();
  await saveButton(page).click();
  await isWaiting(page, 1);
  await expect(said(page, 'kept on this device')).toBeVisible();
  await expect(page.getByText('Saved on this device, not sent yet.').first()).toBeVisible();

  await page.goto('/Teacher Dashboard');
  await isWaiting(page, 1);
  await page.goto(addressOf(roll));
  await isWaiting(page, 1);
  await expect(rowOf(page, roll.students[2]!)).not.toBeChecked();
  // A second word about the same roll takes the place of the first.
  await rowOf(page, roll.students[3]!).click();
  const taught = page.getByRole('group', { name: 'Week 1: Nidana. Taught?' });
  await taught.getByText('Partly').click();
  await saveButton(page).click();
  await isWaiting(page, 1);
  await page.getByRole('button', { name: '1 waiting' }).click();
  await expect(page).toHaveURL(/waiting=yes/);
  await expect(page.getByRole('dialog')).toContainText(
    `Absent: ${roll.students[2]!.student_name}, ${roll.students[3]!.student_name}`,
  );
  await page.keyboard.press('Escape');
  const other = await context.newPage();
  await other.goto(addressOf(roll));
  await expect(rowOf(other, roll.students[2]!)).not.toBeChecked();

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
  // Whichever tab sent it, the other one shows what is recorded.
  for (const tab of [page, other]) {
    await expect(tab.getByText('These marks are recorded.')).toBeVisible();
    await expect(rowOf(tab, roll.students[2]!)).not.toBeChecked();
  }
  const [after] = await rollsOf(page.request, teacher);
  expect(after!.teaching?.taught).toMatchObject({ how: 'part', week: 1 });
  expect(after!.students.map(({ attendance_status }) => attendance_status)).toEqual([
    'present',
    'present',
    'absent',
    'absent',
    'present',
  ]);
  for (const { student_attendance_id } of after!.students) {
    expect(await changesOf(page.request, teacher, student_attendance_id!)).toHaveLength(1);
  }
});

test(
  'what somebody else marked meanwhile is shown beside, and the teacher decides',
  { tag: '@full' },
  async ({ page, context }) => {
    const { teacher, owner, roll } = await newClassToday(page.request, 4);
    const [first, second] = roll.students;
    await openRoll(page, teacher, roll);
    await rowOf(page, first!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    const { course_id, class_id, attendance_date } = roll;
    const place = { course_id, class_id, attendance_date };
    const mark = (student_id: number, attendance_status: string, seen: string | null) =>
      callAs(page.request, owner, 'post', '/attendance/save_roll', {
        ...place,
        marks: [{ student_id, attendance_status, seen }],
      });
    await mark(first!.student_id, 'moved', null);

    await context.setOffline(false);
    const chip = page.getByRole('button', { name: '1 waiting needs a decision' });
    await chip.click();
    const row = page.getByRole('dialog').getByRole('row', { name: first!.student_name });
    await expect(row.getByRole('cell')).toHaveText(['Absent', 'Moved']);
    await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(5);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Everything has been sent')).toBeVisible();
    await page.keyboard.press('Escape');
    const [mine] = await rollsOf(page.request, teacher);
    expect(mine!.students[0]!.attendance_status).toBe('absent');

    await context.setOffline(true);
    await rowOf(page, second!).click();
    await saveButton(page).click();
    await isWaiting(page, 1);
    await mark(second!.student_id, 'drop-out', 'present');
    await context.setOffline(false);
    await chip.click();
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(page.getByText('Everything has been sent')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, second!)).toHaveAccessibleName(/Drop Out$/);
    const [theirs] = await rollsOf(page.request, teacher);
    expect(theirs!.students[1]!.attendance_status).toBe('drop-out');
  },
);

test(
  'a browser that keeps nothing still saves while there is a network',
  { tag: '@full' },
  async ({ page, context }) => {
    const { teacher, roll } = await newClassToday(page.request, 2);
    await page.addInitScript(() => {
      const open = () => {
        throw new DOMException('nothing is kept here', 'SecurityError');
      };
      Object.defineProperty(window, 'indexedDB', { value: { open } });
    });
    await startAs(page, teacher);
    await page.goto(addressOf(roll));
    await rowOf(page, roll.students[0]!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    await expect(said(page, 'This browser cannot keep the roll')).toBeVisible();
    await expect(rowOf(page, roll.students[0]!)).not.toBeChecked();
    await context.setOffline(false);
    await saveButton(page).click();
    await expect(said(page, 'Saved: Morning')).toBeVisible();
    const [after] = await rollsOf(page.request, teacher);
    expect(after!.students.map(({ attendance_status }) => attendance_status)).toEqual(['absent', 'present']);
    await signOut(page);
  },
);

test(
  'logging out without a network leads to the way in, and no other tab promises what was deleted',
  { tag: '@full' },
  async ({ page, context }) => {
    const { teacher, roll } = await newClassToday(page.request, 2);
    await openRoll(page, teacher, roll);
    await rowOf(page, roll.students[0]!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    const other = await context.newPage();
    await other.goto('/attendance');
    await isWaiting(other, 1);
    await other.getByRole('button', { name: /account menu/i }).click();
    await other.getByRole('menuitem', { name: 'Log Out' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    for (const tab of [other, page]) {
      await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible();
    }
    await expect(said(page, 'sent after you sign in again')).toBeHidden();
  },
);

test(
  'marks outlive the session, belong to one person, and are lost only knowingly',
  { tag: '@full' },
  async ({ page, context }) => {
    const { teacher, roll } = await newClassToday(page.request, 2);
    const other = await newClassToday(page.request, 1);
    await openRoll(page, teacher, roll);
    await rowOf(page, roll.students[0]!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    await callAs(page.request, teacher, 'post', '/user_details/logout', {});
    await context.setOffline(false);
    await page.waitForURL(/\/login/);
    await expect(said(page, 'kept on this device, and sent after you sign in again')).toBeVisible();

    await startAs(page, other.teacher);
    await page.goto('/attendance');
    await expect(page.getByRole('link', { name: /^Morning, / })).toContainText('Not called yet');
    await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
    await signOut(page);

    const again = await enter(page.request, teacher.email, firstPassword);
    const [before] = await rollsOf(page.request, again);
    expect(before!.students[0]!.attendance_status).toBeNull();
    await context.setOffline(false);
    await startAs(page, again);
    await page.goto('/attendance');
    await expect(page.getByRole('link', { name: /^Morning, / })).toContainText('1 present, 1 absent');

    await page.goto(addressOf(roll));
    await rowOf(page, roll.students[1]!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    const leave = async (answer: 'Yes' | 'No') => {
      await page.getByRole('button', { name: /account menu/i }).click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
      await expect(page.getByRole('dialog')).toContainText('1 roll not sent yet: Morning, ');
      await page.getByRole('dialog').getByRole('button', { name: answer }).click();
    };
    await leave('No');
    await isWaiting(page, 1);
    await leave('Yes');
    await page.waitForURL(/\/login/);
    const left = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const counts = databases.map(
        ({ name }) =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              const store = opening.result.objectStoreNames[0]!;
              const counting = opening.result.transaction(store).objectStore(store).count();
              counting.onsuccess = () => resolve(counting.result);
            };
          }),
      );
      return { names: databases.map(({ name }) => name).toSorted(), counts: await Promise.all(counts) };
    });
    expect(left.names).toEqual(expect.arrayContaining(['gurukul-kept', 'gurukul-taps', 'gurukul-waiting']));
    expect(left.counts.filter((count) => count > 0)).toEqual([]);
  },
);

test(
  'taps that are not saved outlive a reload and a session, and belong to one person',
  { tag: '@full' },
  async ({ page }) => {
    const { teacher, roll } = await newClassToday(page.request, 2);
    const other = await newClassToday(page.request, 1);
    const missing = rowOf(page, roll.students[0]!);
    const reopen = async () => {
      await page.goto(addressOf(roll));
      await expect(rowsOf(page)).toHaveCount(2);
    };
    await startAs(page, teacher);
    await reopen();
    await missing.click();
    await page.reload();
    await expect(missing).not.toBeChecked();
    await expect(said(page, 'Your taps are here again')).toBeVisible();
    await expect(page.getByText('1 present, 1 absent')).toBeVisible();

    await callAs(page.request, teacher, 'post', '/user_details/logout', {});
    await page.reload();
    await page.waitForURL(/\/login/);
    await startAs(page, other.teacher);
    await page.goto('/attendance');
    await expect(page.getByRole('link', { name: /^Morning, / })).toContainText('Not called yet');

    await startAs(page, await enter(page.request, teacher.email, firstPassword));
    await reopen();
    await expect(missing).not.toBeChecked();
    await saveButton(page).click();
    await expect(said(page, 'Saved: Morning')).toBeVisible();
    await page.reload();
    await expect(missing).not.toBeChecked();
    await expect(said(page, 'Your taps are here again')).toBeHidden();

    await missing.click();
    await page.getByRole('link', { name: 'All rolls' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('link', { name: /^Morning, / }).click();
    await expect(missing).not.toBeChecked();
  },
);
