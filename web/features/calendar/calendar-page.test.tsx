import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { wallAt } from '#web/lib/format/clock.ts';
import { viewerZone } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { CalendarPage } from './calendar-page.tsx';

const t = calendarPageTexts;

/** A week that is over on every clock. */
const monday = '2026-11-16';

/** A week that is ahead on every clock. */
const ahead = '2099-11-18';
const sundayAhead = '2099-11-22';

let made = 0;
const met = (changed: Partial<CalendarMeeting> = {}): CalendarMeeting => {
  made += 1;
  return {
    course_id: 3,
    course_name: 'Gita',
    class_id: 40 + made,
    class_name: `Class ${made}`,
    slot_id: 100 + made,
    on_date: '2026-11-18',
    held_on: '2026-11-18',
    starts_at: '2026-11-18T06:00:00.000Z',
    ends_at: '2026-11-18T07:00:00.000Z',
    zone: 'Asia/Kolkata',
    state: 'planned',
    reason: '',
    teacher_id: 7,
    teacher_name: 'Asha Rao',
    teacher_zone: 'Asia/Kolkata',
    is_covered: false,
    has_roll: false,
    join_link: null,
    recording_link: null,
    student_count: 31,
    places: 49,
    roll: 'expected',
    asks_cover: false,
    ...changed,
  };
};

const nothing = { meetings: [], days_off: [], away: [], events: [], next_at: null };

function serve(calendar: object) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api', '');
    const body: Record<string, unknown> = typeof request?.body === 'string' ? JSON.parse(request.body) : {};
    sent.push({ path, body });
    const told = { students: 1, staff: [], without_address: [] };
    const data =
      path === '/calendar/get_calendar'
        ? { ...nothing, ...calendar }
        : { meeting_count: 1, class_count: 1, meetings: [], clashes: [], told };
    return Response.json({ status: 200, message: 'success', data });
  };
  return (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);
}

beforeEach(async () => {
  made = 0;
  await page.viewport(1280, 800);
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
});

const open = (search = '') => openAt(`/calendar?day=2026-11-18${search}`, { '/calendar': CalendarPage });
const block = (name: RegExp) => page.getByRole('button', { name });
const panel = page.getByRole('dialog');

test('the calendar prints', async () => {
  serve({ meetings: [met()] });
  let sheets = 0;
  window.print = () => {
    sheets += 1;
  };
  open();
  await page.getByRole('button', { name: t.print }).click();
  expect(sheets).toBe(1);
});

test('every meeting is a button with all its facts; its panel has what can be done, and Back closes it', async () => {
  const sent = serve({
    meetings: [met(), met({ teacher_id: null, teacher_name: null, roll: 'partly', has_roll: true })],
  });
  const router = open();
  await expect
    .element(block(/^Class 1, \w+ \d\d-Nov-2026 .+, Asha Rao, 31 of 49 places, Roll not called$/))
    .toBeVisible();
  await expect.element(block(/^Class 2, .+, No teacher, .+, Roll not finished$/)).toBeVisible();
  expect(sent('/calendar/get_calendar')).toEqual([{ from: '2026-11-15', to: '2026-11-23' }]);

  await userEvent.click(block(/^Class 1/));
  await expect.element(panel).toHaveAccessibleName('Class 1');
  expect(router.latestLocation.search).toMatchObject({ meeting: '101_2026-11-18_false' });
  const roll = panel.getByRole('link', { name: t.panel.call });
  await expect.element(roll).toHaveAttribute('href', expect.stringContaining('roll=41_2026-11-18'));
  for (const action of [meetingsTexts.actions.cancel, meetingsTexts.recording.link])
    await expect.element(panel.getByRole('button', { name: action, exact: true })).toBeVisible();
  // It is over: its roll is the one thing to do, beside it that there was none, and it has nowhere to move.
  expect(document.querySelectorAll('[role=dialog] [data-variant=filled]')).toHaveLength(1);
  await expect.element(roll).toHaveAttribute('data-variant', 'filled');
  expect(
    panel.getByRole('button', { name: meetingsTexts.actions.cancel }).element().getBoundingClientRect().top,
  ).toBe(roll.element().getBoundingClientRect().top);
  expect(panel.getByRole('button', { name: meetingsTexts.actions.move, exact: true }).elements()).toEqual([]);
  router.history.back();
  await expect.element(panel).not.toBeInTheDocument();
});

