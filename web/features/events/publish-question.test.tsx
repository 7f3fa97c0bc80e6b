import type { EventRegistrationRow, EventRow } from '@gurukul/contract/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#web/api/query-client.ts';
import { render } from '#web/test/render.tsx';
import { PublishQuestion } from './publish-question.tsx';

const realFetch = globalThis.fetch;

beforeEach(() => localStorage.setItem('role', 'admin'));

afterEach(() => {
  globalThis.fetch = realFetch;
  queryClient.clear();
  localStorage.clear();
});

const registration = (register_id: number, event_id: number): EventRegistrationRow => ({
  register_id,
  user_name: `Student ${register_id}`,
  email_id: `student${register_id}@example.test`,
  course_name: 'Gita',
  event_name: 'Talk',
  event_date: '2036-01-05',
  event_id,
  course_id: 3,
});

/** Answers for a course with that many students; of two registrations one is for another event. */
function answerWith({ students, registered }: { students: number; registered: number }) {
  const rows = Array.from({ length: registered }, (_, n) => registration(n + 1, 7));
  globalThis.fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.includes('get_register_students_event')
      ? Response.json({ status: 200, message: 'success', result: [...rows, registration(99, 8)] })
      : Response.json({ status: 200, message: 'success', data: [[{ id: 3, student_count: students }]] });
  };
}

const event: EventRow = {
  id: 7,
  event_id: 7,
  event_name: 'Talk',
  course_id: 3,
  course_name: 'Gita',
  description: '',
  meeting_link: 'https://meet.example.test/a',
  event_date: '2036-01-05',
  start_time: '2036-01-05T12:30:00Z',
  end_time: '2036-01-05T13:30:00Z',
  image_url: '',
  created_by: 1,
  live_status: 'pending',
  status: 'pending',
  registration_status: 'inactive',
};

test.each([
  [{ students: 0, registered: 0 }, 'Gita has no students yet: no mails will be sent.'],
  [{ students: 0, registered: 2 }, 'Mails will be sent to whoever is registered for it, 2 so far.'],
  [{ students: 5, registered: 0 }, 'Mails will be sent to 5 students of Gita.'],
  [
    { students: 5, registered: 1 },
    'Mails will be sent to 5 students of Gita. Whoever is registered for it gets one too.',
  ],
])('says who gets a letter: %o', async (people, text) => {
  answerWith(people);
  render(<PublishQuestion event={event} withMails />);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test('what ended a moment ago is told to nobody, as the server has it', async () => {
  answerWith({ students: 5, registered: 1 });
  const end_time = new Date(Date.now() - 1000).toISOString();
  render(<PublishQuestion event={{ ...event, end_time }} withMails />);
  await expect.element(page.getByText('It is over: no mails will be sent.')).toBeVisible();
});
