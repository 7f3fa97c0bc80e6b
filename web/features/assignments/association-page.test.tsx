import type { ClassCard, ClassRow } from '@gurukul/contract/classes';
import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { draggedTeacher } from '../classes/class-cards.tsx';
import { offers } from '../messages/offers.ts';
import { AssociationPage } from './association-page.tsx';

const dev = { user_id: 7, fullname: 'Dev Rao' };
const esha = { user_id: 8, fullname: 'Esha Iyer' };

const slotOf = (changed: Partial<ClassRow> = {}): ClassRow => ({
  id: 101,
  new_id: 101,
  class_id: 41,
  class_name: 'Dawn',
  language: null,
  class_day: 'monday',
  slot_time: '2026-11-30T01:30:00.000Z',
  time: '07:00',
  time_zone: 'IST',
  course_id: 3,
  created_by: 1,
  zone: 'Asia/Kolkata',
  duration: 90,
  join_link: 'https://meet.test/dawn',
  teacher: null,
  for_children: false,
  needs_teacher: true,
  version: 'v',
  ...changed,
});

const cardOf = (changed: Partial<ClassCard> = {}): ClassCard => ({
  class_id: 41,
  class_name: 'Dawn',
  course_id: 3,
  course_name: 'Gita',
  slots: [slotOf()],
  teachers: [],
  student_count: 31,
  free_places: 18,
  waiting_count: 3,
  reminders: [],
  ...changed,
});

const teacherOf = (who: typeof dev): CourseTeacherRow => ({
  ...who,
  name: who.fullname,
  email_id: `${who.user_id}@gurukul.test`,
  image: '',
  student_count: 49,
  status: 'associate',
  course_id: 3,
  available_slots: 18,
});

const courseOf = (id: number) => ({ id, course_id: id, course_name: `Course ${id}`, course_image: '' });

const colleagues = [
  { ...esha, weekly_minutes: 270, clash: null },
  { ...dev, weekly_minutes: 90, clash: { class_name: 'Dusk', course_name: 'Yoga' } },
];

/** Answers as the server would; a request to give Dev a class says that they are busy. */
function serve(cards: readonly ClassCard[], courseCount = 4, offered = colleagues) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api', '');
    const body: Record<string, unknown> = typeof request?.body === 'string' ? JSON.parse(request.body) : {};
    sent.push({ path, body });
    const ok = { status: 200, message: 'success' };
    if (path.startsWith('/courses/get_all_courses'))
      return Response.json({
        ...ok,
        data: [Array.from({ length: courseCount }, (_, at) => courseOf(at + 1))],
      });
    if (path.startsWith('/classes/get_classes')) return Response.json({ ...ok, data: cards });
    if (path === '/teacher/get_class_teacher') return Response.json({ ...ok, data: [], colleagues: offered });
    if (path.startsWith('/teacher/get_teacher_bycourse')) {
      const response = cards.flatMap(({ slots }) => slots);
      const teachers = [dev, esha].map((one) => ({ ...one, name: one.fullname }));
      return Response.json({ ...ok, data: [dev, esha].map(teacherOf), response, teachers });
    }
    if (body['user_id'] === dev.user_id && !body['allow_overlap'])
      return Response.json(
        {
          status: 409,
          message: 'busy',
          code: 'teacher_is_busy',
          request_id: 'r',
          overlap: { teacher: dev, slot: {}, clashes: [], free_teachers: [esha] },
        },
        { status: 409 },
      );
    if (path === '/messages/preview_message')
      return Response.json({ ...ok, data: { people: 31, mails: 31, languages: [] } });
    return Response.json({ ...ok, data: [] }, { headers: { 'Change-Id': '77' } });
  };
  return (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
});

const open = (search = '?course=3') =>
  openAt(`/Course Association${search}`, {
    '/Course Association': () => <AssociationPage />,
    '/class/$id': () => 'the class',
  });
const classList = page.getByRole('list', { name: 'Weekly classes of the course' });
const choose = page.getByRole('button', { name: 'Choose teacher Dawn' });