test('what is moved, extra or taken by another has a sign in its block, and its words in the name', async () => {
  serve({
    meetings: [
      met({ state: 'moved', is_covered: true }),
      met({ state: 'extra', starts_at: '2026-11-18T08:00:00.000Z', ends_at: '2026-11-18T09:00:00.000Z' }),
      met({ starts_at: '2026-11-18T10:00:00.000Z', ends_at: '2026-11-18T11:00:00.000Z' }),
    ],
  });
  open();
  const signsOf = (name: RegExp) =>
    [...block(name).element().querySelectorAll('[data-sign]')].map((one) => one.getAttribute('data-sign'));
  await expect.element(block(/^Class 1, .+, Moved, Stands in, Roll not called$/)).toBeVisible();
  expect(signsOf(/^Class 1/)).toEqual(['moved', 'covered']);
  await expect.element(block(/^Class 2, .+, Extra, /)).toBeVisible();
  expect(signsOf(/^Class 2/)).toEqual(['extra']);
  expect(signsOf(/^Class 3/)).toEqual([]);
});

test('a moved meeting leaves its name where it would have been, which leads to where it is', async () => {
  const there = met({
    state: 'moved',
    held_on: '2026-11-26',
    starts_at: '2026-11-26T06:00:00.000Z',
    ends_at: '2026-11-26T07:00:00.000Z',
  });
  serve({
    meetings: [met()],
    moved_away: [
      { meeting: there, starts_at: '2026-11-19T06:00:00.000Z', ends_at: '2026-11-19T07:00:00.000Z' },
    ],
  });
  const router = open();
  const left = block(/^Class 1, Thursday 19-Nov-2026 .+, moved to Thu 26 Nov /);
  await expect.element(left).toBeVisible();
  expect(left.element().querySelector('[data-sign]')).toBeNull();
  await userEvent.click(page.getByText(t.views.list, { exact: true }));
  await userEvent.click(block(/Class 1 .*moved to Thu 26 Nov /));
  expect(router.latestLocation.search).toMatchObject({
    day: '2026-11-26',
    meeting: `${there.slot_id}_2026-11-18_false`,
  });
});

test('three blocks side by side break their names only between words', async () => {
  const names = ['Chanting H Chicago', 'Ramayana', 'Mahabharata'];
  serve({ meetings: names.map((class_name) => met({ class_name })) });
  open();
  await expect.element(block(/^Chanting H Chicago, /)).toBeVisible();
  const words = names.flatMap((name) => {
    const found = block(new RegExp(`^${name}, `))
      .element()
      .querySelector('span')?.firstChild;
    return name.split(' ').map((word) => {
      const range = document.createRange();
      range.setStart(found!, name.indexOf(word));
      range.setEnd(found!, name.indexOf(word) + word.length);
      return [word, new Set([...range.getClientRects()].map(({ top }) => top)).size];
    });
  });
  expect(words).toEqual(names.flatMap((name) => name.split(' ')).map((word) => [word, 1]));
});

