import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession, session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { WriteButton } from './write-button.tsx';

afterEach(() => session.clear());

const asha = { token: 's_asha', user_id: 7, role: 'teacher', mainrole: 'teacher' };
const found = { kind: 'class', id: 4, title: 'Morning', detail: 'Gita' };

test('opens by itself, with readers and text, where somebody was writing when the session ended', async () => {
  globalThis.fetch = async (url) =>
    Response.json({ status: 200, message: 'success', data: String(url).includes('search') ? [found] : [] });
  session.start(asha);
  const write = () => <WriteButton audience={null} whom="" />;
  const router = openAt('/', { '/': write, $: () => <p>Elsewhere</p> });
  await userEvent.click(page.getByRole('button', { name: 'Write' }));
  const to = page.getByRole('combobox', { name: 'To' });
  await userEvent.fill(to, 'morn');
  await userEvent.click(page.getByRole('option', { name: /Morning/ }));
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await userEvent.fill(subject, 'Bring books');

  endSession('s_asha');
  await router.navigate({ to: '/login' });
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  session.start({ ...asha, token: 's_later' });
  await router.navigate({ to: '/' });
  await expect.element(subject).toHaveValue('Bring books');
  await expect.element(to).toHaveValue('Morning · Gita');
});
