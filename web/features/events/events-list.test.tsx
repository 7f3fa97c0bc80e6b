import type { EventRow } from '@gurukul/contract/events';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { EventsList } from './events-list.tsx';

const on = (event_date: string, event_id: number): EventRow => ({
  id: event_id,
  event_id,
  event_name: `Talk ${event_id}`,
  course_id: 3,
  course_name: 'Gita',
  description: '',
  meeting_link: 'https://meet.example.test/a',
  place: '',
  event_date,
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
});

interface ListInput {
  page?: number;
  from?: string;
}

let asked: ListInput[] = [];
let all: EventRow[] = [];

/** A server with these events on its only page, and none from 2040 on. */
beforeEach(async () => {
  await page.viewport(1280, 800);
  asked = [];
  const inHall = { ...on('2036-01-06', 2), meeting_link: '', place: 'Temple hall' };
  all = [on('2036-01-05', 1), inHall, on('2036-02-01', 3)];
  globalThis.fetch = async (_, request) => {
    const wanted: ListInput = JSON.parse(String(request?.body));
    asked.push(wanted);
    const found = wanted.from === '2040-01-01' ? [] : all;
    const data = wanted.page === 1 ? found : [];
    return Response.json({ status: 200, message: 'success', data: { data }, total_count: found.length });
  };
});

function open(address: string) {
  return openAt(address, {
    '/events': () => <EventsList open={() => undefined} onShowRegistered={() => undefined} />,
  });
}

const names = () =>
  page
    .getByText(/^Talk \d$/)
    .elements()
    .map((name) => name.textContent)
    .toSorted();

const usual = { search: '', sort: '', page: 1, pageSize: 10 };

test.each([
  ['', {}],
  ['?from=2036-01-06', { from: '2036-01-06' }],
  ['?from=2036-01-06&to=2036-01-06', { from: '2036-01-06', to: '2036-01-06' }],
  // An end before the start is no end; a day that does not exist is none.
  ['?from=2036-01-06&to=2036-01-01', { from: '2036-01-06' }],
  ['?from=2036-02-31', {}],
  ['?status=published&q=Talk&sort=-event_name', { status: 'published', search: 'Talk', sort: '-event_name' }],
  // Neither a status nor a column.
  ['?status=over&sort=meeting_link', {}],
])('the address %s asks for %j, and shows what comes', async (search, more) => {
  open(`/events${search}`);
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect.poll(names).toEqual(['Talk 1', 'Talk 2', 'Talk 3']);
  expect(asked).toEqual([{ ...usual, ...more }]);
});

test('an event without a link shows its place', async () => {
  open('/events');
  await expect.element(page.getByRole('cell', { name: 'Temple hall' })).toBeVisible();
  expect(page.getByRole('link', { name: /opens in a new tab/ }).elements()).toHaveLength(2);
});

test('past events stand below a line, unless a column sorts', async () => {
  all = [on('2036-01-05', 1), { ...on('2020-01-05', 2), end_time: '2020-01-05T13:30:00Z' }];
  open('/events');
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /^Past events|Talk \d/.exec(row.textContent)?.[0]);
  await expect.poll(rows).toEqual(['Talk 1', 'Past events', 'Talk 2']);
  await userEvent.click(page.getByRole('button', { name: 'Event Name' }));
  await expect.poll(rows).toEqual(['Talk 1', 'Talk 2']);
});

test('behind the last page stands the last page', async () => {
  const router = open('/events?page=3');
  await expect.poll(names).toEqual(['Talk 1', 'Talk 2', 'Talk 3']);
  expect(router.state.location.search).toEqual({});
});

test('the chip says the days, and Clear filters takes them off with the status', async () => {
  const router = open('/events?from=2036-01-06&status=pending&q=Talk&page=2');
  await expect.element(page.getByRole('button', { name: 'Days: From 06-Jan-2036' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => router.state.location.search).toEqual({ q: 'Talk' });
});

test('a list without events of these days offers to clear them', async () => {
  open('/events?from=2040-01-01');
  await userEvent.click(page.getByRole('region').getByRole('button', { name: 'Clear filters' }));
  await expect.poll(names).toEqual(['Talk 1', 'Talk 2', 'Talk 3']);
});
