import type { MarkChange } from '@gurukul/contract/attendance';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDateTime } from '#web/lib/format/format.ts';
import { render } from '#web/test/render.tsx';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import { MarkHistory } from './mark-history.tsx';

const t = attendanceTexts.changes;

const changes: MarkChange[] = [
  { changed_by: null, changed_at: '2026-11-01T10:00:00.000Z', from: null, to: 'present' },
  { changed_by: 'Asha Rao', changed_at: '2026-11-02T10:00:00.000Z', from: 'present', to: 'absent' },
];

/** The row of a table whose click ticks its box. */
function Row({ onTick }: { onTick: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stands for a table's row
    <div
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('button'))) onTick();
      }}
    >
      <MarkHistory id={7} student="Dev" day="2026-11-01" />
    </div>
  );
}

test('who changed a mark opens by keyboard, from what to what and when on the viewer’s clock', async () => {
  const asked: string[] = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    if (asked.length === 1) return Response.json({ status: 404, message: 'Not found' }, { status: 404 });
    return Response.json({ status: 200, message: 'success', data: changes });
  };
  let ticks = 0;
  render(<Row onTick={() => (ticks += 1)} />);
  const button = page.getByRole('button', { name: t.correctedOf({ student: 'Dev' }) });
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: t.title });
  const about = dialog.getByText('Dev, 01-Nov-2026');
  await expect.element(about).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: texts.ui.retry }));
  await expect.element(about).toHaveFocus();

  const steps = dialog.getByRole('listitem');
  await expect.poll(() => steps.elements().length).toBe(2);
  const [made, corrected] = steps.elements().map((step) => step.textContent);
  expect(made).toBe(`MarkedPresent${t.byNobody}${formatDateTime(changes[0]!.changed_at)}`);
  expect(corrected).toBe(`CorrectedPresentbecomesAbsentby Asha Rao${formatDateTime(changes[1]!.changed_at)}`);
  expect(asked.at(-1)).toBe('/api/attendance/get_mark_changes/7');

  // A click in the dialog is none on the row behind it.
  await userEvent.click(dialog.getByText('by Asha Rao'));
  expect(ticks).toBe(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
