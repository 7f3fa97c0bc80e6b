import { errors } from '@gurukul/contract/shared/words/errors';
import { mergeFields } from '@gurukul/contract/duplicates';
import type { DuplicatePerson, MergePreview } from '@gurukul/contract/duplicates';
import { keyed } from '@gurukul/contract/shared/keyed';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { MergeDialog } from './merge-dialog.tsx';

beforeEach(() => {
  session.start({ token: 's_token', user_id: 1, role: 'admin', mainrole: 'admin' });
});

const person = (user_id: number, name: string, email_id: string): DuplicatePerson => ({
  user_id,
  main_role: 'student',
  fullname: name,
  registered_at: '2026-03-04T05:06:07Z',
  fields: {
    ...keyed<DuplicatePerson['fields']>(mergeFields, () => ''),
    name,
    email_id,
    phone_number: '+919876543210',
    timezone: 'Asia/Kolkata',
  },
  other_names: [],
  courses: ['Gita'],
});
const [lakshmi, telugu] = [
  person(7, 'Lakshmi Rao', 'lakshmi@home.test'),
  person(8, 'లక్ష్మి రావు', 'laxmi@home.test'),
];

const clashes: MergePreview['clashes'] = {
  courses: [{ course_id: 3, course_name: 'Gita', keep: 'Morning', merge: null }],
  marks: [
    {
      class_id: 5,
      class_name: 'Morning',
      course_name: 'Gita',
      attendance_date: '2026-03-09',
      attendance_id: 21,
      keep: 'absent',
      merge: 'present',
    },
  ],
  events: [{ event_id: 4, event_name: 'Satsang' }],
  overlaps: [{ keep: 'Morning', merge: 'Evening', meets_at: '2026-11-30T04:30:00Z' }],
};

/** A server that refuses the first saves, because something has changed. */
function office(refused = 0) {
  const saves: unknown[] = [];
  let version = 1;
  globalThis.fetch = async (_url, request) => {
    const { preview, ...body }: Record<string, unknown> = JSON.parse(String(request?.body));
    const isTurned = body['keep_id'] === telugu.user_id;
    if (preview !== true) {
      saves.push(body);
      if (saves.length <= refused) {
        version += 1;
        const code = 'changed_since_check';
        return Response.json({ ...errors[code], code }, { status: 409 });
      }
    }
    const data: MergePreview = {
      keep: isTurned ? telugu : lakshmi,
      merge: isTurned ? lakshmi : telugu,
      moves: [
        { thing: 'enrolments', count: 1 },
        { thing: 'attendance', count: 12 },
      ],
      clashes,
      digest: `state ${version}`,
    };
    return Response.json(
      { status: 200, message: 'success', data },
      preview === true ? {} : { headers: { 'change-id': '5' } },
    );
  };
  return saves;
}

const merged: number[] = [];
const open = () =>
  render(
    <MergeDialog
      keepId={7}
      mergeId={8}
      isOpen
      onClose={() => undefined}
      onMerged={(id) => merged.push(id)}
    />,
  );
const dialog = page.getByRole('dialog', { name: 'Merge two people' });
const choice = (name: string) => dialog.getByRole('radiogroup', { name, exact: true });
const save = dialog.getByRole('button', { name: /^Merge .+ into .+/ });

/** Goes on by Tab until the field is reached. */
async function tabTo(field: Element) {
  for (let n = 0; n < 20 && document.activeElement !== field; n += 1) await userEvent.tab();
  expect(document.activeElement).toBe(field);
}
async function take(group: string, label: string) {
  const radio = choice(group).getByRole('radio', { name: label });
  await expect.element(radio).toBeInTheDocument();
  const first = choice(group).getByRole('radio').first();
  const radios = choice(group).getByRole('radio').elements();
  const checked = radios.find((each) => each instanceof HTMLInputElement && each.checked);
  await tabTo(checked ?? first.element());
  await userEvent.keyboard(radio.element() === document.activeElement ? ' ' : '{ArrowDown}');
  await expect.element(radio).toBeChecked();
}

