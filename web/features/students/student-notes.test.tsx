import type { NoteRow } from '@gurukul/contract/students';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { routerLink } from '#web/layout/router-link.tsx';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { openAt } from '#web/test/open-at.tsx';
import { AppLink, LinkProvider } from '#web/ui/link.tsx';
import { StudentNotes } from './student-notes.tsx';

const signIn = (role: 'courseadmin' | 'teacher') =>
  session.start({ token: 's_token', user_id: 1, role, mainrole: role });

beforeEach(async () => {
  await page.viewport(1280, 800);
  signIn('courseadmin');
});

const ofOwn: NoteRow = {
  note_id: 5,
  version: 'first',
  body: 'Sings well.\nSits in front.',
  readers: 'office',
  written_by: 'Own',
  written_at: '2026-11-02T10:00:00Z',
  changed: { by: 'Admin', at: '2026-11-03T10:00:00Z' },
  can: { change: true },
};
const ofTeacher: NoteRow = {
  ...ofOwn,
  note_id: 4,
  body: 'గురువు '.repeat(560),
  readers: 'teachers',
  written_by: 'Teach',
  changed: null,
  can: { change: false },
};

type Fields = Readonly<Record<string, unknown>>;

/** A server with these notes, newest first. It refuses a save to an older version. */
function office(...stored: NoteRow[]) {
  const saves: Fields[] = [];
  const somebodySaves = (change: Partial<NoteRow>) => {
    stored = stored.map((note) => (note.note_id === 5 ? { ...note, ...change } : note));
  };
  const somebodyDeletes = () => {
    stored = stored.filter(({ note_id }) => note_id !== 5);
  };
  const refused = (status: number, code: string) =>
    Response.json({ status, code, message: code }, { status });
  globalThis.fetch = async (url, request) => {
    if (String(url).includes('/get_notes')) {
      const asked = new URL(String(url), location.href).searchParams;
      const [at, size] = [Number(asked.get('page')), Number(asked.get('pageSize'))];
      const data = stored.slice((at - 1) * size, at * size);
      return Response.json({ status: 200, message: 'success', data, total_count: stored.length });
    }
    if (String(url).includes('/audit/timeline')) {
      return Response.json({ status: 200, message: 'success', data: [], next: null });
    }
    const sent: Fields = JSON.parse(String(request?.body));
    saves.push(sent);
    if (String(url).endsWith('/delete_note')) somebodyDeletes();
    else {
      const known = stored.find(({ note_id }) => note_id === sent['note_id']);
      const fields = { body: String(sent['body']), readers: sent['readers'] as NoteRow['readers'] };
      if (sent['note_id'] !== undefined && !known) return refused(404, 'not_found');
      if (known && sent['version'] !== undefined && sent['version'] !== known.version) {
        return refused(409, 'conflict');
      }
      if (known) somebodySaves({ ...fields, version: `save ${saves.length}` });
      else stored = [{ ...ofOwn, ...fields, note_id: 6, changed: null }, ...stored];
    }
    return Response.json(
      { status: 200, message: 'success', data: { note_id: 6 } },
      { headers: { 'change-id': '9' } },
    );
  };
  return { saves, somebodySaves, somebodyDeletes };
}

function open() {
  return openAt('/student/7', {
    '/student/7': () => (
      <LinkProvider value={routerLink}>
        <StudentNotes student={{ id: 7, fullname: 'రవి Kumar' }} />
        <AppLink href={to(paths.student, 8)}>Sita</AppLink>
      </LinkProvider>
    ),
    '/student/8': () => 'Sita',
  });
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }));
const rows = () => page.getByRole('list', { name: 'Notes on రవి Kumar' }).getByRole('listitem');

test('notes stand with author, day and readers; a new one comes first, and can be undone', async () => {
  const { saves } = office(ofOwn, ofTeacher);
  open();
  for (const text of ['Own', 'For the office', /^changed by Admin, 03-Nov-2026/]) {
    await expect.element(rows().first().getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(rows().nth(1).getByText('For teachers too')).toBeVisible();
  expect(page.getByText(/Sits in front/).element().textContent).toBe(ofOwn.body);
  // A note of 4,000 characters is folded, and somebody else's cannot be changed.
  await expect.element(rows().nth(1).getByRole('button', { name: 'Show the whole note' })).toBeVisible();
  expect(
    rows()
      .nth(1)
      .getByRole('button', { name: /Edit|Delete/ })
      .elements(),
  ).toEqual([]);

  await press('Add note');
  await expect.element(page.getByText('Please write something')).toBeVisible();
  await userEvent.fill(field('New note'), 'a'.repeat(4010));
  await press('Add note');
  await expect.element(page.getByText('Please shorten it by 10 characters')).toBeVisible();
  expect(saves).toEqual([]);
  await userEvent.fill(field('New note'), 'Knows two chapters');
  await userEvent.click(page.getByRole('radio', { name: 'For teachers too' }));
  await press('Add note');
  await expect.element(page.getByText('The note is added')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Undo/ })).toBeVisible();
  await expect.element(rows().first().getByText('Knows two chapters')).toBeVisible();
  await expect.element(field('New note')).toHaveValue('');
  await expect.element(page.getByRole('radio', { name: 'For the office' })).toBeChecked();
  expect(saves).toEqual([{ user_id: 7, body: 'Knows two chapters', readers: 'teachers' }]);
});