test('arrow keys go along the day and to the next day that has meetings; Enter opens', async () => {
  const later = { on_date: '2026-11-20', held_on: '2026-11-20' };
  serve({
    meetings: [
      met(),
      met({ starts_at: '2026-11-18T08:00:00.000Z', ends_at: '2026-11-18T09:00:00.000Z' }),
      met({ ...later, starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-11-20T07:00:00.000Z' }),
      met({ ...later, starts_at: '2026-11-20T08:00:00.000Z', ends_at: '2026-11-20T09:00:00.000Z' }),
    ],
  });
  open();
  await expect.element(block(/^Class 1/)).toBeVisible();
  block(/^Class 1/)
    .element()
    .focus();
  for (const [key, name] of [
    ['ArrowDown', /^Class 2/],
    ['ArrowRight', /^Class 4/],
    ['ArrowUp', /^Class 3/],
    ['ArrowLeft', /^Class 1/],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(block(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(panel).toHaveAccessibleName('Class 1');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test('a week and its days without a change say so, and not that nothing is there', async () => {
  serve({ meetings: [met()] });
  open();
  await expect.element(block(/^Class 1/)).toBeVisible();
  await userEvent.click(page.getByLabelText(t.onlyChanged));
  await expect.element(page.getByText(t.nothingChanged)).toBeVisible();
  await expect.element(page.getByText(t.freeDay)).not.toBeInTheDocument();
});

test('filters, view and day are in the address; one request is enough for a week', async () => {
  const sent = serve({
    meetings: [
      met(),
      met({ course_id: 4, course_name: 'Veda', teacher_id: 8, teacher_name: 'Bina' }),
      met({ state: 'canceled', roll: 'none' }),
    ],
  });
  const router = open();
  await userEvent.selectOptions(page.getByLabelText(t.course), 'Gita');
  await expect.element(block(/^Class 2/)).not.toBeInTheDocument();
  await userEvent.click(page.getByLabelText(t.onlyChanged));
  await expect.element(block(/^Class 3, .+Canceled$/)).toBeVisible();
  await expect.element(block(/^Class 1/)).not.toBeInTheDocument();
  expect(router.latestLocation.search).toEqual({ day: '2026-11-18', course: '3', changed: 'yes' });
  await userEvent.selectOptions(page.getByLabelText(t.teacher), 'Bina');
  await expect.element(page.getByText(t.emptyFiltered)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));

  await userEvent.click(page.getByText(t.views.list, { exact: true }));
  expect(router.latestLocation.search).toEqual({ day: '2026-11-18', view: 'list' });
  await expect.element(block(/Class 2 Veda.*Bina/)).toBeVisible();
  await userEvent.click(page.getByText(t.views.day, { exact: true }));
  await userEvent.click(page.getByRole('button', { name: t.nextDay }));
  await expect.element(page.getByText(t.freeDay)).toBeVisible();
  expect(router.latestLocation.search).toEqual({ day: '2026-11-19', view: 'day' });
  expect(sent('/calendar/get_calendar')).toHaveLength(1);
});

test('a block that is dragged to another day asks as the form of a move does', async () => {
  const heldOn = (day: string) =>
    met({
      on_date: day,
      held_on: day,
      starts_at: `${day}T06:00:00.000Z`,
      ends_at: `${day}T07:00:00.000Z`,
    });
  const sent = serve({ meetings: [heldOn(ahead), heldOn(sundayAhead)] });
  openAt(`/calendar?day=${ahead}`, { '/calendar': CalendarPage });
  await expect.element(block(/^Class 1/)).toBeVisible();
  const moved = block(/^Class 1/).element();
  const there = block(/^Class 2/)
    .element()
    .getBoundingClientRect();
  const from = moved.getBoundingClientRect();
  const point = (x: number, y: number) => ({
    bubbles: true,
    button: 0,
    clientX: x,
    clientY: y,
    pointerType: 'mouse',
  });
  moved.dispatchEvent(new PointerEvent('pointerdown', point(from.left + 5, from.top + 5)));
  dispatchEvent(new PointerEvent('pointermove', point(there.left + 5, there.top + 5)));
  dispatchEvent(new PointerEvent('pointerup', point(there.left + 5, there.top + 5)));
  await expect.element(page.getByRole('dialog', { name: /^Move the meeting of/ })).toBeVisible();
  await expect
    .poll(() => sent('/meetings/move_meeting'))
    .toMatchObject([{ slot_id: 101, on_date: ahead, to_date: sundayAhead, time: '11:30:00', preview: true }]);
});

test('a phone shows the days of the week and the meetings of one', async () => {
  await page.viewport(390, 844);
  const { day } = wallAt(Date.parse('2026-11-18T06:00:00.000Z'), viewerZone());
  serve({
    meetings: [met()],
    days_off: [],
    away: [{ teacher_id: 7, teacher_name: 'Asha Rao', from: day, to: day }],
  });
  const router = open();
  await expect
    .element(page.getByRole('button', { name: /1 class$/ }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('region').getByRole('button', { name: /Class 1/ })).toBeVisible();
  await expect.element(page.getByText(t.beside.away({ names: 'Asha Rao' }))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Monday/ }));
  expect(router.latestLocation.search).toEqual({ day: monday });
  await expect.element(page.getByText(t.freeDay)).toBeVisible();
});

test('a provider without classes gets one sentence and the next step', async () => {
  serve({});
  open();
  await expect.element(page.getByText(t.none)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: t.create }))
    .toHaveAttribute('href', '/Course%20Association');
});

test('an empty week leads to the next meeting', async () => {
  serve({ next_at: '2026-12-02T06:00:00.000Z' });
  const router = open();
  await userEvent.click(page.getByRole('button', { name: t.showNext }));
  expect(router.latestLocation.search).toEqual({ day: '2026-12-02' });
});
