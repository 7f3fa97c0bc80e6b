import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#web/calls/query-client.ts';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { calendarTexts } from '#web/texts/calendar.ts';
import { texts } from '#web/texts/texts.ts';
import { CalendarLink } from './calendar-link.tsx';

const t = calendarTexts;
const none = { created_at: null, last_read_at: null };

/** The network between the browser and the API, which has the link that it says. */
function serveLink(link: { created_at: string | null; last_read_at: string | null }) {
  let made = 0;
  const sent: string[] = [];
  globalThis.fetch = async (url, request) => {
    const call = `${request?.method ?? 'GET'} ${String(url)}`;
    if (call !== 'GET /api/calendar/feed') sent.push(call);
    const answer = (data: unknown) => Response.json({ status: 200, message: 'success', data });
    if (call === 'POST /api/calendar/feed') {
      made += 1;
      link = { created_at: '2026-11-21T10:00:00.000Z', last_read_at: null };
      return answer({ url: `https://portal.test/calendar/secret${made}.ics` });
    }
    if (call === 'POST /api/calendar/revoke') link = none;
    return answer(link);
  };
  return sent;
}

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <CalendarLink />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: t.open }));
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const field = page.getByLabelText(t.url);

beforeEach(() => session.start({ token: 's_x', user_id: 1, role: 'teacher', mainrole: 'teacher' }));

test('the first link is made at once and shown as long as the dialog is open', async () => {
  const sent = serveLink(none);
  await open();
  await press(t.create);
  await expect.element(field).toHaveValue('https://portal.test/calendar/secret1.ics');
  await expect.element(field).toHaveFocus();
  await expect
    .element(page.getByRole('link', { name: t.openInApp }))
    .toHaveAttribute('href', 'webcal://portal.test/calendar/secret1.ics');
  expect(sent).toEqual(['POST /api/calendar/feed']);

  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press(t.open);
  await expect.element(page.getByText(t.neverRead, { exact: false })).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('a new link and revoking ask first', async () => {
  const sent = serveLink({
    created_at: '2026-11-01T10:00:00.000Z',
    last_read_at: '2026-11-20T10:00:00.000Z',
  });
  await open();
  await press(t.renew);
  await press(texts.ui.no);
  await press(t.revoke);
  await press(texts.ui.no);
  expect(sent).toEqual([]);

  await press(t.renew);
  await press(texts.ui.yes);
  await expect.element(field).toHaveValue('https://portal.test/calendar/secret1.ics');
  await press(t.revoke);
  await press(texts.ui.yes);
  await expect.element(page.getByText(t.none)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  expect(sent).toEqual(['POST /api/calendar/feed', 'POST /api/calendar/revoke']);

  // The button that revoked it is gone; the keyboard stays in the dialog all the same.
  await expect.element(page.getByRole('button', { name: t.create })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
