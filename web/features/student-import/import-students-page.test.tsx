import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#web/calls/query-client.ts';
import { endSession, session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { ImportStudentsPage } from './import-students-page.tsx';

const realFetch = globalThis.fetch;

beforeEach(() => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      data: {
        rows: [],
        totals: { new: 0, enrol: 0, ask: 0, unchanged: 0, question: 0, problem: 0, waiting: 0 },
      },
    });
});

afterEach(() => {
  globalThis.fetch = realFetch;
  queryClient.clear();
  session.clear();
});

const asha = { token: 's_asha', user_id: 7, role: 'admin', mainrole: 'admin' };

function Portal() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Go
      </button>
      {isShown ? <ImportStudentsPage /> : null}
    </>
  );
}

test('a spreadsheet that was read is there again when the same person signs in again', async () => {
  session.start(asha);
  render(<Portal />);
  const sheet = new File(
    ['First name,Last name,Email,Phone,Course,Class\nAnu,Rao,anu@example.test,9876543210,Gita,Morning\n'],
    'march.csv',
    {
      type: 'text/csv',
    },
  );
  await expect.element(page.getByRole('button', { name: 'Go' })).toBeVisible();
  await userEvent.upload(document.querySelector('input[type=file]')!, sheet);
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).toBeVisible();
  endSession('s_asha');
  await userEvent.click(page.getByRole('button', { name: 'Go' }));
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).not.toBeInTheDocument();
  session.start({ ...asha, token: 's_later' });
  await userEvent.click(page.getByRole('button', { name: 'Go' }));
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).toBeVisible();
});
