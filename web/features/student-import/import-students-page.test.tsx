import { errors } from '@gurukul/contract/shared/words/errors';
import type { PreviewRow } from '@gurukul/contract/student-import';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { validateSearch } from '#web/lib/address/address-search.ts';
import { forgetBegun } from '#web/lib/files/begun-files.ts';
import { endSession, session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { ImportStudentsPage } from './import-students-page.tsx';

const dates = { order: 'day_first', decided_by: 'not_needed', example: null };
let asked: unknown[] = [];
let rows: PreviewRow[] = [];

beforeEach(() => {
  asked = [];
  rows = [];
  globalThis.fetch = async (url, request) => {
    if (String(url).includes('get_questions')) return noQuestions();
    if (String(url).includes('get_all_courses')) {
      return Response.json({ status: 200, message: 'success', data: [[{ id: 5, course_name: 'గీత' }]] });
    }
    if (String(url).includes('get_teacher_bycourse')) {
      const response = [{ class_id: 3, class_name: 'Morning' }];
      return Response.json({
        status: 200,
        message: 'success',
        data: [],
        response,
        classes: response,
        teachers: [],
      });
    }
    asked.push(JSON.parse(String(request?.body)));
    const question = rows.filter(({ outcome }) => outcome === 'question').length;
    const totals = { new: 0, enrol: 0, ask: 0, unchanged: 0, question, problem: 0, waiting: 0 };
    return Response.json({ status: 200, message: 'success', data: { rows, totals, digest: 'now', dates } });
  };
});

afterEach(async () => {
  await forgetBegun('7');
  localStorage.removeItem('columns of files');
  session.clear();
});

const noQuestions = () => Response.json({ status: 200, message: 'success', data: [], version: '' });

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

/** The page reads a course and a class from its address. */
function open() {
  const routeTree = createRootRoute({ validateSearch, component: Portal });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
}

async function chooseFile(file: File) {
  await expect.element(page.getByRole('button', { name: 'Choose a spreadsheet' })).toBeVisible();
  await userEvent.upload(document.querySelector('input[type=file]')!, file);
}

test('the columns of a form are proposed by their questions, may be said otherwise, and are remembered', async () => {
  session.start(asha);
  open();
  const csv = [
    "Timestamp,Email Address,What is your child's name?,Father's name,Mobile / WhatsApp number,Batch you prefer,Hobby",
    '2026-11-05,anu@mail.test,Anu Rao,Hari Rao,9876543210,Morning,Chess',
  ].join('\n');
  const form = () => new File([csv], 'form.csv', { type: 'text/csv' });
  await chooseFile(form());
  await expect.element(page.getByRole('heading', { name: 'The columns of form.csv' })).toHaveFocus();
  const column = (label: string) => page.getByLabelText(label, { exact: true });
  const chosen = (label: string) => (column(label).element() as HTMLSelectElement).selectedOptions[0]?.label;
  expect(['Full name', 'Email', 'Phone', 'Class', 'First name'].map(chosen)).toEqual([
    "What is your child's name?",
    'Email Address',
    'Mobile / WhatsApp number',
    'Batch you prefer',
    'Not in this file',
  ]);
  await expect
    .element(page.getByText("Columns that are not used: Timestamp, Father's name, Hobby"))
    .toBeVisible();
  const check = page.getByRole('button', { name: 'Check 1 row' });
  await expect.element(check).toHaveAccessibleDescription(/one course of all/);
  await userEvent.selectOptions(page.getByLabelText('Course of all'), 'గీత');
  await userEvent.click(page.getByText('More columns'));
  await userEvent.selectOptions(column('City'), 'Hobby');
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.click(check);
  await expect.element(page.getByRole('heading', { name: 'What form.csv would do' })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    rows: [
      {
        row: 2,
        first_name: 'Anu',
        last_name: 'Rao',
        email_id: 'anu@mail.test',
        phone_number: '9876543210',
        course_name: 'గీత',
        class_name: 'Morning',
        city: 'Chess',
      },
    ],
  });
  await userEvent.click(page.getByRole('button', { name: 'Change columns' }));
  await userEvent.selectOptions(column('First name'), "What is your child's name?");
  await expect.element(page.getByText('First name has its column now; Full name has none.')).toBeVisible();
  await userEvent.selectOptions(column('Full name'), "What is your child's name?");
  await userEvent.click(page.getByRole('button', { name: 'Choose another file' }));

  await chooseFile(form());
  await expect.element(page.getByText('Chosen as for your last file with these headings.')).toBeVisible();
  expect(['Full name', 'City'].map(chosen)).toEqual(["What is your child's name?", 'Hobby']);
});

