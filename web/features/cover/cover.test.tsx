import type { CoverRow, PlannedCover } from '@gurukul/contract/cover';
import type { Meeting } from '@gurukul/contract/meetings';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDate, formatTime, today } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { openAt } from '#web/test/open-at.tsx';
import { coverTexts } from '#web/texts/cover.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { MeetingMenu } from '../meetings/meeting-menu.tsx';
import { AwayForm } from './away-form.tsx';
import { CoverPage } from './cover-page.tsx';

const t = coverTexts;
const hour = 3_600_000;

const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const dayOf = (at: string) => at.slice(0, 10);

const starts_at = inHours(6.5);
const meeting: Meeting = {
  course_id: 3,
  course_name: 'Gita',
  class_id: 4,
  class_name: 'Morning',
  slot_id: 5,
  on_date: dayOf(starts_at),
  held_on: dayOf(starts_at),
  starts_at,
  ends_at: inHours(7.5),
  zone: 'Asia/Kolkata',
  state: 'planned',
  reason: '',
  teacher_id: 1,
  teacher_name: 'Asha Rao',
  teacher_zone: 'Asia/Kolkata',
  is_covered: false,
  has_roll: false,
  join_link: null,
  recording_link: null,
};

const names = ['Bina', 'Chitra', 'Devi', 'Esha', 'Farida', 'గౌరి రావు'];
const candidates = names.map((fullname, index) => ({
  teacher_id: 11 + index,
  fullname,
  covers: index,
  is_unchecked: false,
}));

const plannedFor = (free: PlannedCover['candidates']): PlannedCover => ({
  course_name: 'Gita',
  class_name: 'Morning',
  slot_id: 5,
  on_date: meeting.on_date,
  held_on: meeting.held_on,
  starts_at,
  ends_at: meeting.ends_at,
  zone: 'America/New_York',
  candidates: free,
});

const row = (cover_id: number, changed: Partial<CoverRow>): CoverRow => ({
  cover_id,
  course_id: 3,
  class_id: 4,
  course_name: 'Gita',
  class_name: `Class ${cover_id}`,
  held_on: meeting.held_on,
  starts_at,
  ends_at: meeting.ends_at,
  zone: 'Asia/Kolkata',
  reason: 'A fever',
  state: 'open',
  teacher_id: 1,
  teacher_name: 'Asha Rao',
  taken_by: null,
  taken_by_name: null,
  asks_others: false,
  asked: [{ fullname: 'Bina', has_declined: true }],
  can: { answer: false, close: false },
  ...changed,
});

type Answers = Readonly<
  Record<string, (body: Readonly<Record<string, unknown>>) => object | Promise<object>>
>;

