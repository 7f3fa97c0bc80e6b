import type { ChecksOf } from '@gurukul/contract/people';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { ChecksPanel } from './checks-panel.tsx';

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_token', user_id: 1, role: 'admin', mainrole: 'admin' });
});

const saved = {
  path: null,
  courses: [{ course_id: 4, course_name: 'Gita' }],
  kinds: ['Police check'],
  checks: [
    {
      check_id: 9,
      kind: 'Police check',
      number: 'P-1',
      valid_until: '2036-01-05',
      seen_by: 'Admin <b>أمل</b>',
      seen_at: '2026-11-02T10:00:00Z',
    },
  ],
  version: 'one',
  can: { change: true },
};

/** A server of these checks. What is saved is kept, and the first save may be too late. */
function office(answer: object, isLate = false) {
  const sent: Record<string, unknown>[] = [];
  globalThis.fetch = async (url, request) => {
    if (!String(url).includes('save_checks')) {
      return Response.json({ status: 200, message: 'success', data: answer });
    }
    sent.push(JSON.parse(String(request?.body)));
    return isLate && sent.length === 1
      ? Response.json({ status: 409, code: 'conflict', message: 'Changed' }, { status: 409 })
      : Response.json({ status: 200, message: 'success' });
  };
  openAt('/teachers', { '/teachers': () => <ChecksPanel id={7} name="Bina" /> });
  return sent;
}

test('a stage and a check are saved, and a check needs its kind', async () => {
  const sent = office(saved satisfies Partial<ChecksOf>);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Stage' }), 'Approved');
  await userEvent.click(page.getByRole('checkbox', { name: 'They may teach children' }));
  await userEvent.click(page.getByRole('button', { name: 'Add a check' }));
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await userEvent.click(save);
  await expect.element(page.getByText('Please say what kind of check it is')).toBeVisible();
  await userEvent.fill(page.getByRole('combobox', { name: 'Kind' }).nth(1), 'First aid');
  await userEvent.click(save);
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        user_id: 7,
        version: 'one',
        path: { stage: 'approved', for_children: true, course_ids: [] },
        checks: [
          { check_id: 9, kind: 'Police check', number: 'P-1', valid_until: '2036-01-05' },
          { check_id: null, kind: 'First aid', valid_until: null },
        ],
      },
    ]);
});

test('what somebody else saved meanwhile is asked about, and kept by a press', async () => {
  const sent = office(saved, true);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Stage' }), 'Applied');
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Save mine anyway' }));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).not.toHaveProperty('version');
});

test('who may not change them reads no number', async () => {
  office({ ...saved, checks: [{ ...saved.checks[0]!, number: null }], can: { change: false } });
  await expect.element(page.getByText(/^until 05-Jan-2036/)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});