test('a spreadsheet that was read is there again when the same person signs in again', async () => {
  session.start(asha);
  open();
  const sheet = new File(
    ['First name,Last name,Email,Phone,Course,Class\nAnu,Rao,anu@example.test,9876543210,Gita,Morning\n'],
    'march.csv',
    {
      type: 'text/csv',
    },
  );
  await chooseFile(sheet);
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).toBeVisible();
  endSession('s_asha');
  await userEvent.click(page.getByRole('button', { name: 'Go' }));
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).not.toBeInTheDocument();
  session.start({ ...asha, token: 's_later' });
  await userEvent.click(page.getByRole('button', { name: 'Go' }));
  await expect.element(page.getByRole('heading', { name: /march\.csv/ })).toBeVisible();
});

test('a pasted list is checked like a file; what was not understood is named, and the text stays', async () => {
  session.start(asha);
  open();
  const box = page.getByRole('textbox', { name: 'The list' });
  const check = page.getByRole('button', { name: 'Check the list' });
  await userEvent.fill(box, 'Dear office,');
  await userEvent.click(check);
  await expect.element(page.getByText(/^No student was found here\./)).toBeVisible();
  await expect.element(box).toHaveFocus();
  const outside = { rules: { region: { enabled: false } } };
  const { violations } = await axe.run(document.body, outside);
  expect(violations.map(({ id }) => id)).toEqual([]);

  const text = 'Dear office,\n1. ఆశా రావు <asha@mail.test> - +91 98765 43210';
  await userEvent.fill(box, text);
  await userEvent.selectOptions(page.getByLabelText('Class of all'), 'Morning');
  await userEvent.click(check);
  await expect.element(page.getByRole('heading', { name: 'What Pasted list would do' })).toBeVisible();
  await expect.element(page.getByText('Line 1: “Dear office,” (no email and no phone)')).toBeVisible();
  expect(asked).toEqual([
    {
      file_name: 'Pasted list',
      rows: [
        {
          row: 1,
          first_name: 'ఆశా',
          last_name: 'రావు',
          email_id: 'asha@mail.test',
          phone_number: '+91 98765 43210',
          course_name: 'గీత',
          class_name: 'Morning',
        },
      ],
      answers: [],
    },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Choose another file' }));
  await expect.element(box).toHaveValue(text);
});

test('a pasted list is for the only course, speaks of no spreadsheet, and counts the lines that were left out', async () => {
  session.start(asha);
  const others = globalThis.fetch;
  const row = {
    email_id: '',
    dob: null,
    timezone: '',
    language: '',
    course_name: 'గీత',
    class_name: '',
    behind: [],
    alike: [],
  };
  globalThis.fetch = async (url, request) => {
    const is = (path: string) => String(url).endsWith(path);
    if (is('/get_questions')) return noQuestions();
    if (is('/imports/students/preview')) {
      const data = {
        rows: [
          { ...row, row: 1, fullname: 'Ravi Rao', outcome: 'new', problems: [] },
          {
            ...row,
            row: 2,
            fullname: 'Bala K',
            outcome: 'problem',
            problems: [{ code: 'course_missing', message: '' }],
          },
        ],
        totals: { new: 1, enrol: 0, ask: 0, unchanged: 0, question: 0, problem: 1, waiting: 0 },
        digest: 'now',
        dates,
      };
      return Response.json({ status: 200, message: 'success', data });
    }
    if (!is('/imports/students')) return others(url, request);
    const data = { created: 1, enrolled: 0, asked: 0, unchanged: 0, questions: 0, waiting: 0, skipped: 1 };
    return Response.json({ status: 200, message: 'success', data });
  };
  open();
  await expect.element(page.getByLabelText('Course of all')).toHaveValue('5');
  const text = 'Uma Iyer\nRavi Rao <ravi@mail.test> of Guntur\nBala K <bala@mail.test>';
  await userEvent.fill(page.getByRole('textbox', { name: 'The list' }), text);
  await userEvent.click(page.getByRole('button', { name: 'Check the list' }));
  await expect.element(page.getByText('Line 1: “Uma Iyer” (no email and no phone)')).toBeVisible();
  await expect
    .element(page.getByText(/^1 row has a problem and is left out\. Correct the list/))
    .toBeVisible();
  const figures = Array.from(document.querySelectorAll('[data-figure]'), (figure) => figure.textContent);
  expect(figures).toEqual([
    'Lines read3in the list',
    'New1students to add',
    'Enrolled0known students to enrol',
    'Unchanged0already there',
    'With problems1left out',
    'Not understood1left out too',
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Import 1 student' }));
  await expect.element(page.getByRole('heading', { name: 'The students are imported' })).toBeVisible();
  expect(document.querySelector('[data-figure="skipped"]')?.textContent).toBe('Left out2');
});

test('a row with the phone of a student can be answered, and stays new without an answer', async () => {
  session.start(asha);
  const student = (user_id: number, fullname: string) => ({
    user_id,
    row: null,
    fullname,
    dob: null,
    is_student: true,
  });
  const like: PreviewRow = {
    row: 1,
    email_id: 'ravi@mail.test',
    fullname: 'Ravi Rao',
    dob: null,
    timezone: '',
    language: '',
    course_name: 'గీత',
    class_name: '',
    outcome: 'new',
    problems: [
      {
        code: 'like_students',
        facts: { people: 'Uma R (Gita A), Mina Rao' },
        message: 'Looks like Uma R (Gita A), Mina Rao',
      },
    ],
    behind: [],
    alike: [student(41, 'Uma R'), student(42, 'Mina Rao')],
  };
  rows = [like];
  open();
  await userEvent.fill(page.getByRole('textbox', { name: 'The list' }), 'Ravi Rao <ravi@mail.test>');
  await userEvent.selectOptions(page.getByLabelText('Course of all'), 'గీత');
  await userEvent.click(page.getByRole('button', { name: 'Check the list' }));
  await userEvent.click(page.getByRole('button', { name: 'Details of 1' }));
  await expect.element(page.getByText('Looks like Uma R (Gita A), Mina Rao')).toBeVisible();
  await expect
    .element(
      page.getByText(
        '1 new student has the phone of a student whom you have already. Say so if it is the same person: without an answer they are added.',
      ),
    )
    .toBeVisible();
  const who = page.getByLabelText('Row 1: who is Ravi Rao?');
  expect([...(who.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
    'Who is this?',
    'A new student: Ravi Rao',
    'The same as Uma R',
    'The same as Mina Rao',
    'A mistake: leave the row out',
  ]);
  rows = [{ ...like, outcome: 'enrol', problems: [] }];
  await userEvent.selectOptions(who, 'The same as Mina Rao');
  await expect.element(page.getByText(/phone of a student whom you have/)).not.toBeInTheDocument();
  expect(asked.at(-1)).toMatchObject({ answers: [{ row: 1, answer: 'same', user_id: 42, seen: 2 }] });
  await expect.element(who).toHaveValue('same 42 ');
  rows = [{ ...like, problems: [], alike: [] }];
  await userEvent.selectOptions(who, 'A new student: Ravi Rao');
  // Who was like the row is gone, and the answer can still be changed.
  await expect.element(who).toHaveValue('sibling  ');
  // With nearly the name it is a question, and each is answered by itself.
  rows = [{ ...like, outcome: 'question' }];
  await userEvent.selectOptions(who, 'A mistake: leave the row out');
  await expect
    .element(
      page.getByText(/^1 row has an email of another name or looks like a student whom you have already/),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'All are brothers and sisters' }))
    .not.toBeInTheDocument();
});

test('something that changed meanwhile is shown before it is saved', async () => {
  session.start(asha);
  const preview = (fullname: string, digest: string) => ({
    rows: [
      {
        row: 1,
        email_id: 'ravi@mail.test',
        fullname,
        dob: null,
        timezone: '',
        language: '',
        course_name: 'గీత',
        class_name: '',
        outcome: 'new',
        problems: [],
        behind: [],
        alike: [],
      },
    ],
    totals: { new: 1, enrol: 0, ask: 0, unchanged: 0, question: 0, problem: 0, waiting: 0 },
    digest,
    dates,
  });
  const others = globalThis.fetch;
  const saves: unknown[] = [];
  globalThis.fetch = async (url, request) => {
    if (String(url).endsWith('/imports/students/preview'))
      return Response.json({ status: 200, message: 'success', data: preview('Ravi Rao', 'then') });
    if (!String(url).endsWith('/imports/students')) return others(url, request);
    saves.push(JSON.parse(String(request?.body)).digest);
    const code = 'changed_since_check';
    return Response.json({ ...errors[code], code, preview: preview('Ravi R', 'now') }, { status: 409 });
  };
  open();
  await userEvent.fill(page.getByRole('textbox', { name: 'The list' }), 'Ravi Rao <ravi@mail.test>');
  await userEvent.selectOptions(page.getByLabelText('Course of all'), 'గీత');
  await userEvent.click(page.getByRole('button', { name: 'Check the list' }));
  const save = page.getByRole('button', { name: 'Import 1 student' });
  await userEvent.click(save);
  const notice = page.getByRole('alert').filter({ hasText: 'Something changed since you looked' });
  await expect.element(notice).toHaveFocus();
  await expect.element(page.getByText('Ravi R', { exact: true })).toBeVisible();
  await userEvent.click(save);
  await expect.poll(() => saves).toEqual(['then', 'now']);
});

test('an unknown course and an unknown class are asked about once, and the answer counts for all rows', async () => {
  session.start(asha);
  const row = (
    n: number,
    course_name: string,
    class_name: string,
    code: 'unknown_course' | 'unknown_class' | null,
  ): PreviewRow => ({
    row: n,
    email_id: `s${n}@mail.test`,
    fullname: `Student ${n}`,
    dob: null,
    timezone: '',
    language: '',
    course_name,
    class_name,
    outcome: code === null ? 'new' : 'problem',
    problems: code === null ? [] : [{ code, message: code }],
    behind: [],
    alike: [],
  });
  rows = [row(2, 'Geetha', 'Mornings', 'unknown_course'), row(3, 'Geetha', 'Mornings', 'unknown_course')];
  open();
  const csv = [
    'Full name,Email,Course,Class',
    ...[2, 3].map((n) => `Student ${n},s${n}@mail.test,Geetha,Mornings`),
  ];
  await chooseFile(new File([csv.join('\n')], 'form.csv', { type: 'text/csv' }));
  await userEvent.click(page.getByRole('button', { name: 'Check 2 rows' }));
  const course = page.getByLabelText('"Geetha" is no course here. Which one is meant?');
  rows = [row(2, 'గీత', 'Mornings', 'unknown_class'), row(3, 'గీత', 'Mornings', 'unknown_class')];
  await userEvent.selectOptions(course, 'గీత');
  const group = page.getByLabelText('"Mornings" is no class of గీత. Which one is meant?');
  rows = [row(2, 'గీత', 'Morning', null), row(3, 'గీత', 'Morning', null)];
  await userEvent.selectOptions(group, 'Morning');
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({
      rows: [
        { course_name: 'గీత', class_name: 'Morning' },
        { course_name: 'గీత', class_name: 'Morning' },
      ],
    });
  // It can be said otherwise.
  await expect.element(course).toHaveValue('=గీత');
});
