import type { CoverOffer } from '@gurukul/contract/cover';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPortalRouter } from '#web/routes.tsx';
import { render } from '#web/test/render.tsx';
import { coverTexts } from '#web/texts/cover.ts';
import { texts } from '#web/texts/texts.ts';

const t = coverTexts;
const secret = 'Zm9vYmFyYmF6Zm9vYmFyYmF6';

const offer = (cover_id: number, changed: Partial<CoverOffer> = {}): CoverOffer => ({
  cover_id,
  course_name: 'Gita',
  class_name: `Class ${cover_id}`,
  held_on: '2036-01-05',
  starts_at: '2036-01-05T12:30:00Z',
  ends_at: '2036-01-05T13:30:00Z',
  zone: 'Asia/Kolkata',
  topic: 'అధ్యాయం 2',
  reason: 'A fever',
  state: 'open',
  is_own: false,
  has_declined: false,
  ...changed,
});

interface Server {
  readonly offers: readonly CoverOffer[];
  readonly answer?: string;
  readonly status?: number;
}

/** The network between the browser and the API; what was answered by a press. */
function serve({ offers, answer = 'yours', status = 200 }: Server) {
  const pressed: unknown[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url);
    const body: unknown = JSON.parse(String(request?.body));
    if (status !== 200) return Response.json({ status, message: 'Refused' }, { status });
    const said = (data: object) => Response.json({ status: 200, message: 'success', data });
    if (path === '/api/cover/answer_cover') {
      pressed.push(body);
      return said({ answer });
    }
    expect([path, body]).toEqual(['/api/cover/read_offers', { secret }]);
    return said({ fullname: 'Bina', asked_by: 'Asha Rao', timezone: 'America/New_York', offers });
  };
  return pressed;
}

const open = () =>
  render(
    <RouterProvider
      router={createPortalRouter(createMemoryHistory({ initialEntries: [`/cover/${secret}`] }))}
    />,
  );

beforeEach(() => page.viewport(360, 760));

test('the link shows both clocks and changes nothing; a double click accepts once', async () => {
  const pressed = serve({ offers: [offer(7)] });
  open();
  await expect.element(page.getByText(t.offers.lead({ name: 'Bina', by: 'Asha Rao' }))).toBeVisible();
  await expect.element(page.getByText('Sat 05-Jan-2036 07:30 AM – 08:30 AM, Eastern Time')).toBeVisible();
  await expect
    .element(page.getByText('Sat 05-Jan-2036 06:00 PM – 07:00 PM, India Standard Time'))
    .toBeVisible();
  await expect.element(page.getByText('అధ్యాయం 2')).toBeVisible();
  expect(pressed).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);

  await userEvent.dblClick(page.getByRole('button', { name: /^Accept/ }));
  await expect.element(page.getByText(t.offers.yours)).toBeVisible();
  expect(pressed).toEqual([{ secret, cover_id: 7, accept: true }]);
  expect(page.getByRole('button', { name: /Class 7/ }).elements()).toEqual([]);
});

test('who declined can still accept', async () => {
  const pressed = serve({ offers: [offer(7), offer(8)], answer: 'declined' });
  open();
  await userEvent.click(page.getByRole('button', { name: t.declineOf({ what: 'Class 8, Gita' }) }));
  await expect.element(page.getByText(t.offers.declined)).toBeVisible();
  expect(pressed).toEqual([{ secret, cover_id: 8, accept: false }]);
  await expect
    .element(page.getByRole('button', { name: t.acceptOf({ what: 'Class 8, Gita' }) }))
    .toBeVisible();
  expect(page.getByRole('button', { name: t.declineOf({ what: 'Class 8, Gita' }) }).elements()).toEqual([]);
  await expect
    .element(page.getByRole('button', { name: t.declineOf({ what: 'Class 7, Gita' }) }))
    .toBeVisible();
});

test.each(['taken', 'closed', 'moved', 'over'] as const)(
  'a press that finds it %s says so',
  async (answer) => {
    serve({ offers: [offer(7)], answer });
    open();
    await userEvent.click(page.getByRole('button', { name: /^Accept/ }));
    await expect.element(page.getByText(t.answers[answer])).toBeVisible();
    expect(page.getByRole('button', { name: /^Accept/ }).elements()).toEqual([]);
  },
);

test('somebody who teaches at that time keeps the choice', async () => {
  serve({ offers: [offer(7)], answer: 'busy' });
  open();
  await userEvent.click(page.getByRole('button', { name: /^Accept/ }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(t.answers.busy);
  await expect.element(page.getByRole('button', { name: /^Decline/ })).toBeVisible();
});

test.each([
  [{ state: 'taken' }, t.answers.taken],
  [{ state: 'taken', is_own: true }, t.offers.yours],
  [{ state: 'closed' }, t.answers.closed],
  [{ state: 'moved' }, t.answers.moved],
  [{ state: 'over', has_declined: true }, t.answers.over],
] as const)('an offer that is %j has no button', async (changed, said) => {
  serve({ offers: [offer(7, changed)] });
  open();
  await expect.element(page.getByText(said)).toBeVisible();
  expect(page.getByRole('button', { name: /Class 7/ }).elements()).toEqual([]);
});

test('a class on the reader’s own clock says its time once', async () => {
  serve({ offers: [offer(7, { zone: 'America/New_York' })] });
  open();
  await expect.element(page.getByText('Sat 05-Jan-2036 07:30 AM – 08:30 AM, Eastern Time')).toBeVisible();
  expect(page.getByText(t.offers.classTime).elements()).toEqual([]);
});

test('a link that is over says so', async () => {
  serve({ offers: [], status: 404 });
  open();
  await expect.element(page.getByText(t.offers.over)).toBeVisible();
});

test('a server that is too busy is asked again', async () => {
  serve({ offers: [], status: 429 });
  open();
  await expect.element(page.getByRole('alert').getByText(t.offers.failed)).toBeVisible();
  serve({ offers: [offer(7)] });
  await userEvent.click(page.getByRole('button', { name: texts.ui.retry }));
  await expect.element(page.getByRole('button', { name: /^Accept/ })).toBeVisible();
});
