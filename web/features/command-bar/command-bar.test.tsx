import type { FoundItem } from '@gurukul/contract/search';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { Outlet } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { pages } from '#web/pages.ts';
import { openAt } from '#web/test/open-at.tsx';
import { SearchOpener } from './opener.tsx';
import { pagesLike, pagesOf } from './pages.ts';

beforeEach(() => {
  session.start({ token: 's_token', user_id: 1, role: 'courseadmin', mainrole: 'courseadmin' });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const student = (id: number, title: string): FoundItem => ({
  kind: 'student',
  id,
  title,
  detail: `student${id}@example.test`,
  context: '',
  course_id: null,
  slot_id: null,
});

/** A server that answers when the test tells it to, also to callers that gave up waiting. */
function office() {
  const asked: { text: string; signal: AbortSignal | null; answer: (...found: FoundItem[]) => void }[] = [];
  globalThis.fetch = (_url, request) =>
    new Promise((resolve) => {
      const { text }: { text: string } = JSON.parse(String(request?.body));
      asked.push({
        text,
        signal: request?.signal ?? null,
        answer: (...data) => resolve(Response.json({ status: 200, message: 'success', data })),
      });
    });
  const told = async (text: string) => {
    await expect.poll(() => asked.map((each) => each.text)).toContain(text);
    return asked.find((each) => each.text === text)!;
  };
  return { asked, told };
}

function open() {
  return openAt('/start', { $: () => null }, () => (
    <>
      <SearchOpener />
      <main tabIndex={-1}>
        <input aria-label="Elsewhere" />
        <Outlet />
      </main>
    </>
  ));
}

const field = page.getByRole('combobox');
const options = page.getByRole('option');
const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? '';
const status = () => page.getByRole('dialog').getByRole('status');

async function start() {
  const router = open();
  await userEvent.click(page.getByRole('button', { name: 'Find or go to' }));
  await expect.element(field).toHaveFocus();
  return router;
}

test('an answer that comes late never stands in the place of a later one', async () => {
  const { asked, told } = office();
  await start();
  await userEvent.keyboard('la');
  const slow = await told('la');
  await userEvent.keyboard('k');
  const quick = await told('lak');
  expect(slow.signal?.aborted).toBe(true);
  quick.answer(student(1, 'Lakshmi Rao'));
  await expect.element(page.getByRole('option', { name: /Lakshmi/ })).toBeVisible();
  slow.answer(student(2, 'Lalitha Rao'), student(3, 'Lakshmana Rao'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(page.getByRole('group', { name: 'Students' }).getByRole('option')).toHaveLength(1);
  expect(asked.map(({ text }) => text)).toEqual(['la', 'lak']);
});

test('what was found before stays while more is typed, as far as it fits', async () => {
  const { told } = office();
  await start();
  await userEvent.keyboard('ra');
  (await told('ra')).answer(student(1, 'Radha'), student(2, 'Rama'));
  await expect.element(page.getByRole('group', { name: 'Students' }).getByRole('option')).toHaveLength(2);
  await userEvent.keyboard('d');
  await expect.element(page.getByRole('group', { name: 'Students' }).getByRole('option')).toHaveLength(1);
  await expect.element(page.getByText('Searching…')).toBeVisible();
  (await told('rad')).answer();
  await expect.element(page.getByRole('option', { name: /Radha/ })).not.toBeInTheDocument();
  await expect.element(status()).toHaveTextContent('Nothing found for “rad”');
});

test('arrows, Home and End lead through all groups and around; Enter goes there', async () => {
  const { told } = office();
  const router = await start();
  await userEvent.keyboard('mai');
  await expect.element(options).toHaveLength(7);
  (await told('mai')).answer(student(7, 'Maitreyi Rao'), student(8, 'Uma Mainkar'));
  await expect.element(status()).toHaveTextContent('9 results');
  expect(chosen()).toBe('Mails');
  await userEvent.keyboard('{ArrowDown>7/}');
  expect(chosen()).toContain('Maitreyi');
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[aria-selected="true"]')?.id,
  );
  await userEvent.keyboard('{End}');
  expect(chosen()).toContain('Mainkar');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe('Mails');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toContain('Maitreyi');
  await userEvent.keyboard('{Home}');
  expect(chosen()).toBe('Mails');
  await userEvent.keyboard('{End}');
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Mai',
    'Mai',
    'mai',
    'mai',
    'mai',
    'Mai',
    'Mai',
  ]);

  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledWith('/Single Student/8', '_blank', 'noopener');
  await expect.element(field).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => decodeURI(router.state.location.pathname)).toBe('/Single Student/8');
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('an action looks up its name and leads to its dialog; two of one name differ by course and class', async () => {
  const { told } = office();
  const router = await start();
  await userEvent.keyboard('message asha');
  const { answer } = await told('asha');
  answer(
    { ...student(1, 'Asha Rao'), context: 'Gita · A' },
    { ...student(2, 'Asha Rao'), context: 'Gita · B' },
  );
  const actions = page.getByRole('group', { name: 'What to do' }).getByRole('option');
  await expect.element(actions).toHaveLength(2);
  await expect.element(actions.nth(1)).toHaveTextContent('Write to Asha RaoGita · B · student2@example.test');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => decodeURI(router.state.location.pathname)).toBe('/Single Student/2');
  expect(router.state.location.search).toEqual({ do: 'message-student', of: '2' });
  // The person is among the recent ones, not the action.
  await userEvent.click(page.getByRole('button', { name: 'Find or go to' }));
  await expect.element(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveLength(1);
  await expect
    .element(page.getByRole('group', { name: 'Recent' }))
    .toHaveTextContent('RecentAsha RaoGita · B · student2@example.test');
});

test('an action on somebody comes before pages of the same words', async () => {
  const { told } = office();
  const router = await start();
  await userEvent.keyboard('record payment anaya');
  await expect.element(options.first()).toHaveTextContent('Payments');
  // Enter waits for the name.
  await userEvent.keyboard('{Enter}');
  (await told('anaya')).answer(student(3, 'Anaya Das'));
  await expect.poll(chosen).toContain('Record a payment of Anaya Das');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => decodeURI(router.state.location.pathname)).toBe('/Single Student/3');
});

test('pages answer to other words, to several at once, and only to their role', async () => {
  const { asked } = office();
  await start();
  await userEvent.fill(field, 'timing cre');
  await expect.element(options.first()).toHaveTextContent('Course Association');
  await userEvent.fill(field, 'pass');
  await expect.element(options.first()).toHaveTextContent('Change password');
  await userEvent.fill(field, 'intake');
  await expect.element(options).toHaveLength(0);
  // One letter is not worth the way to the server.
  await userEvent.fill(field, 'x');
  await expect.element(page.getByText(/one more letter/)).toBeVisible();
  expect(asked.every(({ text }) => text.length > 1)).toBe(true);
});

test.each(portalRoles)('every page of the menu of the %s is the first to answer to its own name', (role) => {
  const pages = pagesOf(role);
  expect(new Set(pages.map(({ href }) => href)).size).toBe(pages.length);
  for (const { label } of pages) expect(pagesLike(role, label)[0]?.label).toBe(label);
});

test.each([
  ['admin', 'report', '/attendance-report'],
  ['admin', 'attendance', '/mark-attendance'],
  ['admin', 'association', '/Course Association'],
  ['admin', 'updating', '/updating'],
  ['courseadmin', 'homework', '/homeworks'],
] as const)('the %s who types %s finds a page that stands in no menu of theirs', (role, typed, href) => {
  expect(pagesLike(role, typed).map((found) => found.href)).toContain(href);
});

/** One opens from a figure, and one is the course that was chosen last. */
const fromElsewhere: ReadonlySet<string> = new Set(['/Figures', '/viewcourse']);

test.each(portalRoles)('the bar of the %s finds every page of theirs that needs no id', (role) => {
  const found = new Set(pagesOf(role).map(({ href }) => href.replace(/\?.*/, '')));
  const own = pages.filter(({ path, roles }) => roles.includes(role) && !path.includes('$'));
  const missing = own.map(({ path }) => path).filter((path) => !found.has(path) && !fromElsewhere.has(path));
  expect(missing).toEqual([]);
});

test.each(portalRoles)('every page that the %s finds is for that role', (role) => {
  const isFor = (href: string) =>
    href === '/' ||
    pages.some(({ path, roles }) => path === href.replace(/\?.*/, '') && roles.includes(role));
  expect(pagesOf(role).filter(({ href }) => !isFor(href))).toEqual([]);
});

test('a search that fails says so, leaves the pages, and can be tried again', async () => {
  const { asked } = office();
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await start();
  await userEvent.keyboard('pay');
  await expect.element(page.getByRole('alert').getByText('The search could not be done.')).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Payments' })).toBeVisible();
  globalThis.fetch = fetch;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(field).toHaveFocus();
  await expect.poll(() => asked.length).toBe(1);
  asked[0]!.answer(student(3, 'Payal'));
  await expect.element(page.getByRole('option', { name: /Payal/ })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('the five latest targets stand first, in the role they were found in, and leave with the session', async () => {
  const { told } = office();
  await start();
  await userEvent.keyboard('rao');
  (await told('rao')).answer(student(7, 'Maitreyi Rao'));
  await userEvent.click(page.getByRole('option', { name: /Maitreyi/ }));
  for (const label of ['Mails', 'Events', 'Updating', 'Payments', 'Events']) {
    await userEvent.click(page.getByRole('button', { name: 'Find or go to' }));
    await userEvent.click(page.getByRole('option', { name: label, exact: true }).last());
  }
  await userEvent.click(page.getByRole('button', { name: 'Find or go to' }));
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect.element(recent).toHaveLength(5);
  expect(recent.elements().map((each) => each.textContent)).toEqual([
    'Events',
    'Payments',
    'Updating',
    'Mails',
    'Maitreyi Raostudent7@example.test',
  ]);
  await userEvent.keyboard('{Escape}');
  session.actAs({ role: 'teacher', mainrole: 'courseadmin' });
  await userEvent.click(page.getByRole('button', { name: 'Find or go to' }));
  await expect.element(recent).toHaveLength(0);
  session.clear();
  expect(JSON.stringify(localStorage)).not.toContain('Maitreyi');
});

test('the shortcut opens and closes it, and returns the focus to where it was', async () => {
  office();
  open();
  await userEvent.click(page.getByLabelText('Elsewhere'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Elsewhere')).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Elsewhere')).toHaveFocus();
});

test('what is typed before it is there stands in it, in its order', async () => {
  office();
  open();
  await expect.element(page.getByRole('button', { name: 'Find or go to' })).toBeVisible();
  const press = (key: string, ctrlKey = false) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
  press('k', true);
  for (const key of ['m', 'o', 'v']) press(key);
  const field = page.getByRole('combobox');
  await expect.element(field).toHaveValue('mov');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('e');
  await expect.element(field).toHaveValue('move');
});

test('a page that arrives late does not take the keyboard out of the open bar', async () => {
  office();
  await start();
  document.querySelector('main')!.focus();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
});

test('it stays away from an open dialog, and says why', async () => {
  office();
  open();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByText('Finish or close the open dialog first.')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  dialog.remove();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
});