test('asks what stays, and merges exactly what was chosen, by keyboard alone', async () => {
  await page.viewport(1280, 720);
  const saves = office();
  open();
  await expect.element(dialog.getByText('1 enrolment, 12 marks')).toBeVisible();
  await expect
    .element(dialog.getByText('Both are registered for Satsang. One registration stays.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/^Morning and Evening meet at the same time/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await take('Name', 'లక్ష్మి రావు');
  await take('Both are in Gita. Which enrolment stays?', 'Morning (Lakshmi Rao)');
  await expect.element(dialog.getByText('Please answer the questions above.')).toBeVisible();
  await take('Both have a mark in Morning on 09-Mar-2026. Which stays?', 'Present (లక్ష్మి రావు)');
  await expect.element(save).toHaveTextContent('Merge లక్ష్మి రావు into Lakshmi Rao');
  await tabTo(save.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Merged into Lakshmi Rao')).toBeVisible();
  expect(merged).toEqual([7]);
  expect(saves).toEqual([
    {
      keep_id: 7,
      merge_id: 8,
      digest: 'state 1',
      fields: { name: 'merge', email_id: 'keep' },
      marks: [{ class_id: 5, attendance_date: '2026-03-09', attendance_id: 21, use: 'merge' }],
      courses: [{ course_id: 3, use: 'keep' }],
    },
  ]);
});

test('the other one may stay: then the answers begin anew', async () => {
  const saves = office();
  open();
  await take('Both are in Gita. Which enrolment stays?', 'Morning (Lakshmi Rao)');
  await take('Who stays?', 'లక్ష్మి రావు, here since 04-Mar-2026');
  await expect.element(save).toHaveTextContent('Merge Lakshmi Rao into లక్ష్మి రావు');
  await expect
    .element(choice('Who stays?').getByRole('radio', { name: 'లక్ష్మి రావు, here since 04-Mar-2026' }))
    .toHaveFocus();
  await expect.element(save).toBeDisabled();
  expect(saves).toEqual([]);
});

test.each([
  ['student', 7, 'Teacher · ravi@work.test'],
  ['teacher', 9, 'Student · ravi@home.test'],
] as const)(
  'the two lives of one human are joined from the page of the %s: the colleague stays',
  async (role, keepId, other) => {
    const ravi = person(7, 'Ravi Teja', 'ravi@home.test');
    const teacher = { ...person(9, 'Ravi Teja', 'ravi@work.test'), main_role: 'teacher' };
    const asked: unknown[] = [];
    globalThis.fetch = async (url, request) => {
      if (String(url).includes('/search/find')) {
        const found = [
          { ...ravi, kind: 'student' },
          // They study too.
          { ...teacher, kind: 'student' },
          { ...ravi, kind: 'course' },
          { ...teacher, kind: 'teacher' },
        ].map(({ kind, user_id: id, fullname: title, fields: { email_id: detail } }) => ({
          kind,
          id,
          title,
          detail,
        }));
        const data = found.map((each) => ({ ...each, context: '', course_id: null, slot_id: null }));
        return Response.json({ status: 200, message: 'success', data });
      }
      asked.push(JSON.parse(String(request?.body)));
      const none = { courses: [], marks: [], events: [], overlaps: [] };
      const data: MergePreview = { keep: teacher, merge: ravi, moves: [], clashes: none, digest: 'state' };
      return Response.json({ status: 200, message: 'success', data });
    };
    const of = { name: 'Ravi Teja', role };
    render(<MergeDialog keepId={keepId} mergeId={null} of={of} isOpen onClose={() => undefined} />);
    await userEvent.fill(page.getByRole('combobox', { name: 'The other person' }), 'Ravi');
    // Nobody finds themselves, and nobody twice.
    const option = page.getByRole('option');
    await expect.element(option).toHaveTextContent(`Ravi Teja${other}`);
    await userEvent.click(option);
    await expect.element(page.getByText(/^Ravi Teja stays, because they work here/)).toBeVisible();
    await expect.element(page.getByRole('radiogroup', { name: 'Who stays?' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Merge Ravi Teja into Ravi Teja' })).toBeEnabled();
    expect(asked).toEqual([{ keep_id: 9, merge_id: 7, preview: true }]);
  },
);

test('something that changed meanwhile is shown before it is merged', async () => {
  const saves = office(1);
  open();
  await take('Both are in Gita. Which enrolment stays?', 'Morning (Lakshmi Rao)');
  await take('Both have a mark in Morning on 09-Mar-2026. Which stays?', 'Absent (Lakshmi Rao)');
  await userEvent.click(save);
  await expect
    .element(dialog.getByText('Something changed since the check, please look at it again'))
    .toBeVisible();
  await expect.element(save).toBeEnabled();
  await userEvent.click(save);
  await expect.element(page.getByText('Merged into Lakshmi Rao')).toBeVisible();
  expect(saves).toMatchObject([{ digest: 'state 1' }, { digest: 'state 2' }]);
});

test.each([
  [390, 700],
  [1280, 720],
  [1440, 900],
])('at %i x %i px the buttons are in sight, and axe finds nothing', async (width, height) => {
  await page.viewport(width, height);
  office();
  open();
  await expect.element(save).toBeInViewport({ ratio: 1 });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  const { violations } = await axe.run(dialog.element());
  expect(violations.map(({ id }) => id)).toEqual([]);
});
