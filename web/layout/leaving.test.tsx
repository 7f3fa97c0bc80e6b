import { Outlet } from '@tanstack/react-router';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { carryPlace, keepPlace, takeCarriedPlace, takePlace } from '#web/lib/address/left-behind.ts';
import { endSession, session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useBeginning, useKeptForm } from './use-kept-form.ts';

let asked: string[] = [];

const self = { fullname: 'Asha Rao', image: '', as_role: 'teacher' };

beforeEach(() => {
  asked = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return Response.json({
      status: 200,
      message: 'success',
      data: [self],
      role: 'teacher',
      mainrole: 'courseadmin',
    });
  };
});

afterEach(() => {
  session.clear();
});

const asha = { token: 's_asha', user_id: 7, role: 'courseadmin', mainrole: 'courseadmin' };
const dev = { ...asha, token: 's_dev', user_id: 8 };

const initial = { name: 'Gita', place: 'Pune' };

function CourseForm({ newest }: { newest: typeof initial }) {
  const beginning = useBeginning('course 7', newest);
  const form = useForm({ initialValues: beginning });
  useKeptForm(form, 'course 7', newest, { title: 'Leave?', text: 'It is not saved.' });
  return (
    <>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Place" {...form.getInputProps('place')} />
      <output>{form.isDirty() ? 'Changed' : 'As it was'}</output>
      <button type="button" onClick={() => form.resetDirty()}>
        Save
      </button>
    </>
  );
}

const active = 'courseadmin';

/** A form at /edit with the account menu above it; elsewhere is nothing. */
function open(newest = initial) {
  return openAt('/edit', { '/edit': () => <CourseForm newest={newest} />, $: () => <p>Elsewhere</p> }, () => (
    <>
      <AccountMenu role={active} />
      <Outlet />
    </>
  ));
}

const name = page.getByRole('textbox', { name: 'Name' });
const place = page.getByRole('textbox', { name: 'Place' });
const state = page.getByText(/^(Changed|As it was)$/);

async function choose(item: RegExp) {
  await userEvent.click(page.getByRole('button', { name: /Account menu/ }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
}

const answer = (text: string) =>
  userEvent.click(
    page.getByRole('dialog', { name: 'Leave?' }).getByRole('button', { name: text, exact: true }),
  );

const actions = [
  [/^Continue as Teacher/, '/act_as'],
  [/^Log Out/, '/logout'],
] as const;

test.each(actions)('%s asks about unsaved work first; No changes nothing', async (item, call) => {
  session.start(asha);
  const router = open();
  await userEvent.fill(name, 'Gita for all');
  await choose(item);
  await answer('No');
  await expect.element(name).toHaveValue('Gita for all');
  expect(asked.filter((url) => url.includes(call))).toEqual([]);
  expect(session.role).toBe('courseadmin');
  expect(router.state.location.pathname).toBe('/edit');
});

test.each(actions)('%s is done once after a Yes, without a second question', async (item, call) => {
  session.start(asha);
  const router = open();
  await userEvent.fill(name, 'Gita for all');
  await choose(item);
  await answer('Yes');
  await expect.poll(() => router.state.location.pathname).not.toBe('/edit');
  expect(asked.filter((url) => url.includes(call))).toHaveLength(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

/** The session ends under a changed form, and the page goes to the sign-in as the portal does. */
async function loseSession() {
  session.start(asha);
  const router = open();
  await userEvent.fill(name, 'Gita for all');
  endSession('s_asha');
  keepPlace('/edit?tab=2');
  await router.navigate({ to: '/login' });
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  return router;
}

test('a session that ends keeps form and place for the same person', async () => {
  const router = await loseSession();
  session.start({ ...asha, token: 's_later' });
  expect(takePlace()).toBe('/edit?tab=2');
  expect(takePlace()).toBe('');
  await router.navigate({ to: '/edit' });
  await expect.element(name).toHaveValue('Gita for all');
  await expect.element(place).toHaveValue('Pune');
  await expect.element(state).toHaveTextContent('Changed');
  const said = page.getByText(/What you had typed is here again/);
  await expect.element(said).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(said).not.toBeInTheDocument();
  // Once.
  await router.navigate({ to: '/login' });
  await router.navigate({ to: '/edit' });
  await expect.element(name).toHaveValue('Gita');
  expect(said.elements()).toEqual([]);
});

test('somebody else sees neither, also not when the first person comes back after that', async () => {
  const router = await loseSession();
  session.start(dev);
  expect(takePlace()).toBe('');
  await router.navigate({ to: '/edit' });
  await expect.element(name).toHaveValue('Gita');
  await expect.element(state).toHaveTextContent('As it was');
  session.clear();
  session.start({ ...asha, token: 's_later' });
  expect(takePlace()).toBe('');
});

test('in another role the place is not gone to', async () => {
  await loseSession();
  session.start({ ...asha, token: 's_later', role: 'teacher' });
  expect(takePlace()).toBe('');
});

test('what a person logs out of by themselves is not kept', async () => {
  session.start(asha);
  const router = open();
  await userEvent.fill(name, 'Gita for all');
  await choose(/^Log Out/);
  await answer('Yes');
  await expect.poll(() => router.state.location.pathname).toBe('/login');
  session.start({ ...asha, token: 's_later' });
  expect(takePlace()).toBe('');
  await router.navigate({ to: '/edit' });
  await expect.element(name).toHaveValue('Gita');
});

test('a sign-in service brings the same person back to their address, once', () => {
  const leave = () => {
    session.start(asha);
    endSession(asha.token);
    keepPlace('/courses/7?tab=prices');
    carryPlace();
  };
  leave();
  session.start(asha);
  expect(takeCarriedPlace()).toBe('/courses/7?tab=prices');
  expect(takeCarriedPlace()).toBe('');
  leave();
  session.start(dev);
  expect(takeCarriedPlace()).toBe('');
});
