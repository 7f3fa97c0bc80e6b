import type { EventAudience, EventRow, MailedPeople } from '@gurukul/contract/events';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { OnAgain } from '#web/features/audience/on-again.tsx';
import { CancelQuestion, EditQuestion, PublishQuestion } from './action-questions.tsx';

beforeEach(() => localStorage.setItem('role', 'admin'));

const nobody: EventAudience = {
  registered: 0,
  registered_informed: 0,
  informed: 0,
  waiting: 0,
  concerned: 0,
  unwritten: 0,
  unwritten_registered: 0,
  unreached: [],
  is_for_registered: false,
  called_off: 0,
  withdrawn: 0,
};

function answerWith(audience: Partial<EventAudience>) {
  globalThis.fetch = async () =>
    Response.json({ status: 200, message: 'success', data: { ...nobody, ...audience } });
}

const event: EventRow = {
  id: 7,
  event_id: 7,
  event_name: 'Talk',
  course_id: 3,
  course_name: 'Gita',
  description: '',
  meeting_link: 'https://meet.example.test/a',
  place: '',
  event_date: '2036-01-05',
  start_time: '2036-01-05T12:30:00Z',
  end_time: '2036-01-05T13:30:00Z',
  image_url: '',
  created_by: 1,
  edit_flag: false,
  live_status: 'pending',
  status: 'pending',
  registration_status: 'inactive',
  registered: 0,
  reminders: [],
  version: 1,
  can: {
    edit: true,
    publish: true,
    send_mails: true,
    cancel: true,
    registrations: true,
    add_student: true,
    delete: true,
  },
};
const ticks: boolean[] = [];
const onTick = (isTicked: boolean) => void ticks.push(isTicked);
const chosen: MailedPeople[] = [];
const onChoose = (to: MailedPeople) => void chosen.push(to);
beforeEach(() => {
  ticks.length = 0;
  chosen.length = 0;
});

test.each([
  [{}, 'Gita has no students yet: no mails will be sent.'],
  [{ unwritten: 5 }, 'Mails will be sent to 5 students of Gita.'],
  [
    { unwritten: 6, registered: 1 },
    'Mails will be sent to 6 students: those of Gita, and everybody registered for it.',
  ],
])('publishing says who gets a mail: %o', async (audience, text) => {
  answerWith(audience);
  render(<PublishQuestion event={event} withMails onTick={onTick} onChoose={onChoose} />);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test('publishing asks whom to tell where some are registered, and proposes them', async () => {
  answerWith({ unwritten: 295, unwritten_registered: 37, registered: 37, is_for_registered: true });
  render(<PublishQuestion event={event} withMails onTick={onTick} onChoose={onChoose} />);
  const [registered, course] = [
    page.getByRole('radio', { name: 'Those who are registered: 37 mails' }),
    page.getByRole('radio', { name: 'All students of Gita, and those who are registered: 295 mails' }),
  ];
  await expect.element(registered).toBeChecked();
  await course.click();
  await expect.element(course).toBeChecked();
  expect(chosen).toEqual(['course']);
});

test('publishing an event without a course tells those who are registered, if there are some', async () => {
  const ofAll = { ...event, course_id: null };
  answerWith({});
  render(<PublishQuestion event={ofAll} withMails onTick={onTick} onChoose={onChoose} />);
  await expect.element(page.getByText('Nobody is registered yet: no mails will be sent.')).toBeVisible();
});

test('publishing without mails offers the tick itself', async () => {
  answerWith({ unwritten: 5 });
  render(<PublishQuestion event={event} withMails={false} onTick={onTick} onChoose={onChoose} />);
  await expect.element(page.getByText('No mails will be sent.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Emails Send' }).click();
  await expect.element(page.getByText('Mails will be sent to 5 students of Gita.')).toBeVisible();
  expect(ticks).toEqual([true]);
});

test('what ended a moment ago is told to nobody, as the server has it', async () => {
  answerWith({ unwritten: 5 });
  const end_time = new Date(Date.now() - 1000).toISOString();
  render(<PublishQuestion event={{ ...event, end_time }} withMails onTick={onTick} onChoose={onChoose} />);
  await expect.element(page.getByText('The event is over: no mails will be sent.')).toBeVisible();
});

test('canceling says who is registered and would not be told, and offers to tell them all', async () => {
  answerWith({ registered: 30, registered_informed: 12, informed: 80 });
  render(<CancelQuestion event={event} onTick={onTick} />);
  await expect.element(page.getByText('The event will be cancelled')).toBeVisible();
  await expect
    .element(page.getByText('30 are registered. All of them are told by mail.', { exact: true }))
    .toBeVisible();
  const tick = page.getByRole('checkbox', { name: 'Tell all 30' });
  await expect.element(tick).toBeChecked();
  await tick.click();
  await expect
    .element(page.getByText('30 are registered: 12 had a mail and will be told, 18 will not.'))
    .toBeVisible();
  expect(ticks).toEqual([false]);
});

test('canceling what everybody registered was written about asks no more than it did', async () => {
  answerWith({ registered: 2, registered_informed: 2, informed: 2 });
  render(<CancelQuestion event={event} onTick={onTick} />);
  await expect.element(page.getByText('People who had a mail about it are told by mail.')).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('an edit says how many it would write to', async () => {
  answerWith({ concerned: 90, waiting: 1 });
  render(<EditQuestion eventId={7} changed="The time changed." onTick={onTick} />);
  await expect.element(page.getByRole('checkbox', { name: 'Write to 90 people' })).toBeChecked();
  await expect
    .element(page.getByText('1 mail has not been sent yet and will give the new details.'))
    .toBeVisible();
});

test('undoing a cancel says which mails it sends after all, and which people it would tell', async () => {
  answerWith({ withdrawn: 35, called_off: 45 });
  render(<OnAgain eventId={7} onTick={onTick} />);
  await expect.element(page.getByText('35 mails that were withdrawn will be sent after all.')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Tell them that it is on' })).toBeChecked();
});
