import type { CDPSession, Page } from '@playwright/test';
import { people } from './calls.ts';
import { findWholeBrowser } from '../scripts/browser.mjs';
import { expect, signIn, test } from './fixtures.ts';

// The worker of the portal shows what the server tells. The push service in between is the browser's own.

// Chromium's headless shell refuses every notification, whatever was granted.
const executablePath = findWholeBrowser();
test.use({
  serviceWorkers: 'allow',
  launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] },
});

/** Pushes through the browser, as its push service would. */
async function pusherOf(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const ids = new Map<string, string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) ids.set(scopeURL, registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const { origin } = new URL(page.url());
  await expect.poll(() => ids.get(`${origin}/`)).toBeDefined();
  return (data: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: ids.get(`${origin}/`)!,
      data: JSON.stringify(data),
    });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data: String(data),
    }));
  });

const news = {
  title: 'Gurukul',
  body: 'An answer in Gita Morning',
  path: '/Cover',
  tag: 'answer /Cover',
};

test('shows what is told, once a tag, and a press leads to its place', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await signIn(page, people.teacher);
  const push = await pusherOf(page);
  await push(news);
  await push({ ...news, body: 'Another answer' });
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: news.title, body: 'Another answer', tag: news.tag, data: '/Cover' }]);

  const worker = context.serviceWorkers()[0]!;
  // A press by a program is no press of a person, so the browser would open no window. What is asked for is noted.
  const pressed = (path: string, open: string) =>
    worker.evaluate(
      async ([place, address]) => {
        // oxlint-disable-next-line typescript/no-explicit-any -- the worker's global, of which pages know nothing
        const scope = globalThis as any;
        const asked: string[] = [];
        scope.clients.openWindow = async (target: string) => void asked.push(`open ${target}`);
        scope.clients.matchAll = async () => [{ url: address, focus: async () => void asked.push('focus') }];
        await scope.registration.showNotification('x', { data: place, tag: 'x' });
        const [notification] = await scope.registration.getNotifications({ tag: 'x' });
        const event = new scope.NotificationEvent('notificationclick', { notification });
        const works: Promise<unknown>[] = [];
        event.waitUntil = (work: Promise<unknown>) => void works.push(work);
        scope.dispatchEvent(event);
        await Promise.all(works);
        const left = await scope.registration.getNotifications({ tag: 'x' });
        return { asked, left: Number(left.length) };
      },
      [path, open] as const,
    );
  const { origin } = new URL(page.url());
  const answers = '/class/7?tab=answers';
  expect(await pressed(answers, `${origin}/`)).toEqual({ asked: [`open ${answers}`], left: 0 });
  expect((await pressed(answers, `${origin}${answers}`)).asked).toEqual(['focus']);
  for (const wrong of ['https://evil.test/', '//evil.test/', 'javascript:alert(1)', 'undefined']) {
    expect((await pressed(wrong, `${origin}/Cover`)).asked).toEqual(['open /']);
  }
});
