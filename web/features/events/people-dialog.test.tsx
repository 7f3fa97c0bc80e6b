import type { EventRow } from '@gurukul/contract/events';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { PeopleDialog } from './people-dialog.tsx';

const can = {
  edit: true,
  publish: true,
  send_mails: true,
  cancel: true,
  registrations: true,
  add_student: true,
  delete: true,
};
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
  can,
};

const sent: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
beforeEach(async () => {
  await page.viewport(1280, 800);
  sent.length = 0;
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api/events/', '');
    const body: Readonly<Record<string, unknown>> = JSON.parse(String(request?.body ?? '{}'));
    if (path.startsWith('get_events')) {
      return Response.json({ status: 200, message: 'success', data: { data: [event] } });
    }
    sent.push([path, body]);
    if (path === 'add_guest_to_event' && body['despite'] === false) {
      const people = [{ user_id: 5, fullname: 'Anu', dob: null }];
      return Response.json({ status: 409, message: '', code: 'guest_is_student', people }, { status: 409 });
    }
    return Response.json({ status: 200, message: 'success', result: [] });
  };
});

test('a guest has a name, and the address of a student proposes the student', async () => {
  const dialog = { kind: 'people', eventId: 7, open: () => undefined, close: () => undefined } as const;
  openAt('/events', { '/events': () => <PeopleDialog dialog={dialog} /> });
  await userEvent.click(page.getByRole('radio', { name: 'A guest' }));
  await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));
  await expect.element(page.getByText('Please write an email or a phone number')).toBeVisible();
  const fill = async () => {
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Lalita Devi');
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'anu@example.test');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language of the mails' }), 'te');
    await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));
  };
  await fill();
  await userEvent.click(page.getByRole('button', { name: 'Anu' }));
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject(['add_student_to_event', { email_id: 'anu@example.test', user_id: 5 }]);
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  await fill();
  await userEvent.click(page.getByRole('button', { name: 'Add as a guest all the same' }));
  await expect
    .poll(() => sent.at(-1))
    .toEqual([
      'add_guest_to_event',
      {
        event_id: 7,
        fullname: 'Lalita Devi',
        email_id: 'anu@example.test',
        phone_number: '',
        language: 'te',
        despite: true,
        listed: false,
      },
    ]);
});