/** The network between the browser and the API; what was sent, in its order. */
function serve(answers: Answers) {
  const sent: { path: string; body: Readonly<Record<string, unknown>> }[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api', '');
    const text = request?.body;
    const body: Readonly<Record<string, unknown>> = typeof text === 'string' ? JSON.parse(text) : {};
    sent.push({ path, body });
    const answer = await answers[path]?.(body);
    if (!answer) return Response.json({ status: 404, message: 'Not found' }, { status: 404 });
    const headers =
      path === '/cover/ask_cover' && body['preview'] !== true ? { 'change-id': '77' } : undefined;
    return Response.json({ status: 200, message: 'success', ...answer }, headers ? { headers } : {});
  };
  return {
    to: (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body),
  };
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_x', user_id: 1, role: 'teacher', mainrole: 'teacher' });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = async (name: string) => userEvent.click(button(name));

async function choose(action: string) {
  render(<MeetingMenu meeting={meeting} />);
  await userEvent.click(page.getByRole('button', { name: /^Change/ }));
  await userEvent.click(page.getByRole('menuitem', { name: action }));
}

test('a teacher asks those who are free; a double click asks once, and a text for a group is ready', async () => {
  // The answer takes longer than a double click, whose second click would else close the dialog.
  const clicked = Promise.withResolvers<void>();
  const server = serve({
    '/meetings/get_meetings': () => ({ data: [meeting] }),
    '/cover/ask_cover': async ({ preview }) => {
      if (preview !== true) await clicked.promise;
      return { data: [plannedFor(candidates)] };
    },
  });
  await choose(meetingsTexts.actions.cannot);
  const boxes = page.getByRole('checkbox');
  await expect.element(boxes.nth(5)).toBeVisible();
  expect(boxes.elements().map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  await expect.element(page.getByText('took 2 meetings lately')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'Bina' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'గౌరి రావు' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Devi' }));
  await userEvent.fill(page.getByLabelText(t.reason), 'A fever');
  await userEvent.dblClick(button(t.ask.submit({ count: 4 })));
  clicked.resolve();

  const whatsApp = page.getByRole('link', { name: t.ask.whatsApp });
  await expect.element(whatsApp).toBeVisible();
  const name = { slot_id: 5, from: meeting.held_on, to: meeting.held_on };
  expect(server.to('/cover/ask_cover')).toEqual([
    { ...name, preview: true },
    { ...name, reason: 'A fever', ask: [12, 14, 15, 16] },
  ]);
  await expect.element(button('Undo')).toBeVisible();

  const address = new URL(whatsApp.element().getAttribute('href') ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/');
  const text = address.searchParams.get('text') ?? '';
  expect(text).toContain('Morning, Gita');
  expect(text).toContain(`${formatDate(starts_at)} ${formatTime(starts_at)}`);
  expect(text).toContain(
    `${formatDate(starts_at, 'America/New_York')} ${formatTime(starts_at, 'America/New_York')}`,
  );
  expect(text).toContain('Eastern Time');
  expect(text).toMatch(/\/Cover$/);
});

test('nobody is asked where nobody is ticked', async () => {
  const server = serve({
    '/meetings/get_meetings': () => ({ data: [meeting] }),
    '/cover/ask_cover': () => ({ data: [plannedFor(candidates.slice(0, 1))] }),
  });
  await choose(meetingsTexts.actions.cannot);
  await userEvent.click(page.getByRole('checkbox', { name: 'Bina' }));
  await press(t.ask.submit({ count: 0 }));
  await expect.element(page.getByText(t.ask.tickOne)).toBeVisible();
  expect(server.to('/cover/ask_cover')).toHaveLength(1);
});

test('where nobody is free the course admin is asked, or the meeting is canceled', async () => {
  const server = serve({
    '/meetings/get_meetings': () => ({ data: [meeting] }),
    '/cover/ask_cover': () => ({ data: [plannedFor([])] }),
    '/meetings/cancel_meeting': () => ({
      data: {
        meeting_count: 1,
        class_count: 1,
        meetings: [meeting],
        clashes: [],
        told: { students: 2, staff: [], without_address: [] },
      },
    }),
  });
  await choose(meetingsTexts.actions.cannot);
  await expect.element(page.getByText(`${t.ask.nobody} ${t.ask.adminAsked}`)).toBeVisible();
  await press(t.ask.cancel);
  await expect.element(page.getByRole('dialog', { name: /^Cancel the meeting of/ })).toBeVisible();
  await expect
    .element(page.getByText(meetingsTexts.form.tell({ who: meetingsTexts.form.students({ count: 2 }) })))
    .toBeVisible();
  await press('Close');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  // The next time it begins with the question again.
  await userEvent.click(page.getByRole('button', { name: /^Change/ }));
  await userEvent.click(page.getByRole('menuitem', { name: meetingsTexts.actions.cannot }));
  await press(t.ask.askAdmin);
  await expect.element(page.getByText(t.ask.sentToAdmin)).toBeVisible();
  const [, , asked] = server.to('/cover/ask_cover');
  expect(asked).not.toHaveProperty('ask');
});

test('the office finds a substitute for the teacher of the meeting', async () => {
  session.start({ token: 's_x', user_id: 9, role: 'courseadmin', mainrole: 'courseadmin' });
  const server = serve({
    '/meetings/get_meetings': () => ({ data: [meeting] }),
    '/cover/ask_cover': () => ({ data: [plannedFor(candidates)] }),
  });
  await choose(meetingsTexts.actions.substitute);
  await expect.element(page.getByText(t.ask.who)).toBeVisible();
  expect(server.to('/cover/ask_cover')).toMatchObject([{ teacher_id: 1, preview: true }]);
});

test('a meeting that has begun asks nobody', async () => {
  render(<MeetingMenu meeting={{ ...meeting, starts_at: inHours(-1) }} />);
  await userEvent.click(page.getByRole('button', { name: /^Change/ }));
  await expect.element(page.getByRole('menuitem', { name: meetingsTexts.actions.move })).toBeVisible();
  expect(page.getByRole('menuitem', { name: meetingsTexts.actions.cannot }).elements()).toEqual([]);
});

test('a meeting that is over has nowhere to move', async () => {
  render(<MeetingMenu meeting={{ ...meeting, starts_at: inHours(-2), ends_at: inHours(-1) }} />);
  await userEvent.click(page.getByRole('button', { name: /^Change/ }));
  await expect.element(page.getByRole('menuitem', { name: meetingsTexts.actions.cancel })).toBeVisible();
  expect(page.getByRole('menuitem', { name: meetingsTexts.actions.move }).elements()).toEqual([]);
});

test.each([
  ['set_join_link', 'join_link', meetingsTexts.join.link, false],
  ['set_recording', 'recording_link', meetingsTexts.recording.link, true],
])('a substitute may %s of their meeting alone', async (call, field, item, isCalled) => {
  const covered = { ...meeting, starts_at: inHours(-1), is_covered: true };
  const path = `/meetings/${call}`;
  const server = serve({ '/meetings/get_meetings': () => ({ data: [covered] }), [path]: () => ({}) });
  const { class_id, held_on } = covered;
  render(<MeetingMenu meeting={{ class_id, held_on, starts_at: covered.starts_at }} isCalled={isCalled} />);
  await userEvent.click(page.getByRole('button', { name: /^Change/ }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
  await userEvent.fill(page.getByRole('textbox'), 'https://video.test/a');
  expect(page.getByRole('radio').elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: meetingsTexts.join.save }));
  await expect
    .poll(() => server.to(path))
    .toEqual([{ slot_id: 5, on_date: meeting.on_date, [field]: 'https://video.test/a', tell: true }]);
});

function openPage(address: string) {
  openAt(address, { '/Cover': CoverPage });
}

const line = (text: string) => page.getByRole('row').filter({ hasText: text });

test('the page shows what waits first, with the hours left, and each request with its actions', async () => {
  const rows = [
    row(1, {
      state: 'taken',
      taken_by: 12,
      taken_by_name: 'Chitra',
      asks_others: true,
      can: { answer: false, close: true },
    }),
    row(2, { can: { answer: true, close: false } }),
    row(3, { starts_at: inHours(30.5), can: { answer: false, close: true } }),
  ];
  const answers = ['taken', 'yours'];
  const server = serve({
    '/cover/get_covers': () => ({ data: rows, away: [] }),
    '/cover/take_cover': () => ({ data: { answer: answers.shift() } }),
    '/cover/close_cover': () => ({}),
  });
  openPage('/Cover');
  await expect.element(line('Class 2')).toMatchTextContent(/6 hours left/);
  await expect.element(page.getByText('6 hours left')).toHaveAttribute('data-tone', 'bad');
  await expect.element(page.getByText('30 hours left')).toHaveAttribute('data-tone', 'calm');
  await expect.element(line('Class 1')).toMatchTextContent(/Chitra asks others/);
  await expect.element(line('Class 1')).toMatchTextContent(/Bina \(declined\)/);
  const first = page.getByRole('row').nth(1);
  await expect.element(first).toMatchTextContent(/Class 2/);

  await userEvent.click(line('Class 2').getByRole('button', { name: /^Accept/ }));
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/in place of .*everybody is told/);
  expect(server.to('/cover/take_cover')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Yes' }));
  await expect.element(page.getByText(t.answers.taken)).toBeVisible();
  await userEvent.click(line('Class 2').getByRole('button', { name: /^Decline/ }));
  await expect.element(page.getByText(t.answers.yours)).toBeVisible();
  expect(server.to('/cover/take_cover')).toEqual([
    { cover_id: 2, accept: true },
    { cover_id: 2, accept: false },
  ]);

  // An open request is withdrawn at once; one that is taken after a question.
  await userEvent.click(line('Class 3').getByRole('button', { name: /^Withdraw/ }));
  await expect.element(page.getByText(t.withdrawn)).toBeVisible();
  await userEvent.click(line('Class 1').getByRole('button', { name: /^Withdraw/ }));
  await expect.element(page.getByRole('dialog').getByText(t.withdrawOwn)).toBeVisible();
  expect(server.to('/cover/close_cover')).toEqual([{ cover_id: 3 }]);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: t.withdraw, exact: true }));
  await expect.poll(() => server.to('/cover/close_cover')).toEqual([{ cover_id: 3 }, { cover_id: 1 }]);
});

test('a teacher is away: the meetings of these days are shown before anybody is asked', async () => {
  const both = [plannedFor(candidates), { ...plannedFor([]), slot_id: 6, class_name: 'Evening' }];
  const server = serve({ '/cover/ask_cover': () => ({ data: both }) });
  render(<AwayForm onDone={() => undefined} />);
  await press(t.away.check);
  await expect.element(page.getByText(t.away.noDay)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: t.away.from }), '05-Jan-2036');
  await userEvent.fill(page.getByRole('textbox', { name: t.away.to }), '04-Jan-2036');
  await userEvent.fill(page.getByLabelText(t.reason), 'A wedding');
  await expect.element(page.getByText(t.away.turned)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: t.away.to }), '06-Jan-2036');
  await userEvent.click(page.getByLabelText(t.reason));
  await press(t.away.check);
  await expect
    .element(
      page.getByText(
        t.away.asks({ names: t.away.others({ names: 'Bina, Chitra, Devi, Esha, Farida', count: 1 }) }),
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText(`${t.ask.nobody} ${t.ask.adminAsked}`)).toBeVisible();
  await press(t.away.submit({ count: 2 }));
  await expect.element(page.getByRole('link', { name: t.ask.whatsApp })).toBeVisible();
  const days = { from: '2036-01-05', to: '2036-01-06', reason: 'A wedding' };
  expect(server.to('/cover/ask_cover')).toEqual([{ ...days, preview: true }, days]);
});

