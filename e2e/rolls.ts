import type { APIRequestContext, Page } from '@playwright/test';
import { callAs, enter, newCourse, people, setTopics, type SignedIn } from './calls.ts';
import { expect, unique } from './fixtures.ts';
import { firstPassword, importStudents, newPerson } from './newcomers.ts';

export interface RollRow {
  readonly student_id: number;
  readonly student_name: string;
  readonly attendance_status: string | null;
  readonly student_attendance_id: number | null;
}

export interface DueRoll {
  readonly course_id: number;
  readonly course_name: string;
  readonly class_id: number;
  readonly class_name: string;
  readonly attendance_date: string;
  readonly starts_at: string;
  readonly zone: string;
  readonly students: readonly RollRow[];
  readonly teaching?: { readonly taught: { readonly how: string; readonly week: number } | null };
}

export async function rollsOf(request: APIRequestContext, person: SignedIn) {
  const { data } = await callAs<{ data: readonly DueRoll[] }>(
    request,
    person,
    'get',
    '/attendance/get_rolls',
  );
  return data;
}

export async function changesOf(request: APIRequestContext, person: SignedIn, markId: number) {
  const { data } = await callAs<{ data: readonly { from: string | null; to: string }[] }>(
    request,
    person,
    'get',
    `/attendance/get_mark_changes/${markId}`,
  );
  return data.map(({ from, to }) => `${from ?? '-'}>${to}`);
}

const weekdayInIndia = () =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', weekday: 'long' }).format().toLowerCase();

/** A class of its own that meets today, with its own teacher: no story meddles with another's. */
export async function newClassToday(request: APIRequestContext, count: number) {
  const course = await newCourse(request, unique('Roll call'), 0);
  await setTopics(request, course, ['Nidana', 'Asana']);
  const owner = await enter(request, people.courseAdmin);
  const admin = await enter(request, people.admin);
  const teacher = await enter(request, await newPerson(request, 'teacher'), firstPassword);
  const course_id = Number(course.id);
  const post = <T>(path: string, data: object) =>
    callAs<T>(request, owner, 'post', path, { course_id, ...data });
  await post('/course_assign/course_assign', { user_id: teacher.user_id });
  const made = await post<{ class: { id: number }[] }>('/courses/create_class', {
    class_name: 'Morning',
    class_day: weekdayInIndia(),
    time: '00:05',
    time_zone: 'IST',
  });
  await post('/teacher/add_teacher_to_class', { user_id: teacher.user_id, id: made.class[0]!.id });
  const family = unique('Rao').replaceAll(' ', '').replaceAll(/\d/g, 'x');
  const rows = Array.from({ length: count }, (_, index) => ({
    first_name: `Student ${String.fromCodePoint(65 + Math.floor(index / 10))}${'abcdefghij'[index % 10]}`,
    last_name: family,
    email_id: `${unique('student').replaceAll(' ', '.')}@example.test`,
    course_name: course.name,
    class_name: 'Morning',
  }));
  await importStudents(request, admin.token, rows);
  const [roll] = await rollsOf(request, teacher);
  expect(roll?.students.length).toBe(count);
  return { teacher, owner, roll: roll!, slot_id: made.class[0]!.id };
}

/** What signing in leaves in the browser. */
export async function startAs(page: Page, { token, user_id, role, mainrole }: SignedIn) {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    { token, uid: String(user_id), role, mainrole },
  );
}

export const addressOf = ({ class_id, attendance_date }: DueRoll) =>
  `/attendance?roll=${class_id}_${attendance_date}`;

/** The portal is on the device: its worker has taken everything and answers for the page. */
export async function untilOnDevice(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) return;
    await new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/**
 * Cuts the network. In Chromium 150 a page that loads while the browser plays "offline" believes that it is online,
 * unlike on a real device.
 */
export async function goOffline(page: Page) {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.context().setOffline(true);
}

export const rowsOf = (page: Page) => page.getByRole('list', { name: 'Students' }).getByRole('switch');

/** The roll, opened by somebody who will lose the network. */
export async function openRoll(page: Page, teacher: SignedIn, roll: DueRoll) {
  await startAs(page, teacher);
  await page.goto(addressOf(roll));
  await expect(rowsOf(page)).toHaveCount(roll.students.length);
  await untilOnDevice(page);
}

export const isWaiting = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: `${count} waiting` })).toBeVisible();

export const rowOf = (page: Page, { student_name }: RollRow) =>
  page.getByRole('switch', { name: student_name });

export const saveButton = (page: Page) => page.getByRole('button', { name: /^Save Morning, \d+ \w+$/ });
