import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { TapList } from './register.tsx';
import type { Line } from './use-register.ts';

const line = (student_id: number, student_name: string, saved: Line['saved']): Line => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a line shows of it
  student: { student_id, student_name, attendance_status: saved } as Line['student'],
  day: '2026-11-18',
  saved,
  status: saved ?? 'present',
  isTapped: false,
});

const namesIn = (lines: readonly Line[]) => {
  render(<TapList register={{ shown: lines, mark: () => undefined }} />);
  return () =>
    page
      .getByRole('switch')
      .elements()
      .map((row) => row.textContent);
};

test('an unfinished roll shows first who is not marked, and says so', async () => {
  const names = namesIn([line(1, 'Asha', 'present'), line(2, 'Dev', null), line(3, 'Uma', 'absent')]);
  await expect.poll(names).toEqual(['DevNot marked yetPresent', 'AshaPresent', 'UmaAbsent']);
});

test('a roll that nobody has called says it of nobody', async () => {
  const names = namesIn([line(1, 'Asha', null), line(2, 'Dev', null)]);
  await expect.poll(names).toEqual(['AshaPresent', 'DevPresent']);
});