test('a note is edited and deleted in its place, and the keyboard stays there', async () => {
  const { saves } = office(ofOwn, ofTeacher);
  open();
  await press(/^Edit/);
  await expect.element(field('Note')).toHaveFocus();
  await userEvent.fill(field('Note'), 'Sings');
  await userEvent.click(rows().first().getByRole('radio', { name: 'For teachers too' }));
  await press('Save');
  await expect.element(page.getByText('The note is saved')).toBeVisible();
  await expect.element(rows().first()).toHaveFocus();
  await press(/^Delete/);
  await expect.element(page.getByText('The note is deleted')).toBeVisible();
  await expect.element(rows().first().getByText('Teach', { exact: true })).toBeVisible();
  await expect.element(rows().first()).toHaveFocus();
  expect(saves).toEqual([
    { user_id: 7, note_id: 5, body: 'Sings', readers: 'teachers', version: 'first' },
    { note_id: 5 },
  ]);
});

test('somebody saved or deleted it meanwhile: what was typed stays', async () => {
  const { saves, somebodySaves, somebodyDeletes } = office(ofOwn);
  open();
  await press(/^Edit/);
  await userEvent.fill(field('Note'), 'Mine');
  somebodySaves({ version: 'theirs', body: 'Theirs' });
  await press('Save');
  await expect.element(page.getByText('Somebody saved this meanwhile')).toBeVisible();
  await expect.element(field('Note')).toHaveValue('Mine');
  await press('Load it again');
  await expect.element(field('Note')).toHaveValue('Theirs');

  await userEvent.fill(field('Note'), 'Mine');
  somebodySaves({ version: 'theirs again' });
  await press('Save');
  await press('Save mine anyway');
  await expect.element(rows().first().getByText('Mine')).toBeVisible();
  expect(saves.at(-1)).toEqual({ user_id: 7, note_id: 5, body: 'Mine', readers: 'office' });

  await press(/^Edit/);
  await userEvent.fill(field('Note'), 'A long thought');
  somebodyDeletes();
  await press('Save');
  await expect.element(rows().first().getByRole('alert')).toBeVisible();
  await expect.element(field('Note')).toHaveValue('A long thought');
});

test('unsaved work is not left without a question', async () => {
  office(ofOwn);
  const router = open();
  await userEvent.fill(field('New note'), 'Half a sentence');
  await userEvent.click(page.getByRole('link', { name: 'Sita' }));
  await expect.element(page.getByText('Leave without saving?')).toBeVisible();
  await press('No');
  await expect.element(field('New note')).toHaveValue('Half a sentence');
  expect(router.state.location.pathname).toBe('/student/7');
});

test('a teacher writes for teachers and the office, and is offered no history', async () => {
  signIn('teacher');
  const { saves } = office({ ...ofTeacher, can: { change: true } });
  open();
  await expect.element(page.getByText('The teachers of the student and the office read it.')).toBeVisible();
  expect(page.getByRole('radio').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /^History/ }).elements()).toEqual([]);
  await userEvent.fill(field('New note'), 'Sings');
  await press('Add note');
  await expect.poll(() => saves).toEqual([{ user_id: 7, body: 'Sings', readers: 'teachers' }]);
});

test('axe finds nothing in it, also while a note is edited beside its history', async () => {
  office(ofOwn, ofTeacher);
  open();
  await userEvent.click(
    rows()
      .nth(1)
      .getByRole('button', { name: /^History/ }),
  );
  await expect.element(page.getByText('No changes yet')).toBeVisible();
  await press(/^Edit/);
  await expect.element(field('Note')).toBeVisible();
  // The page and its title are not here.
  const outside = { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } };
  const { violations } = await axe.run(document.body, outside);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
});

test('many notes come in pages, and what is being written stays while one turns them', async () => {
  office(...Array.from({ length: 25 }, (_, at) => ({ ...ofOwn, note_id: 40 - at, body: `Note ${40 - at}` })));
  open();
  const shown = page.getByRole('list', { name: 'Notes on రవి Kumar' }).getByRole('listitem');
  await expect.element(page.getByText('Note 21', { exact: true })).toBeVisible();
  expect(shown.elements()).toHaveLength(20);
  await userEvent.fill(page.getByRole('textbox', { name: 'New note' }), 'Half a thought');
  await press('Next page');
  await expect.element(page.getByText('Note 16', { exact: true })).toBeVisible();
  expect(shown.elements()).toHaveLength(5);
  await expect.element(page.getByRole('textbox', { name: 'New note' })).toHaveValue('Half a thought');
  // A new note is the first one.
  await press('Add note');
  await expect.element(page.getByText('Half a thought')).toBeVisible();
  await expect.element(page.getByText('Note 40', { exact: true })).toBeVisible();
});
