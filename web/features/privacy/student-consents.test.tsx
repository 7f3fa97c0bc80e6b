import type { Said } from '@gurukul/contract/privacy';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { StudentConsents } from './student-consents.tsx';

beforeEach(() => session.start({ token: 's_token', user_id: 1, role: 'admin', mainrole: 'admin' }));

const agreed: Said = {
  agreed: true,
  how: 'registration',
  said_at: '2026-11-02T10:00:00Z',
  said_by: 'Meera <b>أمل</b>',
  terms_id: 4,
  version: 1,
  text_language: 'te',
  recorded_by: null,
};

const terms = { saved_by: 'Admin', saved_at: '2026-11-01T10:00:00Z', body_te: '', body_hi: '' };

/** A child of one guardian, with what was said about its data. What is noted is kept. */
function office(words: readonly Said[]) {
  const noted: Record<string, unknown>[] = [];
  const consents = (['child_data', 'rules', 'recording', 'photos'] as const).map((purpose) => ({
    purpose,
    said: purpose === 'child_data' ? words : [],
  }));
  const answers: Readonly<Record<string, unknown>> = {
    get_consents: {
      consents,
      is_child: true,
      people: [
        { user_id: 7, fullname: 'Asha', is_guardian: false },
        { user_id: 8, fullname: 'Meera', is_guardian: true },
      ],
    },
    get_terms: [
      { terms_id: 5, kind: 'child_data', version: 2, body: 'New.', ...terms },
      { terms_id: 4, kind: 'child_data', version: 1, body: 'Old.', ...terms },
    ],
  };
  globalThis.fetch = async (url, request) => {
    if (request?.method === 'POST') noted.push(JSON.parse(String(request.body)));
    const name = Object.keys(answers).find((each) => String(url).includes(each));
    return Response.json({
      status: 200,
      message: 'success',
      data: name && answers[name],
      child_consent: 'need',
    });
  };
  render(<StudentConsents studentId={7} name="Asha" />);
  return noted;
}

test('the panel says who agreed to which version, in which language, and that there is a newer one', async () => {
  office([agreed]);
  const word = page.getByText(/^Agreed on/);
  // Names stand between marks of their direction.
  await expect
    .poll(() => word.element().textContent)
    .toMatch(/Meera <b>أمل<\/b>\W?, version 1, in \W?తెలుగు\W? There is a newer text\.$/);
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

test('a guardian speaks for a child, or somebody whose name is written', async () => {
  const noted = office([]);
  const who = page.getByRole('combobox', { name: 'Who said it' });
  await expect.element(who).toHaveTextContent('MeeraSomebody else');
  await userEvent.click(page.getByRole('button', { name: 'They agree', exact: true }));
  await expect
    .poll(() => noted)
    .toMatchObject([{ user_id: 7, purpose: 'child_data', agreed: true, said_by: 8 }]);
  await userEvent.selectOptions(who, 'Somebody else');
  const no = page.getByRole('button', { name: 'They do not agree' });
  await userEvent.click(no);
  await expect.element(page.getByText('Please write who said it')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Name'), 'Aunt');
  await userEvent.click(no);
  await expect.poll(() => noted[1]).toMatchObject({ agreed: false, said_name: 'Aunt' });
});
