import type { TeacherOverlap } from '@gurukul/contract/shared/meetings/overlap';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { render } from '../../test/render.tsx';
import { askAboutOverlap, type OverlapDecision } from './overlap-question.tsx';

const slot = {
  class_day: 'monday',
  time: '20:00',
  time_zone: 'IST',
  zone: 'Asia/Kolkata',
  duration: 60,
};
const meets = { saved_at: '2026-03-09T14:30:00.000Z', meets_at: '2026-03-09T14:00:00.000Z' };
const there = {
  ...slot,
  time: '10:00',
  time_zone: 'EDT',
  zone: 'America/New_York',
  duration: 45,
  ...meets,
};

/** Dev is wanted by a class of Gita and by two that the person may not see, at one and the same time. */
const overlap: TeacherOverlap = {
  teacher: { user_id: 7, fullname: 'Dev' },
  slot,
  clashes: [
    { ...there, class_name: 'Dawn', course_name: 'Gita' },
    { ...there, class_name: null, course_name: null },
    { ...there, class_name: null, course_name: null },
  ],
  free_teachers: [
    { user_id: 8, fullname: 'Esha' },
    { user_id: 9, fullname: 'Hari' },
  ],
};

const question = page.getByRole('dialog', { name: 'The teacher is busy at that time' });

async function ask(about = overlap) {
  const decisions: (OverlapDecision | null)[] = [];
  const press = () => void askAboutOverlap(about).then((decision) => decisions.push(decision));
  render(
    <button type="button" onClick={press}>
      Save
    </button>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect.element(question).toBeVisible();
  return decisions;
}

const answer = async (name: string) => {
  const decisions = await ask();
  await userEvent.click(question.getByRole('button', { name }));
  await expect.poll(() => decisions.length).toBe(1);
  return decisions[0];
};

describe('a teacher who is busy', () => {
  test('is told about with every class in the way, on its clock and on the viewer’s', async () => {
    await ask();
    const [named, ...foreign] = question.getByRole('listitem').elements();
    expect(named?.textContent).toContain('Dev already teaches Dawn (Gita)');
    expect(named?.textContent).toContain('Monday 08:00 PM IST, 60 minutes');
    expect(named?.textContent).toContain('Monday 10:00 AM EDT, 45 minutes');
    expect(named?.textContent).toContain(`${formatWeekdayTime(meets.saved_at)} on your clock`);
    expect(named?.textContent).toContain(`${formatWeekdayTime(meets.meets_at)} on your clock`);
    expect(foreign[0]?.textContent).toContain('Dev already teaches a class of another course');
    expect(foreign[1]?.textContent).toContain('Dev already teaches a class of another course');
  });

  test('can be left for one who is free', async () => {
    expect(await answer('Save with Hari')).toEqual({ teacher_id: 9 });
  });

  test('can be wanted all the same', async () => {
    expect(await answer('Save anyway')).toEqual({ allow_overlap: true });
  });

  test('is not given the class at Cancel', async () => {
    expect(await answer('Cancel')).toBeNull();
  });

  test('has the harmless answer in the focus, and Esc gives it back', async () => {
    const decisions = await ask();
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => decisions).toEqual([null]);
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toHaveFocus();
  });

  test('is told about where nobody else is free', async () => {
    await ask({ ...overlap, free_teachers: [] });
    await expect
      .element(question.getByText('No other teacher of the course is free at that time.'))
      .toBeVisible();
  });
});
