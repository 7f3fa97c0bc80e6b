import { hostileHtml } from '@gurukul/contract/test/hostile-html';
import { messages } from '@gurukul/contract/shared/words/messages';
import { isModest } from '@gurukul/contract/shared/rich-text';
import type { APIRequestContext, Page } from '@playwright/test';
import { demoPassword, newCourse, people } from './calls.ts';
import { expect, signIn, signInByForm, test, unique } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';

/** `PROOF=full` opens a page for every payload of every field; else each page shows a dozen of them at once. */
const bagSize = process.env['PROOF'] === 'full' ? 1 : 60;

// A NUL is refused with everything around it before anybody looks at the HTML, and so is too much formatting.
const { sendable = [], excessive = [] } = Object.groupBy(
  hostileHtml.filter((html) => !html.includes('\0')),
  (html) => (isModest(html) ? 'sendable' : 'excessive'),
);

const bags = Array.from({ length: Math.ceil(sendable.length / bagSize) }, (_, bag) =>
  sendable.slice(bag * bagSize, (bag + 1) * bagSize).join('\n'),
);

/** Long enough that a glimpse shows its beginning only, and the whole in place when asked. */
const filler = '<p>words that go on and on, until there are enough of them </p>'.repeat(6);

const glimpseWith = (html: string, index = 0) => ({
  glimpse_id: null,
  glimpse_name: `Payload ${index}`,
  glimpse_description: `${html}${html.endsWith('>') ? filler : ''}`,
  state: 'ADD',
});
const glimpses = sendable.map(glimpseWith);

if (process.env['PROOF'] === 'full') test.describe.configure({ timeout: 3_600_000 });

const owner = [people.courseAdmin, demoPassword] as const;

