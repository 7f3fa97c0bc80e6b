import type { Question } from '@gurukul/contract/questions';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { AnswersPanel } from './answers-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_token', user_id: 1, role: 'admin', mainrole: 'admin' });
});

const shirt: Question = {
  question_id: 3,
  about: 'person',
  kind: 'choice',
  label: 'T-shirt <b>مقاس</b>',
  label_te: '',
  label_hi: '',
  choices: ['Small', 'Large'],
  choices_te: [],
  choices_hi: [],
  asked: ['add'],
  shown_to: 'office',
  keep_count: 12,
  keep_unit: 'months',
};

/** A server of these answers, by the end of the address. Anything sent is kept. */
function office(answers: Readonly<Record<string, object>>) {
  const sent: Record<string, unknown>[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace(/\?.*/, '');
    if (request?.method === 'POST') sent.push(JSON.parse(String(request.body)));
    const found = Object.entries(answers).find(([end]) => path.endsWith(end));
    return Response.json({ status: 200, message: 'success', ...found?.[1] });
  };
  return sent;
}

test('a question is added, and a stored one keeps its kind', async () => {
  const sent = office({ questions: { data: [shirt], version: 'one' } });
  openAt('/Settings', { '/Settings': QuestionsPanel });
  await page.getByRole('button', { name: 'Add or change questions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Change: ${shirt.label}` }).click();
  await expect.element(dialog.getByLabelText('Answer', { exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add a question' }).click();
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect.element(dialog.getByText('Please write the question')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Question in English' }), 'Instruments');
  await userEvent.selectOptions(dialog.getByLabelText('Answer', { exact: true }), 'Some of these');
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect.element(dialog.getByText('Please write at least one choice')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Choices' }), ' Vina \n\nFlute');
  const telugu = dialog.getByRole('textbox', { name: 'Choices in Telugu' });
  await userEvent.fill(telugu, 'వీణ\n\nవేణువు');
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect.element(dialog.getByText('There are more lines than choices')).toBeVisible();
  await userEvent.fill(telugu, '\nవేణువు');
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect.element(page.getByText('The questions are saved')).toBeVisible();
  expect(sent.find((body) => 'questions' in body)).toMatchObject({
    version: 'one',
    removed: [],
    questions: [
      { question_id: 3, choices: ['Small', 'Large'] },
      {
        question_id: null,
        label: 'Instruments',
        kind: 'several',
        choices: ['Vina', 'Flute'],
        choices_te: ['', 'వేణువు'],
      },
    ],
  });
});

const answersOf = (change: boolean) => ({
  'get_answers/7': {
    data: {
      questions: [{ ...shirt, is_removed: false }],
      answered: [
        {
          course_id: null,
          course_name: null,
          version: 'one',
          answers: [{ question_id: 3, answer: 'Huge' }],
        },
      ],
      can: { change },
    },
  },
});

test('the office changes an answer, and a choice that was removed stays until then', async () => {
  const sent = office(answersOf(true));
  openAt('/student/7', { '/student/7': () => <AnswersPanel studentId={7} name="Anu" /> });
  const field = page.getByLabelText('T-shirt <b>مقاس</b>');
  await expect.element(field).toHaveValue('Huge');
  await userEvent.selectOptions(field, 'Large');
  await page.getByRole('button', { name: 'Save answers' }).click();
  await expect.element(page.getByText('The answers of Anu are saved')).toBeVisible();
  expect(sent).toEqual([
    { user_id: 7, course_id: null, answers: [{ question_id: 3, answer: 'Large' }], version: 'one' },
  ]);
});

test('a teacher reads and writes nothing', async () => {
  office(answersOf(false));
  openAt('/student/7', { '/student/7': () => <AnswersPanel studentId={7} name="Anu" /> });
  await expect.element(page.getByText('Huge')).toBeVisible();
  expect(page.getByRole('button', { name: 'Save answers' }).elements()).toEqual([]);
});
