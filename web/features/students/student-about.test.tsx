import { keyed } from '@gurukul/contract/shared/keyed';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import type { AboutStudent } from '@gurukul/contract/shared/person/about-person';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { routerLink } from '#web/layout/router-link.tsx';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { openAt } from '#web/test/open-at.tsx';
import { LinkProvider } from '#web/ui/link.tsx';
import { StudentAbout } from './student-about.tsx';

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_token', user_id: 1, role: 'courseadmin', mainrole: 'courseadmin' });
});

const nothing = keyed<Record<PersonField, string>>(personFieldNames, () => '');

const ravi: AboutStudent = {
  user_id: 7,
  version: 'first',
  ...nothing,
  first_name: 'రవి',
  last_name: 'Kumar',
  email_id: 'family@example.test',
  phone_number: '+919800000001',
  gender: 'male',
  dob: '2012-05-04',
  city: 'Guntur',
  country: 'India',
  region: 'India',
  language: 'Telugu',
  timezone: 'Asia/Kolkata',
  contacts: [{ kind: 'phone', value: '+919800000002' }],
  guardians: [
    {
      guardian_id: 31,
      name: 'Lakshmi Kumar',
      relation: 'mother',
      email_id: '',
      phone_number: '',
      may_see: true,
      pays: false,
      can: { rename: false },
    },
  ],
  other_names: ['Ravi K'],
  siblings: [{ user_id: 8, fullname: 'Sita Kumar', dob: '2014-01-02' }],
};

/** A server that stores a save, unless it was made to an older version. It knows the clocks of three cities. */
function office(stored: AboutStudent) {
  const saves: Record<string, unknown>[] = [];
  const somebodySaves = (change: Partial<AboutStudent>) => {
    stored = { ...stored, ...change };
  };
  globalThis.fetch = async (url, request) => {
    if (String(url).endsWith('/propose_clock')) {
      const { city } = JSON.parse(String(request?.body));
      // The older question is answered later.
      await new Promise((answered) => setTimeout(answered, city === 'Chicago' ? 900 : 0));
      const zones: Record<string, string> = { Chicago: 'America/Chicago', Tokyo: 'Asia/Tokyo' };
      const clock = { zone: zones[city] ?? 'Asia/Kolkata', by: 'place' };
      return Response.json({ status: 200, message: 'success', data: { clock, language: 'Sanskrit' } });
    }
    if (String(url).includes('/get_marked/')) {
      const [address, at] = ['family@example.test', '2026-11-20T08:00:00.000Z'];
      const data = [{ address, fullname: 'Ravi Kumar', kind: 'hard', reason: 'No such user', at }];
      return Response.json({ status: 200, message: 'success', data });
    }
    if (!String(url).endsWith('/update_student')) {
      return Response.json({ status: 200, message: 'success', data: stored });
    }
    const { version, ...changes }: Record<string, unknown> = JSON.parse(String(request?.body));
    saves.push({ version, ...changes });
    if (version !== undefined && version !== stored.version) {
      return Response.json({ status: 409, code: 'conflict', message: 'Saved meanwhile' }, { status: 409 });
    }
    somebodySaves({ version: `save ${saves.length}`, first_name: String(changes['first_name']) });
    return Response.json({ status: 200, message: 'success' }, { headers: { 'change-id': '5' } });
  };
  return { saves, somebodySaves };
}