/** Notes everything that runs, asks, opens or violates the page's policy. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => seen.push('popup'));
  page.on('download', () => seen.push('download'));
  page.context().on('request', (request) => {
    if (request.url().includes('canary.test')) seen.push(`request ${request.url()}`);
  });
  await page.exposeFunction('hit', () => seen.push('run'));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const noted = sessionStorage.getItem('violations') ?? '';
      sessionStorage.setItem('violations', `${noted}${violatedDirective} ${blockedURI}\n`);
    });
  });
  return async () => {
    const violations = await page.evaluate(() => sessionStorage.getItem('violations'));
    return violations === null ? seen : [...seen, violations];
  };
}

/** All that can be touched on a page is touched; links are looked at only, since they lead away. */
async function touchEverything(page: Page) {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('li button[aria-expanded="false"]'))
      button.click();
  });
  await page.evaluate(async () => {
    const inside = document.querySelectorAll<HTMLElement>('main *, [role="dialog"] *');
    for (const element of inside) {
      element.focus();
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
    const addresses = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(
      ({ protocol }) => protocol,
    );
    if (!addresses.every((protocol) => /^(https?|mailto):$/.test(protocol)))
      throw new Error(`a link leads to ${addresses.join(' ')}`);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

async function open(page: Page, address: string, text: string) {
  await page.goto(address);
  await expect(page.getByText(text).first()).toBeVisible();
  await touchEverything(page);
}

/** One sign-in a person: hundreds would end the session of the browser, since nobody holds that many. */
const tokens = new Map<string, string>();

async function tokenOf(request: APIRequestContext, email_id: string, password: string) {
  const kept = tokens.get(email_id);
  if (kept !== undefined) return kept;
  const signedIn = await request.post('/api/user_details/login', {
    data: { email_id, password, flag: '' },
  });
  const { token }: { token: string } = await signedIn.json();
  tokens.set(email_id, token);
  return token;
}

type Person = readonly [email: string, password: string];

async function call(
  request: APIRequestContext,
  [email_id, password]: Person,
  path: string,
  data: object,
  method: string,
) {
  const token = await tokenOf(request, email_id, password);
  const headers = { authorization: `Bearer ${token}` };
  return request.fetch(`/api${path}`, { method, headers, data });
}

async function post(request: APIRequestContext, person: Person, path: string, data: object, method = 'POST') {
  const answer = await call(request, person, path, data, method);
  expect(answer.status(), `${path} ${(await answer.text()).slice(0, 300)}`).toBe(200);
  const body: { result?: { event_id: number; event_name: string }[] } = await answer.json();
  return body;
}

/** Each of the payloads that would take too long to clean is refused in all of these fields. */
async function expectRefused(
  request: APIRequestContext,
  person: Person,
  path: string,
  dataWith: (html: string) => object,
  fields: readonly string[],
  method = 'POST',
) {
  const problems = Object.fromEntries(fields.map((field) => [field, messages.too_formatted]));
  expect(excessive).not.toEqual([]);
  for (const html of excessive) {
    const answer = await call(request, person, path, dataWith(html), method);
    expect(await answer.json(), html.slice(0, 80)).toMatchObject({ status: 400, problems });
  }
}

const courseWith = (course: { id: string; name: string }, html: string, more: object = {}) => ({
  course_id: course.id,
  course_name: course.name,
  course_image: '',
  course_duration: 'quarterly',
  start_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  description: JSON.stringify({ description: `<p>The description</p>${html}` }),
  what_we_learn: JSON.stringify({ what: `<p>What is learned</p>${html}` }),
  note: JSON.stringify({ note: `<p>The note</p>${html}` }),
  ...more,
});

function eventWith(course: { id: string }, html: string, index = 0) {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return {
    event_name: `Hostile ${index}`,
    course_id: course.id,
    description: `<p>About the event</p>${html}`,
    meeting_link: 'https://meet.test/a',
    event_date: day,
    start_time: `${day}T10:00:00+05:30`,
    end_time: `${day}T11:00:00+05:30`,
  };
}

const profileWith = (html: string) => ({
  first_name: 'Meera',
  last_name: 'Iyer',
  gender: 'female',
  phone_number: '9876543210',
  description: `<p>About myself</p>${html}`,
  city: 'Mysuru',
  state: 'Karnataka',
  region: 'India',
  dob: '1980-02-03',
  address: '1 Main Road',
  pincode: '570001',
});

test('what is written about courses and events runs, loads and opens nothing', async ({ page }) => {
  const findings = await watch(page);
  const { request } = page;
  await signIn(page, people.courseAdmin);
  const course = await newCourse(request, unique('Hostile texts'));
  await expectRefused(
    request,
    owner,
    '/courses/edit_course_by_courseadmin',
    (html) => courseWith(course, html, { glimpse: [glimpseWith(html)] }),
    ['description', 'what_we_learn', 'note', 'glimpse.0.glimpse_description'],
    'PUT',
  );
  await expectRefused(request, owner, '/events/add_event', (html) => eventWith(course, html), [
    'description',
  ]);

  for (const [index, html] of bags.entries()) {
    const more = index === 0 ? { glimpse: glimpses } : {};
    await post(request, owner, '/courses/edit_course_by_courseadmin', courseWith(course, html, more), 'PUT');
    await open(page, `/single%20course/${course.id}`, 'The note');
    if (index === 0)
      await expect(page.getByRole('heading', { name: /^Payload \d+$/ })).toHaveCount(glimpses.length);
    expect(await findings(), `course texts, bag ${index}`).toEqual([]);

    const added = await post(request, owner, '/events/add_event', eventWith(course, html, index));
    const event = added.result?.find(({ event_name }) => event_name === `Hostile ${index}`);
    await open(page, `/events?dialog=view&event=${event?.event_id}`, 'About the event');
    expect(await findings(), `event, bag ${index}`).toEqual([]);
  }
  const edited = await newCourse(request, unique('Hostile drafts'));
  await post(
    request,
    owner,
    '/courses/edit_course_by_courseadmin',
    courseWith(edited, sendable.slice(0, bagSize).join('\n')),
    'PUT',
  );
  await open(page, `/edit/${edited.id}`, 'The description');
  expect(await findings()).toEqual([]);
});

test('what people write about themselves runs, loads and opens nothing', async ({ page }) => {
  const findings = await watch(page);
  const { request } = page;
  const newcomer = [await newPerson(request, 'teacher'), firstPassword] as const;
  await signInByForm(page, ...newcomer);
  await expectRefused(request, newcomer, '/user_details/update_profile', profileWith, ['description']);
  for (const [index, html] of bags.entries()) {
    await post(request, newcomer, '/user_details/update_profile', profileWith(html));
    await open(page, '/profile', 'About myself');
    expect(await findings(), `profile, bag ${index}`).toEqual([]);
  }
  await open(page, '/editprofile', 'About myself');
  expect(await findings()).toEqual([]);
});
