import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetTaps } from '#web/calls/roll-taps.ts';
import { endSession, session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { DayRegister } from './day-register.tsx';
import { TakeAttendancePage } from './take-attendance-page.tsx';
import { ViewAttendancePage } from './view-attendance-page.tsx';

const students = ['Anu', 'Bala'].map((student_name, index) => ({
  student_id: index + 1,
  student_name,
  student_attendance_id: null,
  attendance_id: null,
  attendance_status: null,
}));

beforeEach(() => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      data: students,
      total_count: 2,
      courses: [],
      classes: [],
    });
});

afterEach(async () => {
  session.clear();
  // What was ticked waits on the device for the same person.
  await forgetTaps(String(asha.user_id));
});

const asha = { token: 's_asha', user_id: 7, role: 'teacher', mainrole: 'teacher' };

/** The part at /, and nothing elsewhere. */
function open(part: ReactNode, address = '/') {
  session.start(asha);
  return openAt(address, { '/': () => part, $: () => <p>Elsewhere</p> });
}

const bala = page.getByRole('checkbox', { name: /Bala/ });

const door = {
  names: 'Gita',
  day: '2026-02-02',
  meeting: '',
  onMeeting: () => undefined,
  days: undefined,
  onSaved: () => undefined,
};
const ofClass = { course: '3', class: '4' };
const marks = () => <DayRegister of="mark" {...door} chosen={ofClass} />;
const ticks = (chosen = ofClass) => <DayRegister of="take" {...door} chosen={chosen} />;

test.each([
  ['the form to correct marks', marks],
  ['the form to take attendance', ticks],
])('%s has its ticks again when the same person signs in again', async (_, part) => {
  const router = open(part());
  await userEvent.click(bala);
  await expect.element(bala).toBeChecked();
  endSession('s_asha');
  await router.navigate({ to: '/login' });
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  session.start({ ...asha, token: 's_later' });
  await router.navigate({ to: '/' });
  await expect.element(bala).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /Anu/ })).not.toBeChecked();
});

test.each([
  [2, 260],
  [40, 600],
])('the attendance table of %i rows is at most %i px high', async (count, height) => {
  const many = Array.from({ length: count }, (_, index) => ({
    ...students[0]!,
    student_id: index + 1,
    student_name: `Student ${index + 1}`,
  }));
  globalThis.fetch = async () =>
    Response.json({ status: 200, message: 'success', data: many, total_count: count });
  open(marks());
  await expect.element(page.getByText('Student 2', { exact: true })).toBeVisible();
  const box = document.querySelector<HTMLElement>('[data-tall]')!;
  expect(getComputedStyle(box).maxHeight).toBe(`${height}px`);
  expect(box.getBoundingClientRect().height).toBeLessThanOrEqual(height);
});

test('a first day after the last one is said, and the last one is not asked for', async () => {
  // A phone folds the filters.
  await page.viewport(1024, 768);
  open(<ViewAttendancePage />, '/?start=2026-02-02&end=2026-02-01');
  await page.getByRole('button', { name: /^Days/ }).click();
  await expect.element(page.getByText('This day is after the end of the period.')).toBeVisible();
});

const submit = page.getByRole('button', { name: 'Submit', exact: true });
const nobody = page.getByRole('checkbox', { name: 'Nobody came' });

test('nothing of the register can be saved, and nobody is called absent, before a tick', async () => {
  open(ticks());
  await expect.element(bala).toBeVisible();
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Absent')).not.toBeInTheDocument();
  await userEvent.click(submit, { force: true });
  const first = 'Tick the students who are there, or tick Nobody came.';
  await expect.element(page.getByRole('alert').getByText(first)).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await userEvent.click(bala);
  await expect.element(page.getByText('1 present, 1 absent')).toBeVisible();
  await expect.element(submit).not.toHaveAttribute('aria-disabled');
});

test('a class to which nobody came is saved after a tick that says so', async () => {
  open(ticks());
  await userEvent.click(bala);
  await userEvent.click(nobody);
  await expect.element(bala).not.toBeChecked();
  await expect.element(page.getByText('0 present, 2 absent')).toBeVisible();
  await userEvent.click(bala);
  await expect.element(nobody).not.toBeChecked();
  await userEvent.click(nobody);
  await userEvent.click(submit);
  await expect.element(page.getByRole('dialog').getByText('Absent: Anu, Bala')).toBeVisible();
});

test('a register is not saved before its meeting begins without a question', async () => {
  const later = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const meeting = { slot_id: 1, on_date: later.slice(0, 10), state: 'planned', starts_at: later };
  const answer = globalThis.fetch;
  globalThis.fetch = async (url, init) =>
    String(url instanceof Request ? url.url : url).includes('get_meetings')
      ? Response.json({ status: 200, message: 'success', data: [meeting] })
      : answer(url, init);
  open(<DayRegister of="take" {...door} day={later.slice(0, 10)} chosen={ofClass} />);
  await userEvent.click(bala);
  await userEvent.click(submit);
  await expect.element(page.getByRole('dialog').getByText(/^This meeting begins on/)).toBeVisible();
});

test('what is missing for a register is said when Submit is pressed', async () => {
  open(ticks({ course: '', class: '' }));
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(submit, { force: true });
  await expect.element(page.getByRole('alert').getByText('Please select course')).toBeVisible();
});

const another = page.getByText('Another day', { exact: true });
const course = page.getByLabelText('Select Course');

test('the register of another day waits behind its control', async () => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      data: [],
      courses: [{ course_id: 1, course_name: 'Gita' }],
    });
  open(<TakeAttendancePage />);
  await expect.element(page.getByRole('heading', { name: 'Rolls to call' })).toBeVisible();
  await expect.element(course).not.toBeInTheDocument();
  await expect.element(submit).not.toBeInTheDocument();
  await userEvent.click(another);
  await expect.element(course).toBeVisible();
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
});

test('a link to the register of a class opens it', async () => {
  open(<TakeAttendancePage />, '/?course=3&class=4');
  await expect.element(course).toBeVisible();
});

test('a letter marks the student who has the focus and says that it waits, and Ctrl Enter saves', async () => {
  const sent: unknown[] = [];
  globalThis.fetch = async (url, init) => {
    if (String(url).includes('update_students')) sent.push(JSON.parse(String(init?.body)));
    return Response.json({ status: 200, message: 'success', data: many, total_count: many.length });
  };
  const many = Array.from({ length: 13 }, (_, index) => ({
    ...students[0]!,
    student_id: index + 1,
    student_name: `Student ${String.fromCodePoint(65 + index)}`,
    // A colleague marked this one meanwhile: who saves over it reads that.
    ...(index === 1 ? { attendance_status: 'moved' as const } : {}),
  }));
  open(marks());
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search student name' }), 'student b');
  await userEvent.keyboard('{Enter}');
  const row = page.getByRole('row', { name: /Student B/ });
  await expect.element(page.getByText('Student C')).not.toBeInTheDocument();
  row.element().querySelector('input')!.focus();
  await userEvent.keyboard('a');
  await expect.element(row.getByText('not saved yet; recorded: Moved')).toBeVisible();
  await expect.element(row.getByTitle('Absent')).toBeVisible();
  await expect.element(page.getByText('1 of 13 selected')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => sent)
    .toMatchObject([{ students: [{ student_id: 2, attendance_status: 'absent' }] }]);
});