function open() {
  return openAt('/student/7', {
    '/student/7': () => (
      <LinkProvider value={routerLink}>
        <StudentAbout studentId={7} addressOf={(id) => to(paths.student, id)} />
      </LinkProvider>
    ),
    '/student/8': () => 'Sita',
  });
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('what is known stands in the form; a save sends what changed, and offers Undo', async () => {
  const { saves } = office(ravi);
  open();
  await expect.element(field('First name')).toHaveValue('రవి');
  await expect.element(page.getByLabelText('Time zone').first()).toHaveValue('Asia/Kolkata');
  await expect.element(field('Email or phone')).toHaveValue('+919800000002');
  await expect
    .element(field('Email').first())
    .toHaveAccessibleDescription('Mails to family@example.test come back (Ravi Kumar)');
  await expect.element(page.getByText('Ravi K')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sita Kumar' })).toHaveAttribute('href', '/student/8');
  // A colleague or student who is a guardian is renamed on their own page.
  await expect.element(field('Name').first()).toHaveAttribute('readonly');

  await userEvent.fill(field('First name'), 'Ravindra');
  await press('Add a guardian');
  await press('Save');
  await expect.element(page.getByText('Please fill this in')).toBeVisible();
  expect(saves).toEqual([]);

  const guardian = page.getByRole('listitem').filter({ hasText: 'Guardian 2' });
  await userEvent.fill(guardian.getByRole('textbox', { name: 'Name', exact: true }), 'Gopal Kumar');
  const gopal = page.getByRole('listitem').filter({ hasText: 'Gopal Kumar' });
  await userEvent.fill(gopal.getByRole('textbox', { name: 'Relation' }), 'father');
  await userEvent.fill(gopal.getByRole('textbox', { name: 'Email' }), 'gopal@example.test');
  await userEvent.click(gopal.getByRole('checkbox', { name: 'Pays the fees' }));
  await press('Remove Ravi K');
  await press('Save');
  await expect.element(page.getByText('Ravindra Kumar is saved')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Undo/ })).toBeVisible();
  const { can: _can, ...lakshmi } = ravi.guardians[0]!;
  expect(saves).toEqual([
    {
      user_id: 7,
      version: 'first',
      first_name: 'Ravindra',
      guardians: [
        lakshmi,
        {
          name: 'Gopal Kumar',
          relation: 'father',
          email_id: 'gopal@example.test',
          phone_number: '',
          may_see: true,
          pays: true,
        },
      ],
      other_names: [],
    },
  ]);
  // The next save is made to the version that this one stored.
  await userEvent.fill(field('First name'), 'Ravi');
  await press('Save');
  await expect.poll(() => saves.at(-1)).toMatchObject({ version: 'save 1', first_name: 'Ravi' });
});

test('somebody saved meanwhile: what was typed stays until one of the two is chosen', async () => {
  const { saves, somebodySaves } = office(ravi);
  open();
  await userEvent.fill(field('First name'), 'Ravindra');
  somebodySaves({ version: 'theirs', city: 'Tenali' });
  await press('Save');
  await expect.element(page.getByText('Somebody saved this meanwhile')).toBeVisible();
  await expect.element(field('First name')).toHaveValue('Ravindra');
  await press('Save mine anyway');
  await expect.element(page.getByText('Ravindra Kumar is saved')).toBeVisible();
  // Their city stays.
  expect(saves.at(-1)).toEqual({ user_id: 7, first_name: 'Ravindra' });
  await expect.element(field('City')).toHaveValue('Tenali');
});

test('unsaved work is not left without a question', async () => {
  office(ravi);
  const router = open();
  await userEvent.fill(field('First name'), 'Ravindra');
  await userEvent.click(page.getByRole('link', { name: 'Sita Kumar' }));
  await expect.element(page.getByText('Leave without saving?')).toBeVisible();
  await press('No');
  await expect.element(field('First name')).toHaveValue('Ravindra');
  expect(router.state.location.pathname).toBe('/student/7');
});

test('axe finds nothing in it', async () => {
  office(ravi);
  open();
  await expect.element(field('First name')).toHaveValue('రవి');
  // The page and its title are not here.
  const outside = { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } };
  const { violations } = await axe.run(document.body, outside);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
});

test('an empty zone says the clock of the place that is typed last, and an empty language that of the class', async () => {
  office({ ...ravi, timezone: '', language: '' });
  open();
  await userEvent.fill(field('City'), 'Chicago');
  await new Promise((asked) => setTimeout(asked, 500));
  await userEvent.fill(field('City'), 'Tokyo');
  await expect.element(page.getByText(/Japan.+, proposed by the place$/)).toBeVisible();
  await expect.element(page.getByText('Most of the class: Sanskrit')).toBeVisible();
  await new Promise((late) => setTimeout(late, 600));
  await expect.element(page.getByText(/Japan.+, proposed by the place$/)).toBeVisible();
  await expect.element(page.getByText(/Central Time/)).not.toBeInTheDocument();
});
