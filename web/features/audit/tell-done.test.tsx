import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { students } from '@gurukul/contract/students';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { action } from '#web/calls/action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { placeAfterUndo } from '#web/lib/undone.ts';
import { useKeptPlace } from '#web/layout/use-kept-place.ts';
import { render, unmount } from '../../test/render.tsx';
import { openAt } from '../../test/open-at.tsx';
import { Missing } from '../../ui/feedback/missing.tsx';
import { takeBack } from './take-back.ts';
import { tellAllDone, tellDone } from './tell-done.ts';

let undos: (string | null)[] = [];
let undoneChanges: number[] = [];
let deletions = 0;

/** Another one in each test: the same press a moment later would be a repeat. */
let change = 6;

/** The deletion succeeds as a change; undoing it is answered one after the other. */
function answerUndoWith(...answers: (() => Response)[]) {
  undos = [];
  undoneChanges = [];
  globalThis.fetch = async (url, request) => {
    if (!String(url).endsWith('/audit/undo')) {
      deletions += 1;
      return Response.json({ status: 200, message: 'success' }, { headers: { 'change-id': String(change) } });
    }
    undos.push(new Headers(request?.headers).get('idempotency-key'));
    undoneChanges.push(JSON.parse(String(request?.body)).change_id);
    const answer = answers.shift();
    if (!answer) throw new TypeError('nobody answers');
    return answer();
  };
}

const undone = () => Response.json({ status: 200, message: 'success', data: { change_id: change, rows: 1 } });
const lost = () => {
  throw new TypeError('connection lost');
};

let deletion = action(students.delete_student);

async function remove() {
  const answer = await deletion({ student_id: 1, user_id: '1', role: 'admin' });
  tellDone(answer, 'Student has been deleted!', { kind: 'removed', what: 'Asha Rao' });
}

function Page() {
  useKeptPlace();
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => void remove()}>
        Delete
      </button>
    </main>
  );
}

const show = () => render(<Page />);

const word = (text: string) => page.getByRole('alert').filter({ hasText: text });
const undo = page.getByRole('button', { name: 'Undo' });
const press = () => userEvent.click(page.getByRole('button', { name: 'Delete' }));

beforeEach(() => {
  change += 1;
  deletions = 0;
  deletion = action(students.delete_student);
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Close"]')) close.click();
});

test('Undo takes it back once, says what is back and gives the keyboard its place back', async () => {
  answerUndoWith(undone, undone);
  show();
  await press();
  await expect.element(word('Student has been deleted!')).toBeVisible();
  await userEvent.dblClick(undo);
  await expect.element(word('Asha Rao is back.')).toBeVisible();
  expect(undos).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus();
});

