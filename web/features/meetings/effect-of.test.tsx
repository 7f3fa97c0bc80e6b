import { meetings } from '@gurukul/contract/meetings';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { query } from '#web/calls/client.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { render } from '../../test/render.tsx';
import { EffectOf, useEffectOf } from './effect-of.tsx';

const input = { slot_id: 7, from: '2026-11-30', to: '2026-11-30', teacher_id: 9 };
const effect = { meeting_count: 1, class_count: 1, meetings: [], clashes: [] };
const told = { students: 2, staff: [], without_address: [] };

function Form() {
  const found = useEffectOf({ call: meetings.change_teacher, input });
  const checked = useChecked(query(meetings.change_teacher, { ...input, preview: true }), true);
  const change = useAction(meetings.change_teacher);
  return (
    <>
      <EffectOf effect={found} isTimed={false} isTold onTold={() => undefined} />
      <p>{checked.problem || 'No problem'}</p>
      <button type="button" onClick={() => void change.run({ ...input, tell: true })}>
        Save
      </button>
    </>
  );
}

test('a preview is not asked again by its own save, which would be refused', async () => {
  const asked: boolean[] = [];
  let isSaved = false;
  globalThis.fetch = vi.fn<typeof fetch>(async (_, request) => {
    const isPreview = String(request?.body).includes('"preview":true');
    asked.push(isPreview);
    if (isPreview && isSaved)
      return Response.json({ status: 400, code: 'same_teacher', message: 'no' }, { status: 400 });
    isSaved ||= !isPreview;
    return Response.json({ status: 200, message: 'success', data: { ...effect, told } });
  });
  render(<Form />);
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  const before = asked.length;
  await userEvent.click(page.getByText('Save'));
  await vi.waitFor(() => expect(asked.slice(before)).toContain(false));
  // What the save makes stale is asked in the same turn.
  await expect.element(page.getByText('No problem')).toBeVisible();
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(queryClient.isFetching()).toBe(0);
  expect(asked.slice(before)).toEqual([false]);
});