test('a class is one card: its times on its own clock, places, who waits, and its link', async () => {
  const second = slotOf({ id: 102, class_day: 'wednesday', slot_time: '2026-12-02T01:30:00.000Z' });
  serve([cardOf({ slots: [slotOf(), second] })]);
  open();
  await expect.element(classList.getByRole('heading', { name: 'Dawn' })).toBeVisible();
  const text = classList.element().textContent;
  expect(text).toContain('Monday 07:00 AM IST');
  expect(text).toContain('Wednesday 07:00 AM IST');
  expect(text).toContain('31 of 49 places');
  expect(text).toContain('Join link');
  await expect.element(choose).toBeVisible();
  await expect
    .element(classList.getByRole('link', { name: '3 wait › Place Dawn' }))
    .toHaveAttribute('href', '/class/41?tab=waiting');
  await userEvent.click(classList.getByRole('button', { name: /^Edit class: Wednesday/ }));
  await expect.element(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
});

test('offers colleagues who are free first, with their hours, and names what keeps the others', async () => {
  const sent = serve([cardOf()]);
  open();
  await userEvent.click(choose);
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toHaveTextContent('Esha Iyer4.5 h a week');
  await expect.element(items.nth(1)).toHaveTextContent('Dev Rao1.5 h a week · teaches Dusk (Yoga) then');
  await userEvent.click(items.first());
  await expect.poll(() => sent('/teacher/add_teacher_to_class')).toHaveLength(1);
  expect(sent('/teacher/add_teacher_to_class')[0]).toMatchObject({ id: 101, course_id: 3, user_id: 8 });
});

test('the message that is proposed then belongs to the change, so that an Undo corrects it', async () => {
  serve([cardOf()]);
  open();
  await userEvent.click(choose);
  await userEvent.click(page.getByRole('menuitem').first());
  await expect.poll(() => offers.current()?.changeId).toBe(77);
  offers.end();
});

test('where nobody is associated, the choice of a teacher invites one', async () => {
  serve([cardOf()], 4, []);
  open();
  await userEvent.click(choose);
  await userEvent.click(page.getByRole('menuitem', { name: 'Invite a teacher' }));
  await expect.element(page.getByRole('dialog', { name: 'Invite a teacher' })).toBeVisible();
});

test('a teacher who is dragged onto a class and is busy is asked about, as with the choice', async () => {
  const sent = serve([cardOf()]);
  open();
  await expect.element(choose).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.setData(draggedTeacher, String(dev.user_id));
  choose.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  const question = page.getByRole('dialog', { name: 'The teacher is busy at that time' });
  await userEvent.click(question.getByRole('button', { name: 'Save anyway' }));
  await expect.poll(() => sent('/teacher/add_teacher_to_class')).toHaveLength(2);
  expect(sent('/teacher/add_teacher_to_class')[1]).toMatchObject({ user_id: 7, allow_overlap: true });
});

test('the course that was chosen last is chosen again; of more than eight, a search finds the others', async () => {
  serve([], 12);
  session.select({ course: 12 });
  open('');
  const courses = page.getByRole('navigation', { name: 'Courses' });
  await expect
    .element(courses.getByRole('link', { name: 'Course 12' }))
    .toHaveAttribute('aria-current', 'page');
  expect(courses.getByRole('link').elements()).toHaveLength(8);
  await userEvent.fill(courses.getByRole('searchbox'), 'Course 9');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(courses.getByRole('link', { name: 'Course 9' }));
  await expect.poll(() => session.selectedCourse).toBe('9');
});

test('on a phone an explanation opens the fold and the tab to which it leads', async () => {
  await page.viewport(390, 800);
  serve([cardOf()]);
  open();
  await userEvent.click(choose);
  await userEvent.click(page.getByRole('menuitem', { name: 'Teacher details' }));
  await expect.element(page.getByRole('region', { name: 'Teacher details' })).toHaveFocus();
  const field = page.getByLabelText('Select Course');
  await expect.element(field).not.toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Choose by hand' }));
  await expect.element(field).toBeVisible();
  await expect.element(field).toHaveFocus();
});
