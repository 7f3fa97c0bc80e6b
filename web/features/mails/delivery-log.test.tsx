import type { MailCounts, MailRow, MailState } from '@gurukul/contract/mails';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { DeliveryLog } from './delivery-log.tsx';

// On a phone what a mail failed by comes when its row is opened.
beforeEach(() => page.viewport(1280, 800));

const mail = (mail_id: number, state: MailState): MailRow => ({
  mail_id,
  kind: 'event_published',
  recipient: `student${mail_id}@example.test`,
  fullname: `Student ${mail_id}`,
  event_id: 7,
  event_name: 'Diwali circle',
  state,
  enqueued_at: '2026-11-20T10:00:00Z',
  sent_at: state === 'sent' || state === 'kept' ? '2026-11-20T10:01:00Z' : null,
  failed_at: state === 'failed' ? '2026-11-20T11:00:00Z' : null,
  failure: state === 'failed' ? '550 no such mailbox' : null,
  tries: 3,
  can: { retry: state === 'failed', read: state === 'kept' },
});

const noCounts: MailCounts = { queued: 0, sent: 0, failed: 0, withdrawn: 0 };

interface LogRequest {
  path: string;
  body: unknown;
}

/** A server that knows these mails; what it is asked to retry waits from then on, and leaves at the next look. */
function office(mails: MailRow[], retried: { retried: number; skipped: number }, hasServer = true) {
  const asked: LogRequest[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api', '');
    const sent = request?.body;
    const body: unknown = typeof sent === 'string' ? JSON.parse(sent) : null;
    asked.push({ path, body });
    if (path === '/events/get_single_events/7') {
      const event = { event_id: 7, event_name: 'Diwali circle', event_date: '2026-11-22' };
      return Response.json({ status: 200, message: 'success', data: event });
    }
    if (path.startsWith('/mails/kept_mail/')) {
      const content = {
        subject: 'You are invited',
        text: 'https://portal.test/signup/LINK',
        html: '<p>Hello</p>',
      };
      return Response.json({ status: 200, message: 'success', data: content });
    }
    if (path === '/mails/retry_mails') {
      mails = mails.map((each) => (each.state === 'failed' ? mail(each.mail_id, 'queued') : each));
      return Response.json({ status: 200, message: 'success', data: retried });
    }
    const counts = { ...noCounts };
    for (const { state } of mails) counts[state] = (counts[state] ?? 0) + 1;
    const answer = {
      status: 200,
      message: 'success',
      data: mails,
      total_count: mails.length,
      has_server: hasServer,
      counts,
    };
    mails = mails.map((each) => (each.state === 'queued' ? mail(each.mail_id, 'sent') : each));
    return Response.json(answer);
  };
  return asked;
}

function open(address: string) {
  return openAt(address, { '/mails': DeliveryLog });
}

const retriesIn = (asked: readonly LogRequest[]) =>
  asked.filter(({ path }) => path === '/mails/retry_mails').map(({ body }) => body);

test('failed mails say why; those that are ticked go out again, and the page follows them', async () => {
  const asked = office([mail(1, 'failed'), mail(2, 'sent'), mail(3, 'failed')], { retried: 1, skipped: 1 });
  open('/mails');
  await expect.element(page.getByText('550 no such mailbox').first()).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /to student2@/ })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Retry chosen' }));
  await expect.element(page.getByText('Please choose at least one failed mail')).toBeVisible();
  expect(retriesIn(asked)).toEqual([]);

  await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(page.getByRole('button', { name: 'Retry chosen' }));
  await expect.element(page.getByText('1 mail tried again; 1 mail left as it is')).toBeVisible();
  expect(retriesIn(asked)).toEqual([{ mail_ids: [1, 3] }]);
  await expect.element(page.getByText('2 mails are on their way; this page follows them.')).toBeVisible();
  await expect.element(page.getByText('Sent 3'), { timeout: 600_000 }).toBeVisible();
  await expect.element(page.getByText('are on their way')).not.toBeInTheDocument();
});

test('all failed mails of one event go out again after a question; the filters are in the address', async () => {
  const asked = office([mail(1, 'failed'), mail(3, 'failed')], { retried: 2, skipped: 0 });
  const router = open('/mails?event=7&page=1');
  await expect.element(page.getByText('Event: Diwali circle, 22-Nov-2026')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry all 2 failed' }));
  await expect
    .poll(() => document.querySelector('[role="dialog"]')?.textContent)
    .toContain('about Diwali circle');
  await userEvent.click(page.getByRole('button', { name: 'No' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(retriesIn(asked)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Retry all 2 failed' }));
  await userEvent.click(page.getByRole('button', { name: 'Yes' }));
  await expect.element(page.getByText('2 mails are tried again')).toBeVisible();
  expect(retriesIn(asked)).toEqual([{ event_id: 7 }]);

  await userEvent.click(page.getByText(/^Failed \d/));
  await expect.poll(() => router.state.location.search).toMatchObject({ event: '7', state: 'failed' });
  await expect
    .poll(() => asked.findLast(({ path }) => path === '/mails/get_mails')?.body)
    .toMatchObject({ event_id: 7, state: 'failed', page: 1 });
});

test('a mail that lies in the outbox is called kept, and can be read with its link', async () => {
  office([mail(1, 'kept'), mail(2, 'failed'), mail(3, 'queued')], { retried: 0, skipped: 0 }, false);
  open('/mails');
  await expect.element(page.getByText('Kept 1')).toBeVisible();
  await expect.element(page.getByText(/No mail server is set/)).toBeVisible();
  await expect.element(page.getByText('1 mail goes to the outbox in a moment.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Actions .*student2/ }));
  await expect.element(page.getByRole('button', { name: /^Read .*student2/ })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: /^Actions .*student1/ }));
  await userEvent.click(page.getByRole('button', { name: /^Read .*student1/ }));
  await expect.element(page.getByText('https://portal.test/signup/LINK')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('https://portal.test/signup/LINK')).not.toBeInTheDocument();
});

test('days of the address are asked for, shown on their chip, and cleared with the other filters', async () => {
  const asked = office([mail(1, 'sent')], { retried: 0, skipped: 0 });
  const wanted = () => asked.findLast(({ path }) => path === '/mails/get_mails')?.body;
  const router = open('/mails?from=2026-11-01&to=2026-11-05&kind=invite&q=a');
  await expect.element(page.getByRole('button', { name: 'Days: 01-Nov-2026 – 05-Nov-2026' })).toBeVisible();
  expect(wanted()).toMatchObject({ from: '2026-11-01', to: '2026-11-05', kind: 'invite' });
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => router.state.location.search).toEqual({ q: 'a' });
  await expect.poll(wanted).toMatchObject({ from: '', to: '', kind: null });
});

test('an end before the start is no end, and a day that does not exist is none', async () => {
  const asked = office([mail(1, 'sent')], { retried: 0, skipped: 0 });
  open('/mails?from=2026-11-05&to=2026-11-01');
  await expect.element(page.getByRole('button', { name: 'Days: From 05-Nov-2026' })).toBeVisible();
  expect(asked.find(({ path }) => path === '/mails/get_mails')?.body).toMatchObject({
    from: '2026-11-05',
    to: '',
  });
});
