import { keyed } from '@gurukul/contract/shared/keyed';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import type { AboutColleague } from '@gurukul/contract/shared/person/about-person';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { ColleagueAbout } from './colleague-about.tsx';

beforeEach(() => session.start({ token: 's_token', user_id: 1, role: 'admin', mainrole: 'admin' }));

const nothing = keyed<Record<PersonField, string>>(personFieldNames, () => '');

const tara: AboutColleague = {
  user_id: 7,
  version: 'first',
  ...nothing,
  first_name: 'తార',
  last_name: 'Rao',
  email_id: 'tara@example.test',
  phone_number: '9800000001',
  gender: 'female',
  dob: '1981-05-04',
  city: 'Guntur',
  country: 'India',
  region: 'India',
  language: 'Telugu',
  timezone: 'Asia/Kolkata',
  contacts: [],
  new_email: { email_id: 'new@example.test', expires_at: '2030-01-02T10:00:00.000Z' },
};

const saves: unknown[] = [];

function open(answer: () => Response) {
  saves.length = 0;
  globalThis.fetch = async (url, request) => {
    if (String(url).includes('/get_colleague')) {
      return Response.json({ status: 200, message: 'success', data: tara });
    }
    if (String(url).includes('/get_marked/')) {
      return Response.json({ status: 200, message: 'success', data: [] });
    }
    saves.push(JSON.parse(String(request?.body)));
    return answer();
  };
  const routeTree = createRootRoute({
    component: () => <ColleagueAbout id={7} name="Teach" list="/teachers" />,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree, history })} />);
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('a save sends what changed, and offers Undo; axe finds nothing', async () => {
  open(() => Response.json({ status: 200, message: 'success' }, { headers: { 'change-id': '5' } }));
  await expect.element(field('First name')).toHaveValue('తార');
  const outside = { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } };
  const { violations } = await axe.run(document.body, outside);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.fill(field('City'), 'Tenali');
  await press('Add a contact');
  await press('Save');
  await expect.element(page.getByText('Please fill this in')).toBeVisible();
  expect(saves).toEqual([]);
  await userEvent.fill(field('Email or phone'), 'tara.second@example.test');
  await press('Save');
  await expect.element(page.getByRole('button', { name: /Undo/ })).toBeVisible();
  const contacts = [{ kind: 'email', value: 'tara.second@example.test' }];
  expect(saves).toEqual([{ user_id: 7, version: 'first', city: 'Tenali', contacts }]);
});

test('an address that waits is shown, and can be withdrawn or replaced', async () => {
  open(() => Response.json({ status: 200, message: 'success' }));
  await expect.element(page.getByText('They sign in with tara@example.test.')).toBeVisible();
  await expect.element(page.getByText('Waiting for confirmation of new@example.test')).toBeVisible();
  await userEvent.fill(field('New address'), 'half@');
  await press('Send the mails');
  await expect.element(page.getByText('Please enter one email address')).toBeVisible();
  expect(saves).toEqual([]);
  await userEvent.fill(field('New address'), 'other@example.test');
  await press('Send the mails');
  await expect.poll(() => saves).toEqual([{ uid: 7, email_id: 'other@example.test' }]);
  await expect.element(field('New address')).toHaveValue('');
  await press('Withdraw');
  await expect.poll(() => saves.at(-1)).toEqual({ uid: 7 });
});

test('a refusal stands at the field', async () => {
  const message = 'This email address already has an account';
  open(() => Response.json({ status: 409, code: 'already_registered', message }, { status: 409 }));
  await userEvent.fill(field('New address'), 'used@example.test');
  await press('Send the mails');
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(field('New address')).toHaveValue('used@example.test');
});

test('somebody saved meanwhile: what was typed stays', async () => {
  open(() => Response.json({ status: 409, code: 'conflict', message: 'Saved meanwhile' }, { status: 409 }));
  await userEvent.fill(field('City'), 'Tenali');
  await press('Save');
  await expect.element(page.getByText('Somebody saved this meanwhile')).toBeVisible();
  await expect.element(field('City')).toHaveValue('Tenali');
});