test('the office enters the days of a teacher, and sees who is asked first', async () => {
  session.start({ token: 's_x', user_id: 9, role: 'admin', mainrole: 'admin' });
  const server = serve({
    '/teacher/get_all_teachers': () => ({ data: [{ user_id: 4, fullname: 'Revathi' }] }),
    '/cover/ask_cover': () => ({ data: [plannedFor(candidates)] }),
  });
  render(<AwayForm isOffice onDone={() => undefined} />);
  await userEvent.fill(page.getByRole('textbox', { name: t.away.from }), '05-Jan-2036');
  await userEvent.click(page.getByLabelText(t.reason));
  await press(t.away.check);
  await expect.element(page.getByText(t.away.noTeacher)).toBeVisible();
  await userEvent.click(
    page.getByRole('combobox', { name: t.teacher }).or(page.getByRole('textbox', { name: t.teacher })),
  );
  await userEvent.click(page.getByRole('option', { name: 'Revathi' }));
  await press(t.away.check);
  await expect.element(page.getByText(t.away.notAskedFor)).toBeVisible();
  expect(server.to('/cover/ask_cover')).toEqual([
    { from: '2036-01-05', to: '2036-01-05', reason: '', teacher_id: 4, preview: true },
  ]);
});

test('days away are deleted after a question', async () => {
  const server = serve({
    '/cover/get_covers': () => ({ data: [], away: [{ away_id: 8, from: '2036-01-05', to: '2036-01-06' }] }),
    '/cover/delete_away': () => ({}),
  });
  openPage('/Cover');
  await expect.element(button(t.away.add)).toBeVisible();
  await userEvent.click(line('Sat 05-Jan-2036 – Sun 06-Jan-2036').getByRole('button'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(t.away.deleteQuestion)).toBeVisible();
  expect(server.to('/cover/delete_away')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: t.away.delete, exact: true }));
  await expect.poll(() => server.to('/cover/delete_away')).toEqual([{ away_id: 8 }]);
});

test('the hours of this month, or of the days in the address', async () => {
  const server = serve({
    '/cover/get_hours': () => ({
      data: [{ teacher_id: 1, fullname: 'Asha Rao', meetings: 3, minutes: 150, covers: 1, covered: 2 }],
    }),
  });
  openPage('/Cover?tab=hours');
  await expect.element(line('Asha Rao')).toMatchTextContent(/2 h 30 min/);
  const now = today();
  expect(server.to('/cover/get_hours')).toEqual([{ from: `${now.slice(0, 8)}01`, to: now }]);
});

test('the office is not away', async () => {
  session.start({ token: 's_x', user_id: 9, role: 'admin', mainrole: 'admin' });
  serve({ '/cover/get_covers': () => ({ data: [], away: [] }) });
  openPage('/Cover');
  await expect.element(page.getByText(t.empty)).toBeVisible();
  expect(button(t.away.add).elements()).toEqual([]);
});