test('by keyboard, however soon, the focus returns to the button that was pressed', async () => {
  answerUndoWith(undone);
  show();
  const button = page.getByRole('button', { name: 'Delete' });
  await expect.element(button).toBeVisible();
  button.element().focus();
  new MutationObserver((_, observer) => {
    const offered = undo.query();
    if (!(offered instanceof HTMLElement)) return;
    observer.disconnect();
    offered.focus();
  }).observe(document.body, { childList: true, subtree: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('the same press after Undo does it again, and a double click does it once', async () => {
  answerUndoWith(undone);
  show();
  // All of it within one moment.
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  const button = page.getByRole('button', { name: 'Delete' });
  await userEvent.dblClick(button);
  await expect.element(undo).toBeVisible();
  expect(deletions).toBe(1);
  await userEvent.click(undo);
  await expect.element(word('Asha Rao is back.')).toBeVisible();
  await userEvent.dblClick(button);
  await expect.element(undo).toBeVisible();
  expect(deletions).toBe(2);
});

async function removeBoth() {
  const first = await action(students.delete_student)({ student_id: 1, user_id: '1', role: 'admin' });
  change += 1;
  const second = await action(students.delete_student)({ student_id: 2, user_id: '1', role: 'admin' });
  tellAllDone([first, second], 'Both have been deleted!', { kind: 'removed', what: 'Both' });
}

test('several that are told as one are taken back by one Undo, the last one first', async () => {
  answerUndoWith(undone, undone);
  show();
  await removeBoth();
  await userEvent.click(undo);
  await expect.element(word('Both is back.').first()).toBeVisible();
  await expect.poll(() => undoneChanges).toEqual([change, change - 1]);
});

test('of several the first one that cannot be taken back keeps those before it', async () => {
  const message = 'This was already undone';
  answerUndoWith(
    () => Response.json({ status: 409, code: 'change_undone', message, request_id: 'x' }, { status: 409 }),
    undone,
  );
  show();
  await removeBoth();
  await userEvent.click(undo);
  await expect.element(word('already undone')).toBeVisible();
  expect(undoneChanges).toEqual([change]);
});

test('a refusal says why, line by line', async () => {
  const place = 'enrolments.1.payment_status';
  const problems = {
    [place]: 'Asha Rao: payment status was changed by Priya Sharma on 2026-11-21 18:40 UTC',
  };
  const reasons: readonly UndoReason[] = [
    {
      code: 'column_changed',
      place,
      table: 'enrolments',
      row: '1',
      name: 'Asha Rao',
      column: 'payment_status',
      by: 'Priya Sharma',
      at: '2026-11-21T18:40:12.345Z',
    },
  ];
  const message = 'This was changed since, so it cannot be undone';
  answerUndoWith(() =>
    Response.json(
      { status: 409, code: 'changed_since', message, request_id: 'x', problems, reasons },
      { status: 409 },
    ),
  );
  show();
  await press();
  await userEvent.click(undo);
  const reason = word(message).getByRole('listitem');
  const when = formatDateTime('2026-11-21T18:40:12.345Z');
  await expect
    .element(reason)
    .toHaveTextContent(`Asha Rao: payment status was changed by Priya Sharma on ${when}`);
});

test('a refusal with fifty reasons says the first of them, how many more, and all of it in sight', async () => {
  const problems = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [
      `enrolments.${n}.payment_status`,
      `Asha Lakshmi Narasimha Rao Venkatasubramanian the ${n}th: payment status was changed by Priya Sharma on 2026-11-21 23:50 UTC`,
    ]),
  );
  const message = 'This was changed since, so it cannot be undone';
  answerUndoWith(() => Response.json({ status: 409, message, request_id: 'x', problems }, { status: 409 }));
  await page.viewport(390, 844);
  show();
  await press();
  await userEvent.click(undo);
  const toast = word(message);
  await expect.element(toast.getByRole('listitem').last()).toHaveTextContent('and 47 more');
  expect(toast.getByRole('listitem').elements()).toHaveLength(4);
  const hidden = () => toast.element().scrollHeight - toast.element().clientHeight;
  await expect.poll(hidden).toBeLessThanOrEqual(0);
});

test('without an answer Undo stays, and another press is the same attempt', async () => {
  answerUndoWith(lost, undone);
  show();
  await press();
  await userEvent.click(undo);
  await expect.element(word('The portal cannot be reached')).toBeVisible();
  await userEvent.click(undo);
  await expect.element(word('Asha Rao is back.')).toBeVisible();
  expect(undos).toHaveLength(2);
  expect(undos[1]).toBe(undos[0]);
});

test('a teacher takes back what they did themselves', async () => {
  session.start({ token: 's_x', user_id: 1, role: 'teacher', mainrole: 'teacher' });
  answerUndoWith(undone);
  show();
  await press();
  await expect.element(word('Student has been deleted!')).toBeVisible();
  await userEvent.click(undo);
  await expect.element(word('Asha Rao is back.')).toBeVisible();
  expect(undos).toHaveLength(1);
});

test('signing out takes the word and its Undo away, before the next person signs in', async () => {
  answerUndoWith();
  show();
  await press();
  await expect.element(undo).toBeVisible();
  session.clear();
  await expect.element(word('Student has been deleted!')).not.toBeInTheDocument();
  session.start({ token: 's_y', user_id: 2, role: 'admin', mainrole: 'admin' });
  expect(undo.query()).toBeNull();
});

test('nobody undoes in the name of another person, who signed in in another tab', async () => {
  answerUndoWith();
  show();
  await press();
  await expect.element(undo).toBeVisible();
  localStorage.setItem('uid', '2');
  localStorage.setItem('token', 's_y');
  await userEvent.click(undo);
  await expect.element(undo).not.toBeInTheDocument();
  expect(undos).toEqual([]);
});

/** What the router of the portal does to the address of the browser. */
const goTo = (path: string) => history.replaceState(history.state, '', path);
const home = location.href;
afterEach(() => goTo(home));

const list = '/students';
const showMissing = () => {
  const missing = () => <Missing title="Nobody" text="Nobody" list={list} listLabel="Back" />;
  return openAt('/student/9', { '/student/9': missing, '/student/7': () => null, [list]: () => null });
};

test('an Undo that takes the open page away leads to where the change was made', async () => {
  answerUndoWith(undone);
  goTo('/student/7');
  show();
  await press();
  await expect.element(undo).toBeVisible();
  // As after a merge: the one who stays is shown.
  goTo('/student/9');
  await userEvent.click(undo);
  await expect.element(word('Asha Rao is back.')).toBeVisible();
  unmount();
  const router = showMissing();
  await expect.poll(() => router.state.location.pathname).toBe('/student/7');
  goTo('/student/7');
  expect(placeAfterUndo(list)).toBe(null);
});

test('one that is pressed on the page itself, as in its history, leads to the list', async () => {
  answerUndoWith(undone);
  goTo('/student/9');
  await takeBack({ changeId: change, kind: 'added', what: 'Asha Rao' });
  const router = showMissing();
  await expect.poll(() => router.state.location.pathname).toBe(list);
});
